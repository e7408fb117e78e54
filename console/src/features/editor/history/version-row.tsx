import type { VersionSummary } from "@fanfare/contract/schema/responses/content/content";
import { Link } from "@tanstack/react-router";
import { useMe } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { cx } from "../../../ui/cx.ts";
import { Avatar } from "../../../ui/elements/avatar.tsx";
import { Badge } from "../../../ui/elements/badge.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";

interface VersionRowProps {
  readonly version: VersionSummary;
  /** Whether this version is being compared. */
  readonly open: boolean;
  /** Whether the content is archived, so no one sees it in any app. */
  readonly archived: boolean;
}

export function VersionRow({ version, open, archived }: VersionRowProps) {
  const { apps } = useMe();
  const live_in = archived ? [] : version.live_in;
  const live = version.starts_at === null && live_in.some((id) => !version.paused_in.includes(id));
  return (
    <li className="group relative flex gap-3 pb-1 last:pb-0">
      <span className="absolute start-1.5 top-7 -bottom-2 w-px bg-line-strong group-last:hidden" />
      <span
        className={
          live
            ? "mt-3.5 size-3 shrink-0 rounded-full bg-positive ring-4 ring-positive-soft"
            : "mt-3.5 size-3 shrink-0 rounded-full border-2 border-line-strong bg-surface"
        }
      />
      <div
        className={cx(
          "relative flex min-w-0 flex-1 flex-col gap-1 rounded-md px-2.5 py-2 hover:bg-fill",
          open && "bg-fill-strong hover:bg-fill-strong",
        )}
      >
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="text-base font-medium whitespace-nowrap">
            <Link
              from="/$app/content/$id"
              search={(search) => ({ ...search, version: version.id })}
              replace
              resetScroll={false}
              aria-current={open ? "page" : undefined}
              className="outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-focus"
            >
              {t("Version {n}", { n: version.number })}
            </Link>
          </h3>
          <span className="text-xs whitespace-nowrap text-ink-3">
            <RelativeTime at={version.frozen_at} className="relative z-1" />
          </span>
        </div>
        {version.created_by !== null && (
          <p className="flex min-w-0 items-center gap-2 text-sm text-ink-2">
            <Avatar name={version.created_by} size="sm" />
            <span className="sr-only">{t("Published by")} </span>
            <bdi className="truncate">{version.created_by}</bdi>
          </p>
        )}
        {live_in.length > 0 && (
          <p className="flex flex-wrap gap-1">
            {live_in.map((app_id) => (
              <Published key={app_id} version={version} app={apps.find(({ id }) => id === app_id)?.name} in={app_id} />
            ))}
          </p>
        )}
      </div>
    </li>
  );
}

interface PublishedProps {
  readonly version: VersionSummary;
  readonly in: string;
  /** Undefined for apps that the member has no access to. */
  readonly app: string | undefined;
}

function Published({ version: { paused_in, starts_at }, in: id, app }: PublishedProps) {
  if (paused_in.includes(id)) {
    return (
      <Badge tone="caution" dot>
        {app === undefined ? t("Paused in another app") : t("Paused in {app}", { app })}
      </Badge>
    );
  }
  if (starts_at !== null) {
    return (
      <Badge tone="accent" dot>
        {app === undefined ? t("Scheduled in another app") : t("Scheduled in {app}", { app })}
      </Badge>
    );
  }
  return (
    <Badge tone="positive" dot>
      {app === undefined ? t("Live in another app") : t("Live in {app}", { app })}
    </Badge>
  );
}
