/* The forms in which a server's roles are made, changed and given. */

const LABEL = 18,
  TEXT_INPUT = 4,
  LIST = 3,
  PEOPLE = 5;
const NEW = "new";

/** Write a permission as people read it. */
const words = (name) => (name[0].toUpperCase() + name.slice(1)).replaceAll("_", " ");

/** Put a name above a part of a form. */
const labelled = (label, component, description = "") => ({ type: LABEL, label, description, component });

/** Offer a list of which several may be chosen, or one. */
const list = (custom_id, options, max_values, more = {}) => ({ type: LIST, custom_id, options, max_values, ...more });

/**
 * Let somebody choose a role of a server, or a new one, and change it. `ask(form, submit)` shows a form;
 * `act(action, body)` does what was filled in.
 */
export function editRole(guild, permissions, ask, act) {
  const options = guild.roles.map((role) => ({ label: role.name, value: role.id }));
  options.push({ label: "New role", value: NEW });
  const shape = {
    title: `Roles of ${guild.name}`,
    custom_id: "choose-role",
    components: [labelled("Role", list("role", options, 1))],
  };
  ask(shape, async ({ role }) => {
    if (!role.length) throw new Error("Choose a role.");
    const found = guild.roles.find((one) => one.id === role[0]) ?? null;
    ask(roleForm(guild, permissions, found), (values) => send(found, values, act));
  });
}

/** Write the form of a role; null for a new one. */
function roleForm(guild, permissions, role) {
  const may = BigInt(role?.permissions ?? 0);
  const offered = permissions.map((name, bit) => ({
    label: words(name),
    value: name,
    default: (may & (1n << BigInt(bit))) !== 0n,
  }));
  const given = guild.members.filter((one) => role && one.roles.includes(role.id));
  const components = [
    labelled("Name", { type: TEXT_INPUT, style: 1, custom_id: "name", max_length: 100, value: role?.name ?? "" }),
    labelled("Permissions", list("permissions", offered, offered.length, { min_values: 0, required: false })),
  ];
  if (!role?.managed && role?.id !== guild.id) {
    components.push(
      labelled("Members", {
        type: PEOPLE,
        custom_id: "members",
        max_values: guild.members.length,
        required: false,
        default_values: given.map((one) => ({ id: one.id, type: "user" })),
      }),
      labelled(
        "Everybody may mention it",
        list("mentionable", [{ label: "Yes", value: "yes", default: Boolean(role?.mentionable) }], 1, { required: false }),
      ),
    );
    if (role)
      components.push(
        labelled("Delete this role", list("gone", [{ label: "Yes, delete it", value: "yes" }], 1, { required: false })),
      );
  }
  return { title: role ? `Role ${role.name}` : "New role", custom_id: "role", components };
}

/** Do what was filled in. */
function send(role, { name, permissions, members, mentionable = [], gone = [] }, act) {
  if (gone.length) return act("remove_role", { role_id: role.id });
  return act("role", {
    role_id: role?.id ?? null,
    name,
    permissions,
    members: members ?? null,
    mentionable: mentionable.length > 0,
  });
}
