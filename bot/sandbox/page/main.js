/* Puts the page together: one person, one open channel, one live stream. */

import { avatar, botTime, icon, languageName, part } from "./dom.js";
import { Composer } from "./composer.js";
import { openEvent } from "./events.js";
import { FormInFront } from "./form_in_front.js";
import { refreshMoments } from "./ink.js";
import { closeLayer, confirmed, toast } from "./layer.js";
import * as marks from "./marks.js";
import { openList } from "./menus.js";
import { addressOf, drawChannels, drawGuilds, drawPeople, waitingCalls } from "./places.js";
import { Room } from "./room.js";
import { drawBot, drawHead, openStage } from "./stage.js";
import { fetchPeople, post, Stream } from "./wire.js";
import { isThread, World } from "./world.js";

const FORUM = 15;
const MOST_IN_GROUP = 9;
/* So many people are found at a glance; among more one can search. */
const FEW = 12;
const ON_STAGE = new Set(["bot", "guild", "channel"]);
const world = new World();
let openId = null;
let wantedId = new URLSearchParams(location.search).get("channel");
let loaded = false;

const currentChannel = () => world.channels.get(openId) ?? null;
const guildId = () => (currentChannel() ? currentChannel().guild_id : (world.guildList()[0]?.id ?? null));
const me = () => world.me.id;

/* What drawing asks of the world. */
const look = {
  get me() {
    return me();
  },
  get shut() {
    return world.shut(currentChannel());
  },
  personName: (id) => (id ? (world.member(guildId(), id)?.name ?? null) : null),
  roleName: (id) => world.guilds.get(guildId())?.roles?.find((one) => one.id === id)?.name ?? null,
  channel: (id) => world.channels.get(id) ?? null,
  message: (id) => world.message(id),
  members: () => world.guilds.get(guildId())?.members ?? [],
  roles: () => world.guilds.get(guildId())?.roles ?? [],
  channels: () => world.tree(guildId()).flatMap(({ channel, threads }) => [channel, ...threads]),
  open: (id) => open(id),
  placeName: ({ guild, event, channel }) =>
    event ? (eventOf(guild, event)?.name ?? null) : (world.channels.get(channel)?.name ?? null),
  follow: (place) => follow(place),
  useCommand: (name) => composer.begin(name),
};

/** Post something and tell of a refusal. */
async function tryPost(path, body) {
  try {
    return await post(path, { as: me(), ...body });
  } catch (error) {
    toast(error.message);
    return null;
  }
}

/** Post a click and show it on its control until it is answered. */
async function click(path, message, customId, body) {
  const mark = room.pressed(message.id, customId);
  const answer = await tryPost(path, {
    message_id: message.id,
    channel_id: message.channel_id,
    custom_id: customId,
    ...body,
  });
  if (answer) mark.sent(answer.interaction_id);
  else mark.refused();
}

const room = new Room(world, look, {
  press: (message, customId) => click("press", message, customId, {}),
  select: (message, customId, values) => click("select", message, customId, { values }),
  dismiss: (message) => tryPost("dismiss", { message_id: message.id, channel_id: message.channel_id }),
  remove: async (message) => {
    if (await confirmed("Delete this message?", "Delete"))
      tryPost("delete", { message_id: message.id, channel_id: message.channel_id });
  },
  open: (id) => open(id),
  onRead: () => markRead(),
});

const composer = new Composer(part("composer"), world, look, {
  say: (content) => {
    room.toEnd();
    return post("say", { as: me(), channel_id: openId, content });
  },
  slash: (name, options) => {
    room.toEnd();
    return post("slash", { as: me(), channel_id: openId, name, options });
  },
  complete: (name, options, focused) =>
    post("autocomplete", { as: me(), channel_id: openId, name, options, focused }),
});

const form = new FormInFront(world, look, (id) => openOnceThere(id));

const stageActs = {
  bot: async (action) =>
    (await tryPost("bot", { action })) &&
    toast({ kill: "The bot was killed.", stop: "The bot has stopped.", start: "Starting the bot." }[action], false),
  later: async (seconds) => {
    const gone = await tryPost("later", { seconds });
    if (gone?.before) toast(`Stopped an hour before ${gone.before}. Let the rest of the day go by when you like.`, false);
  },
  host: (action, guild, more = {}) => tryPost("host", { action, guild_id: guild, ...more }),
  roles: (guild) => form.startRole(guild),
  language: (anchor, guild) => pickLanguage(anchor, guild),
  install: (wanted) => tryPost("install", { wanted }),
  thread: (action, id) => tryPost(action, { channel_id: id }),
  newThread: (channel) => form.startThread(channel),
  removeChannel: (id) => tryPost("delete", { channel_id: id }),
};

/** Open the Tools menu, or draw it again. */
const stage = () =>
  openStage(document.querySelector('[data-action="stage"]'), world, currentChannel(), stageActs);

const stream = new Stream(
  onEvent,
  (up) => {
    const banner = part("banner");
    banner.hidden = up;
    banner.textContent = up ? "" : "Lost the connection to the sandbox. Trying again…";
    document.body.dataset.link = up ? "up" : "down";
  },
  async () => askedFor(await fetchPeople()).id,
);

/** Follow one event of the stream. */
function onEvent(name, data) {
  if (name === "modal") return form.show(data);
  const before = openId;
  const shutBefore = look.shut;
  world.take(name, data);
  botTime.ahead = world.bot.ahead ?? 0;
  const spoken = part("messages").lang;
  // By it the browser knows Japanese letters from Chinese ones, and times are written in it.
  part("messages").lang = world.locale;
  if (name === "state") return onState();
  if (spoken !== world.locale && currentChannel()) room.show(currentChannel());
  if (name === "message") {
    room.put(data);
    if (data.channel_id === openId && room.stuck) markRead();
  } else if (name === "message_delete") room.drop(data.id);
  else if (name === "interaction") onInteraction(data);
  else if (name === "channel" && data.id === openId) {
    drawRoomHead();
    if (look.shut !== shutBefore) room.show(currentChannel());
  } else if (name === "channel" && data.id === wantedId) open(wantedId);
  else if ((name === "channel" || name === "channel_delete") && currentChannel()) refreshThreadCards(data.id);
  else if (name === "guild") drawRoomHead();
  if (!currentChannel() && before) open(chooseChannel(), { quiet: true });
  if (name !== "interaction") drawAround();
  // What the Tools menu offers depends on these, also while it is open.
  if (ON_STAGE.has(name) && part("stage-menu")) stage();
  return undefined;
}

/** Begin anew from a whole state. */
function onState() {
  form.close();
  room.sent.clear();
  marks.begin(me(), [...world.channels.values()]);
  const keep = world.channels.has(wantedId) ? wantedId : chooseChannel();
  loaded = true;
  open(keep, { quiet: true });
  document.body.dataset.ready = me();
}

/** Choose a channel when none is asked for: the last one, else the first. */
function chooseChannel() {
  const last = marks.lastPlace(me());
  if (world.channels.has(last)) return last;
  for (const guild of world.guildList()) {
    const first = world.tree(guild.id)[0];
    if (first) return first.channel.id;
  }
  return null;
}

/** Show a channel. `quiet`: the address is replaced, not added to. */
function open(id, { quiet = false } = {}) {
  const channel = world.channels.get(id) ?? null;
  openId = channel?.id ?? null;
  wantedId = openId;
  const readBefore = channel ? marks.readUpTo(me(), channel.id) : null;
  if (channel) marks.stayAt(me(), channel.id);
  address(quiet);
  drawRoomHead();
  room.show(channel, readBefore);
  markRead();
  drawAround();
  drawer(false);
}

/** Show a channel, once the sandbox has told of it. */
function openOnceThere(id) {
  wantedId = id;
  if (world.channels.has(id)) open(id);
}

/** Find an event of a server. */
const eventOf = (guild, id) => world.guilds.get(guild)?.events?.find((one) => one.id === id) ?? null;

/** Open what a link of Discord's own leads to. */
function follow({ guild, event, channel, message }) {
  if (event) return showEvent(guild, event);
  if (!world.channels.has(channel)) return toast("That channel is gone, or you can't see it.");
  if (channel !== openId) open(channel);
  drawer(false);
  if (message) room.jump(message);
  return undefined;
}

/** Show an event in full. */
function showEvent(guild, id) {
  const event = eventOf(guild, id);
  if (!event) return toast("That event is gone.");
  return openEvent(event, world.guilds.get(guild), look, async () => {
    if (await confirmed(`Delete “${event.name}”?`, "Delete"))
      tryPost("delete_event", { guild_id: guild, event_id: id });
  });
}

/** Put person and channel into the address, so that a tab can be kept or shared. */
function address(quiet) {
  const person = world.people.find((one) => one.id === me());
  if (!person) return;
  const url = addressOf(person, world.people, openId);
  if (url === location.pathname + location.search) return;
  history[quiet ? "replaceState" : "pushState"]({}, "", url);
}

/** Mark the open channel as read while it is looked at. */
function markRead() {
  if (!openId || document.hidden || !loaded) return;
  const newest = world.history(openId).at(-1)?.id ?? currentChannel()?.last_message_id;
  if (newest) marks.markRead(me(), openId, newest);
}

/** Draw people, servers and channels again. */
function drawAround() {
  drawPeople(part("people"), world, openId, { become });
  document.querySelector('[data-action="find-person"]').hidden = world.people.length <= FEW;
  drawGuilds(part("guilds"), world, guildId(), { openGuild });
  drawChannels(part("channels"), world, guildId(), openId, {
    open: (id) => open(id),
    openEvent: (id) => showEvent(guildId(), id),
    newMessage: (anchor) => newMessage(anchor),
  });
  drawBot(part("bot"), world.bot, world.bot.name ?? "Bot");
  const person = world.people.find((one) => one.id === me());
  document.title = `${currentChannel() ? currentChannel().name : "Sandbox"} · ${person?.name ?? ""}`;
}

/** Draw the head of the room and open or close the message box. */
function drawRoomHead() {
  const channel = currentChannel();
  const parent = channel && isThread(channel) ? world.channels.get(channel.parent_id) : null;
  drawHead(part("room-head"), channel, parent, channel ? channel.name : "No channel", { open });
  let closed = "";
  if (!channel) closed = "You can't see any channel here.";
  else if (channel.type === FORUM)
    closed =
      "This is a forum. Open a post in the channel list, or write one: Tools → Write a post.";
  else if (world.shut(channel)) closed = "This thread is locked.";
  composer.at(channel, closed);
  part("room").dataset.openChannel = channel?.id ?? "";
}

/** Draw again what shows a thread that has come, changed or gone: its message, and those that name it. */
function refreshThreadCards(threadId) {
  const named = ({ content, embeds }) => JSON.stringify([content, embeds]).includes(`<#${threadId}>`);
  for (const message of world.messages.get(openId)?.values() ?? [])
    if (message.id === threadId || named(message)) room.put(message);
}

/** Open the first or last channel of a server. */
function openGuild(id) {
  if (currentChannel()?.guild_id === id) return;
  const first = world.tree(id)[0];
  if (first) open(first.channel.id);
  // The first one to write to is the bot.
  else if (id === null) openDm([]);
}

/** Open the DM with another person, the group with several, or the DM with the bot (nobody). */
async function openDm(people) {
  const answer = await tryPost("dm", { with: people });
  if (!answer) return;
  openOnceThere(answer.id);
}

/** Ask whom to write to. */
function newMessage(anchor) {
  const name = world.bot.name ?? "The bot";
  const bot = { value: "bot", label: name, mark: () => avatar(name, null, "tiny") };
  const people = world.people
    .filter((one) => one.id !== me())
    .map((one) => ({ value: one.id, label: one.name, mark: () => avatar(one.name, one.color, "tiny") }));
  const give = (ids) => ids.length && openDm(ids.includes("bot") ? [] : ids);
  openList({ anchor, items: [bot, ...people], chosen: [], min: 1, max: MOST_IN_GROUP, live: true, give });
}

/** Become another person, staying in the channel if they can see it. */
function become(personId, { push = true } = {}) {
  wantedId = openId ?? wantedId;
  if (push) {
    const person = world.people.find((one) => one.id === personId);
    if (person) history.pushState({}, "", addressOf(person, world.people, openId));
  }
  delete document.body.dataset.ready;
  composer.leaveCommand("", false);
  stream.open(personId);
}

/** Let a person be searched for among all. */
function findPerson(anchor) {
  const waiting = waitingCalls(world);
  const items = world.people.map((one) => ({
    value: one.id,
    label: one.name,
    description: one.id !== me() && waiting.get(one.id) ? `called: ${waiting.get(one.id)}` : "",
    mark: () => avatar(one.name, one.color, "tiny"),
  }));
  openList({ anchor, items, chosen: [me()], min: 1, max: 1, live: true, give: ([id]) => id !== me() && become(id) });
}

/** Let the language of a server be chosen, or one's own (null). */
function pickLanguage(anchor, guild) {
  const now = guild ? guild.locale : world.locale;
  const items = world.locales.map((code) => ({ value: code, label: languageName(code) }));
  const give = ([locale]) =>
    locale !== now && tryPost("language", guild ? { locale, guild_id: guild.id } : { locale });
  openList({ anchor, items, chosen: [now], min: 1, max: 1, live: true, give });
}

/** Follow an interaction: the open form's own, or one of a control or command. */
function onInteraction(data) {
  if (!form.settles(data)) room.interactions();
}

/** Open or close the drawer with servers and channels (narrow windows only). */
function drawer(on) {
  document.body.classList.toggle("drawer-open", on);
  document.querySelector('[data-action="drawer"]').setAttribute("aria-expanded", String(on));
  document.querySelector('[data-action="shade"]').hidden = !on;
}

/** Find the person the address asks for. */
function askedFor(people) {
  const asked = new URLSearchParams(location.search).get("as");
  return (
    people.find((one) => one.id === asked) ??
    people.find((one) => one.name.toLowerCase() === asked?.toLowerCase()) ??
    people[0]
  );
}

/** Find out who lives here, and become the person of the address; try until the sandbox answers. */
async function arrive() {
  try {
    stream.open(askedFor(await fetchPeople()).id);
  } catch {
    part("banner").hidden = false;
    part("banner").textContent = "Can't reach the sandbox. Trying again…";
    setTimeout(arrive, 2000);
  }
}

/** Begin: let the buttons of the frame work, then arrive. */
function begin() {
  const drawerButton = document.querySelector('[data-action="drawer"]');
  drawerButton.append(icon("menu"));
  drawerButton.addEventListener("click", () => drawer(!document.body.classList.contains("drawer-open")));
  document.querySelector('[data-action="shade"]').addEventListener("click", () => drawer(false));
  const findButton = document.querySelector('[data-action="find-person"]');
  findButton.append(icon("find"));
  findButton.addEventListener("click", () => {
    if (findButton.getAttribute("aria-expanded") === "true") closeLayer();
    else findPerson(findButton);
  });
  const stageButton = document.querySelector('[data-action="stage"]');
  stageButton.append(icon("down"));
  stageButton.addEventListener("click", () => {
    if (stageButton.getAttribute("aria-expanded") === "true") closeLayer();
    else stage();
  });
  addEventListener("popstate", () => {
    const person = askedFor(world.people);
    wantedId = new URLSearchParams(location.search).get("channel");
    if (!person) return;
    if (person.id !== me()) {
      openId = null;
      become(person.id, { push: false });
    } else if (world.channels.has(wantedId)) open(wantedId, { quiet: true });
  });
  document.addEventListener("visibilitychange", () => {
    markRead();
    if (!document.hidden && loaded) drawAround();
  });
  setInterval(() => refreshMoments(), 5000);
  arrive();
}

begin();
