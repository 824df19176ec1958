/* The list above the message box: commands, choices, options. The focus stays in the box. */

import { el } from "./dom.js";

/** A list of suggestions one walks with the arrow keys. */
export class Suggest {
  constructor(root) {
    this.root = root;
    this.items = [];
    this.active = -1;
    this.hide();
  }

  /**
   * Show items `{ title, detail, note, data, choose }` under a heading. `active` is the one that Enter takes; -1
   * for none. `message` is a line in place of items.
   */
  show(items, { heading = "", active = 0, message = "" } = {}) {
    this.items = items;
    this.active = items.length ? Math.min(active, items.length - 1) : -1;
    this.root.hidden = false;
    const list = el(
      "ul",
      { role: "listbox", id: "suggestions", "aria-label": heading || "Suggestions" },
      items.map((item, index) =>
        el(
          "li",
          {
            role: "option",
            id: `suggestion-${index}`,
            class: "suggestion",
            data: item.data ?? {},
            // A press must not take the focus out of the box.
            on: { pointerdown: (event) => event.preventDefault(), click: () => item.choose() },
          },
          el("span", { class: "suggestion-title", text: item.title }),
          item.detail ? el("span", { class: "suggestion-detail", text: item.detail }) : null,
          item.note ? el("span", { class: "suggestion-note", text: item.note }) : null,
        ),
      ),
    );
    this.root.replaceChildren(
      heading ? el("div", { class: "suggest-heading", text: heading }) : "",
      list,
      message ? el("div", { class: "suggest-message", text: message, role: "status" }) : "",
    );
    this.#paint();
  }

  /** Move up or down, round the ends. */
  move(by) {
    if (!this.items.length) return;
    const from = this.active < 0 && by < 0 ? 0 : this.active;
    this.active = (from + by + this.items.length) % this.items.length;
    this.#paint();
  }

  /** Give the item that Enter takes, or null. */
  current() {
    return this.root.hidden ? null : (this.items[this.active] ?? null);
  }

  /** Close the list. */
  hide() {
    this.root.hidden = true;
    this.items = [];
    this.active = -1;
    this.root.replaceChildren();
    this.input?.setAttribute("aria-expanded", "false");
    this.input?.removeAttribute("aria-activedescendant");
  }

  /** Tell whether something is shown. */
  get open() {
    return !this.root.hidden;
  }

  /** Say for which box the list speaks. */
  attach(input) {
    this.input = input;
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", "suggestions");
    input.setAttribute("aria-expanded", String(this.open));
  }

  #paint() {
    [...this.root.querySelectorAll(".suggestion")].forEach((node, index) => {
      node.classList.toggle("active", index === this.active);
      node.setAttribute("aria-selected", String(index === this.active));
      if (index === this.active) node.scrollIntoView({ block: "nearest" });
    });
    this.input?.setAttribute("aria-expanded", "true");
    if (this.active >= 0) this.input?.setAttribute("aria-activedescendant", `suggestion-${this.active}`);
    else this.input?.removeAttribute("aria-activedescendant");
  }
}
