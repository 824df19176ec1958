/* Draws the components of a message: rows, buttons, menus, and the newer layout pieces. */

import { cssColor, el, icon, webAddress } from "./dom.js";
import { picture } from "./embeds.js";
import { ink } from "./ink.js";
import { emojiText, isMenu, menu } from "./menus.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "secondary" };

/**
 * Draw the components of a message. `acts.press(customId)` and `acts.select(customId, values)` follow clicks;
 * `shut` disables all of them (a locked thread).
 */
export function components(list, look, acts, { shut = false, attachments = [] } = {}) {
  const draw = (piece) => {
    switch (piece.type) {
      case 1:
        return el("div", { class: "row", role: "group" }, piece.components.map(draw));
      case 2:
        return button(piece, acts, shut);
      case 9:
        return el(
          "div",
          { class: "section" },
          el("div", { class: "section-text" }, piece.components.map(draw)),
          piece.accessory ? draw(piece.accessory) : null,
        );
      case 10:
        return el("div", { class: "text-display" }, ink(piece.content, look));
      case 11:
        return el("div", { class: "thumb" }, picture(piece.media?.url, piece.description, attachments));
      case 12:
        return el(
          "div",
          { class: "gallery" },
          piece.items.map((item) => picture(item.media?.url, item.description, attachments)),
        );
      case 13:
        return el("div", { class: "file" }, icon("clip"), piece.name ?? "File");
      case 14:
        return el("hr", {
          class: piece.divider === false ? "separator bare" : "separator",
          data: { spacing: piece.spacing ?? 1 },
        });
      case 17:
        return el(
          "div",
          { class: piece.spoiler ? "container veiled" : "container", style: bar(piece.accent_color) },
          piece.components.map(draw),
        );
      default:
        if (isMenu(piece.type))
          return menu(piece, look, {
            disabled: shut,
            onPick: (values) => acts.select(piece.custom_id, values),
          });
        return el("div", { class: "unknown", text: `(a component of type ${piece.type}, not drawn here)` });
    }
  };
  return (list ?? []).map(draw);
}

/** Give the style of a coloured left edge. */
export function bar(color) {
  const css = cssColor(color);
  return css ? { "--bar": css } : {};
}

/** Draw one button. */
function button(piece, acts, shut) {
  const inside = [
    emojiText(piece.emoji),
    piece.label ? el("span", { class: "label", text: piece.label }) : null,
  ];
  const href = piece.style === 5 ? webAddress(piece.url) : null;
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
