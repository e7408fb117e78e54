import type { AuditEntry } from "@fanfare/contract/schema/responses/accounts/audit";
import { t } from "../../lib/i18n/t.ts";
import { auditedToken } from "./changes.ts";
import { auditLabel } from "./labels.ts";

interface EntryTextProps {
  readonly entry: AuditEntry;
  /** Name of the entry's member. */
  readonly who: string;
}

/** Who did what, and with which API token. */
export function EntryText({ entry, who }: EntryTextProps) {
  const token = auditedToken(entry.detail);
  return (
    <>
      <bdi className="font-medium">{who}</bdi> <span className="text-ink-2">{auditLabel(entry)}</span>
      {token !== undefined && <span className="text-ink-3"> {t("with API token {name}", { name: token })}</span>}
    </>
  );
}
