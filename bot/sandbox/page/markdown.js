/* Reads Discord's markdown into a tree of plain nodes ({ kind, text | children | … }). Touches no document. */

const FENCE = /```(?:([a-z0-9_+\-.#]+)\n)?\n*([^\n][\s\S]*?)\n*```/iy;
const HEADING = /(#{1,3}) +([^\n]+)(?:\n|$)/y;
const SUBTEXT = /-# +([^\n]+)(?:\n|$)/y;
const QUOTE_LINE = /> ([^\n]*)(?:\n|$)/y;
const ITEM = /( *)([-*]|\d{1,9}\.) +([^\n]+)(?:\n|$)/y;
const DEEPEST = 12;

/**
 * Parse a text. `blocks: false` reads only what may stand inside one line (embed titles, field names);
 * `links: false` leaves masked links as they were typed.
 */
export function parse(source, { blocks = true, links = true } = {}) {
  const text = source.replace(/\r\n?/g, "\n");
  return blocks ? readBlocks(text, links, 0) : readInline(text, links, 0);
}

/** Match a sticky pattern at a place. */
function at(pattern, text, place) {
  pattern.lastIndex = place;
  return pattern.exec(text);
}

/** Read headings, quotes, lists, code blocks and the plain lines between them. */
function readBlocks(text, links, depth) {
  const out = [];
  let plain = "";
  let place = 0;
  const flush = (beforeBlock) => {
    const lines = beforeBlock ? plain.replace(/\n$/, "") : plain;
    if (lines) out.push({ kind: "plain", children: readInline(lines, links, depth) });
    plain = "";
  };
  while (place < text.length) {
    const lineStart = place === 0 || text[place - 1] === "\n";
    const found = (lineStart && readLineBlock(text, place, links, depth)) || readFence(text, place);
    if (found) {
      flush(true);
      out.push(found.node);
      place = found.end;
    } else {
      plain += text[place] === "\\" ? text.slice(place, place + 2) : text[place];
      place += text[place] === "\\" ? 2 : 1;
    }
  }
  flush(false);
  return out;
}

/** Read a code block, with the newline that follows it. */
function readFence(text, place) {
  if (text[place] !== "`") return null;
  const match = at(FENCE, text, place);
  if (!match) return null;
  const end = FENCE.lastIndex;
  return {
    node: { kind: "block-code", lang: match[1] ?? "", text: match[2] },
    end: text[end] === "\n" ? end + 1 : end,
  };
}

/** Read a block that can only begin a line; null if none does here. */
function readLineBlock(text, place, links, depth) {
  const heading = at(HEADING, text, place);
  if (heading) {
    const children = readInline(heading[2].trim(), links, depth);
    return { node: { kind: "heading", level: heading[1].length, children }, end: HEADING.lastIndex };
  }
  const sub = at(SUBTEXT, text, place);
  if (sub)
    return { node: { kind: "subtext", children: readInline(sub[1], links, depth) }, end: SUBTEXT.lastIndex };
  if (depth === 0) {
    if (text.startsWith(">>> ", place)) {
      return {
        node: { kind: "quote", children: readBlocks(text.slice(place + 4), links, 1) },
        end: text.length,
      };
    }
    const quote = readQuote(text, place, links);
    if (quote) return quote;
  }
  return readList(text, place, links, depth);
}

/** Read consecutive quoted lines. */
function readQuote(text, place, links) {
  const lines = [];
  let end = place;
  for (let match = at(QUOTE_LINE, text, end); match && end < text.length; match = at(QUOTE_LINE, text, end)) {
    lines.push(match[1]);
    end = QUOTE_LINE.lastIndex;
  }
  return lines.length
    ? { node: { kind: "quote", children: readBlocks(lines.join("\n"), links, 1) }, end }
    : null;
}

/** Read consecutive list lines into items with their depth. */
function readList(text, place, links, depth) {
  const items = [];
  const indents = [];
  let end = place;
  for (let match = at(ITEM, text, end); match && end < text.length; match = at(ITEM, text, end)) {
    const indent = match[1].length;
    while (indents.length && indent <= indents[indents.length - 1]) indents.pop();
    const marker = /\d/.test(match[2]) ? match[2] : indents.length ? "◦" : "•";
    items.push({ level: indents.length, marker, children: readInline(match[3], links, depth) });
    indents.push(indent);
    end = ITEM.lastIndex;
  }
  return items.length ? { node: { kind: "list", items }, end } : null;
}

/* Rules by first character, tried in order. Each gives a node from a match; `wrap` reads on inside. */
const wrap = (kind) => (match, links, depth) => ({ kind, children: readInline(match[1], links, depth + 1) });
const ITALIC_STAR = /\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y;
const ADDRESS = /https?:\/\/[^\s<>]*[^\s<>.,:;"'\])]/y;
const MASKED =
  /\[((?:\\[\s\S]|[^[\]\\]|\[[^[\]]*\])+)\]\(\s*<?(https?:\/\/[^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*)>?(?:\s+"([^"\n]*)")?\s*\)/y;
const RULES = {
  "\\": [[/\\([^0-9A-Za-z\s])/y, (match) => ({ kind: "text", text: match[1] })]],
  "`": [
    [
      /(`+)([\s\S]*?[^`])\1(?!`)/y,
      (match) => ({ kind: "code", text: match[2].replace(/^ (.*[^ ].*) $/s, "$1") }),
    ],
  ],
  "*": [
    [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, wrap("bold")],
    [ITALIC_STAR, wrap("italic")],
  ],
  _: [
    [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, wrap("underline")],
    [/_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/y, wrap("italic")],
  ],
  "~": [[/~~((?:\\[\s\S]|[^\\])+?)~~/y, wrap("strike")]],
  "|": [[/\|\|((?:\\[\s\S]|[^\\])+?)\|\|/y, wrap("spoiler")]],
  "[": [[MASKED, readMasked]],
  "<": [
    [/<@!?(\d{1,20})>/y, (match) => ({ kind: "person", id: match[1], text: match[0] })],
    [/<@&(\d{1,20})>/y, (match) => ({ kind: "role", id: match[1], text: match[0] })],
    [/<#(\d{1,20})>/y, (match) => ({ kind: "channel", id: match[1], text: match[0] })],
    [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, readMoment],
    [
      /<\/([-\w\p{L}\p{N} ]{1,98}):(\d{1,20})>/uy,
      (match) => ({ kind: "command", name: match[1], text: match[0] }),
    ],
    [/<a?:(\w{2,32}):(\d{1,20})>/y, (match) => ({ kind: "emoji", name: match[1], id: match[2] })],
    [
      /<(https?:\/\/[^\s<>]+)>/y,
      (match) => ({ kind: "link", url: match[1], children: [{ kind: "text", text: match[1] }] }),
    ],
  ],
  "@": [[/@(?:everyone|here)/y, (match) => ({ kind: "everyone", text: match[0] })]],
  h: [[ADDRESS, (match) => ({ kind: "link", url: match[0], children: [{ kind: "text", text: match[0] }] })]],
};

/** Give the node of a masked link, or plain text where links may not stand. */
function readMasked(match, links, depth) {
  if (!links) return { kind: "text", text: match[0] };
  return { kind: "link", url: match[2], title: match[3], children: readInline(match[1], false, depth + 1) };
}

/** Give the node of a timestamp; beyond the calendar it stays text. */
function readMoment(match) {
  const seconds = Number(match[1]);
  if (Math.abs(seconds) > 8.64e12) return { kind: "text", text: match[0] };
  return { kind: "moment", seconds, style: match[2] ?? "f" };
}

/** Read what stands within lines. */
function readInline(text, links, depth) {
  const out = [];
  let plain = "";
  let place = 0;
  while (place < text.length) {
    const found = depth < DEEPEST && readRule(text, place, links, depth);
    if (found && found.node.kind !== "text") {
      if (plain) out.push({ kind: "text", text: plain });
      plain = "";
      out.push(found.node);
    } else {
      plain += found ? found.node.text : text[place];
    }
    place = found ? found.end : place + 1;
  }
  if (plain) out.push({ kind: "text", text: plain });
  return out;
}

/** Try the rules of the character at a place. */
function readRule(text, place, links, depth) {
  const rules = Object.hasOwn(RULES, text[place]) ? RULES[text[place]] : null;
  if (!rules || (text[place] === "h" && place > 0 && /\w/.test(text[place - 1]))) return null;
  for (const [pattern, give] of rules) {
    const match = at(pattern, text, place);
    // The end is taken before reading on: reading inside uses the same patterns.
    const end = pattern.lastIndex;
    if (match) return { node: give(match, links, depth), end };
  }
  return null;
}
