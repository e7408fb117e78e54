import type { PolicyResponse } from "@fanfare/contract/schema/responses/accounts/member";
import { t } from "../lib/i18n/t.ts";

type PolicyItem = PolicyResponse["items"][number];

/** Nouns of the policy by the console's areas, in the order of its menu. */
const GROUPS: readonly { readonly title: string; readonly nouns: readonly string[] }[] = [
  { title: t("Content"), nouns: ["content", "comment", "theme"] },
  { title: t("Audience"), nouns: ["person", "segment", "event"] },
  { title: t("Measure"), nouns: ["analytics", "dashboard", "goal", "tracker", "export"] },
  { title: t("Realtime"), nouns: ["live_update", "channel", "webhook"] },
  { title: t("App"), nouns: ["app", "secret"] },
];

export interface PermissionGroup {
  readonly title: string;
  readonly items: readonly PolicyItem[];
}

/** Permissions that a custom role can contain, by area. */
export function permissionGroups(items: readonly PolicyItem[]): readonly PermissionGroup[] {
  const nounOf = ({ action }: PolicyItem): string => action.slice(0, action.indexOf("."));
  return GROUPS.map(({ title, nouns }) => ({
    title,
    items: items.filter((item) => item.per_app && nouns.includes(nounOf(item))),
  }));
}
