import { ROLES, type Role } from "@fanfare/contract/schema/accounts/sign-in";
import { ROLE_LABELS } from "../../model/role-labels.ts";

export function assignableRoles(
  role: Role,
): readonly { readonly value: Role; readonly label: string; readonly hint: string }[] {
  return ROLES.filter((each) => role === "owner" || each !== "owner").map((value) => ({
    value,
    label: ROLE_LABELS[value].label,
    hint: ROLE_LABELS[value].hint,
  }));
}
