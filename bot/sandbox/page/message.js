/* Draws one message: who, when, what, and what can be done with it. */

import { avatar, cssColor, el, fullTime, icon, shortTime } from "./dom.js";
import { components } from "./components.js";
import { attachments, embed } from "./embeds.js";
import { ink } from "./ink.js";

const EPHEMERAL = 64,
  LOADING = 128,
  SUPPRESS_EMBEDS = 4;
const THREAD_CREATED = 18,
  STARTER = 21;

/**
 * Draw a message as a list item. `look` answers for names; `acts` does what is clicked: `press`, `select`,
 * `dismiss`, `remove`, `open`.
 */
export function drawMessage(message, look, acts) {
  const name = message.author_name ?? message.author.global_name ?? message.author.username;
  const flags = message.flags ?? 0;
  const mine = message.only_me || Boolean(flags & EPHEMERAL);
  const mentioned = 
    message.pinged?.includes(look.me) || message.mentions?.some((one) => one.id === look.me);
  const node = el("li", {
    class: ["message", mine ? "only-me" : "", mentioned ? "mentions-me" : ""].join(" "),
    data: { messageId: message.id, authorId: message.author.id, onlyMe: mine, author: name },
  });
  const system = systemLine(message, name, look, acts);
  if (system) {
    node.classList.add("system");
    node.append(system);
    return node;
  }
  const date = new Date(message.timestamp);
  node.append(
    context(message, look, acts) ?? "",
    avatar(name, message.author_color),
    el(
      "div",
      { class: "message-body" },
      el(
        "div",
        { class: "message-head" },
        el("span", { class: "author", text: name, style: nameColor(message.author_color) }),
        message.author.bot ? el("span", { class: "badge", text: "APP" }) : null,
        el("time", {
          class: "when",
          text: shortTime(date),
          title: fullTime(date),
          datetime: date.toISOString(),
        }),
      ),
      flags & LOADING ? thinking(name) : null,
      content(message, look),
      flags & SUPPRESS_EMBEDS
        ? null
        : (message.embeds ?? []).map((one) => embed(one, look)),
      attachments(message),
      el(
        "div",
        { class: "components" },
        components(message.components, look, acts, { shut: look.shut }),
      ),
      threadLink(message, look, acts),
      el("div", { class: "failed", role: "alert", data: { failed: "" }, hidden: true }),
      mine ? onlyMe(acts) : null,
    ),
    mine ? "" : tools(acts),
  );
  return node;
}

/** Colour a name, if its colour can be read on dark ground. */
function nameColor(color) {
  const css = cssColor(color);
  return css ? { color: `color-mix(in srgb, ${css} 70%, white)` } : {};
}

/** Draw the text of a message. */
function content(message, look) {
  const edited =
    message.edited_timestamp && !(message.flags & LOADING)
      ? el("span", {
          class: "edited",
          text: " (edited)",
          title: fullTime(new Date(message.edited_timestamp)),
        })
      : null;
  if (!message.content) return null;
  return el("div", { class: "content", data: { content: "" } }, ink(message.content, look), edited);
}

/** Draw the waiting of a deferred answer. */
function thinking(name) {
  return el(
    "div",
    { class: "thinking", data: { thinking: "" } },
    el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
    `${name} is thinking…`,
  );
}

/** Draw the line above a message: the command it answers, or the message it replies to. */
function context(message, look, acts) {
  const data = message.interaction_metadata;
  if (message.command) {
    const who =
      look.personName(data?.user?.id) ?? data?.user?.global_name ?? data?.user?.username ?? "Somebody";
    const command = typeof message.command === "string" ? message.command : message.command.name;
    return el(
      "div",
      { class: "context", data: { usedCommand: command.replace(/^\//, "") } },
      icon("reply"),
      el("span", { class: "context-name", text: who }),
      " used ",
      el("span", { class: "mention", text: `/${command.replace(/^\//, "")}` }),
    );
  }
  const target = message.message_reference?.message_id;
  if (!target || message.type === STARTER) return null;
  const original = message.referenced_message ?? look.message(target);
  const text = original
    ? original.content || (original.embeds?.[0]?.title ?? "a message")
    : "Original message was deleted";
  const line = el(
    "button",
    { type: "button", class: "context", data: { replyTo: target }, on: { click: () => acts.jump(target) } },
    icon("reply"),
  );
  if (original)
    line.append(
      el("span", { class: "context-name", text: original.author_name ?? original.author.username }),
      " ",
    );
  line.append(el("span", { class: "context-text", text: inOneLine(text, look).slice(0, 120) }));
  return line;
}

/** Return a text without markdown as one line: names for people, `:name:` for emoji. */
function inOneLine(text, look) {
  const drawn = el("span", {}, ink(text, look, { blocks: false, links: false }));
  for (const picture of drawn.querySelectorAll("img")) picture.replaceWith(picture.title);
  return drawn.textContent;
}

/** Draw the line of a system message; null for an ordinary one. */
function systemLine(message, name, look, acts) {
  const bold = (text) => el("strong", { text });
  const line = (shape, ...parts) => el("div", { class: "system-line" }, icon(shape), el("span", {}, parts));
  if (message.type === THREAD_CREATED) {
    const id = message.message_reference?.channel_id;
    const link = el("button", {
      type: "button",
      class: "text-link",
      text: message.content,
      data: { openChannel: id },
      on: { click: () => acts.open(id) },
    });
    return line("thread", bold(name), " started a thread: ", look.channel(id) ? link : bold(message.content));
  }
  if (message.type === STARTER) return line("thread", "This thread began with a message in the channel.");
  return null;
}

/** Draw the way into the thread a message started. */
function threadLink(message, look, acts) {
  // A thread started from a message carries that message's id.
  const thread = look.channel(message.id) ?? message.thread;
  if (!thread) return null;
  const seen = Boolean(look.channel(thread.id));
  const state = thread.locked
    ? "locked"
    : (thread.archived ?? thread.thread_metadata?.archived)
      ? "archived"
      : "open";
  return el(
    "button",
    {
      type: "button",
      class: "thread-card",
      disabled: !seen,
      data: { openChannel: thread.id },
      on: { click: () => acts.open(thread.id) },
    },
    icon("thread"),
    el("span", { class: "thread-name", text: thread.name }),
    el("span", { class: "thread-state", text: state === "open" ? "See thread ›" : `See ${state} thread ›` }),
  );
}

/** Draw the foot of a message for one person's eyes. */
function onlyMe(acts) {
  return el(
    "div",
    { class: "only-me-foot" },
    icon("eye"),
    "Only you can see this · ",
    el("button", {
      type: "button",
      class: "text-link",
      text: "Dismiss",
      data: { dismiss: "" },
      on: { click: () => acts.dismiss() },
    }),
  );
}

/** Draw the tools that show beside a message. */
function tools(acts) {
  return el(
    "div",
    { class: "tools" },
    el(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": "Delete message",
        title: "Delete message",
        data: { deleteMessage: "" },
        on: { click: () => acts.remove() },
      },
      icon("bin"),
    ),
  );
}
