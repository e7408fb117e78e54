import { ROLES, type Role } from "@fanfare/contract/schema/api";

/** What each role is for, in a sentence. */
export const ROLE_WORDS: Readonly<Record<Role, { readonly label: string; readonly hint: string }>> = {
  owner: { label: "Owner", hint: "Everything, owners and deleting apps included." },
  admin: { label: "Admin", hint: "Members, apps, secrets, tokens and all that editors do." },
  editor: { label: "Editor", hint: "Makes and publishes content, sends live updates, looks after people." },
  viewer: { label: "Viewer", hint: "Looks at everything, and changes nothing." },
};

/** The roles that somebody with this role may give. */
export function rolesGivenBy(
  role: Role,
): readonly { readonly value: Role; readonly label: string; readonly hint: string }[] {
  return ROLES.filter((each) => role === "owner" || each !== "owner").map((value) => ({
    value,
    ...ROLE_WORDS[value],
  }));
}
