/* Draws who one is, and where one can go: people, servers, channels, threads. */

import { avatar, channelIcon, el, icon, initialsOf, readersLanguage } from "./dom.js";
import { byAge } from "./world.js";
import * as marks from "./marks.js";

/** Give the address of a person's own tab. */
export function addressOf(person, people, channelId) {
  const unique = people.filter((one) => one.name === person.name).length === 1;
  const query = new URLSearchParams({ as: unique ? person.name : person.id });
  if (channelId) query.set("channel", channelId);
  return `/?${query}`;
}

/** Draw the people to switch between. A plain click switches; a middle click opens their own tab. */
export function drawPeople(root, world, channelId, acts) {
  const held = root.contains(document.activeElement) ? document.activeElement.dataset.personId : null;
  const waitingFor = waitingCalls(world);
  const nodes = world.people
    .filter((one) => !one.bot)
    .map((person) => {
      const mine = person.id === world.me.id;
      const waiting = mine ? 0 : (waitingFor.get(person.id) ?? 0);
      const color = person.color ?? null;
      return el(
        "a",
        {
          class: mine ? "person me" : "person",
          href: addressOf(person, world.people, channelId),
          "aria-current": mine ? "true" : null,
          title: mine ? `You are ${person.name}` : `Play as ${person.name} (middle click: in a new tab)`,
          "aria-label": `${mine ? "You are" : "Play as"} ${person.name}${waiting ? `, mentions: ${waiting}` : ""}`,
          data: { person: person.name, personId: person.id },
          on: {
            click: (event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
              event.preventDefault();
              if (!mine) acts.become(person.id);
            },
          },
        },
        avatar(person.name, color, "small"),
        el("span", { class: "person-name", text: person.name }),
        waiting ? el("span", { class: "count-badge", text: waiting, data: { waiting } }) : null,
      );
    });
  const me = world.people.find((one) => one.id === world.me.id);
  const tab = me
    ? el(
        "a",
        {
          class: "icon-button new-tab",
          href: addressOf(me, world.people, channelId),
          target: "_blank",
          "aria-label": `Open a new tab as ${me.name}`,
          title: `Open a new tab as ${me.name}`,
          data: { newTab: "" },
        },
        icon("out"),
      )
    : "";
  const said = el("span", { class: "you-are", text: "You are", "aria-hidden": "true" });
  root.replaceChildren(said, ...nodes, tab);
  if (held) root.querySelector(`[data-person-id="${CSS.escape(held)}"]`)?.focus();
  else root.querySelector(".me")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Count, by person, what I see that calls them since this browser last showed it to them. */
export function waitingCalls(world) {
  const count = (personId, channels) =>
    [...channels].reduce((sum, id) => sum + world.mentions(personId, id, marks.readUpTo(personId, id)), 0);
  return new Map([...world.calls()].map(([personId, channels]) => [personId, count(personId, channels)]));
}

/** Tell what is new in a channel for me. */
function newsOf(world, channel) {
  const mark = marks.readUpTo(world.me.id, channel.id);
  const newest = world.history(channel.id).at(-1)?.id ?? channel.last_message_id;
  const unread = Boolean(newest) && (!mark || byAge(newest, mark) > 0);
  return { unread, mentions: unread ? world.mentions(world.me.id, channel.id, mark) : 0 };
}

/** Draw the servers. */
export function drawGuilds(root, world, currentId, acts) {
  const nodes = world.guildList().map((guild) => {
    const news = world
      .tree(guild.id)
      .flatMap(({ channel, threads }) => [channel, ...threads])
      .map((one) => newsOf(world, one));
    const mentions = news.reduce((sum, one) => sum + one.mentions, 0);
    return el(
      "button",
      {
        type: "button",
        class: guild.id === currentId ? "guild current" : "guild",
        title: guild.name,
        "aria-label": guild.name,
        "aria-current": guild.id === currentId ? "true" : null,
        data: { guild: guild.name, guildId: guild.id, unread: news.some((one) => one.unread) },
        on: { click: () => acts.openGuild(guild.id) },
      },
      el("span", { class: "guild-face", text: initialsOf(guild.name) }),
      mentions ? el("span", { class: "count-badge", text: mentions }) : null,
    );
  });
  nodes.push(directButton(world, currentId === null, acts));
  root.replaceChildren(...nodes);
}

/** Draw the way to the direct messages. */
function directButton(world, current, acts) {
  const unread = world.tree(null).some(({ channel }) => newsOf(world, channel).unread);
  return el(
    "button",
    {
      type: "button",
      class: current ? "guild current" : "guild",
      title: "Direct messages",
      "aria-label": "Direct messages",
      "aria-current": current ? "true" : null,
      data: { guild: "Direct messages", unread },
      on: { click: () => acts.openGuild(null) },
    },
    el("span", { class: "guild-face" }, icon("forum")),
  );
}

/** Draw a server's events, the next one first. */
function eventList(events, acts) {
  if (!events.length) return "";
  const line = (event) =>
    el(
      "button",
      {
        type: "button",
        class: event.status === 2 ? "event active" : "event",
        title: event.name,
        data: { eventId: event.id },
        on: { click: () => acts.openEvent(event.id) },
      },
      icon("event"),
      el(
        "span",
        { class: "event-text" },
        el("span", { class: "channel-name", text: event.name }),
        el("span", { class: "event-when", text: event.status === 2 ? "Happening now" : shortDate(event.starts) }),
      ),
    );
  return el("div", { class: "events", role: "group", "aria-label": "Events", data: { events: events.length } }, events.map(line));
}

/** Say a day and an hour as short as they go. */
function shortDate(seconds) {
  const shape = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  return new Date(seconds * 1000).toLocaleString(readersLanguage(), shape);
}

/** Draw the way to a new DM or group. */
function newMessage(acts) {
  return el(
    "button",
    {
      type: "button",
      class: "channel new-message",
      "aria-haspopup": "listbox",
      data: { newMessage: "" },
      on: { click: (event) => acts.newMessage(event.currentTarget) },
    },
    icon("send"),
    el("span", { class: "channel-name", text: "New message" }),
  );
}

/** Draw the channels of a server with their threads. */
export function drawChannels(root, world, guildId, currentId, acts) {
  const guild = world.guilds.get(guildId);
  const item = (channel, inThread) => {
    const news = newsOf(world, channel);
    const current = channel.id === currentId;
    return el(
      "button",
      {
        type: "button",
        class: ["channel", inThread ? "thread" : "", current ? "current" : ""].join(" "),
        "aria-current": current ? "page" : null,
        title: channel.name,
        data: {
          channel: channel.name,
          channelId: channel.id,
          unread: news.unread && !current,
          archived: channel.archived ?? false,
        },
        on: { click: () => acts.open(channel.id) },
      },
      icon(channelIcon(channel)),
      el("span", { class: "channel-name", text: channel.name }),
      channel.archived ? icon("archive", "faint") : null,
      news.mentions && !current ? el("span", { class: "count-badge", text: news.mentions }) : null,
    );
  };
  const held = root.contains(document.activeElement) ? document.activeElement.dataset.channelId : null;
  const nodes = world.tree(guildId).map(({ channel, threads }) =>
    el(
      "div",
      { class: "channel-group" },
      item(channel, false),
      threads.length
        ? el(
            "div",
            { class: "threads", role: "group", "aria-label": `Threads of ${channel.name}` },
            threads.map((thread) => item(thread, true)),
          )
        : null,
    ),
  );
  const yours = world.installed ? ". You can use it here: you have added it." : "";
  const noBot =
    guild && !world.botMember(guildId) ? el("p", { class: "no-bot", text: `No bot on this server${yours}` }) : "";
  root.replaceChildren(
    el("div", {
      class: "guild-name",
      text: guild?.name ?? (guildId === null ? "Direct messages" : "No server"),
    }),
    eventList(guild?.events ?? [], acts),
    ...nodes,
    noBot,
    guildId === null ? newMessage(acts) : "",
  );
  if (held) root.querySelector(`[data-channel-id="${CSS.escape(held)}"]`)?.focus();
}
