import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useApp, useCanAdminister } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../../ui/cx.ts";
import { Tooltip } from "../../ui/elements/tooltip.tsx";
import { NAV_ITEMS } from "./nav-items.tsx";

interface NavigationProps {
  /** Shows only icons at medium widths. */
  readonly rail?: boolean;
  readonly onNavigate?: () => void;
}

export function Navigation({ rail = false, onNavigate }: NavigationProps) {
  const app = useApp();
  const administers = useCanAdminister();
  return (
    <nav aria-label={t("Main")} className="-m-1 min-h-0 overflow-y-auto p-1 [scrollbar-width:thin]">
      <ul className="flex flex-col gap-0.5">
        {NAV_ITEMS.filter((place) => administers || place.administered !== true).map((place) => {
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
