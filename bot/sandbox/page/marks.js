/* Remembers, per person and in this browser: how far they read, and where they were. */

import { byAge } from "./world.js";

const KEY = "sandbox.marks.";

/** Read a person's marks; null if this browser never showed them. */
function load(personId) {
  try {
    return JSON.parse(localStorage.getItem(KEY + personId));
  } catch {
    return null;
  }
}

/** Keep a person's marks; a browser that refuses storage just forgets. */
function save(personId, marks) {
  try {
    localStorage.setItem(KEY + personId, JSON.stringify(marks));
  } catch {
    // Nothing depends on them.
  }
}

/** Begin marks for a person seen for the first time: all that is there counts as read. */
export function begin(personId, channels) {
  if (load(personId)?.read) return;
  const read = {};
  for (const channel of channels) if (channel.last_message_id) read[channel.id] = channel.last_message_id;
  save(personId, { read, last: null });
}

/** Give the id up to which a person read a channel, or null. */
export const readUpTo = (personId, channelId) => load(personId)?.read?.[channelId] ?? null;

/** Tell whether this browser knows how far a person read. */
export const known = (personId) => load(personId) !== null;

/** Mark a channel as read up to a message. */
export function markRead(personId, channelId, messageId) {
  const marks = load(personId) ?? { read: {}, last: null };
  const before = marks.read[channelId];
  if (before && byAge(before, messageId) >= 0) return;
  marks.read[channelId] = messageId;
  save(personId, marks);
}

/** Remember where a person is. */
export function stayAt(personId, channelId) {
  const marks = load(personId) ?? { read: {}, last: null };
  save(personId, { ...marks, last: channelId });
}

/** Give the channel a person was in last. */
export const lastPlace = (personId) => load(personId)?.last ?? null;
