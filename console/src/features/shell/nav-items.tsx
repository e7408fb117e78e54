import {
  BellRing,
  Building2,
  ChartNoAxesColumn,
  Gauge,
  Languages,
  Layers,
  Megaphone,
  MousePointerClick,
  Palette,
  PartyPopper,
  Radio,
  Send,
  Settings,
  Shapes,
  Timer,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Permission } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";

export interface NavItem {
  readonly label: string;
  readonly icon: ReactNode;
  readonly to:
    | "/$app"
    | "/$app/alerts"
    | "/$app/analytics"
    | "/$app/celebrations"
    | "/$app/content"
    | "/$app/frequency"
    | "/$app/destinations"
    | "/$app/live"
    | "/$app/messages"
    | "/$app/groups"
    | "/$app/people"
    | "/$app/segments"
    | "/$app/settings"
    | "/$app/themes"
    | "/$app/trackers"
    | "/$app/translations"
    | "/$app/webhooks";
  /** Undefined: for everyone. */
  readonly requires?: Permission;
}

export interface NavGroup {
  /** Heading of the group. The first and the last group have none. */
  readonly heading?: string;
  readonly items: readonly NavItem[];
}

/** Pages in the order of an author's work: content, audience, results. */
const NAV_GROUPS: readonly NavGroup[] = [
  {
    items: [
      { label: t("Overview"), icon: <Gauge />, to: "/$app", requires: "analytics.read" },
      { label: t("Alerts"), icon: <BellRing />, to: "/$app/alerts", requires: "analytics.read" },
    ],
  },
  {
    heading: t("Engage"),
    items: [
      { label: t("Content"), icon: <Layers />, to: "/$app/content", requires: "content.read" },
      { label: t("Messages"), icon: <Megaphone />, to: "/$app/messages", requires: "live_update.read" },
      { label: t("Celebrations"), icon: <PartyPopper />, to: "/$app/celebrations", requires: "content.read" },
      { label: t("Frequency"), icon: <Timer />, to: "/$app/frequency", requires: "content.read" },
      { label: t("Themes"), icon: <Palette />, to: "/$app/themes", requires: "content.read" },
      { label: t("Translations"), icon: <Languages />, to: "/$app/translations", requires: "content.read" },
    ],
  },
  {
    heading: t("Audience"),
    items: [
      { label: t("People"), icon: <UsersRound />, to: "/$app/people", requires: "person.read" },
      { label: t("Segments"), icon: <Shapes />, to: "/$app/segments", requires: "person.read" },
      { label: t("Groups"), icon: <Building2 />, to: "/$app/groups", requires: "person.read" },
    ],
  },
  {
    heading: t("Measure"),
    items: [
      { label: t("Analytics"), icon: <ChartNoAxesColumn />, to: "/$app/analytics", requires: "analytics.read" },
      { label: t("Trackers"), icon: <MousePointerClick />, to: "/$app/trackers", requires: "tracker.read" },
    ],
  },
  {
    heading: t("Manage"),
    items: [
      { label: t("Realtime"), icon: <Radio />, to: "/$app/live", requires: "channel.read" },
      { label: t("Webhooks"), icon: <Webhook />, to: "/$app/webhooks", requires: "webhook.read" },
      { label: t("Destinations"), icon: <Send />, to: "/$app/destinations", requires: "webhook.read" },
    ],
  },
  // Stays in sight while the groups above it scroll.
  { items: [{ label: t("Settings"), icon: <Settings />, to: "/$app/settings" }] },
];

/** Groups with what a member may open, and without empty ones. */
export function navGroupsFor(permissions: readonly string[]): readonly NavGroup[] {
  return NAV_GROUPS.map(({ items, ...group }) => ({
    ...group,
    items: items.filter(({ requires }) => requires === undefined || permissions.includes(requires)),
  })).filter(({ items }) => items.length > 0);
}
