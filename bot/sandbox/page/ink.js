/* Draws parsed markdown. `look` tells the names of people, channels and roles, and follows clicks. */

import { botTime, discordPlace, el, emojiPicture, fullTime, icon, readersLanguage, webAddress } from "./dom.js";
import { parse } from "./markdown.js";

/** Draw a text with markdown as an array of nodes. */
export function ink(source, look, options) {
  return parse(source ?? "", options).map((node) => draw(node, look));
}

const TAGS = { bold: "strong", italic: "em", underline: "u", strike: "s" };

/** Draw one node of the tree. */
function draw(node, look) {
  const inside = () => node.children.map((child) => draw(child, look));
  switch (node.kind) {
    case "text":
      return document.createTextNode(node.text);
    case "plain":
      return el("div", { class: "plain" }, inside());
    case "bold":
    case "italic":
    case "underline":
    case "strike":
      return el(TAGS[node.kind], {}, inside());
    case "code":
      return el("code", { text: node.text });
    case "block-code":
      return el("pre", { tabindex: "0" }, el("code", { text: node.text, data: { lang: node.lang } }));
    case "heading":
      return el(`h${node.level + 2}`, { class: `heading level-${node.level}` }, inside());
    case "subtext":
      return el("div", { class: "subtext" }, inside());
    case "quote":
      return el("blockquote", {}, inside());
    case "list":
      return drawList(node, look);
    case "spoiler":
      return drawSpoiler(inside());
    case "link":
      return drawLink(node, inside(), look);
    case "emoji":
      return emojiPicture(node);
    case "moment":
      return drawMoment(node);
    default:
      return drawMention(node, look);
  }
}

/** Draw a list; depth and marker are attributes, so that an odd nesting can't break it. */
function drawList(node, look) {
  const items = node.items.map((item) =>
    el(
      "li",
      { data: { marker: item.marker, level: Math.min(item.level, 6) } },
      el(
        "span",
        {},
        item.children.map((child) => draw(child, look)),
      ),
    ),
  );
  return el("ul", { class: "list" }, items);
}

/** Draw a spoiler, hidden until pressed. */
function drawSpoiler(children) {
  const cover = el("span", {
    class: "spoiler",
    role: "button",
    tabindex: "0",
    "aria-label": "Spoiler, hidden",
  });
  const inside = el("span", { class: "spoiler-inside", "aria-hidden": "true" }, children);
  cover.append(inside);
  const reveal = () => {
    cover.classList.add("open");
    cover.removeAttribute("aria-label");
    cover.removeAttribute("role");
    inside.removeAttribute("aria-hidden");
  };
  cover.addEventListener("click", (event) => {
    if (!cover.classList.contains("open")) event.preventDefault();
    reveal();
  });
  cover.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") reveal();
  });
  return cover;
}

/** Draw a link that opens elsewhere; a bad address stays text, and one of Discord's own opens here. */
function drawLink(node, children, look) {
  const href = webAddress(node.url);
  if (!href) return el("span", {}, children);
  const place = discordPlace(href);
  if (place) return drawPlace(place, href, node, children, look);
  return el("a", { href, target: "_blank", rel: "noopener noreferrer", title: node.title ?? href }, children);
}

/** Draw a link to a channel, message or event: by its name, unless it was given words of its own. */
function drawPlace(place, href, node, children, look) {
  const bare = node.children.length === 1 && node.children[0].text === node.url;
  const name = bare ? look.placeName(place) : null;
  const follow = (event) => {
    event.preventDefault();
    look.follow(place);
  };
  const shown = name ? [icon(place.event ? "event" : "hash"), name, place.message ? " › message" : ""] : children;
  return el(
    "a",
    { href, class: name ? "mention place" : null, title: node.title ?? href, data: { place: "" }, on: { click: follow } },
    shown,
  );
}

/** Draw a mention; a stranger's stays as it was typed. */
function drawMention(node, look) {
  if (node.kind === "everyone") return el("span", { class: "mention", text: node.text });
  if (node.kind === "command") {
    const act = () => look.useCommand(node.name);
    return el(
      "button",
      { type: "button", class: "mention", data: { command: node.name }, on: { click: act } },
      `/${node.name}`,
    );
  }
  if (node.kind === "channel") {
    const channel = look.channel(node.id);
    if (!channel) return el("span", { class: "mention", text: "#unknown" });
    const act = () => look.open(channel.id);
    return el(
      "button",
      { type: "button", class: "mention", data: { openChannel: channel.id }, on: { click: act } },
      `#${channel.name}`,
    );
  }
  const name = node.kind === "role" ? look.roleName(node.id) : look.personName(node.id);
  const mine = node.kind === "person" && node.id === look.me;
  const text = name === null ? node.text : `@${name}`.replace("@@", "@");
  return el("span", { class: mine ? "mention mine" : "mention", text, data: { mention: node.id } });
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

/** Draw a timestamp in the reader's own zone. */
function drawMoment(node) {
  const date = new Date(node.seconds * 1000);
  const text = node.style === "R" ? relative(date) : date.toLocaleString(readersLanguage(), STYLES[node.style]);
  return el("time", {
    class: "moment",
    text,
    title: fullTime(date),
    datetime: date.toISOString(),
    data: { relative: node.style === "R" ? node.seconds : null },
  });
}

const STEPS = [
  ["year", 31557600],
  ["month", 2629800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** Say how far away a moment is. */
function relative(date) {
  const seconds = Math.round((date.getTime() - botTime.now()) / 1000);
  const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? STEPS[STEPS.length - 1];
  return new Intl.RelativeTimeFormat(readersLanguage(), { numeric: "auto" }).format(Math.trunc(seconds / size), unit);
}

/** Bring every relative timestamp on the page up to date. */
export function refreshMoments(root = document) {
  for (const node of root.querySelectorAll("time[data-relative]")) {
    const text = relative(new Date(Number(node.dataset.relative) * 1000));
    if (node.textContent !== text) node.textContent = text;
  }
}
