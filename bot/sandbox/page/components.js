/* Draws the components of a message: rows, buttons and menus. */

import { discordPlace, el, icon, webAddress } from "./dom.js";
import { emojiOf, isMenu, menu } from "./menus.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

/**
 * Draw the components of a message. `acts.press(customId)` and `acts.select(customId, values)` follow clicks;
 * `shut` disables all of them (a locked thread).
 */
export function components(list, look, acts, { shut = false } = {}) {
  const draw = (piece) => {
    if (piece.type === 1) return el("div", { class: "row", role: "group" }, piece.components.map(draw));
    if (piece.type === 2) return button(piece, look, acts, shut);
    if (isMenu(piece.type))
      return menu(piece, look, {
        disabled: shut,
        onPick: (values) => acts.select(piece.custom_id, values),
      });
    return el("div", { class: "unknown", text: `(The sandbox can't show a component of type ${piece.type}.)` });
  };
  return (list ?? []).map(draw);
}

/** Draw one button. */
function button(piece, look, acts, shut) {
  const inside = [
    emojiOf(piece.emoji),
    piece.label ? el("span", { class: "label", text: piece.label }) : null,
  ];
  const href = piece.style === 5 ? webAddress(piece.url) : null;
  const place = discordPlace(href);
  if (place && !piece.disabled) {
    const follow = (event) => {
      event.preventDefault();
      look.follow(place);
    };
    return el("a", { class: "button link", href, data: { label: piece.label, place: "" }, on: { click: follow } }, inside, icon("out"));
  }
  if (href && !piece.disabled) {
    return el(
      "a",
      {
        class: "button link",
        href,
        target: "_blank",
        rel: "noopener noreferrer",
        data: { label: piece.label },
      },
      inside,
      icon("out"),
    );
  }
  const node = el(
    "button",
    {
      type: "button",
      class: `button ${STYLES[piece.style] ?? "secondary"}`,
      disabled: piece.disabled || shut,
      "aria-label": piece.label ? null : piece.emoji?.name,
      data: { customId: piece.custom_id, label: piece.label ?? piece.emoji?.name },
    },
    inside,
    el("span", { class: "spinner", "aria-hidden": "true" }),
  );
  node.addEventListener("click", () => {
    if (node.getAttribute("aria-busy") !== "true" && piece.custom_id) acts.press(piece.custom_id);
  });
  return node;
}
