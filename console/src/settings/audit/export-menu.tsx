import { Download } from "lucide-react";
import { useDoors } from "../../doors.ts";
import { searchOf } from "../../query-text.ts";
import { buttonClass } from "../../ui/button.tsx";
import type { AuditQuery } from "../calls.ts";

/** All that fits the filter, as a file: the server writes it as it is read. */
export function ExportMenu({ filter }: { readonly filter: AuditQuery }) {
  const { host } = useDoors();
  const addressOf = (format: "csv" | "ndjson"): string => `${host}/api/audit/export?${searchOf({ ...filter, format })}`;
  return (
    <>
      <a className={buttonClass()} href={addressOf("csv")} download>
        <Download />
        CSV
      </a>
      <a className={buttonClass()} href={addressOf("ndjson")} download>
        <Download />
        NDJSON
      </a>
    </>
  );
}
