/* Builds elements. Data only ever becomes text or checked attributes, never markup. */

/**
 * Make an element. `props`: `class`, `data` (dataset), `on` (listeners), `style` (CSS properties), `text`;
 * `true`/`false`/`null` set or leave out an attribute; anything else is an attribute.
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") node.className = value;
    else if (key === "text") node.textContent = value;
    else if (key === "data") assign(node.dataset, value);
    else if (key === "on") for (const [name, act] of Object.entries(value)) node.addEventListener(name, act);
    else if (key === "style")
      for (const [name, val] of Object.entries(value)) node.style.setProperty(name, val);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Set data attributes, leaving out those without a value. */
function assign(dataset, values) {
  for (const [key, value] of Object.entries(values)) {
    if (value !== null && value !== undefined) dataset[key] = String(value);
  }
}

/** Find one element by a `data-` name. */
export const part = (name, root = document) => root.querySelector(`[data-${name}]`);

/** Give back the address if it is plain http(s), else null. */
export function webAddress(url) {
  try {
    const parsed = new URL(url);
    return parsed.protocol === "http:" || parsed.protocol === "https:" ? parsed.href : null;
  } catch {
    return null;
  }
}

const PLACE = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/(channels|events)\/(\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

/** Read an address that Discord opens itself: `{ channel, message }` or `{ guild, event }`; null for any other. */
export function discordPlace(url) {
  const match = PLACE.exec(url ?? "");
  if (!match) return null;
  if (match[1] === "events") return { guild: match[2], event: match[3] };
  return { channel: match[3], message: match[4] ?? null };
}

/** Give back the path of a file this sandbox serves, or null for anything from elsewhere. */
export function localFile(url) {
  if (!url) return null;
  try {
    const parsed = new URL(url, location.origin);
    const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(parsed.hostname);
    const ours = loopback && parsed.port === location.port && parsed.pathname.startsWith("/attachments/");
    return ours ? parsed.pathname + parsed.search : null;
  } catch {
    return null;
  }
}

/** Draw an emoji of the bot's own; one that is gone is read by its name. */
export function emojiPicture({ name, id }) {
  const node = el("img", {
    class: "emoji-picture",
    src: `/emojis/${encodeURIComponent(id)}.png`,
    alt: name,
    title: `:${name}:`,
    draggable: "false",
  });
  node.addEventListener("error", () => node.replaceWith(`:${name}:`));
  return node;
}

/** Return what a language is called by those who speak it. */
export const languageName = (code) => new Intl.DisplayNames([code], { type: "language" }).of(code);

/** Turn a Discord colour (number or #rrggbb) into CSS; null when there is none. */
export function cssColor(value) {
  if (typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value)) return value;
  if (typeof value === "number" && value > 0) return `#${value.toString(16).padStart(6, "0").slice(-6)}`;
  return null;
}

/** Choose dark or light ink for a background. */
export function inkOn(color) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 > 140 ? "#14161c" : "#ffffff";
}

/** Take up to two initials from a name. */
export function initialsOf(name) {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = [...(words[0] ?? "?")][0] ?? "?";
  const second = words.length > 1 ? [...words[words.length - 1]][0] : "";
  return (first + second).toUpperCase();
}

/** Draw a round avatar with initials. */
export function avatar(name, color, size = "") {
  const back = cssColor(color) ?? "#5b6170";
  return el("span", {
    class: `avatar ${size}`,
    "aria-hidden": "true",
    text: initialsOf(name),
    style: { "background-color": back, color: inkOn(back) },
  });
}

const SHAPES = {
  hash: "M9 4 7 20M17 4l-2 16M4 9h17M3 15h17",
  thread: "M6 4v9a4 4 0 0 0 4 4h9M15 13l4 4-4 4",
  news: "M4 10v4h4l9 5V5l-9 5zM20 10v4",
  voice: "M4 10v4h4l5 4V6l-5 4zM17 9a4 4 0 0 1 0 6M19.5 6a8 8 0 0 1 0 12",
  forum: "M4 5h16v10H11l-4 4v-4H4zM8 9h8M8 12h5",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  archive: "M4 5h16v4H4zM6 9v10h12V9M10 13h4",
  bin: "M5 7h14M10 4h4M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  eye: "M2.5 12S6 6 12 6s9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  menu: "M4 7h16M4 12h16M4 17h16",
  down: "m6 9 6 6 6-6",
  close: "M6 6l12 12M18 6 6 18",
  out: "M13 5h6v6M19 5l-9 9M10 6H5v13h13v-5",
  send: "M4 12 20 5l-5 15-3-6zM12 14l8-9",
  warn: "M12 4 2.5 20h19zM12 10v5M12 17.5v.5",
  reply: "M4 18v-5a4 4 0 0 1 4-4h12",
  find: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20",
  event: "M5 6h14v14H5zM5 10h14M9 3v4M15 3v4",
  clip: "M8 12.5 14 6.5a3 3 0 0 1 4.5 4.5L10 19.5a4.5 4.5 0 0 1-6.5-6.5L11 5.5",
};

/** Draw a small line icon. */
export function icon(name, extra = "") {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon ${extra}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

/** Choose the icon of a channel. */
export function channelIcon(channel) {
  if (channel.locked) return "lock";
  const byType = {
    1: "forum",
    2: "voice",
    3: "forum",
    5: "news",
    10: "thread",
    11: "thread",
    12: "thread",
    13: "voice",
    15: "forum",
  };
  return byType[channel.type] ?? "hash";
}

/** What time it is for the bot, in milliseconds; it may be ahead of this machine. */
export const botTime = { ahead: 0, now: () => Date.now() + 1000 * botTime.ahead };

/** The language of who looks: Discord writes times in it. */
export const readersLanguage = () => part("messages")?.lang || [];

/** Say a moment in full. */
export const fullTime = (date) => date.toLocaleString(readersLanguage(), { dateStyle: "full", timeStyle: "short" });

/** Say when a message was written, as short as its age allows. */
export function shortTime(date, now = new Date()) {
  const clock = date.toLocaleTimeString(readersLanguage(), { hour: "2-digit", minute: "2-digit" });
  if (date.toDateString() === now.toDateString()) return clock;
  return `${date.toLocaleDateString(readersLanguage(), { dateStyle: "medium" })} ${clock}`;
}
