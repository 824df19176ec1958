/* A chosen command while its options are filled in, one after another. */

import { el, icon } from "./dom.js";
import { choicesOf, valueOf } from "./commands.js";

const PAUSE_MS = 120;
const SHOWN = 25;

/**
 * The options of one command in the message box. `acts`: `complete(options, focused)` asks the bot for choices,
 * `send(options)`, `leave(text)` goes back to plain words, `complain(text)`.
 */
export class Filling {
  constructor(command, suggest, look, acts) {
    this.command = command;
    this.suggest = suggest;
    this.look = look;
    this.acts = acts;
    this.fields = [];
    this.asked = 0;
    this.row = el("div", { class: "filling-row" });
    this.name = el("button", {
      type: "button",
      class: "command-name",
      text: `/${command.title}`,
      title: command.description,
      "aria-label": `Command ${command.title}. Press to choose another.`,
      on: { click: () => acts.leave(`/${command.title}`) },
    });
    this.more = el("button", {
      type: "button",
      class: "more",
      data: { moreOptions: "" },
      on: { click: () => this.#offerOptions(0) },
    });
    this.sendButton = el(
      "button",
      {
        type: "button",
        class: "icon-button send",
        "aria-label": "Send command",
        data: { send: "" },
        on: { click: () => this.#send() },
      },
      icon("send"),
    );
    this.root = el(
      "div",
      {
        class: "filling",
        data: { filling: command.name },
        on: { focusout: (event) => this.#left(event), keydown: (event) => this.#rootKey(event) },
      },
      this.row,
      el(
        "button",
        {
          type: "button",
          class: "icon-button",
          "aria-label": "Cancel the command",
          on: { click: () => acts.leave("") },
        },
        icon("close"),
      ),
      this.sendButton,
    );
    this.row.append(this.name);
    for (const option of command.options) if (option.required) this.#add(option);
    this.row.append(this.more);
    this.#count();
  }

  /** Put the caret where the next thing is to be typed. */
  focus() {
    const next = this.#nextEmpty();
    if (next) next.input.focus();
    else this.#rest();
  }

  #unused() {
    return this.command.options.filter((option) => !this.fields.some((field) => field.option === option));
  }

  #nextEmpty() {
    return this.fields.find((field) => field.input.value === "");
  }

  #count() {
    const left = this.#unused().length;
    this.more.hidden = left === 0;
    this.more.textContent = `+${left} optional`;
  }

  #add(option) {
    const input = el("input", {
      type: "text",
      class: "option-input",
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": `${option.title}: ${option.description ?? ""}`,
      "aria-required": Boolean(option.required),
      inputmode: option.type === 4 ? "numeric" : null,
      enterkeyhint: "next",
    });
    const node = el(
      "label",
      { class: "option-pill", data: { option: option.name, required: Boolean(option.required) } },
      el("span", { class: "option-name", text: option.title }),
      input,
    );
    const field = { option, input, node, value: undefined };
    const wide = () => input.style.setProperty("width", `${Math.max(4, input.value.length + 1)}ch`);
    input.addEventListener("input", () => {
      field.value = undefined;
      node.classList.remove("bad");
      this.acts.complain("");
      wide();
      this.#offer(field);
    });
    input.addEventListener("focus", () => {
      this.suggest.attach(input);
      this.#offer(field);
    });
    input.addEventListener("keydown", (event) => this.#key(event, field));
    field.wide = wide;
    wide();
    this.fields.push(field);
    this.more.isConnected ? this.more.before(node) : this.row.append(node);
    this.#count();
    return field;
  }

  #remove(field) {
    const index = this.fields.indexOf(field);
    this.fields.splice(index, 1);
    field.node.remove();
    this.#count();
    const before = this.fields[index - 1];
    if (before) before.input.focus();
    else this.#rest();
  }

  /** Show what may be chosen for an option, from its own list or from the bot. */
  async #offer(field) {
    const { option, input } = field;
    const heading = option.description ? `${option.title} — ${option.description}` : option.title;
    const typed = input.value.trim().toLowerCase();
    this.asked += 1;
    const turn = this.asked;
    if (option.autocomplete) {
      this.suggest.show([], { heading, message: "Loading…" });
      await new Promise((resolve) => setTimeout(resolve, typed ? PAUSE_MS : 0));
      if (turn !== this.asked) return;
      const answer = await this.acts
        .complete(this.#values(), option.name)
        .catch((error) => ({ choices: [], error: error.message }));
      if (turn !== this.asked) return;
      const message =
        answer.error ??
        (answer.failed
          ? "The bot's suggestions didn't arrive."
          : answer.choices.length
            ? ""
            : "No suggestions. Type your answer.");
      this.#list(
        field,
        answer.choices.map((one) => ({ label: one.name, value: one.value })),
        heading,
        message,
      );
      return;
    }
    const choices = choicesOf(option, this.look);
    if (!choices) {
      this.suggest.show([], {
        heading,
        message: input.value ? "" : (HINTS[option.type] ?? "Type your answer"),
      });
      return;
    }
    const fitting = choices.filter(
      (one) => field.value !== undefined || one.label.toLowerCase().includes(typed),
    );
    this.#list(field, fitting, heading, fitting.length ? "" : "No matches");
  }

  #list(field, choices, heading, message) {
    this.suggest.show(
      choices.slice(0, SHOWN).map((one) => ({
        title: one.label,
        data: { choice: one.value },
        choose: () => this.#take(field, one),
      })),
      {
        heading,
        message,
        active: field.value === undefined ? 0 : choices.findIndex((one) => one.value === field.value),
      },
    );
  }

  /** Take a choice and go on. */
  #take(field, choice) {
    this.asked += 1;
    field.input.value = choice.label;
    field.value = choice.value;
    field.node.classList.remove("bad");
    field.wide();
    const next = this.#nextEmpty();
    if (next) next.input.focus();
    else this.#rest();
  }

  /** Nothing more is needed: offer the other options, and let Enter send. */
  #rest() {
    const inside = this.fields.some((one) => one.input === document.activeElement);
    if (!inside) (this.fields.at(-1)?.input ?? this.sendButton).focus();
    // A focused field offers its own choices; by now what else could be filled in matters more.
    this.#offerOptions(-1);
  }

  #offerOptions(active) {
    this.asked += 1;
    const unused = this.#unused();
    if (active >= 0 && !this.root.contains(document.activeElement)) this.sendButton.focus();
    const message = active < 0 ? "Ready. Send it with Enter or the arrow." : "";
    this.suggest.show(
      unused.map((option) => ({
        title: option.title,
        detail: option.description,
        note: option.required ? "" : "optional",
        data: { addOption: option.name },
        choose: () => this.#add(option).input.focus(),
      })),
      { heading: unused.length ? "Options" : `/${this.command.title}`, active, message },
    );
  }

  #key(event, field) {
    if (event.isComposing) return;
    const listed = this.suggest.current();
    const handled = () => event.preventDefault();
    if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) {
      handled();
      if (listed) listed.choose();
      else if (field.input.value === "" && field.option.required)
        this.#bad(field, `Fill in ${field.option.title}.`);
      else if (this.#nextEmpty() && this.#nextEmpty() !== field) this.#nextEmpty().input.focus();
      else if (event.key === "Enter") this.#send();
      else this.sendButton.focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      handled();
      this.suggest.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Escape") {
      handled();
      if (this.suggest.open) {
        this.asked += 1;
        this.suggest.hide();
      } else this.acts.leave("");
    } else if (event.key === "Backspace" && field.input.value === "") {
      handled();
      if (!field.option.required) this.#remove(field);
      else if (this.fields[0] === field) this.acts.leave(`/${this.command.title}`);
      else this.fields[this.fields.indexOf(field) - 1].input.focus();
    }
  }

  /** Leave with Escape from the buttons too. */
  #rootKey(event) {
    if (event.key === "Escape" && event.target.tagName === "BUTTON") this.acts.leave("");
  }

  #left(event) {
    if (!this.root.contains(event.relatedTarget)) {
      this.asked += 1;
      this.suggest.hide();
    }
  }

  /** Give the values typed so far, as they would be sent. */
  #values() {
    const values = {};
    for (const field of this.fields) {
      const typed = field.input.value;
      const read =
        field.value !== undefined ? { value: field.value } : valueOf(field.option, typed, this.look);
      // While typing, the bot is shown even what isn't valid yet.
      values[field.option.name] = "value" in read ? read.value : typed;
    }
    return values;
  }

  #bad(field, text) {
    field.node.classList.add("bad");
    this.acts.complain(text);
    field.input.focus();
  }

  #send() {
    const values = {};
    for (const field of this.fields) {
      const typed = field.input.value;
      if (typed === "") {
        if (field.option.required) return this.#bad(field, `Fill in ${field.option.title}.`);
        continue;
      }
      const read =
        field.value !== undefined ? { value: field.value } : valueOf(field.option, typed, this.look);
      if (read.error) return this.#bad(field, read.error);
      values[field.option.name] = read.value;
    }
    return this.acts.send(values);
  }
}

const HINTS = {
  3: "Type any text",
  4: "Type a whole number",
  10: "Type a number",
  11: "You can't send files from this page.",
};
