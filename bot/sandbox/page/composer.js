/* The message box: plain words, or "/" and a command. */

import { el, icon } from "./dom.js";
import { flatten, search } from "./commands.js";
import { Filling } from "./filling.js";
import { Suggest } from "./suggest.js";
import { isThread } from "./world.js";

const SHOWN = 40;

/**
 * The box below the messages. `acts`: `say(text)`, `slash(name, options)`, `complete(name, options, focused)`;
 * the first two give a promise that fails with the reason.
 */
export class Composer {
  constructor(root, world, look, acts) {
    this.root = root;
    this.world = world;
    this.look = look;
    this.acts = acts;
    this.popup = el("div", { class: "suggest", data: { suggest: "" }, hidden: true });
    this.suggest = new Suggest(this.popup);
    this.box = el("div", { class: "box" });
    this.trouble = el("p", {
      class: "composer-trouble",
      role: "alert",
      data: { composerTrouble: "" },
      hidden: true,
    });
    this.closed = el("p", { class: "composer-closed", data: { composerClosed: "" }, hidden: true });
    this.input = el("textarea", {
      class: "say",
      rows: "1",
      maxlength: "2000",
      data: { say: "" },
      "aria-label": "Message",
      autocomplete: "off",
      enterkeyhint: "send",
    });
    this.sendButton = el(
      "button",
      { type: "button", class: "icon-button send", "aria-label": "Send", data: { send: "" } },
      icon("send"),
    );
    this.slashButton = el("button", {
      type: "button",
      class: "icon-button slash",
      "aria-label": "Commands",
      title: "Commands",
      data: { slash: "" },
      text: "/",
    });
    root.append(this.popup, this.trouble, this.box, this.closed);
    this.filling = null;
    this.input.addEventListener("input", () => this.#typed());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.input.addEventListener("blur", () => this.suggest.hide());
    this.input.addEventListener("focus", () => this.#typed());
    this.sendButton.addEventListener("click", () => this.#send());
    this.slashButton.addEventListener("click", () => {
      this.leaveCommand("/");
    });
    this.#plain();
  }

  /** Point the box at a channel; `closed` says why nothing may be written there. */
  at(channel, closed = "") {
    if (this.channel?.id !== channel?.id) this.leaveCommand("", false);
    this.channel = channel;
    const hash = channel && !isThread(channel) && channel.guild_id ? "#" : "";
    const name = channel ? hash + channel.name : "";
    this.input.placeholder = `Message ${name}`;
    this.box.hidden = Boolean(closed);
    this.closed.hidden = !closed;
    this.closed.textContent = closed;
    // A hidden box has no height to measure.
    this.#fit();
  }

  /** Begin a command by name, as if it had been chosen from the list. */
  begin(name) {
    const command = this.#commands().find((one) => one.name === name);
    if (command) this.#fill(command);
    else this.leaveCommand(`/${name}`);
  }

  /** Go back to plain words. */
  leaveCommand(text = "", focus = true) {
    this.filling = null;
    this.#complain("");
    this.#plain();
    this.input.value = text;
    if (focus) this.input.focus();
    this.#typed();
  }

  #commands() {
    const guild = this.channel?.guild_id ?? null;
    if (!this.channel) return [];
    return flatten(this.world.commandsIn(this.channel), guild, this.world.locale);
  }

  #plain() {
    this.suggest.hide();
    this.suggest.attach(this.input);
    this.box.replaceChildren(this.slashButton, this.input, this.sendButton);
  }

  /** Make the box as high as what is written in it. */
  #fit() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 180)}px`;
  }

  #typed() {
    this.#fit();
    this.#complain("");
    const text = this.input.value;
    if (!text.startsWith("/") || text.includes("\n") || document.activeElement !== this.input)
      return this.suggest.hide();
    const found = search(this.#commands(), text.slice(1));
    if (!found.length) return this.suggest.show([], { message: "There's no such command here." });
    return this.suggest.show(
      found.slice(0, SHOWN).map((command) => ({
        title: `/${command.title}`,
        detail: command.description,
        note: command.options
          .filter((one) => one.required)
          .map((one) => one.title)
          .join(" "),
        data: { command: command.name },
        choose: () => this.#fill(command),
      })),
      { heading: "Commands" },
    );
  }

  #key(event) {
    if (event.isComposing) return;
    const listed = this.suggest.current();
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (listed) listed.choose();
      else this.#send();
    } else if (event.key === "Tab" && listed && !event.shiftKey) {
      event.preventDefault();
      listed.choose();
    } else if (event.key === "ArrowDown" && this.suggest.open) {
      event.preventDefault();
      this.suggest.move(1);
    } else if (event.key === "ArrowUp" && this.suggest.open) {
      event.preventDefault();
      this.suggest.move(-1);
    } else if (event.key === "Escape" && this.suggest.open) {
      event.preventDefault();
      this.suggest.hide();
    }
  }

  #fill(command) {
    this.#complain("");
    this.filling = new Filling(command, this.suggest, this.look, {
      complete: (options, focused) => this.acts.complete(command.name, options, focused),
      leave: (text) => this.leaveCommand(text),
      send: (options) => this.#slash(command, options),
      complain: (text) => this.#complain(text),
    });
    this.box.replaceChildren(this.filling.root);
    this.filling.focus();
  }

  async #slash(command, options) {
    const filling = this.filling;
    try {
      await this.acts.slash(command.name, options);
      if (this.filling === filling) this.leaveCommand();
    } catch (error) {
      if (this.filling === filling) this.#complain(error.message);
    }
  }

  async #send() {
    const text = this.input.value;
    if (!text.trim()) return;
    if (/^\/[\p{L}\p{N}_-]/u.test(text)) {
      this.suggest.hide();
      return this.#complain("There's no such command here. A message can't begin with a slash.");
    }
    this.input.value = "";
    this.#typed();
    try {
      await this.acts.say(text);
    } catch (error) {
      this.input.value = text;
      this.#complain(error.message);
    }
  }

  #complain(text) {
    this.trouble.textContent = text;
    this.trouble.hidden = !text;
  }
}
