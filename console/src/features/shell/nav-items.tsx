import {
  BellRing,
  Building2,
  ChartNoAxesColumn,
  Gauge,
  Languages,
  Layers,
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
    | "/$app/groups"
    | "/$app/people"
    | "/$app/segments"
    | "/$app/settings"
    | "/$app/themes"
    | "/$app/trackers"
    | "/$app/translations"
    | "/$app/webhooks";
  /** Requires an owner or admin. */
  readonly administered?: boolean;
  /** Starts a new group, with space above. */
  readonly begins?: boolean;
}

/** Pages in the order of an author's work: content, audience, results. */
export const NAV_ITEMS: readonly NavItem[] = [
  { label: t("Overview"), icon: <Gauge />, to: "/$app" },
  { label: t("Alerts"), icon: <BellRing />, to: "/$app/alerts" },
  { label: t("Content"), icon: <Layers />, to: "/$app/content", begins: true },
  { label: t("Celebrations"), icon: <PartyPopper />, to: "/$app/celebrations" },
  { label: t("Frequency"), icon: <Timer />, to: "/$app/frequency" },
  { label: t("Themes"), icon: <Palette />, to: "/$app/themes" },
  { label: t("Translations"), icon: <Languages />, to: "/$app/translations" },
  { label: t("People"), icon: <UsersRound />, to: "/$app/people", begins: true },
  { label: t("Segments"), icon: <Shapes />, to: "/$app/segments" },
  { label: t("Groups"), icon: <Building2 />, to: "/$app/groups" },
  { label: t("Realtime"), icon: <Radio />, to: "/$app/live", begins: true },
  { label: t("Analytics"), icon: <ChartNoAxesColumn />, to: "/$app/analytics" },
  { label: t("Trackers"), icon: <MousePointerClick />, to: "/$app/trackers" },
  { label: t("Webhooks"), icon: <Webhook />, to: "/$app/webhooks", administered: true },
  { label: t("Destinations"), icon: <Send />, to: "/$app/destinations", administered: true },
  { label: t("Settings"), icon: <Settings />, to: "/$app/settings", begins: true },
];
