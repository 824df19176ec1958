/* Draws embeds, pictures and attached files. Nothing is fetched from other hosts. */

import { cssColor, el, fullTime, icon, localFile, shortTime, webAddress } from "./dom.js";
import { ink } from "./ink.js";

/** Draw one embed. */
export function embed(data, look) {
  const css = cssColor(data.color);
  const main = el(
    "div",
    { class: "embed-main" },
    data.author?.name
      ? el("div", { class: "embed-author" }, linked(data.author.url, [data.author.name]))
      : null,
    data.title
      ? el(
          "div",
          { class: "embed-title" },
          linked(data.url, ink(data.title, look, { blocks: false, links: false })),
        )
      : null,
    data.description ? el("div", { class: "embed-description" }, ink(data.description, look)) : null,
    fields(data.fields ?? [], look),
  );
  const footer = [data.footer?.text, data.timestamp ? shortTime(new Date(data.timestamp)) : null].filter(
    Boolean,
  );
  return el(
    "article",
    { class: "embed", style: css ? { "--bar": css } : {}, data: { embed: "" } },
    el(
      "div",
      { class: "embed-top" },
      main,
      data.thumbnail?.url
        ? el("div", { class: "thumb" }, picture(data.thumbnail))
        : null,
    ),
    data.image?.url ? el("div", { class: "embed-image" }, picture(data.image)) : null,
    footer.length
      ? el("div", {
          class: "embed-footer",
          text: footer.join(" · "),
          title: data.timestamp ? fullTime(new Date(data.timestamp)) : null,
        })
      : null,
  );
}

/** Put a link around nodes if there is a good address. */
function linked(url, nodes) {
  const href = url ? webAddress(url) : null;
  return href
    ? el("a", { href, target: "_blank", rel: "noopener noreferrer" }, nodes)
    : el("span", {}, nodes);
}

/** Draw fields: inline ones stand up to three in a row, the others alone. */
function fields(list, look) {
  if (!list.length) return null;
  const rows = [];
  for (const field of list) {
    const last = rows[rows.length - 1];
    if (field.inline && last?.inline && last.cells.length < 3) last.cells.push(field);
    else rows.push({ inline: Boolean(field.inline), cells: [field] });
  }
  return el(
    "div",
    { class: "fields" },
    rows.map((row) =>
      el(
        "div",
        { class: "field-row", data: { cells: row.cells.length } },
        row.cells.map((field) =>
          el(
            "div",
            { class: "field", data: { inline: row.inline } },
            el("div", { class: "field-name" }, ink(field.name, look, { blocks: false, links: false })),
            el("div", { class: "field-value" }, ink(field.value, look)),
          ),
        ),
      ),
    ),
  );
}

/** Draw a picture this sandbox serves; one from elsewhere is only named, never fetched. */
function picture({ url, width, height, description }) {
  const path = localFile(url);
  if (path) {
    // With its size it has its place before it is loaded, and nothing jumps.
    const size = width && height ? { width, height } : {};
    return el("img", { class: "picture", src: path, alt: description ?? "", ...size, loading: "lazy" });
  }
  const href = url ? webAddress(url) : null;
  if (!href) return el("span", { class: "no-picture", text: "Picture missing" });
  return el(
    "a",
    { class: "no-picture", href, target: "_blank", rel: "noopener noreferrer" },
    `Picture at ${new URL(href).host}`,
  );
}

/** Draw the files of a message. Those that an embed shows aren't among them, as at Discord. */
export function attachments(message) {
  return (message.attachments ?? [])
    .map((file) => {
      const path = localFile(file.url);
      if (
        path &&
        (file.content_type?.startsWith("image/") || /\.(png|jpe?g|gif|webp)$/i.test(file.filename))
      ) {
        return el(
          "a",
          { href: path, target: "_blank", class: "file-picture" },
          picture({ ...file, description: file.description ?? file.filename }),
        );
      }
      const size = file.size
        ? ` (${file.size < 2048 ? `${file.size} bytes` : `${Math.round(file.size / 1024)} KB`})`
        : "";
      return path
        ? el("a", { class: "file", href: path, download: file.filename }, icon("clip"), file.filename + size)
        : el("div", { class: "file" }, icon("clip"), file.filename + size);
    });
}
