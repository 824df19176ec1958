/* The slash commands as a person types them: found by name, filled in option by option. */

export const TEXT = 3,
  WHOLE = 4,
  YES_NO = 5,
  PERSON = 6,
  CHANNEL = 7,
  ROLE = 8,
  MENTIONABLE = 9,
  NUMBER = 10;
const SUB = 1,
  GROUP = 2,
  CHAT_INPUT = 1;

/**
 * List every command of a server (null: of direct messages): `{ id, name, title, description, options }`. A title
 * is what a command or an option is called in a language; the name is what it is called by.
 */
export function flatten(commands, guildId, locale) {
  const out = [];
  for (const command of commands) {
    if ((command.type ?? CHAT_INPUT) !== CHAT_INPUT) continue;
    if (command.guild_id && command.guild_id !== guildId) continue;
    walk(translated(command, locale), "", "", command.id, out);
  }
  return out.sort((a, b) => a.name.localeCompare(b.name));
}

/** Return a command, option or choice with its title and description in a language, and so all that is in it. */
function translated(node, locale) {
  const inside = (list) => list?.map((one) => translated(one, locale));
  return {
    ...node,
    title: node.name_localizations?.[locale] ?? node.name,
    description: node.description_localizations?.[locale] ?? node.description ?? "",
    options: inside(node.options) ?? [],
    choices: inside(node.choices),
  };
}

/** Add a command, or what is below it. */
function walk(node, nameAbove, titleAbove, id, out) {
  const [name, title] = [`${nameAbove} ${node.name}`.trim(), `${titleAbove} ${node.title}`.trim()];
  const { description, options } = node;
  const below = options.filter((one) => one.type === SUB || one.type === GROUP);
  for (const one of below) walk(one, name, title, id, out);
  if (!below.length) out.push({ id, name, title, description, options });
}

/** Find commands for what was typed after the slash, best first. */
export function search(list, typed) {
  const wanted = typed.trim().toLowerCase().replace(/\s+/g, " ");
  const words = wanted.split(" ");
  const called = (one, test) => test(one.name) || test(one.title.toLowerCase());
  const begins = (one) => called(one, (name) => name.startsWith(wanted));
  const has = (one) => called(one, (name) => words.every((word) => name.includes(word)));
  return [...list.filter(begins), ...list.filter((one) => !begins(one) && has(one))];
}

/** List the choices an option offers without asking the bot; null if it offers none. */
export function choicesOf(option, look) {
  if (option.choices?.length) return option.choices.map((one) => ({ label: one.title, value: one.value }));
  const people = () => look.members().map((one) => ({ label: one.name, value: one.id }));
  const roles = () =>
    look.roles().map((one) => ({ label: `@${one.name}`.replace("@@", "@"), value: one.id }));
  switch (option.type) {
    case YES_NO:
      return [
        { label: "True", value: true },
        { label: "False", value: false },
      ];
    case PERSON:
      return people();
    case ROLE:
      return roles();
    case MENTIONABLE:
      return [...people(), ...roles()];
    case CHANNEL: {
      const types = option.channel_types ?? [];
      return look
        .channels()
        .filter((one) => !types.length || types.includes(one.type))
        .map((one) => ({ label: one.name, value: one.id }));
    }
    default:
      return null;
  }
}

/**
 * Turn what was typed for an option into its value. Gives `{ value }` or `{ error }`; the sandbox checks the rest
 * as Discord does.
 */
export function valueOf(option, typed, look) {
  const choices = choicesOf(option, look);
  const text = typed.trim();
  if (choices) {
    const same = choices.find(
      (one) => one.label.toLowerCase() === text.toLowerCase() || String(one.value) === text,
    );
    return same ? { value: same.value } : { error: `${option.title}: choose one from the list.` };
  }
  if (option.type === WHOLE)
    return /^-?\d{1,15}$/.test(text) ? { value: Number(text) } : { error: `${option.title}: type a whole number.` };
  if (option.type === NUMBER)
    return text && Number.isFinite(Number(text))
      ? { value: Number(text) }
      : { error: `${option.title}: type a number.` };
  if (option.type !== TEXT) return { error: `${option.title}: you can't send files from this page.` };
  return { value: typed };
}
