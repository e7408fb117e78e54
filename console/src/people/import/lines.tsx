import { csvLine } from "@fanfare/contract/csv";
import { limits } from "@fanfare/contract/limits";
import type { LineProblem } from "@fanfare/contract/schema/people-import";
import { t, tKnown } from "../../language/t.ts";
import { ServerWords } from "../../ui/server-words.tsx";

/** The first of some rows that cannot be stored, by their lines. */
export function Lines({ label, lines }: { readonly label: string; readonly lines: readonly LineProblem[] }) {
  return (
    <ul aria-label={label} className="flex w-full flex-col text-sm">
      {lines.slice(0, limits.people_import_refused_shown).map(({ line, message }) => (
        <li key={line} className="flex gap-3 border-b border-line py-1.5 last:border-b-0">
          <span className="w-20 shrink-0 text-ink-3 tabular-nums">{t("Line {n}", { n: line })}</span>
          <span className="min-w-0 wrap-anywhere">
            <ServerWords text={tKnown(message)} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** All of them as a file. */
export function fileOfLines(lines: readonly LineProblem[]): Blob {
  return new Blob([csvLine(["line", "why"]), ...lines.map(({ line, message }) => csvLine([line, message]))], {
    type: "text/csv",
  });
}
