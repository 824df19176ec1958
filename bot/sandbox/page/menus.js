/* The menus inside messages and forms: one or several of a list of strings, people, channels or roles. */

import { avatar, channelIcon, el, emojiPicture, icon } from "./dom.js";
import { closeLayer, hang } from "./layer.js";
import { isThread } from "./world.js";

const PERSON = 5,
  ROLE = 6,
  MENTIONABLE = 7,
  CHANNEL = 8;
const HINTS = {
  3: "Make a selection",
  5: "Choose a person",
  6: "Choose a role",
  7: "Choose a person or role",
  8: "Choose a channel",
};

/** What each drawn menu offers, and how it is given what was picked. */
const DRAWN = new WeakMap();

/** Tell whether a component is a menu. */
export const isMenu = (type) => [3, PERSON, ROLE, MENTIONABLE, CHANNEL].includes(type);

/** List what a menu offers: `{ value, label, description, emoji, chosen, mark }`. */
export function offers(component, look) {
  const chosen = new Set((component.default_values ?? []).map((one) => one.id));
  const people = () =>
    look.members().map((one) => ({
      value: one.id,
      label: one.name,
      chosen: chosen.has(one.id),
      mark: () => avatar(one.name, one.color, "tiny"),
    }));
  const roles = () =>
    look
      .roles()
      .map((one) => ({
        value: one.id,
        label: `@${one.name}`.replace("@@", "@"),
        chosen: chosen.has(one.id),
      }));
  if (component.type === PERSON) return people();
  if (component.type === ROLE) return roles();
  if (component.type === MENTIONABLE) return [...people(), ...roles()];
  if (component.type === CHANNEL) {
    const types = component.channel_types ?? [];
    return look
      .channels()
      .filter((one) => (types.length ? types.includes(one.type) : !isThread(one)))
      .map((one) => ({
        value: one.id,
        label: one.name,
        chosen: chosen.has(one.id),
        mark: () => icon(channelIcon(one)),
      }));
  }
  return component.options.map((one) => ({ ...one, chosen: one.default === true }));
}

/** Draw the emoji of a component: a picture of the bot's own, or a character. */
export function emojiOf(emoji) {
  if (!emoji) return null;
  if (emoji.id) return el("span", { class: "emoji" }, emojiPicture(emoji));
  return el("span", { class: "emoji", "aria-hidden": "true", text: emoji.name });
}

/**
 * Draw a menu. `onPick(values)` is called once a choice is made: at once for a single choice, when the list is
 * closed for several. In a form (`live: false`) it is called at every change.
 */
export function menu(component, look, { onPick, disabled = false, live = true }) {
  const items = offers(component, look);
  const min = component.min_values ?? 1;
  const max = Math.min(component.max_values ?? 1, items.length);
  let chosen = items.filter((one) => one.chosen).map((one) => one.value);
  const face = el("span", { class: "menu-face" });
  const anchor = el(
    "button",
    {
      type: "button",
      class: "menu",
      disabled: disabled || component.disabled,
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      data: { customId: component.custom_id, menu: component.type, min, max },
    },
    face,
    el("span", { class: "spinner", "aria-hidden": "true" }),
    icon("down"),
  );

  const show = () => {
    const picked = items.filter((one) => chosen.includes(one.value));
    const hint = component.placeholder || HINTS[component.type];
    face.replaceChildren(
      ...(picked.length
        ? picked.map((one) =>
            el("span", { class: max > 1 ? "chip" : "picked" }, emojiOf(one.emoji), one.label),
          )
        : [el("span", { class: "hint", text: hint })]),
    );
    anchor.setAttribute(
      "aria-label",
      picked.length ? `${hint}: ${picked.map((one) => one.label).join(", ")}` : hint,
    );
  };
  const give = (values) => {
    chosen = values;
    show();
    onPick(values);
  };
  anchor.addEventListener("click", () => {
    if (anchor.getAttribute("aria-busy") === "true") return undefined;
    if (anchor.getAttribute("aria-expanded") === "true") return closeLayer();
    return openList({ anchor, items, chosen, min, max, live, give });
  });
  anchor.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    anchor.click();
  });
  show();
  DRAWN.set(anchor, { items, give });
  return anchor;
}

/** Give the menu of the same name among what was drawn, if it offers the same; null if none does. */
function drawnAnew(anchor, items, drawn) {
  const next = drawn.querySelector(`button.menu[data-custom-id="${CSS.escape(anchor.dataset.customId)}"]`);
  const offered = (found) => JSON.stringify(found.map((one) => one.value));
  return next && !next.disabled && offered(DRAWN.get(next).items) === offered(items) ? next : null;
}

/** Open a list to choose from, hung on the button of a menu or another. */
export function openList({ anchor, items, chosen, min, max, live, give }) {
  const several = max > 1 || min === 0;
  let picked = [...chosen];
  let active = Math.max(
    0,
    items.findIndex((one) => picked.includes(one.value)),
  );
  let shown = items;
  const list = el("ul", {
    role: "listbox",
    class: "options",
    id: "menu-options",
    tabindex: "-1",
    "aria-multiselectable": several,
  });
  const filter = el("input", {
    type: "text",
    class: "filter",
    placeholder: "Search",
    "aria-label": "Search",
    data: { filter: "" },
    autocomplete: "off",
  });
  const count = el("span", { class: "count" });
  const done = el("button", {
    type: "button",
    class: "button primary",
    text: "Done",
    data: { menuDone: "" },
    on: { click: () => finish() },
  });
  const foot = el("div", { class: "menu-foot", hidden: !several }, count, done);
  const box = el(
    "div",
    { class: "menu-list", data: { menuList: anchor.dataset.customId ?? anchor.dataset.action } },
    items.length > 10 ? filter : null,
    list,
    foot,
  );

  const valid = () => picked.length >= min && picked.length <= max;
  const changed = () => picked.length !== chosen.length || picked.some((value) => !chosen.includes(value));
  const finish = () => {
    if (!valid()) return;
    close("done");
    give(picked);
    anchor.focus();
  };
  const toggle = (item) => {
    if (!several) {
      picked = [item.value];
      return finish();
    }
    if (picked.includes(item.value)) picked = picked.filter((value) => value !== item.value);
    else if (max === 1) picked = [item.value];
    else if (picked.length < max) picked = [...picked, item.value];
    if (!live && valid()) give(picked);
    return draw();
  };
  const draw = () => {
    const full = several && max > 1 && picked.length >= max;
    list.replaceChildren(
      ...shown.map((item, index) => {
        const on = picked.includes(item.value);
        return el(
          "li",
          {
            role: "option",
            id: `menu-option-${index}`,
            "aria-selected": String(on),
            "aria-disabled": full && !on,
            class: index === active ? "option active" : "option",
            data: { value: item.value },
            on: { click: () => toggle(item), pointermove: () => index !== active && move(index) },
          },
          several ? el("span", { class: on ? "tick on" : "tick", "aria-hidden": "true" }) : null,
          item.mark?.() ?? emojiOf(item.emoji),
          el(
            "span",
            { class: "option-text" },
            el("span", { class: "option-label", text: item.label }),
            item.description ? el("span", { class: "option-detail", text: item.description }) : null,
          ),
        );
      }),
    );
    if (!shown.length) list.replaceChildren(el("li", { class: "option none", text: "No matches" }));
    list.setAttribute("aria-activedescendant", `menu-option-${active}`);
    count.textContent = `${picked.length} chosen · choose ${min === max ? max : `${min} to ${max}`}`;
    done.disabled = !valid();
  };
  const move = (index) => {
    list.children[active]?.classList.remove("active");
    active = Math.max(0, Math.min(index, shown.length - 1));
    list.children[active]?.classList.add("active");
    list.setAttribute("aria-activedescendant", `menu-option-${active}`);
  };
  const step = (by) => {
    move((active + by + shown.length) % Math.max(1, shown.length));
    list.children[active]?.scrollIntoView({ block: "nearest" });
  };
  filter.addEventListener("input", () => {
    const wanted = filter.value.trim().toLowerCase();
    shown = items.filter((item) => item.label.toLowerCase().includes(wanted));
    active = 0;
    draw();
  });
  box.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const act = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Home: () => event.target !== filter && step(-active),
      End: () => event.target !== filter && step(-active - 1),
      Enter: () => shown[active] && toggle(shown[active]),
      " ": () => event.target !== filter && shown[active] && toggle(shown[active]),
    }[event.key];
    if (!act || event.target === done || (event.key === " " && event.target === filter)) return;
    event.preventDefault();
    act();
  });
  draw();
  const close = hang(anchor, box, {
    // Like the real thing: pressing elsewhere gives the choice, Escape takes it back.
    onClose: (how) => how === "away" && several && valid() && changed() && give(picked),
    heir: (drawn) => {
      const next = anchor.dataset.customId ? drawnAnew(anchor, items, drawn) : null;
      if (next) ({ give } = DRAWN.get((anchor = next)));
      return next;
    },
  });
  (items.length > 10 ? filter : list).focus();
  list.children[active]?.scrollIntoView({ block: "nearest" });
}
