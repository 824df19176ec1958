/* The form that stands in front of everything, if one is open: one that the bot asked for, or one of the page's. */

import { openForm } from "./forms.js";
import { editRole } from "./roles.js";
import { post } from "./wire.js";

const FORUM = 15;

/** At most one form. */
export class FormInFront {
  #form = null;
  /* The interaction that handed it in, which tells whether the bot took it. */
  #handedIn = null;

  /** `open` opens a channel, once it is there. */
  constructor(world, look, open) {
    this.world = world;
    this.look = look;
    this.open = open;
  }

  /** Close it. */
  close() {
    this.#form?.close();
  }

  /** Open a form the bot asked for. */
  show(data) {
    this.#ask(data, async (values) => {
      const answer = await post("submit", { as: this.world.me.id, interaction_id: data.interaction_id, values });
      this.#handedIn = answer.interaction_id;
      const known = this.world.interactions.get(this.#handedIn);
      if (known) this.settles(known);
    });
  }

  /** Follow an interaction; tell whether it was the form's own, and is over. */
  settles({ id, status }) {
    if (!this.#form || id !== this.#handedIn || status === "pending") return false;
    this.#form.settle(status);
    return true;
  }

  /** Ask for the name and first message of a thread or forum post, and open it. */
  startThread(channel) {
    const forum = channel.type === FORUM;
    const shape = {
      title: forum ? "Write a post" : "Start a thread",
      custom_id: "new-thread",
      components: [
        { type: 4, style: 1, custom_id: "name", label: forum ? "Title" : "Name", max_length: 100 },
        { type: 4, style: 2, custom_id: "content", label: "First message", max_length: 2000, required: forum },
      ],
    };
    this.#ask(shape, async ({ name, content }) => {
      const answer = await post("thread", { as: this.world.me.id, channel_id: channel.id, name, content });
      this.close();
      this.open(answer.id);
    });
  }

  /** Ask which role is meant, then what it is to be. */
  startRole(guild) {
    const ask = (shape, submit) => this.#ask(shape, submit);
    editRole(guild, this.world.permissions, ask, async (action, more) => {
      await post("host", { as: this.world.me.id, action, guild_id: guild.id, ...more });
      this.close();
    });
  }

  /** Open a form in place of the one before; `submit` takes what was filled in. */
  #ask(shape, submit) {
    this.close();
    const opened = openForm(shape, this.look, {
      submit,
      closed: () => {
        if (this.#form === opened) this.#form = null;
      },
    });
    this.#form = opened;
    this.#handedIn = null;
  }
}
