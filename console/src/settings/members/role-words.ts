import type { Role } from "@fanfare/contract/schema/api";
import { t } from "../../language/t.ts";

/**
 * What each role is called, alone and inside a sentence, and what it is for. The menu of the account reads it with the first
 * page: no schema is loaded for it.
 */
export const ROLE_WORDS: Readonly<
  Record<Role, { readonly label: string; readonly inside: string; readonly hint: string }>
> = {
  owner: {
    label: t("Owner"),
    inside: t("owner##inside a sentence"),
    hint: t("Everything, owners and deleting apps included."),
  },
  admin: {
    label: t("Admin"),
    inside: t("admin##inside a sentence"),
    hint: t("Members, apps, secrets, tokens and all that editors do."),
  },
  editor: {
    label: t("Editor"),
    inside: t("editor##inside a sentence"),
    hint: t("Makes and publishes content, sends live updates, looks after people."),
  },
  viewer: {
    label: t("Viewer"),
    inside: t("viewer##inside a sentence"),
    hint: t("Looks at everything, and changes nothing."),
  },
};
