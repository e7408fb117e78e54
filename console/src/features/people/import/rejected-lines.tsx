import { csvLine } from "@fanfare/contract/lib/csv";
import { limits } from "@fanfare/contract/limits";
import type { LineProblem } from "@fanfare/contract/schema/responses/people/people-import";
import { REFUSAL_TEXTS } from "@fanfare/contract/wording/refusals";
import { tCause } from "../../../lib/i18n/cause.ts";
import { t } from "../../../lib/i18n/t.ts";
import { ServerText } from "../../../ui/feedback/server-text.tsx";

export function RejectedLines({ label, lines }: { readonly label: string; readonly lines: readonly LineProblem[] }) {
  return (
    <ul aria-label={label} className="flex w-full flex-col text-sm">
      {lines.slice(0, limits.people_import_refused_shown).map(({ line, cause }) => (
        <li key={line} className="flex gap-3 border-b border-line py-1.5 last:border-b-0">
          <span className="w-20 shrink-0 text-ink-3 tabular-nums">{t("Line {n}", { n: line })}</span>
          <span className="min-w-0 wrap-anywhere">
            <ServerText text={tCause(REFUSAL_TEXTS, cause)} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function rejectedLinesFile(lines: readonly LineProblem[]): Blob {
  return new Blob([csvLine(["line", "why"]), ...lines.map(({ line, message }) => csvLine([line, message]))], {
    type: "text/csv",
  });
}
