import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { useInfiniteList } from "../../lib/queries/infinite-list.ts";
import { settingsQueries } from "../../lib/queries/settings.ts";
import { buttonClass } from "../../ui/elements/button.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { Loading } from "../../ui/feedback/loading.tsx";
import type { DialogState } from "../../ui/overlay/dialog.tsx";
import { SidePanel } from "../../ui/overlay/side-panel.tsx";
import { ListEnd } from "../../ui/table/list-end.tsx";
import { changeTexts } from "./changes.ts";
import { EntryText } from "./entry-text.tsx";
import { useMemberNames } from "./use-member-names.ts";

/** The resource whose entries are shown, as named in the audit log. */
export interface AuditedResource {
  readonly resource_type: string;
  readonly resource_id: string;
}

interface ActivityPanelProps extends DialogState {
  readonly resource: AuditedResource;
}

/** Shows a resource's recent activity, newest first, with a link to the full audit log. */
export function ActivityPanel({ resource: of, open, onOpenChange }: ActivityPanelProps) {
  const app = useApp();
  return (
    <SidePanel
      open={open}
      onOpenChange={onOpenChange}
      title={t("Activity")}
      description={t("Changes from the audit log")}
    >
      <Entries of={of} />
      <Link
        to="/$app/settings/audit"
        params={{ app: app.id }}
        search={{ resource_type: of.resource_type, resource_id: of.resource_id }}
        className={buttonClass("secondary")}
      >
        {t("Open in audit log")}
      </Link>
    </SidePanel>
  );
}

function Entries({ of }: { readonly of: AuditedResource }) {
  const { api } = useAppContext();
  const app = useApp();
  const nameOf = useMemberNames();
  const query = useInfiniteQuery(settingsQueries.audit(api, { ...of }));
  const entries = useInfiniteList(query, ({ id }) => id);
  if (query.data === undefined) return <Loading query={query} inside />;
  if (entries.items.length === 0) {
    return <p className="text-sm text-ink-3">{t("No activity since the audit log started.")}</p>;
  }
  return (
    <>
      <ol aria-label={t("Entries")} className="-mx-5 -my-2 flex flex-col">
        {entries.items.map((entry) => (
          <li key={entry.id} className="relative flex flex-col gap-0.5 border-b border-line px-5 py-3 hover:bg-fill">
            <Link
              to="/$app/settings/audit"
              params={{ app: app.id }}
              search={{ ...of, entry: entry.id }}
              className="row-link text-sm"
            >
              <EntryText entry={entry} who={nameOf(entry.member_id)} />
            </Link>
            <span className="flex flex-wrap gap-x-3 text-xs text-ink-3">
              <RelativeTime at={entry.at} className="relative z-1" />
              <bdi dir="ltr" className="wrap-anywhere">
                {changeTexts(entry.detail).join(", ")}
              </bdi>
            </span>
          </li>
        ))}
      </ol>
      {entries.long && (
        <div className="-mx-5">
          <ListEnd of={entries} text={tCount(entries.items.length, "{n} entry", "{n} entries")} />
        </div>
      )}
    </>
  );
}
