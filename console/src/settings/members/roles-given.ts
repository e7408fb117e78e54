import { ROLES, type Role } from "@fanfare/contract/schema/api";
import { ROLE_WORDS } from "./role-words.ts";

/** The roles that somebody with this role may give. */
export function rolesGivenBy(
  role: Role,
): readonly { readonly value: Role; readonly label: string; readonly hint: string }[] {
  return ROLES.filter((each) => role === "owner" || each !== "owner").map((value) => ({
    value,
    label: ROLE_WORDS[value].label,
    hint: ROLE_WORDS[value].hint,
  }));
}
