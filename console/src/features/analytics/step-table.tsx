import type { ContentType } from "@fanfare/contract/content/body";
import type { FunnelDimension } from "@fanfare/contract/events/funnel";
import type { FunnelStepGroup } from "@fanfare/contract/schema/analytics/funnel";
import type { FunnelPart, FunnelStep } from "@fanfare/contract/schema/responses/analytics/funnel";
import type { ComponentProps, ReactNode } from "react";
import { t } from "../../lib/i18n/t.ts";
import { formatRate, maxCount } from "../../model/rates.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { ChartLegend } from "../../ui/elements/chart.tsx";
import { REPORT_ROW, ReportTable } from "../../ui/table/report-table.tsx";
import type { OnFunnelNumber } from "./report-people/funnel-people.tsx";
import { PeopleButton } from "./report-people/people-list.tsx";
import type { FunnelUnit } from "./search.ts";

/** A step. It has no name if the content no longer contains it. */
export type NamedStep = FunnelStep & { readonly name: string | undefined };

interface StepTableProps {
  readonly steps: readonly NamedStep[];
  /** Of the content, if it's known. */
  readonly type: ContentType | undefined;
  readonly caption: string;
  readonly by: FunnelDimension;
  readonly part: FunnelPart;
  readonly unit: FunnelUnit;
  readonly onNumber: OnFunnelNumber | undefined;
}

const stepCounts = (step: FunnelStep, unit: FunnelUnit) => (unit === "people" ? step.people : step);

/** Numbers of each step, next to a bar. */
export function StepTable({ caption, steps, ...row }: StepTableProps) {
  const { type, unit } = row;
  // A checklist shows all of its tasks, so they have no views of their own.
  const are_tasks = type === "checklist";
  const has_skips = are_tasks && steps.some(({ skipped }) => skipped !== undefined);
  const has_missing = steps.some((step) => stepCounts(step, unit).missing > 0);
  const keys = are_tasks ? taskKeys(has_skips) : stepKeys(type, has_missing);
  return (
    <div className="flex flex-col gap-1">
      <ChartLegend keys={keys} className="justify-end max-md:hidden" />
      <div className="overflow-x-auto">
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
                  { label: doneLabels(type).done, side: "end" as const },
                  { label: t("Target not found"), side: "end" as const },
                ]),
          ]}
        >
          {steps.map((step) =>
            are_tasks ? (
              <TaskRow key={step.step_id} {...row} {...{ step, has_skips }} />
            ) : (
              <StepRow key={step.step_id} {...row} step={step} />
            ),
          )}
        </ReportTable>
      </div>
    </div>
  );
}

interface RowProps extends Pick<StepTableProps, "type" | "by" | "part" | "unit" | "onNumber"> {
  readonly step: NamedStep;
}

function StepRow({ step, type, by, part, unit, onNumber }: RowProps) {
  const { step_id, name, alert } = step;
  const { seen, completed: done, missing } = stepCounts(step, unit);
  const title = name ?? step_id;
  const people = peopleOf({ step, by, part, onNumber });
  const missed = people("missing", missing, t("People without the target of “{step}”", { step: title }));
  return (
    <tr className={REPORT_ROW}>
      <NameCell step={step} />
      <td className="max-md:hidden">
        <Bar most={maxCount(part, unit)} parts={stepParts({ seen, done, missing })} />
      </td>
      <td className="text-end tabular-nums">{people("seen", seen, t("People who saw “{step}”", { step: title }))}</td>
      <td className="text-end tabular-nums">
        {people("advanced", done, doneLabels(type).people(title))}{" "}
        <span className="ms-1 text-xs text-ink-3">{formatRate(done, seen)}</span>
      </td>
      <td className="text-end tabular-nums">
        {alert ? (
          <Badge tone="caution" dot>
            {missed}
          </Badge>
        ) : (
          missed
        )}
      </td>
    </tr>
  );
}

function TaskRow({ step, by, part, unit, onNumber, has_skips }: RowProps & { readonly has_skips: boolean }) {
  const { step_id, name } = step;
  const { completed: done } = stepCounts(step, unit);
  const skipped = step.skipped?.[unit === "people" ? "people" : "views"] ?? 0;
  const { started } = unit === "people" ? part.people : part;
  const title = name ?? step_id;
  const people = peopleOf({ step, by, part, onNumber });
  return (
    <tr className={REPORT_ROW}>
      <NameCell step={step} />
      <td className="max-md:hidden">
        <Bar most={maxCount(part, unit)} parts={taskParts(done, skipped, started)} />
      </td>
      <td className="text-end tabular-nums">
        {people("advanced", done, t("People who completed “{step}”", { step: title }))}{" "}
        <span className="ms-1 text-xs text-ink-3">{formatRate(done, started)}</span>
      </td>
      {has_skips && (
        <td className="text-end tabular-nums">
          {people("skipped", skipped, t("People who skipped “{step}”", { step: title }))}{" "}
          <span className="ms-1 text-xs text-ink-3">{formatRate(skipped, started)}</span>
        </td>
      )}
    </tr>
  );
}

function peopleOf({ step: { step_id }, by, part: { value }, onNumber }: Omit<RowProps, "type" | "unit">) {
  return (group: FunnelStepGroup, count: number, label: string): ReactNode => (
    <PeopleButton
      count={count}
      label={label}
      onClick={onNumber && (() => onNumber({ by, value, group, step_id, label }))}
    />
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

interface DoneLabels {
  readonly done: string;
  readonly not_done: string;
  readonly people: (step: string) => string;
}

/** What counts as done depends on the type: a step leads on, a question is answered, and buttons are clicked. */
function doneLabels(type: ContentType | undefined): DoneLabels {
  switch (type) {
    case "survey":
      return {
        done: t("Answered"),
        not_done: t("Seen, not answered"),
        people: (step) => t("People who answered “{step}”", { step }),
      };
    case "announcement":
    case "hint":
    case "resource_center":
      return {
        done: t("Acted on"),
        not_done: t("Seen, not acted on"),
        people: (step) => t("People who acted on “{step}”", { step }),
      };
    default:
      return {
        done: t("Advanced"),
        not_done: t("Seen, not advanced"),
        people: (step) => t("People who advanced from “{step}”", { step }),
      };
  }
}

function stepKeys(type: ContentType | undefined, has_missing: boolean): ComponentProps<typeof ChartLegend>["keys"] {
  const { done, not_done } = doneLabels(type);
  return [
    { label: done, color: DONE },
    { label: not_done, color: NOT_DONE },
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

function NameCell({ step: { step_id, name } }: { readonly step: NamedStep }) {
  return (
    <th scope="row" className="max-w-60 py-2 pe-4 text-start font-normal">
      <StepName id={step_id} name={name} />
    </th>
  );
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
