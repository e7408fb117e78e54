import type {
  ExperimentArm,
  ExperimentGoal,
  ExperimentReport,
} from "@fanfare/contract/schema/responses/analytics/experiment";
import { type ReactNode, useId } from "react";
import { number, percent, signedPercent } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { ARM_COLORS, armTitle } from "../../model/draft/arm-labels.ts";
import { Badge, type Tone } from "../../ui/elements/badge.tsx";
import { REPORT_ROW, ReportTable } from "../../ui/table/report-table.tsx";
import { describeResults, formatPoints, formatRange, formatShare as shareOf } from "./experiment-labels.ts";

/** Actual and expected number of people per variant. */
export function ArmPeople({ report: { arms } }: { readonly report: ExperimentReport }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-md font-semibold">
        {t("Participants")}
      </h2>
      <div className="overflow-x-auto">
        <ReportTable
          caption={t("Actual and expected people in each variant")}
          columns={[
            { label: t("Variant") },
            { label: t("People"), side: "end" },
            { label: t("Expected"), side: "end" },
          ]}
          className="max-w-160"
        >
          {arms.map(({ arm, name, people, expected }) => (
            <tr key={arm} className={REPORT_ROW}>
              <th scope="row" className="text-start font-normal">
                <ArmName arm={arm} name={name} />
              </th>
              <td className="text-end tabular-nums">{number(people)}</td>
              <td className="text-end text-ink-2 tabular-nums">{number(Math.round(expected))}</td>
            </tr>
          ))}
        </ReportTable>
      </div>
    </section>
  );
}

interface GoalReportProps {
  readonly goal: ExperimentGoal;
  readonly report: ExperimentReport;
}

/** Completions of a goal per variant: a summary, a chart with confidence intervals, and a table. */
export function GoalReport({ goal, report }: GoalReportProps) {
  const id = useId();
  const { name, arms, window_days } = goal;
  const nameOf = (arm: ExperimentArm): string | null => report.arms.find((each) => each.arm === arm.arm)?.name ?? null;
  const results = describeResults(arms, report);
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4 border-t border-line pt-6">
      <div className="flex flex-col gap-1">
        <h2 id={id} className="text-md font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        <p className="text-xs text-ink-3">
          {tCount(
            window_days,
            "Completions within 1 day after people saw the content, or would have seen it.",
            "Completions within {n} days after people saw the content, or would have seen it.",
          )}
        </p>
      </div>
      <ul className="flex max-w-180 flex-col gap-1.5 text-base text-pretty">
        {results.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <div className="grid min-w-0 items-start gap-x-10 gap-y-5 2xl:grid-cols-[minmax(16rem,1fr)_minmax(0,2fr)]">
        <Whiskers arms={arms} />
        {/* Focusable, because it scrolls horizontally on narrow screens. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
        <section aria-label={t("{name} by variant", { name })} tabIndex={0} className="min-w-0 overflow-x-auto">
          <ReportTable
            caption={t("{name} by variant, with 95% confidence intervals", { name })}
            columns={[
              { label: t("Variant") },
              { label: t("People"), side: "end" },
              { label: t("Completions"), side: "end" },
              { label: t("Completion rate"), side: "end" },
              { label: t("Difference"), side: "end" },
              { label: t("Lift"), side: "end" },
              { label: t("Attributed"), side: "end" },
              { label: t("Result") },
            ]}
          >
            {arms.map((arm) => (
              <ArmRow key={arm.arm} arm={arm} name={nameOf(arm)} />
            ))}
          </ReportTable>
        </section>
      </div>
    </section>
  );
}

const VERDICTS: Readonly<Record<string, { readonly tone: Tone; readonly words: string }>> = {
  better: { tone: "positive", words: t("Better") },
  worse: { tone: "negative", words: t("Worse") },
  undecided: { tone: "neutral", words: t("Inconclusive") },
  not_enough_data: { tone: "caution", words: t("Not enough data") },
  control: { tone: "neutral", words: t("Baseline") },
};

function ArmRow({ arm, name }: { readonly arm: ExperimentArm; readonly name: string | null }) {
  const { people, reached_before, reached, attributed, share, lift } = arm;
  const measured = lift?.kind === "measured" ? lift : undefined;
  const result = VERDICTS[lift === null ? "control" : lift.kind === "measured" ? lift.verdict : lift.kind];
  return (
    <tr className={REPORT_ROW}>
      <th scope="row" className="text-start font-normal">
        <ArmName arm={arm.arm} name={name} />
      </th>
      <td className="text-end tabular-nums">
        {number(people)}
        {reached_before > 0 && <Small>{tCount(reached_before, "{n} completed before", "{n} completed before")}</Small>}
      </td>
      <td className="text-end tabular-nums">{number(reached)}</td>
      <td className="text-end whitespace-nowrap tabular-nums">
        {people === 0 ? "–" : shareOf(share.value)}
        {people > 0 && <Small>{formatRange(share, shareOf)}</Small>}
      </td>
      <td className="text-end whitespace-nowrap tabular-nums">
        {measured === undefined ? "–" : formatPoints(measured.difference.value)}
        {measured !== undefined && <Small>{formatRange(measured.difference, formatPoints)}</Small>}
      </td>
      <td className="text-end whitespace-nowrap tabular-nums">
        {measured?.relative == null ? "–" : signedPercent(measured.relative.value, 1)}
        {measured?.relative != null && (
          <Small>{formatRange(measured.relative, (value) => signedPercent(value, 1))}</Small>
        )}
      </td>
      <td className="text-end tabular-nums">{arm.arm === "holdout" ? "–" : number(attributed)}</td>
      <td>{result !== undefined && <Badge tone={result.tone}>{result.words}</Badge>}</td>
    </tr>
  );
}

function Small({ children }: { readonly children: ReactNode }) {
  return <span className="block text-xs whitespace-nowrap text-ink-3">{children}</span>;
}

function ArmName({ arm, name }: { readonly arm: ExperimentArm["arm"]; readonly name: string | null }) {
  return (
    <span className="flex max-w-52 items-center gap-2">
      <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${ARM_COLORS[arm]}`} />
      <span className="truncate">{armTitle(arm, name)}</span>
    </span>
  );
}

/** Chart of each share with its confidence interval. Hidden from screen readers: the table has the same data. */
function Whiskers({ arms }: { readonly arms: readonly ExperimentArm[] }) {
  const known = arms.filter(({ people }) => people > 0);
  if (known.every(({ reached }) => reached === 0)) return null;
  const most = niceCeiling(Math.max(...known.map(({ share }) => share.high)));
  const at = (share: number) => `${(share / most) * 100}%`;
  return (
    <div aria-hidden="true" className="flex flex-col gap-1 pe-4 pt-1">
      <div className="relative flex flex-col gap-2 border-s border-line-strong py-1">
        {[0.25, 0.5, 0.75, 1].map((part) => (
          <span
            key={part}
            className="absolute inset-y-0 border-s border-dashed border-line"
            style={{ insetInlineStart: `${part * 100}%` }}
          />
        ))}
        {known.map(({ arm, share }) => (
          <div key={arm} className="relative h-8">
            <span
              className={`absolute inset-y-[0.9375rem] rounded-full opacity-60 ${ARM_COLORS[arm]}`}
              style={{ insetInlineStart: at(share.low), width: at(share.high - share.low) }}
            />
            {[share.low, share.high].map((end) => (
              <span
                key={end}
                className={`absolute inset-y-2.5 w-0.5 -translate-x-1/2 rounded-full rtl:translate-x-1/2 ${ARM_COLORS[arm]}`}
                style={{ insetInlineStart: at(end) }}
              />
            ))}
            <span
              className={`absolute inset-y-2 size-4 -translate-x-1/2 rounded-full border-2 border-surface rtl:translate-x-1/2 ${ARM_COLORS[arm]}`}
              style={{ insetInlineStart: at(share.value) }}
            />
          </div>
        ))}
      </div>
      <div className="flex justify-between text-xs text-ink-3 tabular-nums">
        <span>{percent(0)}</span>
        <span>{shareOf(most / 2)}</span>
        <span>{shareOf(most)}</span>
      </div>
    </div>
  );
}

/** Rounds up to the end of a scale: 0.083 → 0.1, 0.34 → 0.4. */
function niceCeiling(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 0.001)));
  const step = [1, 2, 4, 5, 10].find((each) => each * unit >= value) ?? 10;
  return Math.min(1, step * unit);
}
