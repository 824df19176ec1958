/* Modals: the forms a bot opens. */

import { el } from "./dom.js";
import { ink } from "./ink.js";
import { isMenu, menu, offers } from "./menus.js";

const ROW = 1,
  TEXT_INPUT = 4,
  TEXT_DISPLAY = 10,
  LABEL = 18;

/**
 * Open a form and keep it until it is answered. `acts.submit(values)` gives a promise for the interaction id and
 * fails with the reason. Gives `{ settle(status), close() }`.
 */
export function openForm(form, look, acts) {
  const values = {};
  const fields = el(
    "div",
    { class: "dialog-fields" },
    (form.components ?? []).map((piece) => drawPiece(piece, values, look)),
  );
  const trouble = el("p", { class: "form-trouble", role: "alert", data: { formTrouble: "" }, hidden: true });
  const submit = el(
    "button",
    { type: "submit", class: "button primary", data: { submit: "" } },
    el("span", { class: "label", text: "Submit" }),
    el("span", { class: "spinner", "aria-hidden": "true" }),
  );
  const dialog = el(
    "dialog",
    { class: "dialog", data: { modal: form.custom_id }, "aria-labelledby": "form-title" },
    el(
      "form",
      { method: "dialog", novalidate: true },
      el("h2", { id: "form-title", text: form.title }),
      fields,
      trouble,
      el(
        "div",
        { class: "dialog-foot" },
        el("button", {
          type: "button",
          class: "plain-button",
          text: "Cancel",
          data: { cancel: "" },
          on: { click: () => dialog.close() },
        }),
        submit,
      ),
    ),
  );
  const complain = (text) => {
    trouble.textContent = text;
    trouble.hidden = !text;
  };
  const busy = (on) => {
    if (on) submit.setAttribute("aria-busy", "true");
    else submit.removeAttribute("aria-busy");
  };
  dialog.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (submit.getAttribute("aria-busy") === "true") return;
    const bad = [...dialog.querySelectorAll("input, textarea")].find((input) => !input.checkValidity());
    if (bad) {
      complain(bad.validationMessage);
      bad.focus();
      return;
    }
    complain("");
    busy(true);
    try {
      await acts.submit(values);
    } catch (error) {
      busy(false);
      complain(error.message);
    }
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    acts.closed();
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector(".dialog-fields input, .dialog-fields textarea, .dialog-fields .menu")?.focus();
  return {
    settle: (status) => {
      busy(false);
      if (status === "failed") complain("Something went wrong: the application did not respond.");
      else dialog.close();
    },
    close: () => dialog.close(),
  };
}

/** Draw one piece of a form, filling in `values` as it changes. */
function drawPiece(piece, values, look) {
  if (piece.type === ROW)
    return el(
      "div",
      {},
      piece.components.map((one) => drawPiece(one, values, look)),
    );
  if (piece.type === TEXT_DISPLAY) return el("div", { class: "text-display" }, ink(piece.content, look));
  if (piece.type === LABEL) return labelled(piece.label, piece.description, piece.component, values, look);
  if (piece.type === TEXT_INPUT) return labelled(piece.label, null, piece, values, look);
  return el("div", { class: "unknown", text: `(The sandbox can't show a component of type ${piece.type}.)` });
}

/** Draw a label above an input or menu. */
function labelled(text, description, piece, values, look) {
  const needed = piece.required !== false;
  const head = el(
    "span",
    { class: "field-label" },
    text ?? "",
    needed ? el("span", { class: "needed", text: " *", title: "Required" }) : null,
  );
  const detail = description ? el("span", { class: "field-detail", text: description }) : null;
  if (isMenu(piece.type)) {
    values[piece.custom_id] = offers(piece, look)
      .filter((one) => one.chosen)
      .map((one) => one.value);
    const component = needed ? piece : { ...piece, min_values: 0 };
    return el(
      "div",
      { class: "form-field" },
      head,
      detail,
      menu(component, look, {
        live: false,
        onPick: (picked) => {
          values[piece.custom_id] = picked;
        },
      }),
    );
  }
  if (piece.type !== TEXT_INPUT)
    return el("div", { class: "form-field" }, head, detail, drawPiece(piece, values, look));
  const input = el(piece.style === 2 ? "textarea" : "input", {
    type: piece.style === 2 ? null : "text",
    rows: piece.style === 2 ? "4" : null,
    required: needed,
    placeholder: piece.placeholder,
    minlength: piece.min_length,
    maxlength: piece.max_length ?? 4000,
    data: { customId: piece.custom_id },
    autocomplete: "off",
  });
  input.value = piece.value ?? "";
  values[piece.custom_id] = input.value;
  const count = el("span", { class: "count" });
  const tell = () => {
    values[piece.custom_id] = input.value;
    count.textContent = piece.max_length ? `${input.value.length}/${piece.max_length}` : "";
  };
  input.addEventListener("input", tell);
  tell();
  return el("label", { class: "form-field" }, head, detail, input, count);
}
