/** One screen of the settings. */
export interface SettingsPlace {
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
    | "/$app/settings/audit"
    | "/$app/settings/data"
    | "/$app/settings/account";
  /** Owners and admins alone may look at it. */
  readonly administered?: boolean;
}

/** The screens that exist, in the order in which they stand beside the page. */
export const SETTINGS_PLACES: readonly SettingsPlace[] = [
  { group: "app", label: "General", to: "/$app/settings/app", administered: true },
  { group: "app", label: "Secrets", to: "/$app/settings/secrets", administered: true },
  { group: "app", label: "Channels", to: "/$app/settings/channels", administered: true },
  { group: "app", label: "Limits", to: "/$app/settings/limits", administered: true },
  { group: "app", label: "Install", to: "/$app/settings/install" },
  { group: "workspace", label: "Apps", to: "/$app/settings/apps" },
  { group: "workspace", label: "Members", to: "/$app/settings/members" },
  { group: "workspace", label: "Roles", to: "/$app/settings/roles" },
  { group: "workspace", label: "API tokens", to: "/$app/settings/tokens", administered: true },
  { group: "workspace", label: "Audit log", to: "/$app/settings/audit", administered: true },
  { group: "workspace", label: "Data and health", to: "/$app/settings/data", administered: true },
  { group: "you", label: "Account", to: "/$app/settings/account" },
];
