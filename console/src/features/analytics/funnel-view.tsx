import type { ContentType } from "@fanfare/contract/content/body";
import type { EndReason } from "@fanfare/contract/events/events";
import type { FunnelDimension } from "@fanfare/contract/events/funnel";
import type { FunnelGroup } from "@fanfare/contract/schema/analytics/funnel";
import type { ContentFunnel, FunnelPart } from "@fanfare/contract/schema/responses/analytics/funnel";
import { type ReactNode, useId } from "react";
import { orderedSteps, type PartNames } from "../../components/content/part-names.ts";
import { START_REASON_LABELS } from "../../components/content/start-reason-labels.ts";
import { PickAgain } from "../../components/debug-link/pick-again.tsx";
import { list, number } from "../../lib/i18n/format.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t, tCount } from "../../lib/i18n/t.ts";
import {
  describeNearMatch,
  formatDuration,
  formatRate,
  PAGE_OBSTRUCTION_ADVICE,
  PAGE_OBSTRUCTION_LABELS,
  PREPARE_FAILURE_LABELS,
} from "../../model/rates.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { REPORT_ROW, ReportTable } from "../../ui/table/report-table.tsx";
import { GROUP_LABELS, type OnFunnelNumber } from "./report-people/funnel-people.tsx";
import { PeopleButton } from "./report-people/people-list.tsx";
import type { FunnelUnit } from "./search.ts";
import { type NamedStep, StepTable } from "./step-table.tsx";

const END_LABELS: Readonly<Record<EndReason, string>> = {
  completed: t("Completed"),
  close_button: t("Close button"),
  escape: t("Escape"),
  outside_click: t("Outside click"),
  do_not_show_again: t("Do not show again"),
  snoozed: t("Snoozed"),
  replaced: t("Replaced"),
  unpublished: t("Unpublished"),
  target_missing: t("Target not found"),
  navigation: t("Page change"),
  api: t("Code"),
  error: t("Error"),
};

/** Errors are named by their type. */
function failureLabel(kind: string): string {
  return kind === "target_missing" ? END_LABELS.target_missing : kind;
}

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
  readonly type: ContentType | undefined;
  readonly part: FunnelPart;
  readonly by: FunnelDimension;
  readonly unit: FunnelUnit;
  /** Of its steps. */
  readonly names: PartNames;
  /** In place of the steps, if those of its variants must be kept apart. */
  readonly steps?: ReactNode;
  /** Undefined if the numbers don't count people, or the member may not see people. */
  readonly onNumber: OnFunnelNumber | undefined;
}

export function FunnelPartView({ steps, ...shown }: PartProps) {
  const id = useId();
  const { part, by, unit, onNumber } = shown;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="text-md font-semibold">
        {partTitle(by, part.value)}
      </h2>
      <Figures {...{ part, by, unit, onNumber }} />
      {steps ?? <Steps {...shown} />}
    </section>
  );
}

function Steps({ content_id, type, part, by, unit, names, onNumber }: Omit<PartProps, "steps">) {
  const steps = orderedSteps(part.steps, names).map((step) => ({ ...step, name: names.get(step.step_id) }));
  const caption = t("{part} by step", { part: partTitle(by, part.value) });
  return (
    <>
      <MissingTargets content_id={content_id} steps={steps.filter(({ alert }) => alert)} />
      <UnreadySteps steps={steps} />
      <ObstructedSteps steps={steps} />
      {steps.length > 0 && <StepTable {...{ caption, type, steps, by, part, unit, onNumber }} />}
    </>
  );
}

interface VariantStepsProps extends Pick<PartProps, "content_id" | "type" | "unit" | "onNumber"> {
  /** By variant. */
  readonly parts: readonly FunnelPart[];
  readonly namesIn: (variant: string) => PartNames;
}

/** Steps of each variant under its name: steps of different variants can have the same ID. */
export function VariantSteps({ parts, namesIn, ...shown }: VariantStepsProps) {
  return parts
    .filter(({ steps }) => steps.length > 0)
    .map((part) => (
      <div key={part.value} className="mt-2 flex flex-col gap-4">
        <h3 className="-mb-2 text-sm font-semibold">{partTitle("variant", part.value)}</h3>
        <Steps {...shown} {...{ part, by: "variant", names: namesIn(part.value) }} />
      </div>
    ));
}

interface FiguresProps extends Pick<PartProps, "part" | "by" | "unit" | "onNumber"> {}

function Figures({ part, by, unit, onNumber }: FiguresProps) {
  const { errors, time_to_show } = part;
  const { started, completed, dismissed, failed, in_progress, suppressed, unseen } =
    unit === "people" ? part.people : part;
  const count = (group: FunnelGroup, value: number): ReactNode => (
    <PeopleButton
      count={value}
      label={GROUP_LABELS[group]}
      onClick={onNumber && (() => onNumber({ by, value: part.value, group, label: GROUP_LABELS[group] }))}
    />
  );
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none">
        <Figure label={unit === "people" ? t("People") : t("Views")} value={count("started", started)} />
        <Figure label={t("Completed")} value={count("completed", completed)} share={formatRate(completed, started)} />
        <Figure label={t("Dismissed")} value={count("dismissed", dismissed)} share={formatRate(dismissed, started)} />
        {failed > 0 && (
          <Figure label={t("Failed")} value={count("failed", failed)} share={formatRate(failed, started)} />
        )}
        <Figure
          label={t("In progress")}
          value={count("in_progress", in_progress)}
          share={formatRate(in_progress, started)}
        />
      </dl>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Fact label={t("Do not show again")}>
          <Sentence
            text="{count} ({share})"
            parts={{ count: count("suppressed", suppressed), share: formatRate(suppressed, started) }}
          />
        </Fact>
        <Fact label={t("Time to show")}>
          {time_to_show === null
            ? "–"
            : t("Median {half}, 95th percentile {most}", {
                half: formatDuration(time_to_show.p50_ms_max),
                most: formatDuration(time_to_show.p95_ms_max),
              })}
        </Fact>
        <Fact label={t("Not viewed")}>{count("unseen", unseen)}</Fact>
        {errors.length > 0 && (
          <Fact label={t("Failures")}>
            {list(errors.map(({ kind, times }) => `${failureLabel(kind)} ${number(times)}`))}
          </Fact>
        )}
      </dl>
    </>
  );
}

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

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly share?: string;
}

function Figure({ label, value, share }: FigureProps) {
  return (
    <div className="flex flex-col gap-0.5 rounded-lg border border-line p-4">
      <dt className="text-xs font-medium text-ink-3">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 text-xl font-semibold tabular-nums">
        {value}
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
