import { Link } from "@tanstack/react-router";
import { type ReactElement, useId } from "react";
import { useApp, usePermissions } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../../ui/cx.ts";
import { Tooltip } from "../../ui/elements/tooltip.tsx";
import { type NavItem, navGroupsFor } from "./nav-items.tsx";

interface NavigationProps {
  /** Shows only icons at medium widths. */
  readonly rail?: boolean;
  readonly onNavigate?: () => void;
}

export function Navigation({ rail = false, onNavigate }: NavigationProps) {
  const permissions = usePermissions();
  const prefix = useId();
  return (
    <nav aria-label={t("Main")} className="-m-1 flex min-h-0 flex-col gap-2 overflow-y-auto p-1 [scrollbar-width:thin]">
      {navGroupsFor(permissions).map(({ heading, items }, index) => {
        const id = `${prefix}-${index}`;
        return (
          <div key={heading ?? ""} className="flex flex-col">
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
      })}
    </nav>
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
        "flex h-7.5 items-center gap-2.5 rounded-md px-2 text-sm font-medium text-ink-2 transition-colors hover:bg-fill hover:text-ink pointer-coarse:h-10 [&_svg]:size-4 [&_svg]:shrink-0",
        rail && "max-lg:h-9 max-lg:justify-center",
      )}
      activeOptions={{ exact: place.to === "/$app" }}
      activeProps={{ className: "bg-fill-strong text-ink [&_svg]:text-accent-text" }}
    >
      {place.icon}
      <span className={rail ? "max-lg:sr-only" : undefined}>{place.label}</span>
    </Link>
  );
  return rail ? <RailTip label={place.label}>{link}</RailTip> : link;
}

function RailTip({ label, children }: { readonly label: string; readonly children: ReactElement }) {
  return (
    <Tooltip label={label} side="inline-end">
      {children}
    </Tooltip>
  );
}
