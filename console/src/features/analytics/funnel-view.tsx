import type { EndReason } from "@fanfare/contract/events/events";
import type { FunnelDimension } from "@fanfare/contract/events/funnel";
import type { ContentFunnel, FunnelPart, FunnelStep } from "@fanfare/contract/schema/responses/analytics/funnel";
import { type ComponentProps, type ReactNode, useId } from "react";
import { orderedSteps, type PartNames } from "../../components/content/part-names.ts";
import { START_REASON_LABELS } from "../../components/content/start-reason-labels.ts";
import { PickAgain } from "../../components/debug-link/pick-again.tsx";
import { list, number } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import {
  describeNearMatch,
  formatDuration,
  formatRate,
  maxCount,
  PAGE_OBSTRUCTION_ADVICE,
  PAGE_OBSTRUCTION_LABELS,
  PREPARE_FAILURE_LABELS,
} from "../../model/rates.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { ChartLegend } from "../../ui/elements/chart.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { REPORT_ROW, ReportTable } from "../../ui/table/report-table.tsx";
import type { FunnelUnit } from "./search.ts";

const END_LABELS: Readonly<Record<EndReason, string>> = {
  completed: t("Completed"),
  close_button: t("Close button"),
  escape: t("Escape"),
  outside_click: t("Outside click"),
  do_not_show_again: t("Do not show again"),
  snoozed: t("Snoozed"),
  replaced: t("Replaced"),
  unpublished: t("Unpublished"),
  target_missing: t("Target missing"),
  navigation: t("Page change"),
  api: t("Code"),
  error: t("Error"),
};

function partTitle(by: FunnelDimension, value: string): string {
  switch (by) {
    case "all":
      return t("Funnel");
    case "version":
      return value === "" ? t("Unknown version") : t("Version {version}", { version: value });
    case "variant":
      return value === "" ? t("Unknown variant") : t("Variant {variant}", { variant: value.toUpperCase() });
    case "locale":
      return value === "" ? t("Unknown language") : t("Language {locale}", { locale: value });
  }
}

interface PartProps {
  readonly content_id: string;
  readonly part: FunnelPart;
  readonly by: FunnelDimension;
  readonly unit: FunnelUnit;
  readonly names: PartNames;
}

export function FunnelPartView({ content_id, part, by, unit, names }: PartProps) {
  const id = useId();
  const steps = orderedSteps(part.steps, names).map((step) => ({ ...step, name: names.get(step.step_id) }));
  const title = partTitle(by, part.value);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="text-md font-semibold">
        {title}
      </h2>
      <Figures part={part} unit={unit} />
      <MissingTargets content_id={content_id} steps={steps.filter(({ alert }) => alert)} />
      <UnreadySteps steps={steps} />
      <ObstructedSteps steps={steps} />
      {steps.length > 0 && (
        <StepTable caption={t("{part} by step", { part: title })} steps={steps} part={part} unit={unit} />
      )}
    </section>
  );
}

function Figures({ part, unit }: { readonly part: FunnelPart; readonly unit: FunnelUnit }) {
  const { errors, time_to_show } = part;
  const { started, completed, dismissed, failed, in_progress, suppressed, unseen } =
    unit === "people" ? part.people : part;
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none">
        <Figure label={unit === "people" ? t("People") : t("Views")} value={started} />
        <Figure label={t("Completed")} value={completed} share={formatRate(completed, started)} />
        <Figure label={t("Dismissed")} value={dismissed} share={formatRate(dismissed, started)} />
        {failed > 0 && <Figure label={t("Failed")} value={failed} share={formatRate(failed, started)} />}
        <Figure label={t("In progress")} value={in_progress} share={formatRate(in_progress, started)} />
      </dl>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Fact label={t("Do not show again")}>
          {t("{count} ({share})", { count: number(suppressed), share: formatRate(suppressed, started) })}
        </Fact>
        <Fact label={t("Time to show")}>
          {time_to_show === null
            ? "–"
            : t("Median {half}, 95th percentile {most}", {
                half: formatDuration(time_to_show.p50_ms_max),
                most: formatDuration(time_to_show.p95_ms_max),
              })}
        </Fact>
        <Fact label={t("Not viewed")}>{number(unseen)}</Fact>
        {errors.length > 0 && (
          <Fact label={t("Errors")}>{list(errors.map(({ kind, times }) => `${kind} ${number(times)}`))}</Fact>
        )}
      </dl>
    </>
  );
}

/** A step. It has no name if the content no longer contains it. */
type NamedStep = FunnelPart["steps"][number] & { readonly name: string | undefined };

interface StepsProps {
  readonly steps: readonly NamedStep[];
}

/** The steps that too often had nothing to point at, what was most like it, and the way to pick it again. */
function MissingTargets({ content_id, steps }: StepsProps & { readonly content_id: string }) {
  if (steps.length === 0) return null;
  const shares = steps.map(({ step_id, name = step_id, missing, seen }) =>
    t("{step}: {share}", { step: name, share: formatRate(missing, seen + missing) }),
  );
  return (
    <Callout tone="caution" title={tCount(steps.length, "A target wasn’t found", "Some targets weren’t found")}>
      {t("Share of views without the target: {shares}. Check the targets of these steps.", { shares: list(shares) })}{" "}
      {steps
        .flatMap(({ step_id, name = step_id, near: [near] }) =>
          near === undefined ? [] : [t("{step}: {share}", { step: name, share: describeNearMatch(near) })],
        )
        .join(" ")}
      <span className="mt-2 flex flex-wrap gap-2">
        {steps.map(({ step_id, name = step_id }) => (
          <PickAgain
            key={step_id}
            place={{ content_id, step_id }}
            label={t("Pick target for “{step}”", { step: name })}
          />
        ))}
      </span>
    </Callout>
  );
}

function UnreadySteps({ steps }: StepsProps) {
  const causes = steps.flatMap(({ step_id, name = step_id, unready = [] }) =>
    unready.map(({ why, times }) =>
      t("{step}: {share}", {
        step: name,
        share: tCount(times, "{why} (once).", "{why} ({n} times).", { why: PREPARE_FAILURE_LABELS[why] }),
      }),
    ),
  );
  if (causes.length === 0) return null;
  return (
    <Callout tone="caution" title={t("Page not ready for a step")}>
      <Causes texts={causes} />
    </Callout>
  );
}

function ObstructedSteps({ steps }: StepsProps) {
  const causes = steps.flatMap(({ step_id, name = step_id, obstructed = [] }) =>
    obstructed.map(({ how, times }) => {
      const cause = t("{step}: {share}", {
        step: name,
        share: tCount(times, "{why} (once).", "{why} ({n} times).", { why: PAGE_OBSTRUCTION_LABELS[how] }),
      });
      return `${cause} ${PAGE_OBSTRUCTION_ADVICE[how]}`;
    }),
  );
  if (causes.length === 0) return null;
  return (
    <Callout tone="caution" title={t("Hard to use on your page")}>
      <Causes texts={causes} />
    </Callout>
  );
}

/** A line per step, or plain text for a single one. */
function Causes({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 1) return texts[0];
  return (
    <ul className="flex list-disc flex-col gap-1 ps-4">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

interface StepTableProps extends StepsProps {
  readonly caption: string;
  readonly part: FunnelPart;
  readonly unit: FunnelUnit;
}

const stepCounts = (step: FunnelStep, unit: FunnelUnit) => (unit === "people" ? step.people : step);

function StepTable({ caption, steps, part, unit }: StepTableProps) {
  // A checklist shows all of its tasks, so they have no views of their own.
  const are_tasks = steps.every(({ seen, missing }) => seen + missing === 0);
  const has_skips = are_tasks && steps.some(({ skipped }) => skipped !== undefined);
  const { started } = unit === "people" ? part.people : part;
  const most = maxCount(part, unit);
  const has_missing = steps.some((step) => stepCounts(step, unit).missing > 0);
  const rows = (
    <ReportTable
      caption={caption}
      columns={[
        { label: are_tasks ? t("Task") : t("Step") },
        { label: "", className: "w-2/5 max-md:hidden" },
        ...(are_tasks
          ? [
              { label: t("Completed"), side: "end" as const },
              ...(has_skips ? [{ label: t("Skipped"), side: "end" as const }] : []),
            ]
          : [
              { label: t("Seen"), side: "end" as const },
              { label: t("Advanced"), side: "end" as const },
              { label: t("Target not found"), side: "end" as const },
            ]),
      ]}
    >
      {steps.map(({ step_id, name, alert, ...step }) => {
        const skipped = step.skipped?.[unit === "people" ? "people" : "views"] ?? 0;
        const { seen, completed: done, missing } = stepCounts({ step_id, alert, ...step }, unit);
        return (
          <tr key={step_id} className={REPORT_ROW}>
            <th scope="row" className="max-w-60 py-2 pe-4 text-start font-normal">
              <StepName id={step_id} name={name} />
            </th>
            <td className="max-md:hidden">
              <Bar
                most={most}
                parts={are_tasks ? taskParts(done, skipped, started) : stepParts({ seen, done, missing })}
              />
            </td>
            {!are_tasks && <td className="text-end tabular-nums">{number(seen)}</td>}
            <td className="text-end tabular-nums">
              {number(done)}{" "}
              <span className="ms-1 text-xs text-ink-3">{formatRate(done, are_tasks ? started : seen)}</span>
            </td>
            {has_skips && (
              <td className="text-end tabular-nums">
                {number(skipped)} <span className="ms-1 text-xs text-ink-3">{formatRate(skipped, started)}</span>
              </td>
            )}
            {!are_tasks && (
              <td className="text-end tabular-nums">
                {alert ? (
                  <Badge tone="caution" dot>
                    {number(missing)}
                  </Badge>
                ) : (
                  number(missing)
                )}
              </td>
            )}
          </tr>
        );
      })}
    </ReportTable>
  );
  const keys = are_tasks ? taskKeys(has_skips) : stepKeys(has_missing);
  return (
    <div className="flex flex-col gap-1">
      <ChartLegend keys={keys} className="justify-end max-md:hidden" />
      <div className="overflow-x-auto">{rows}</div>
    </div>
  );
}

const DONE = "bg-accent";
const NOT_DONE = "bg-accent/40";
const SKIPPED = "bg-ink-3/50";
const MISSING = "bg-caution";

function taskKeys(has_skips: boolean): ComponentProps<typeof ChartLegend>["keys"] {
  return [
    { label: t("Completed"), color: DONE },
    ...(has_skips ? [{ label: t("Skipped"), color: SKIPPED }] : []),
    { label: t("Not completed"), color: NOT_DONE },
  ];
}

function taskParts(done: number, skipped: number, started: number): BarProps["parts"] {
  return [
    [DONE, Math.min(done, started)],
    [SKIPPED, skipped],
    [NOT_DONE, started - done - skipped],
  ];
}

function stepKeys(has_missing: boolean): ComponentProps<typeof ChartLegend>["keys"] {
  return [
    { label: t("Advanced"), color: DONE },
    { label: t("Seen, not advanced"), color: NOT_DONE },
    ...(has_missing ? [{ label: t("Target not found"), color: MISSING }] : []),
  ];
}

type StepNumbers = Readonly<Record<"seen" | "done" | "missing", number>>;

function stepParts({ seen, done, missing }: StepNumbers): BarProps["parts"] {
  return [
    [DONE, Math.min(done, seen)],
    [NOT_DONE, seen - done],
    [MISSING, missing],
  ];
}

/** Shows the step's title. Removed steps appear by ID. */
function StepName({ id, name }: { readonly id: string; readonly name: string | undefined }) {
  if (name === undefined) {
    return (
      <span className="block truncate font-mono text-xs text-ink-3">
        <bdi dir="ltr">{id}</bdi>
      </span>
    );
  }
  return (
    <span title={name} className="block truncate max-sm:whitespace-normal">
      <bdi>{name}</bdi>
    </span>
  );
}

interface BarProps {
  /** Color and number of each part. */
  readonly parts: readonly (readonly [color: string, count: number])[];
  readonly most: number;
}

/** Hidden from screen readers: the numbers are next to it. */
function Bar({ parts, most }: BarProps) {
  return (
    <span aria-hidden="true" className="flex h-4 overflow-hidden rounded-xs bg-fill">
      {parts.map(([color, count]) => (
        <span key={color} className={color} style={{ width: `${(Math.max(0, count) / most) * 100}%` }} />
      ))}
    </span>
  );
}

function Figure({ label, value, share }: { readonly label: string; readonly value: number; readonly share?: string }) {
  return (
    <div className="flex flex-col gap-0.5 rounded-lg border border-line p-4">
      <dt className="text-xs font-medium text-ink-3">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 text-xl font-semibold tabular-nums">
        {number(value)}
        {share !== undefined && <span className="text-sm font-normal text-ink-2">{share}</span>}
      </dd>
    </div>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-3">{label}</dt>
      <dd className="tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}

interface ReasonsProps {
  readonly reasons: ContentFunnel["reasons"];
  readonly unit: FunnelUnit;
}

export function Reasons({ reasons, unit }: ReasonsProps) {
  const counted = reasons.map(({ runs, people, ...reason }) => ({
    ...reason,
    times: unit === "people" ? people : runs,
  }));
  return (
    <section aria-labelledby="reasons" className="flex flex-col gap-3">
      <h2 id="reasons" className="text-md font-semibold">
        {t("Start and end reasons")}
      </h2>
      <ReportTable
        caption={unit === "people" ? t("People by start and end reason") : t("Views by start and end reason")}
        columns={[
          { label: t("Start reason") },
          { label: t("End reason") },
          { label: unit === "people" ? t("People") : t("Views"), side: "end" },
        ]}
      >
        {counted
          .filter(({ times }) => times > 0)
          .map(({ start_reason, end_reason, state, times }) => (
            <tr key={`${start_reason} ${end_reason} ${state}`} className={REPORT_ROW}>
              <td>{START_REASON_LABELS[start_reason]}</td>
              <td>{end_reason === null ? t("In progress") : END_LABELS[end_reason]}</td>
              <td className="text-end tabular-nums">{number(times)}</td>
            </tr>
          ))}
      </ReportTable>
    </section>
  );
}
