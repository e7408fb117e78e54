import type { AuditEntry } from "@fanfare/contract/schema/responses/accounts/audit";
import { useRef } from "react";
import { auditChanges, auditedToken } from "../../../components/audit/changes.ts";
import { auditLabel, RESOURCE_LABELS } from "../../../components/audit/labels.ts";
import { useMemberNames } from "../../../components/audit/use-member-names.ts";
import { useMe } from "../../../lib/app-context.ts";
import { formatExact } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { SidePanel } from "../../../ui/overlay/side-panel.tsx";
import type { AuditSearch } from "./search.ts";

interface EntryPanelProps {
  readonly entry: AuditEntry | undefined;
  readonly onClose: () => void;
  readonly onAsk: (change: Partial<AuditSearch>) => void;
}

export function EntryPanel({ entry, onClose, onAsk }: EntryPanelProps) {
  const nameOf = useMemberNames();
  const { apps } = useMe();
  // Keeps the content during the closing animation.
  const last = useRef(entry);
  if (entry !== undefined) last.current = entry;
  const shown = entry ?? last.current;
  if (shown === undefined) return null;
  const token = auditedToken(shown.detail);
  return (
    <SidePanel
      open={entry !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("{who} {did}", { who: nameOf(shown.member_id), did: auditLabel(shown) })}
      description={formatExact(Date.parse(shown.at))}
    >
      <Changes entry={shown} />
      <dl className="flex flex-col gap-3 text-sm">
        <Fact label={t("Action")}>{shown.action}</Fact>
        <Fact label={RESOURCE_LABELS[shown.resource_type] ?? shown.resource_type} name={shown.resource_name}>
          {shown.resource_id}
        </Fact>
        {shown.app_id !== null && (
          <Fact label={t("App")} name={apps.find(({ id }) => id === shown.app_id)?.name}>
            {shown.app_id}
          </Fact>
        )}
        {shown.member_id !== null && (
          <Fact label={t("Member")} name={nameOf(shown.member_id)}>
            {shown.member_id}
          </Fact>
        )}
        {token !== undefined && <Fact label={t("API token")} name={token} />}
        <Fact label={t("Entry number")}>{shown.seq === null ? t("Pending") : String(shown.seq)}</Fact>
        {shown.hash !== null && <Fact label={t("Hash")}>{shown.hash}</Fact>}
      </dl>
      <div>
        <Button
          size="sm"
          onClick={() =>
            onAsk({
              member_id: undefined,
              action: undefined,
              days: undefined,
              resource_type: shown.resource_type,
              resource_id: shown.resource_id,
            })
          }
        >
          {t("Show all activity")}
        </Button>
      </div>
    </SidePanel>
  );
}

interface FactProps {
  readonly label: string;
  readonly name?: string | null | undefined;
  /** An ID or another value for developers. */
  readonly children?: string;
}

function Fact({ label, name, children }: FactProps) {
  return (
    <div className="flex flex-col">
      <dt className="text-xs text-ink-3">{label}</dt>
      {name != null && name !== children && (
        <dd className="wrap-anywhere">
          <bdi>{name}</bdi>
        </dd>
      )}
      {children !== undefined && (
        <dd dir="ltr" className="font-mono text-xs text-ink-2 wrap-anywhere rtl:text-end">
          {children}
        </dd>
      )}
    </div>
  );
}

function Changes({ entry }: { readonly entry: AuditEntry }) {
  const changes = auditChanges(entry.detail);
  if (changes.length === 0) return null;
  const has_before = changes.some(({ before }) => before !== undefined);
  const cell = "border-b border-line px-2.5 py-2 text-start align-top wrap-anywhere";
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 rounded-md border border-b-0 border-line text-xs">
      <caption className="sr-only">{t("Changes")}</caption>
      <thead>
        <tr className="text-ink-3">
          <th scope="col" className={cell}>
            {t("Field")}
          </th>
          {has_before && (
            <th scope="col" className={cell}>
              {t("Before")}
            </th>
          )}
          <th scope="col" className={cell}>
            {has_before ? t("After") : t("Value")}
          </th>
        </tr>
      </thead>
      <tbody dir="ltr" className="font-mono">
        {changes.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row" className={`${cell} font-normal text-ink-2`}>
              {name}
            </th>
            {has_before && <td className={`${cell} text-negative-text`}>{before ?? ""}</td>}
            <td className={has_before ? `${cell} text-positive-text` : cell}>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
