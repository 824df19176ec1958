/* What one person can see: filled by the stream, asked by everything that draws. */

const THREADS = new Set([10, 11, 12]);
const PLACES = new Set([0, 1, 2, 3, 5, 10, 11, 12, 13, 15]);

const KEPT = 200;
// Manage Threads, or Administrator.
const MANAGES = (1n << 34n) | 8n;

/** Compare two snowflakes by age. */
export function byAge(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** Tell whether a channel is a thread. */
export const isThread = (channel) => THREADS.has(channel.type);

/** The world as one person sees it. */
export class World {
  me = { id: "", name: "" };
  people = [];
  guilds = new Map();
  channels = new Map();
  messages = new Map();
  commands = [];
  denied = {};
  permissions = [];
  locales = [];
  bot = { online: false, managed: false, ahead: null };
  interactions = new Map();
  failures = new Map();
  notes = new Map();

  /** Take the whole state a stream begins with. */
  load(state) {
    this.me = state.me;
    this.people = state.people ?? [];
    this.#takeCommands(state.commands ?? {});
    this.permissions = state.permissions ?? [];
    this.locales = state.locales ?? [];
    this.bot = state.bot ?? this.bot;
    this.guilds = new Map();
    this.channels = new Map();
    for (const guild of state.guilds ?? []) this.#takeGuild(guild);
    for (const channel of state.dms ?? []) this.channels.set(channel.id, { ...channel, guild_id: null });
    this.messages = new Map();
    for (const [id, list] of Object.entries(state.messages ?? {})) {
      this.messages.set(id, new Map(list.map((message) => [message.id, message])));
    }
    this.interactions = new Map();
    this.failures = new Map();
    this.notes = new Map();
    for (const interaction of state.pending ?? [])
      this.#takeInteraction({ status: "pending", ...interaction });
  }

  /** Take one event of the stream. */
  take(name, data) {
    if (name === "state") this.load(data);
    else if (name === "message") this.#takeMessage(data);
    else if (name === "message_delete") this.messages.get(data.channel_id)?.delete(data.id);
    else if (name === "channel") this.channels.set(data.id, data);
    else if (name === "channel_delete") this.#dropChannel(data.id);
    else if (name === "guild") this.#takeGuild(data);
    else if (name === "commands") this.#takeCommands(data);
    else if (name === "bot") this.bot = data;
    else if (name === "people") this.people = Array.isArray(data) ? data : data.people;
    else if (name === "interaction") this.#takeInteraction(data);
  }

  #takeCommands({ commands = [], denied = {} }) {
    this.commands = commands;
    this.denied = denied;
  }

  /** List the commands I may call in a channel; a thread goes by the channel it hangs from. */
  commandsIn(channel) {
    const denied = this.denied[isThread(channel) ? channel.parent_id : channel.id] ?? [];
    return this.commands.filter((one) => !denied.includes(one.id));
  }

  #takeGuild(guild) {
    this.guilds.set(guild.id, guild);
    for (const [id, channel] of this.channels) if (channel.guild_id === guild.id) this.channels.delete(id);
    for (const channel of guild.channels ?? [])
      this.channels.set(channel.id, { ...channel, guild_id: guild.id });
  }

  #dropChannel(id) {
    this.channels.delete(id);
    this.messages.delete(id);
    for (const channel of [...this.channels.values()])
      if (channel.parent_id === id) this.#dropChannel(channel.id);
  }

  #takeMessage(message) {
    if (!this.messages.has(message.channel_id)) this.messages.set(message.channel_id, new Map());
    this.messages.get(message.channel_id).set(message.id, message);
    const channel = this.channels.get(message.channel_id);
    if (channel && (!channel.last_message_id || byAge(channel.last_message_id, message.id) < 0)) {
      channel.last_message_id = message.id;
    }
  }

  #takeInteraction(one) {
    this.interactions.set(one.id, one);
    if (this.interactions.size > KEPT) this.interactions.delete(this.interactions.keys().next().value);
    if (one.message_id && one.custom_id) {
      if (one.status === "failed") this.failures.set(one.message_id, "The application did not respond");
      // A late answer to another click must not wipe the notice; the next click does.
      else if (one.status === "pending") this.failures.delete(one.message_id);
    } else if (one.command) {
      if (one.status === "answered") this.notes.delete(one.id);
      else this.notes.set(one.id, one);
    }
  }

  /** Tell whether this control waits for an answer. */
  waiting(messageId, customId) {
    for (const one of this.interactions.values()) {
      if (one.status === "pending" && one.message_id === messageId && one.custom_id === customId) return true;
    }
    return false;
  }

  /** List the messages of a channel, oldest first. */
  history(channelId) {
    return [...(this.messages.get(channelId)?.values() ?? [])].sort((a, b) => byAge(a.id, b.id));
  }

  /** Find a message anywhere. */
  message(id) {
    for (const list of this.messages.values()) if (list.has(id)) return list.get(id);
    return null;
  }

  /** List a server's channels (null: the direct messages): threads under their channel, archived ones last. */
  tree(guildId) {
    const all = [...this.channels.values()].filter(
      (channel) => channel.guild_id === guildId && PLACES.has(channel.type),
    );
    const order = (a, b) =>
      Number(a.archived ?? false) - Number(b.archived ?? false) ||
      (a.position ?? 0) - (b.position ?? 0) ||
      byAge(a.id, b.id);
    const tops = all.filter((channel) => !isThread(channel)).sort(order);
    return tops.map((channel) => ({
      channel,
      threads: all.filter((one) => isThread(one) && one.parent_id === channel.id).sort(order),
    }));
  }

  /** List servers in a steady order. */
  guildList() {
    return [...this.guilds.values()].sort((a, b) => byAge(a.id, b.id));
  }

  /** Find a member of a server, or failing that a person of the sandbox. */
  member(guildId, id) {
    return (
      this.guilds.get(guildId)?.members?.find((one) => one.id === id) ??
      this.people.find((one) => one.id === id) ??
      null
    );
  }

  /** Find the bot's membership of a server; in direct messages, of any. */
  botMember(guildId) {
    const guilds = guildId === null ? this.guildList() : [this.guilds.get(guildId)];
    return guilds.flatMap((guild) => guild?.members ?? []).find((one) => one.bot) ?? null;
  }

  /** Tell whether I have added the app to my account. */
  get installed() {
    return this.people.find((one) => one.id === this.me.id)?.installed ?? false;
  }

  /** Return the language I have set. */
  get locale() {
    return this.people.find((one) => one.id === this.me.id)?.locale ?? "en-US";
  }

  /** Tell whether this thread is closed to me: locked, and I manage no threads. */
  shut(channel) {
    if (!channel?.locked) return false;
    return (BigInt(this.guilds.get(channel.guild_id)?.my_permissions ?? 0) & MANAGES) === 0n;
  }

  /** Count the messages of a channel newer than a mark that call somebody. */
  mentions(personId, channelId, mark) {
    let count = 0;
    for (const message of this.messages.get(channelId)?.values() ?? []) {
      if (mark && byAge(message.id, mark) <= 0) continue;
      if (message.pinged?.includes(personId)) count += 1;
    }
    return count;
  }

  /** List the channels in which I see a message that calls somebody, by the one who is called. */
  calls() {
    const found = new Map();
    for (const [channelId, list] of this.messages)
      for (const message of list.values())
        for (const id of message.pinged ?? []) {
          if (!found.has(id)) found.set(id, new Set());
          found.get(id).add(channelId);
        }
    return found;
  }
}
