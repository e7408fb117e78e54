import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import { t } from "./i18n/t.ts";

export interface SettingsNavItem {
  readonly group: "app" | "workspace" | "you";
  readonly label: string;
  readonly to:
    | "/$app/settings/app"
    | "/$app/settings/secrets"
    | "/$app/settings/channels"
    | "/$app/settings/limits"
    | "/$app/settings/install"
    | "/$app/settings/apps"
    | "/$app/settings/members"
    | "/$app/settings/roles"
    | "/$app/settings/tokens"
    | "/$app/settings/mail"
    | "/$app/settings/single-sign-on"
    | "/$app/settings/audit"
    | "/$app/settings/data"
    | "/$app/settings/account";
  /** Required roles. Undefined for all roles. */
  readonly only?: "owners" | "owners_and_admins";
}

const SETTINGS_NAV_ITEMS: readonly SettingsNavItem[] = [
  { group: "app", label: t("General"), to: "/$app/settings/app", only: "owners_and_admins" },
  { group: "app", label: t("Secrets"), to: "/$app/settings/secrets", only: "owners_and_admins" },
  { group: "app", label: t("Channels"), to: "/$app/settings/channels", only: "owners_and_admins" },
  { group: "app", label: t("Limits"), to: "/$app/settings/limits", only: "owners_and_admins" },
  { group: "app", label: t("Install"), to: "/$app/settings/install" },
  { group: "workspace", label: t("Apps"), to: "/$app/settings/apps" },
  { group: "workspace", label: t("Members"), to: "/$app/settings/members" },
  { group: "workspace", label: t("Roles"), to: "/$app/settings/roles" },
  { group: "workspace", label: t("API tokens"), to: "/$app/settings/tokens", only: "owners_and_admins" },
  { group: "workspace", label: t("Email"), to: "/$app/settings/mail", only: "owners" },
  { group: "workspace", label: t("Single sign-on"), to: "/$app/settings/single-sign-on", only: "owners" },
  { group: "workspace", label: t("Audit log"), to: "/$app/settings/audit", only: "owners_and_admins" },
  { group: "workspace", label: t("Data and health"), to: "/$app/settings/data", only: "owners_and_admins" },
  { group: "you", label: t("Account"), to: "/$app/settings/account" },
];

export function settingsNavItems(role: Role): readonly SettingsNavItem[] {
  return SETTINGS_NAV_ITEMS.filter(
    ({ only }) => only === undefined || role === "owner" || (only === "owners_and_admins" && role === "admin"),
  );
}
