import { t } from "../../../lib/i18n/t.ts";
import type { Difference } from "../../../model/comparison/compare.ts";
import type { FieldChange } from "../../../model/comparison/fields.ts";
import { Badge, type Tone } from "../../../ui/elements/badge.tsx";

const KINDS: Readonly<Record<Difference["kind"], { readonly tone: Tone; readonly words: string }>> = {
  changed: { tone: "accent", words: t("Changed") },
  added: { tone: "positive", words: t("Added") },
  deleted: { tone: "negative", words: t("Deleted") },
  moved: { tone: "neutral", words: t("Moved") },
};

export function Differences({ list }: { readonly list: readonly Difference[] }) {
  if (list.length === 0) return <p className="text-base text-ink-2">{t("No differences")}</p>;
  return (
    <ol className="flex flex-col gap-4">
      {list.map(({ title, kind, changes }) => (
        <li key={`${kind} ${title}`} className="overflow-hidden rounded-lg border border-line">
          <div className="flex items-center gap-2.5 border-b border-line bg-sunken px-3.5 py-2">
            <h3 className="min-w-0 flex-1 truncate text-sm font-semibold">{title}</h3>
            <Badge tone={KINDS[kind].tone}>{KINDS[kind].words}</Badge>
          </div>
          <dl className="divide-y divide-line">
            {changes.map((change) => (
              <Change key={change.label} change={change} />
            ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}

function Change({ change: { label, before, after } }: { readonly change: FieldChange }) {
  return (
    <div className="grid gap-x-4 gap-y-1.5 px-3.5 py-2.5 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="py-0.5 text-ink-3">{label}</dt>
      <dd className="flex min-w-0 flex-col items-start gap-1.5">
        {before !== undefined && (
          <del
            dir="auto"
            className="rounded-xs bg-negative-soft px-1.5 py-0.5 break-words whitespace-pre-line text-negative-text decoration-1"
          >
            {before}
          </del>
        )}
        {after !== undefined && (
          <ins
            dir="auto"
            className="rounded-xs bg-positive-soft px-1.5 py-0.5 break-words whitespace-pre-line text-positive-text no-underline"
          >
            {after}
          </ins>
        )}
      </dd>
    </div>
  );
}
