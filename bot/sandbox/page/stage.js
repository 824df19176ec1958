/* The Tools menu: what no player can do, and what a host wants to try (a killed bot, a locked thread). */

import { botTime, channelIcon, el, fullTime, icon, languageName } from "./dom.js";
import { confirmed, hang } from "./layer.js";
import { isThread } from "./world.js";

const FORUM = 15;
const THREADED = new Set([0, 5]);

/**
 * Open the Tools menu on its button. `acts` posts: `bot(action)`, `later(seconds)`, `host(action, guildId)`,
 * `roles(guild)`, `language(anchor, guild)`, `install(wanted)`, `thread(action, channelId)`, `newThread(channel)`, `removeChannel(id)`.
 */
export function openStage(anchor, world, channel, acts) {
  const held = document.activeElement?.dataset.stage;
  let close = () => {};
  const item = (name, text, act, { danger = false, disabled = false, detail = "" } = {}) =>
    el(
      "button",
      {
        type: "button",
        class: danger ? "stage-item danger" : "stage-item",
        role: "menuitem",
        disabled,
        data: { stage: name },
        on: {
          click: () => {
            close("done");
            act();
          },
        },
      },
      el("span", { text }),
      detail ? el("span", { class: "stage-detail", text: detail }) : null,
    );

  const parts = [el("div", { class: "stage-title", text: "The bot" })];
  const { managed, running } = { running: world.bot.online, ...world.bot };
  if (managed) {
    parts.push(
      item("kill", "Kill the bot", () => acts.bot("kill"), {
        danger: true,
        disabled: !running,
        detail: "Instantly, like a power cut",
      }),
      item("stop", "Stop the bot", () => acts.bot("stop"), { disabled: !running, detail: "Lets it finish what it is doing" }),
      item("start", "Start the bot", () => acts.bot("start"), { disabled: running }),
    );
  } else {
    parts.push(
      el("p", {
        class: "stage-note",
        text: "You started the bot yourself, so you can't stop it from this page.",
      }),
    );
  }
  if (world.bot.ahead !== null) {
    const now = fullTime(new Date(botTime.now()));
    parts.push(
      item("half_hour", "Let half an hour go by", () => acts.later(1800), { detail: `Now, for the bot: ${now}` }),
      item("day", "Let a day go by", () => acts.later(86400), { detail: "Takes a minute, and stops an hour before an event" }),
    );
  }
  parts.push(el("div", { class: "stage-title", text: world.me.name }));
  parts.push(
    world.installed
      ? item("uninstall", "Remove the app from your account", () => acts.install(false))
      : item("install", "Add the app to your account", () => acts.install(true), {
          detail: "Use it in DMs, and on servers without it",
        }),
    item("language", "Change your language", () => acts.language(anchor, null), {
      detail: languageName(world.locale),
    }),
  );
  const guild = channel ? world.guilds.get(channel.guild_id) : null;
  if (guild) {
    parts.push(el("div", { class: "stage-title", text: guild.name }));
    parts.push(
      item("add_people", "Add 10 people", () => acts.host("add_people", guild.id, { number: 10 })),
      item("roles", "Change roles", () => acts.roles(guild), { detail: "Permissions and members" }),
      item("guild_language", "Change the server's language", () => acts.language(anchor, guild), {
        detail: languageName(guild.locale),
      }),
    );
    if (world.botMember(guild.id))
      parts.push(
        item("kick_bot", "Remove the bot from this server", () => acts.host("kick_bot", guild.id), {
          danger: true,
        }),
      );
    else parts.push(item("invite_bot", "Invite the bot back", () => acts.host("invite_bot", guild.id)));
  }
  if (channel && isThread(channel)) {
    parts.push(el("div", { class: "stage-title", text: channel.name }));
    parts.push(
      channel.archived
        ? item("unarchive", "Reopen the thread", () => acts.thread("unarchive", channel.id))
        : item("archive", "Archive the thread", () => acts.thread("archive", channel.id)),
    );
    parts.push(
      channel.locked
        ? item("unlock", "Unlock the thread", () => acts.thread("unlock", channel.id))
        : item("lock", "Lock the thread", () => acts.thread("lock", channel.id)),
    );
    parts.push(item("delete_channel", "Delete the thread", () => remove(channel, acts), { danger: true }));
  } else if (channel && guild) {
    parts.push(el("div", { class: "stage-title", text: `#${channel.name}` }));
    if (channel.type === FORUM) parts.push(item("new_thread", "Write a post", () => acts.newThread(channel)));
    else if (THREADED.has(channel.type))
      parts.push(item("new_thread", "Start a thread", () => acts.newThread(channel)));
    parts.push(item("delete_channel", "Delete the channel", () => remove(channel, acts), { danger: true }));
  }
  const menu = el(
    "div",
    { class: "stage-menu", role: "menu", "aria-label": "Tools", data: { stageMenu: "" } },
    parts,
  );
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const items = [...menu.querySelectorAll("button:not(:disabled)")];
    const at = items.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    items[(at + items.length) % items.length]?.focus();
  });
  close = hang(anchor, menu, { align: "end" });
  (menu.querySelector(`[data-stage="${held}"]:not(:disabled)`) ?? menu.querySelector("button:not(:disabled)"))?.focus();
}

/** Delete a channel after asking. */
async function remove(channel, acts) {
  if (await confirmed(`Delete “${channel.name}” and everything in it?`, "Delete"))
    acts.removeChannel(channel.id);
}

/** Draw the bot's state at the top. */
export function drawBot(root, bot, name) {
  root.dataset.bot = bot.online ? "online" : "offline";
  root.querySelector("[data-bot-text]").textContent = `${name} ${bot.online ? "online" : "offline"}`;
}

/** Draw the head of the open channel. */
export function drawHead(root, channel, parent, title, acts) {
  root.replaceChildren(
    ...[
      parent
        ? el("button", {
            type: "button",
            class: "text-link parent",
            text: `#${parent.name}`,
            data: { openChannel: parent.id },
            on: { click: () => acts.open(parent.id) },
          })
        : null,
      parent ? el("span", { class: "crumb", text: "›", "aria-hidden": "true" }) : null,
      channel ? icon(channelIcon(channel)) : null,
      el("h1", { text: title, data: { roomName: "" } }),
      channel?.archived ? el("span", { class: "tag", text: "archived" }) : null,
      channel?.locked ? el("span", { class: "tag", text: "locked" }) : null,
      channel?.topic ? el("span", { class: "topic", text: channel.topic }) : null,
    ].filter(Boolean),
  );
}
