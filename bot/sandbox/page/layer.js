/* Floating things: menus that hang on a button, notes that pass, questions that wait for yes or no. */

import { el, part } from "./dom.js";

let open = null;

/**
 * Hang `content` on `anchor` until Escape, a press elsewhere, or the anchor is gone. Gives a closing function.
 *
 * Where what holds the anchor is drawn anew, `heir(drawn)` gives the one to hang on from then on, or null.
 */
export function hang(anchor, content, { onClose = () => {}, align = "start", heir = () => null } = {}) {
  closeLayer();
  const layer = el("div", { class: "layer", data: { layer: "" } }, content);
  // A modal dialog makes everything outside it inert.
  (anchor.closest("dialog") ?? document.body).append(layer);
  const place = () => {
    if (!anchor.isConnected) return close("gone");
    const box = anchor.getBoundingClientRect();
    const wide = Math.min(Math.max(box.width, 240), innerWidth - 16);
    layer.style.minWidth = `${wide}px`;
    const left = align === "end" ? box.right - layer.offsetWidth : box.left;
    layer.style.left = `${Math.max(8, Math.min(left, innerWidth - layer.offsetWidth - 8))}px`;
    const below = innerHeight - box.bottom - 12;
    const above = box.top - 12;
    const up = below < Math.min(layer.scrollHeight, 320) && above > below;
    layer.style.maxHeight = `${Math.max(120, up ? above : below)}px`;
    layer.style.top = up ? "auto" : `${box.bottom + 4}px`;
    layer.style.bottom = up ? `${innerHeight - box.top + 4}px` : "auto";
    return undefined;
  };
  const away = (event) => {
    if (!layer.contains(event.target) && !anchor.contains(event.target)) close("away");
  };
  const keys = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close("escape");
    anchor.focus();
  };
  const watch = new MutationObserver(place);
  const close = (how = "done") => {
    if (open?.layer !== layer) return;
    open = null;
    watch.disconnect();
    removeEventListener("pointerdown", away, true);
    removeEventListener("scroll", place, true);
    removeEventListener("resize", place);
    layer.remove();
    anchor.setAttribute("aria-expanded", "false");
    onClose(how);
  };
  const moved = (from, to) => {
    const next = from.contains(anchor) ? heir(to) : null;
    if (!next) return;
    anchor = next;
    anchor.setAttribute("aria-expanded", "true");
    place();
  };
  open = { layer, close, moved };
  layer.addEventListener("keydown", keys);
  addEventListener("pointerdown", away, true);
  addEventListener("scroll", place, true);
  addEventListener("resize", place);
  watch.observe(part("messages"), { childList: true });
  anchor.setAttribute("aria-expanded", "true");
  place();
  return close;
}

/** Hang what hangs on `from` on what is drawn in its place, if that goes. */
export function moveLayer(from, to) {
  open?.moved(from, to);
}

/** Close whatever hangs. */
export function closeLayer() {
  open?.close("away");
}

/** Show a passing note; trouble stays longer. */
export function toast(text, trouble = true) {
  const note = el("div", { class: trouble ? "toast trouble" : "toast", text, data: { toast: "" } });
  part("toasts").append(note);
  setTimeout(() => note.remove(), trouble ? 7000 : 3500);
}

/** Ask before something that can't be taken back; gives true for yes. */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    const dialog = el(
      "dialog",
      { class: "dialog small", data: { confirm: "" }, "aria-label": question },
      el("p", { text: question }),
      el(
        "div",
        { class: "dialog-foot" },
        el("button", {
          type: "button",
          class: "plain-button",
          text: "Cancel",
          data: { confirmNo: "" },
          on: { click: () => dialog.close("no") },
        }),
        el("button", {
          type: "button",
          class: "button danger",
          text: yes,
          data: { confirmYes: "" },
          on: { click: () => dialog.close("yes") },
        }),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
