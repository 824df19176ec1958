/* The Stage menu: what no player can do, and what a host wants to try (a killed bot, a locked thread). */

import { el, icon } from "./dom.js";
import { confirmed, hang } from "./layer.js";
import { isThread } from "./world.js";

/** Open the Stage menu on its button. `acts` posts: `bot(action)`, `host(action, guildId)`, `thread(action, channelId)`, `removeChannel(id)`. */
export function openStage(anchor, world, channel, acts) {
  let close = () => {};
  const item = (name, text, act, { danger = false, disabled = false, detail = "" } = {}) => el("button", {
    type: "button", class: danger ? "stage-item danger" : "stage-item", role: "menuitem", disabled, data: { stage: name },
    on: { click: () => {
      close("done");
      act();
    } },
  }, el("span", { text }), detail ? el("span", { class: "stage-detail", text: detail }) : null);

  const parts = [el("div", { class: "stage-title", text: "The bot" })];
  const { online, managed } = world.bot;
  if (managed) {
    parts.push(
      item("kill", "Kill the bot", () => acts.bot("kill"), { danger: true, disabled: !online, detail: "At once, like a power cut" }),
      item("stop", "Stop the bot", () => acts.bot("stop"), { disabled: !online, detail: "Politely" }),
      item("start", "Start the bot", () => acts.bot("start"), { disabled: online }));
  } else {
    parts.push(el("p", { class: "stage-note", text: "The bot was started elsewhere, so it can't be killed or started from here." }));
  }
  const guild = channel ? world.guilds.get(channel.guild_id) : null;
  if (guild) {
    parts.push(el("div", { class: "stage-title", text: guild.name }));
    if (world.botMember(guild.id)) parts.push(item("kick_bot", "Take the bot off this server", () => acts.host("kick_bot", guild.id), { danger: true }));
    else parts.push(item("invite_bot", "Invite the bot again", () => acts.host("invite_bot", guild.id)));
  }
  if (channel && isThread(channel)) {
    parts.push(el("div", { class: "stage-title", text: channel.name }));
    parts.push(channel.archived
      ? item("unarchive", "Open the thread again", () => acts.thread("unarchive", channel.id))
      : item("archive", "Archive the thread", () => acts.thread("archive", channel.id)));
    if (!channel.locked) parts.push(item("lock", "Lock the thread", () => acts.thread("lock", channel.id)));
    parts.push(item("delete_channel", "Delete the thread", () => remove(channel, acts), { danger: true }));
  } else if (channel) {
    parts.push(el("div", { class: "stage-title", text: `#${channel.name}` }));
    parts.push(item("delete_channel", "Delete the channel", () => remove(channel, acts), { danger: true }));
  }
  const menu = el("div", { class: "stage-menu", role: "menu", "aria-label": "Stage", data: { stageMenu: "" } }, parts);
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const items = [...menu.querySelectorAll("button:not(:disabled)")];
    const at = items.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    items[(at + items.length) % items.length]?.focus();
  });
  close = hang(anchor, menu, { align: "end" });
  menu.querySelector("button:not(:disabled)")?.focus();
}

/** Delete a channel after asking. */
async function remove(channel, acts) {
  if (await confirmed(`Delete “${channel.name}” and everything in it?`, "Delete")) acts.removeChannel(channel.id);
}

/** Draw the bot's state at the top. */
export function drawBot(root, bot, name) {
  root.dataset.bot = bot.online ? "online" : "offline";
  root.querySelector("[data-bot-text]").textContent = `${name} ${bot.online ? "online" : "offline"}`;
}

/** Draw the head of the open channel. */
export function drawHead(root, channel, parent, shape, topic, acts) {
  root.replaceChildren(...[
    parent ? el("button", { type: "button", class: "text-link parent", text: `#${parent.name}`, data: { openChannel: parent.id }, on: { click: () => acts.open(parent.id) } }) : null,
    parent ? el("span", { class: "crumb", text: "›", "aria-hidden": "true" }) : null,
    channel ? icon(shape) : null,
    el("h1", { text: channel?.name ?? "No channel", data: { roomName: "" } }),
    channel?.archived ? el("span", { class: "tag", text: "archived" }) : null,
    channel?.locked ? el("span", { class: "tag", text: "locked" }) : null,
    topic ? el("span", { class: "topic", text: topic }) : null,
  ].filter(Boolean));
}
