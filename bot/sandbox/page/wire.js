/* Speaks with the sandbox: one live stream per person, and small JSON posts. */

import { afterPress } from "./press.js";

const EVENTS = [
  "state",
  "message",
  "message_delete",
  "channel",
  "channel_delete",
  "guild",
  "commands",
  "bot",
  "interaction",
  "modal",
  "people",
];
const HIDDEN_SECONDS = 10;
const RETRY_SECONDS = 2;

/** What the sandbox would not do; its message is meant for people. */
export class Refused extends Error {}

/** Post JSON and give back the answer; raise Refused with the sandbox's own words. */
export async function post(path, body) {
  let answer;
  try {
    answer = await fetch(`/sandbox/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Refused("Can't reach the sandbox. Is it still running?");
  }
  const json = await answer.json().catch(() => ({}));
  if (!answer.ok)
    throw new Refused(typeof json.error === "string" ? json.error : `The sandbox refused that (error ${answer.status}).`);
  return json;
}

/** Ask who lives in this sandbox. */
export async function fetchPeople() {
  const answer = await fetch("/sandbox/people");
  if (!answer.ok) throw new Refused(`The sandbox refused that (error ${answer.status}).`);
  return answer.json();
}

/**
 * The live stream of one person. Calls `onEvent(name, data)` and `onLink(up)`; `whoAmI()` is asked for an id
 * when the sandbox no longer knows the person, as after it was started with a new world.
 *
 * A tab that nobody looks at lets go of its stream after a while: a browser opens only six connections to one
 * host, and a dozen tabs must still be able to post. Coming back brings a whole new state.
 */
export class Stream {
  constructor(onEvent, onLink, whoAmI) {
    this.onEvent = onEvent;
    this.onLink = onLink;
    this.whoAmI = whoAmI;
    this.person = null;
    this.source = null;
    this.timer = 0;
    document.addEventListener("visibilitychange", () => this.#seen(!document.hidden));
    addEventListener("pagehide", () => this.#drop());
    addEventListener("pageshow", (event) => event.persisted && this.person && this.#connect());
  }

  /** Become a person: leave the old stream and open theirs. */
  open(personId) {
    this.person = personId;
    this.#connect();
  }

  #connect() {
    this.#drop();
    const source = new EventSource(`/sandbox/events?as=${encodeURIComponent(this.person)}`);
    this.source = source;
    for (const name of EVENTS) {
      source.addEventListener(name, (event) => {
        afterPress(() => {
          if (this.source !== source) return;
          if (name === "state") this.onLink(true);
          this.onEvent(name, JSON.parse(event.data));
        });
      });
    }
    source.onerror = () => {
      if (this.source !== source) return;
      this.onLink(false);
      // The browser tries again by itself, unless the answer was no stream at all.
      if (source.readyState === EventSource.CLOSED) this.#later(() => this.#askAgain(), RETRY_SECONDS);
    };
  }

  async #askAgain() {
    const asked = this.person;
    const person = await this.whoAmI().catch(() => asked);
    if (this.person === asked) this.open(person);
  }

  #drop() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  #later(act, seconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, seconds * 1000);
  }

  #seen(visible) {
    if (!this.person) return;
    if (!visible) this.#later(() => this.#drop(), HIDDEN_SECONDS);
    else if (!this.source || this.source.readyState === EventSource.CLOSED) this.#connect();
    else clearTimeout(this.timer);
  }
}
