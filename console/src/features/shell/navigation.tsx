import { Link } from "@tanstack/react-router";
import { type ReactElement, useEffect, useId, useRef } from "react";
import { useAttention } from "../../components/attention/use-attention.ts";
import { useApp, usePermissions } from "../../lib/app-context.ts";
import { number } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../../ui/cx.ts";
import { Tooltip } from "../../ui/elements/tooltip.tsx";
import { type NavGroup, type NavItem, navGroupsFor } from "./nav-items.tsx";

interface NavigationProps {
  /** Shows only icons at medium widths. */
  readonly rail?: boolean;
  readonly onNavigate?: (() => void) | undefined;
}

export function Navigation({ rail = false, onNavigate }: NavigationProps) {
  const groups = navGroupsFor(usePermissions());
  const shown = { rail, onNavigate };
  const nav = useRef<HTMLElement>(null);
  // Below the fold of a low window, the current page would seem to have no entry.
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <nav ref={nav} aria-label={t("Main")} className="-m-1 flex min-h-0 flex-col">
      <div className="flex min-h-0 flex-col gap-2 overflow-y-auto p-1 [scrollbar-width:thin]">
        {groups.slice(0, -1).map((group) => (
          <NavigationGroup key={group.heading ?? ""} group={group} {...shown} />
        ))}
      </div>
      <div className="border-t border-line p-1">
        {groups.slice(-1).map((group) => (
          <NavigationGroup key="last" group={group} {...shown} />
        ))}
      </div>
    </nav>
  );
}

function NavigationGroup({ group, rail = false, onNavigate }: NavigationProps & { readonly group: NavGroup }) {
  const id = useId();
  const { heading, items } = group;
  return (
    <div className="flex flex-col">
      {heading !== undefined && (
        <p id={id} className={cx("px-2 pb-0.5 text-xs font-medium text-ink-3", rail && "max-lg:sr-only")}>
          {heading}
        </p>
      )}
      <ul aria-labelledby={heading === undefined ? undefined : id} className="flex flex-col">
        {items.map((place) => (
          <li key={place.label}>
            <NavigationLink place={place} rail={rail} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface NavigationLinkProps {
  readonly place: NavItem;
  readonly rail: boolean;
  readonly onNavigate: (() => void) | undefined;
}

function NavigationLink({ place, rail, onNavigate }: NavigationLinkProps) {
  const app = useApp();
  const link = (
    <Link
      to={place.to}
      params={{ app: app.id }}
      onClick={onNavigate}
      className={cx(
        "flex h-7 items-center gap-2.5 rounded-md px-2 text-sm font-medium text-ink-2 transition-colors hover:bg-fill hover:text-ink pointer-coarse:h-10 [&_svg]:size-4 [&_svg]:shrink-0",
        rail && "relative max-lg:h-9 max-lg:justify-center",
      )}
      activeOptions={{ exact: place.to === "/$app" }}
      activeProps={{ className: "bg-fill-strong text-ink [&_svg]:text-accent-text" }}
    >
      {place.icon}
      <span className={rail ? "max-lg:sr-only" : undefined}>{place.label}</span>
      {place.to === "/$app/alerts" && <OpenAlerts rail={rail} />}
    </Link>
  );
  return rail ? <RailTip label={place.label}>{link}</RailTip> : link;
}

/** Number of open alerts. The server's change signal refetches it, like the overview. */
function OpenAlerts({ rail }: Pick<NavigationLinkProps, "rail">) {
  const count = useAttention().items.length;
  if (count === 0) return null;
  const text = number(count);
  return (
    <>
      <span
        aria-hidden="true"
        className={cx(
          "ms-auto grid h-4.5 min-w-4.5 place-items-center rounded-full bg-caution-soft px-1 text-xs font-semibold text-caution-text tabular-nums",
          rail && "max-lg:absolute max-lg:end-0 max-lg:top-0",
        )}
      >
        {text}
      </span>
      <span className="sr-only">{t(", {n} open", { n: text })}</span>
    </>
  );
}

function RailTip({ label, children }: { readonly label: string; readonly children: ReactElement }) {
  return (
    <Tooltip label={label} side="inline-end">
      {children}
    </Tooltip>
  );
}
