/* The messages of the open channel: kept in step with the world, one message at a time. */

import { el, fullTime, icon, part, readersLanguage } from "./dom.js";
import { closeLayer, moveLayer } from "./layer.js";
import { drawMessage } from "./message.js";
import { afterPress } from "./press.js";
import { byAge } from "./world.js";

const GROUP_MINUTES = 7;
const NEAR_END = 80;
const FORUM = 15;

/** The open channel. */
export class Room {
  constructor(world, look, acts) {
    this.world = world;
    this.look = look;
    this.acts = acts;
    this.channel = null;
    this.list = part("messages");
    this.scroll = part("scroll");
    this.jumpButton = document.querySelector('[data-action="jump"]');
    this.stuck = true;
    this.sent = new Map();
    this.scroll.addEventListener("scroll", () => {
      this.stuck = this.scroll.scrollHeight - this.scroll.scrollTop - this.scroll.clientHeight < NEAR_END;
      if (this.stuck) this.acts.onRead();
      afterPress(() => {
        this.jumpButton.hidden = this.stuck;
      });
    });
    this.jumpButton.addEventListener("click", () => this.toEnd());
    const stay = () => afterPress(() => this.stuck && this.toEnd());
    new ResizeObserver(stay).observe(this.scroll);
    new ResizeObserver(stay).observe(this.list);
    this.list.addEventListener("load", stay, true);
  }

  /** Show a channel from its newest message; `unreadAfter` is the last message read before, if any. */
  show(channel, unreadAfter = null) {
    closeLayer();
    this.channel = channel;
    // Filling a log at once must not be read out message by message.
    this.list.setAttribute("aria-live", "off");
    const history = channel ? this.world.history(channel.id) : [];
    const newAt = history.findIndex((one) => !unreadAfter || byAge(one.id, unreadAfter) > 0);
    // Where all is new, a line above it says nothing.
    this.firstNew = newAt > 0 ? history[newAt].id : null;
    this.list.replaceChildren(...history.map((message) => this.#draw(message)));
    this.#notes();
    this.#tidy();
    this.#controls();
    this.toEnd();
    requestAnimationFrame(() => this.list.setAttribute("aria-live", "polite"));
  }

  /** Show a message that is new or has changed. */
  put(message) {
    if (message.channel_id !== this.channel?.id) return;
    const node = this.#draw(message);
    const old = this.#find(message.id);
    if (old) {
      const held = old.contains(document.activeElement) ? document.activeElement.dataset.customId : null;
      const openSpoilers = [...old.querySelectorAll(".spoiler")].map((one) => one.classList.contains("open"));
      // A changed board is no news to a screen reader; the ping that follows it is.
      this.list.setAttribute("aria-live", "off");
      requestAnimationFrame(() => this.list.setAttribute("aria-live", "polite"));
      old.replaceWith(node);
      moveLayer(old, node);
      if (openSpoilers.some(Boolean)) this.#reopen(node, openSpoilers);
      if (held) node.querySelector(`[data-custom-id="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
    } else {
      const later = [...this.list.querySelectorAll("[data-message-id]")].find(
        (one) => byAge(one.dataset.messageId, message.id) > 0,
      );
      this.list.insertBefore(node, later ?? this.list.querySelector("[data-note]"));
    }
    this.#tidy();
    this.#controls();
    if (this.stuck) this.toEnd();
    else this.jumpButton.hidden = false;
  }

  /** Take a message away. */
  drop(id) {
    this.#find(id)?.remove();
    this.#tidy();
  }

  /** Bring spinners, failures and the waiting commands up to date. */
  interactions() {
    this.#notes();
    this.#controls();
    if (this.stuck) this.toEnd();
  }

  /** Mark a control as pressed until the sandbox tells of its interaction. */
  pressed(messageId, customId) {
    const key = `${messageId} ${customId}`;
    this.sent.set(key, null);
    this.world.failures.delete(messageId);
    this.#controls();
    return {
      sent: (interactionId) => {
        if (this.world.interactions.has(interactionId)) this.sent.delete(key);
        else this.sent.set(key, interactionId);
        this.#controls();
      },
      refused: () => {
        this.sent.delete(key);
        this.#controls();
      },
    };
  }

  /** Scroll to the newest message. */
  toEnd() {
    this.stuck = true;
    this.scroll.scrollTop = this.scroll.scrollHeight;
    this.jumpButton.hidden = true;
    this.acts.onRead();
  }

  /** Scroll to a message and flash it. */
  jump(id) {
    const node = this.#find(id);
    if (!node) return;
    node.scrollIntoView({ block: "center" });
    node.classList.add("flash");
    setTimeout(() => node.classList.remove("flash"), 1600);
  }

  #find(id) {
    return this.list.querySelector(`[data-message-id="${CSS.escape(id)}"]`);
  }

  #draw(message) {
    return drawMessage(message, this.look, {
      press: (customId) => this.acts.press(message, customId),
      select: (customId, values) => this.acts.select(message, customId, values),
      dismiss: () => this.acts.dismiss(message),
      remove: () => this.acts.remove(message),
      open: (channelId) => this.acts.open(channelId),
      jump: (id) => this.jump(id),
    });
  }

  #reopen(node, openSpoilers) {
    [...node.querySelectorAll(".spoiler")].forEach((one, index) => openSpoilers[index] && one.click());
  }

  /** Group what one person said in a row, and put a line before each day and before what is new. */
  #tidy() {
    for (const line of this.list.querySelectorAll(".divider")) line.remove();
    let before = null;
    for (const node of [...this.list.querySelectorAll("[data-message-id]")]) {
      const message = this.world.messages.get(this.channel.id)?.get(node.dataset.messageId);
      if (!message) continue;
      const date = new Date(message.timestamp);
      const day = date.toDateString();
      const isNew = message.id === this.firstNew;
      if (!before || before.day !== day)
        node.before(divider(date.toLocaleDateString(readersLanguage(), { dateStyle: "long" }), "day"));
      if (isNew) node.before(divider("New", "new"));
      const plain = !node.classList.contains("system") && !node.querySelector(":scope > .context");
      const follows =
        plain &&
        before &&
        !isNew &&
        before.day === day &&
        !before.system &&
        before.author === message.author.id &&
        before.onlyMe === node.dataset.onlyMe &&
        date - before.date < GROUP_MINUTES * 60000;
      node.classList.toggle("follows", Boolean(follows));
      before = {
        author: message.author.id,
        date: follows ? before.date : date,
        day,
        onlyMe: node.dataset.onlyMe,
        system: node.classList.contains("system"),
      };
    }
    const empty = !this.list.querySelector("[data-message-id]");
    this.list.classList.toggle("empty", empty);
    this.list.dataset.empty = this.#invitation();
  }

  /** Say what an empty channel is for; a forum's posts stand in the list of channels. */
  #invitation() {
    if (!this.channel || this.channel.type === FORUM) return "";
    return this.look.shut ? "Nothing here yet." : "Nothing here yet. Say something, or type / for a command.";
  }

  #controls() {
    for (const [key, id] of this.sent) if (id && this.world.interactions.has(id)) this.sent.delete(key);
    for (const node of this.list.querySelectorAll("[data-custom-id]")) {
      const message = node.closest("[data-message-id]").dataset.messageId;
      const busy =
        this.sent.has(`${message} ${node.dataset.customId}`) ||
        this.world.waiting(message, node.dataset.customId);
      if (busy) node.setAttribute("aria-busy", "true");
      else node.removeAttribute("aria-busy");
    }
    for (const line of this.list.querySelectorAll("[data-failed]")) {
      const text = this.world.failures.get(line.closest("[data-message-id]").dataset.messageId) ?? "";
      if (line.textContent !== text) line.textContent = text;
      line.hidden = !text;
    }
  }

  /** Show the commands of this person that wait for an answer or never got one. */
  #notes() {
    for (const line of this.list.querySelectorAll("[data-note]")) line.remove();
    for (const note of this.world.notes.values()) {
      if (note.channel_id !== this.channel?.id) continue;
      const failed = note.status === "failed";
      const line = el(
        "li",
        {
          class: failed ? "note trouble" : "note",
          data: { note: note.id, status: note.status },
          title: fullTime(new Date()),
        },
        failed
          ? icon("warn")
          : el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
        el("span", { class: "mention", text: `/${commandName(note.command)}` }),
        el("span", { text: failed ? "The application did not respond" : "Sending…" }),
      );
      if (failed) {
        line.append(
          el(
            "span",
            { class: "only-me-foot" },
            icon("eye"),
            "Only you can see this · ",
            el("button", {
              type: "button",
              class: "text-link",
              text: "Dismiss",
              data: { dismissNote: note.id },
              on: {
                click: () => {
                  this.world.notes.delete(note.id);
                  this.#notes();
                },
              },
            }),
          ),
        );
      }
      this.list.append(line);
    }
  }
}

/** Give the bare name of a command, however the sandbox writes it. */
function commandName(command) {
  return (typeof command === "string" ? command : command.name).replace(/^\//, "");
}

/** Draw a line across the list. */
function divider(text, kind) {
  return el("li", { class: `divider ${kind}`, role: "separator", "aria-label": text }, el("span", { text }));
}
