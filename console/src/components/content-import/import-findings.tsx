import { IMPORT_REASONS, type ImportReason } from "@fanfare/contract/content-import/import-reasons";
import type { ContentImportFinding } from "@fanfare/contract/schema/responses/content/content-import";
import { CircleAlert, CircleCheck } from "lucide-react";
import { t, tCount, tKnown } from "../../lib/i18n/t.ts";
import { Disclosure } from "../../ui/elements/disclosure.tsx";

interface ImportFindingsProps {
  readonly findings: readonly ContentImportFinding[];
  /** What they are about, for screen readers. */
  readonly about: string;
}

/** What an import doesn't carry over as it is, with what to do: first what needs a decision. */
export function ImportFindings({ findings, about }: ImportFindingsProps) {
  const groups = groupsOf(findings);
  const open = groups.filter(({ reason }) => !SETTLED.has(reason));
  if (groups.length === 0) {
    return (
      <p className="flex items-center gap-1.5 text-xs text-ink-2">
        <CircleCheck className="size-3.5 text-positive-text" />
        {t("Everything is carried over")}
      </p>
    );
  }
  return (
    <Disclosure
      summary={
        <>
          <span className="font-medium">
            {open.length === 0
              ? t("Nothing to check")
              : tCount(open.length, "{n} thing to check", "{n} things to check")}
          </span>
          <span className="sr-only"> {t("in {item}", { item: about })}</span>
        </>
      }
    >
      <ul className="mt-2 flex flex-col gap-3 ps-4">
        {groups.map((group) => (
          <FindingGroup key={group.reason} {...group} />
        ))}
      </ul>
    </Disclosure>
  );
}

interface Group {
  readonly reason: ImportReason;
  readonly findings: readonly ContentImportFinding[];
}

/** Decides who sees the content, or whether it can be published. */
const FIRST: readonly ImportReason[] = ["condition", "pattern", "text_missing", "title_missing", "target_missing"];
/** Needs no decision. */
const SETTLED: ReadonlySet<ImportReason> = new Set(["built_in", "always_closable", "direction", "nested"]);

function rankOf(reason: ImportReason): number {
  const first = FIRST.indexOf(reason);
  if (first !== -1) return first;
  return FIRST.length + (SETTLED.has(reason) ? 1 : 0);
}

function groupsOf(findings: readonly ContentImportFinding[]): readonly Group[] {
  const grouped = Map.groupBy(findings, ({ reason }) => reason);
  return [...grouped]
    .map(([reason, own]) => ({ reason, findings: own }))
    .sort((left, right) => rankOf(left.reason) - rankOf(right.reason));
}

/** Places of one reason that are shown. */
const PLACES_SHOWN_MAX = 6;

function FindingGroup({ reason, findings }: Group) {
  const settled = SETTLED.has(reason);
  const { reason: why, remedy } = IMPORT_REASONS[reason];
  const Icon = settled ? CircleCheck : CircleAlert;
  const more = findings.length - PLACES_SHOWN_MAX;
  return (
    <li className="flex items-start gap-2">
      <Icon
        className={settled ? "mt-0.5 size-3.5 shrink-0 text-ink-3" : "mt-0.5 size-3.5 shrink-0 text-caution-text"}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="text-pretty">
          <span className="font-medium text-ink">{tKnown(why)}</span> {!settled && tKnown(remedy)}
        </p>
        <ul className="flex flex-col text-ink-3">
          {findings.slice(0, PLACES_SHOWN_MAX).map((finding, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: findings can be equal, and their order stays
            <li key={at} className="wrap-anywhere">
              <Place finding={finding} />
            </li>
          ))}
          {more > 0 && <li>{t("and {n} more", { n: more })}</li>}
        </ul>
      </div>
    </li>
  );
}

/** `Step 2 · line 14 · popover.align`, as authors and developers find it. */
function Place({ finding: { path, line, step, detail } }: { readonly finding: ContentImportFinding }) {
  const field = path.replace(/^.*\bsteps\[\d+\]\.?/, "");
  const parts = [...(step === null ? [] : [t("Step {n}", { n: step })]), t("Line {n}", { n: line })];
  return (
    <>
      {parts.join(" · ")}
      {field !== "" && (
        <>
          {" · "}
          <bdi dir="ltr" className="font-mono text-[0.6875rem]">
            {field}
          </bdi>
        </>
      )}
      {detail !== null && detail !== "" && (
        <>
          {" · "}
          <bdi dir="ltr" className="font-mono text-[0.6875rem]">
            {detail}
          </bdi>
        </>
      )}
    </>
  );
}
