/* Speaks with the sandbox: one live stream per person, and small JSON posts. */

import { afterPress } from "./press.js";

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
 * It is a WebSocket: of any other connection a browser opens only six to one host, and a dozen tabs must still
 * be able to post.
 */
export class Stream {
  constructor(onEvent, onLink, whoAmI) {
    this.onEvent = onEvent;
    this.onLink = onLink;
    this.whoAmI = whoAmI;
    this.person = null;
    this.socket = null;
    this.timer = 0;
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
    const socket = new WebSocket(`ws://${location.host}/sandbox/events?as=${encodeURIComponent(this.person)}`);
    this.socket = socket;
    socket.onmessage = ({ data }) => {
      afterPress(() => {
        if (this.socket !== socket) return;
        const [name, told] = JSON.parse(data);
        if (name === "state") this.onLink(true);
        this.onEvent(name, told);
      });
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.onLink(false);
      this.timer = setTimeout(() => this.#askAgain(), RETRY_SECONDS * 1000);
    };
  }

  async #askAgain() {
    const asked = this.person;
    const person = await this.whoAmI().catch(() => asked);
    if (this.person === asked) this.open(person);
  }

  #drop() {
    clearTimeout(this.timer);
    this.socket?.close();
    this.socket = null;
  }
}
