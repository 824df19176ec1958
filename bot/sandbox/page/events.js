/* A scheduled event in full: when, where, what, and who made it. */

import { el, fullTime, icon } from "./dom.js";
import { ink } from "./ink.js";

// Manage Events, Create Events, or Administrator.
const MANAGES = (1n << 33n) | 8n;
const CREATES = 1n << 44n;
const ACTIVE = 2;

/** Show an event until it is closed. `remove()` deletes it, for those who may. */
export function openEvent(event, guild, look, remove) {
  const may = BigInt(guild.my_permissions ?? 0);
  const deletes = (may & MANAGES) !== 0n || (event.creator_id === look.me && (may & CREATES) !== 0n);
  const line = (label, ...inside) =>
    el("div", { class: "event-line" }, el("span", { class: "event-label", text: label }), el("span", {}, inside.flat()));
  const button = (text, kind, act, data) =>
    el("button", { type: "button", class: kind, text, data, on: { click: () => (dialog.close(), act()) } });
  const dialog = el(
    "dialog",
    { class: "dialog small", data: { event: event.id }, "aria-labelledby": "event-title" },
    el("h2", { id: "event-title" }, icon("event"), " ", event.name),
    line("Begins", fullTime(new Date(event.starts * 1000)), event.status === ACTIVE ? " · happening now" : ""),
    line("Ends", fullTime(new Date(event.ends * 1000))),
    line("Where", ink(event.location, look, { blocks: false })),
    line("Made by", look.personName(event.creator_id) ?? "Somebody"),
    event.description ? el("div", { class: "event-words" }, ink(event.description, look)) : null,
    el(
      "div",
      { class: "dialog-foot" },
      deletes ? button("Delete event", "plain-button", remove, { deleteEvent: "" }) : null,
      button("Close", "button primary", () => {}, { closeEvent: "" }),
    ),
  );
  // Whoever follows a link leaves the event.
  dialog.addEventListener("click", (press) => press.target.closest("[data-place]") && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
