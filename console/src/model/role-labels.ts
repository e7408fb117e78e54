import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import { t } from "../lib/i18n/t.ts";

/** Role names, alone and within sentences, with a description. Loads with the first page, so it uses no schema. */
export const ROLE_LABELS: Readonly<
  Record<Role, { readonly label: string; readonly inside: string; readonly hint: string }>
> = {
  owner: {
    label: t("Owner"),
    inside: t("owner##inside a sentence"),
    hint: t("Has full access, including managing owners and deleting apps."),
  },
  admin: {
    label: t("Admin"),
    inside: t("admin##inside a sentence"),
    hint: t("Manages members, apps, secrets, and tokens. Can also do everything that editors can."),
  },
  editor: {
    label: t("Editor"),
    inside: t("editor##inside a sentence"),
    hint: t("Creates and publishes content, sends messages, and manages people."),
  },
  viewer: {
    label: t("Viewer"),
    inside: t("viewer##inside a sentence"),
    hint: t("Can view everything but can’t make changes."),
  },
};
