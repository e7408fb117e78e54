import { Link } from "@tanstack/react-router";
import {
  Building2,
  ChartNoAxesColumn,
  Gauge,
  Languages,
  Layers,
  Palette,
  PartyPopper,
  Radio,
  Settings,
  Shapes,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { useApp, useMayAdminister } from "../doors.ts";
import { t } from "../language/t.ts";
import { cx } from "../ui/cx.ts";
import { Tooltip } from "../ui/tooltip.tsx";

interface Place {
  readonly label: string;
  readonly icon: ReactNode;
  readonly to:
    | "/$app"
    | "/$app/analytics"
    | "/$app/celebrations"
    | "/$app/content"
    | "/$app/live"
    | "/$app/groups"
    | "/$app/people"
    | "/$app/segments"
    | "/$app/settings"
    | "/$app/themes"
    | "/$app/translations"
    | "/$app/webhooks";
  /** Owners and admins alone may look at it. */
  readonly administered?: boolean;
  /** Room above it: another matter begins. */
  readonly begins?: boolean;
}

/** The screens that exist, in the order of an author's day: what is said, to whom, and what comes of it. */
const PLACES: readonly Place[] = [
  { label: t("Overview"), icon: <Gauge />, to: "/$app" },
  { label: t("Content"), icon: <Layers />, to: "/$app/content", begins: true },
  { label: t("Celebrations"), icon: <PartyPopper />, to: "/$app/celebrations" },
  { label: t("Themes"), icon: <Palette />, to: "/$app/themes" },
  { label: t("Translations"), icon: <Languages />, to: "/$app/translations" },
  { label: t("People"), icon: <UsersRound />, to: "/$app/people", begins: true },
  { label: t("Segments"), icon: <Shapes />, to: "/$app/segments" },
  { label: t("Groups"), icon: <Building2 />, to: "/$app/groups" },
  { label: t("Live"), icon: <Radio />, to: "/$app/live", begins: true },
  { label: t("Analytics"), icon: <ChartNoAxesColumn />, to: "/$app/analytics" },
  { label: t("Webhooks"), icon: <Webhook />, to: "/$app/webhooks", administered: true },
  { label: t("Settings"), icon: <Settings />, to: "/$app/settings", begins: true },
];

interface NavigationProps {
  /** Icons alone between the two widths of the sidebar. */
  readonly rail?: boolean;
  readonly onNavigate?: () => void;
}

export function Navigation({ rail = false, onNavigate }: NavigationProps) {
  const app = useApp();
  const administers = useMayAdminister();
  return (
    <nav aria-label={t("Main")} className="-m-1 min-h-0 overflow-y-auto p-1 [scrollbar-width:thin]">
      <ul className="flex flex-col gap-0.5">
        {PLACES.filter((place) => administers || place.administered !== true).map((place) => {
          const link = (
            <Link
              to={place.to}
              params={{ app: app.id }}
              onClick={onNavigate}
              className={cx(
                "flex h-8 items-center gap-2.5 rounded-md px-2 text-sm font-medium text-ink-2 transition-colors hover:bg-fill hover:text-ink pointer-coarse:h-10 [&_svg]:size-4 [&_svg]:shrink-0",
                rail && "max-lg:h-9 max-lg:justify-center",
              )}
              activeOptions={{ exact: place.to === "/$app" }}
              activeProps={{ className: "bg-fill-strong text-ink [&_svg]:text-accent-text" }}
            >
              {place.icon}
              <span className={rail ? "max-lg:sr-only" : undefined}>{place.label}</span>
            </Link>
          );
          return (
            <li key={place.label} className={place.begins === true ? "mt-2.5" : undefined}>
              {rail ? <RailTip label={place.label}>{link}</RailTip> : link}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function RailTip({ label, children }: { readonly label: string; readonly children: ReactElement }) {
  return (
    <Tooltip label={label} side="inline-end">
      {children}
    </Tooltip>
  );
}
