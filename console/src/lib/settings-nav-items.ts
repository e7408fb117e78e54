import type { Permission } from "./app-context.ts";
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
  /** Undefined: for everyone. */
  readonly requires?: Permission;
}

const SETTINGS_NAV_ITEMS: readonly SettingsNavItem[] = [
  { group: "app", label: t("General"), to: "/$app/settings/app", requires: "app.write" },
  { group: "app", label: t("Secrets"), to: "/$app/settings/secrets", requires: "secret.read" },
  { group: "app", label: t("Channels"), to: "/$app/settings/channels", requires: "app.write" },
  { group: "app", label: t("Limits"), to: "/$app/settings/limits", requires: "app.write" },
  { group: "app", label: t("Install"), to: "/$app/settings/install" },
  { group: "workspace", label: t("Apps"), to: "/$app/settings/apps" },
  { group: "workspace", label: t("Members"), to: "/$app/settings/members" },
  { group: "workspace", label: t("Roles"), to: "/$app/settings/roles" },
  { group: "workspace", label: t("API tokens"), to: "/$app/settings/tokens", requires: "token.read" },
  { group: "workspace", label: t("Email"), to: "/$app/settings/mail", requires: "mail.read" },
  {
    group: "workspace",
    label: t("Single sign-on"),
    to: "/$app/settings/single-sign-on",
    requires: "single_sign_on.read",
  },
  { group: "workspace", label: t("Audit log"), to: "/$app/settings/audit", requires: "audit.read" },
  { group: "workspace", label: t("Data and health"), to: "/$app/settings/data", requires: "health.read" },
  { group: "you", label: t("Account"), to: "/$app/settings/account" },
];

export function settingsNavItems(permissions: readonly string[]): readonly SettingsNavItem[] {
  return SETTINGS_NAV_ITEMS.filter(({ requires }) => requires === undefined || permissions.includes(requires));
}
