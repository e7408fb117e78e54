import type { FunnelDimension } from "@fanfare/contract/funnel";
import type { ContentFunnel, FunnelPart } from "@fanfare/contract/schema/analytics";
import { type ReactNode, useId } from "react";
import { PickAgain } from "../debug/pick-again.tsx";
import { list, number } from "../language/format.ts";
import { t, tCount } from "../language/t.ts";
import { Badge } from "../ui/badge.tsx";
import { Callout } from "../ui/callout.tsx";
import { inOrder, type PartNames } from "./part-names.ts";
import { mostSeen, nearInWords, shareInWords, UNREADY_WORDS, waitInWords } from "./rates.ts";
import { END_WORDS, START_WORDS } from "./reason-words.ts";
import { REPORT_ROW, ReportTable } from "./report-table.tsx";

/** What a part of a funnel is called. */
function partTitle(by: FunnelDimension, value: string): string {
  switch (by) {
    case "all":
      return t("Funnel");
    case "version":
      return value === "" ? t("Version unknown") : t("Version {version}", { version: value });
    case "variant":
      return value === "" ? t("Variant unknown") : t("Variant {variant}", { variant: value.toUpperCase() });
    case "locale":
      return value === "" ? t("Language unknown") : t("Language {locale}", { locale: value });
  }
}

interface PartProps {
  readonly content_id: string;
  readonly part: FunnelPart;
  readonly by: FunnelDimension;
  readonly names: PartNames;
}

/** The funnel of a content, or of one of its versions: its figures, and a row with a bar for each step. */
export function Part({ content_id, part, by, names }: PartProps) {
  const id = useId();
  const { value, started, completed, dismissed, suppressed, unseen, errors, time_to_show } = part;
  const failed = errors.reduce((sum, { times }) => sum + times, 0);
  const steps = inOrder(part.steps, names);
  const title = partTitle(by, value);
  const most = mostSeen(part);
  const failing = steps.filter(({ alert }) => alert);
  const unready = steps.flatMap(({ step_id, unready: why = [] }) =>
    why.map((each) => ({ ...each, step: names.get(step_id) ?? step_id })),
  );
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="text-md font-semibold">
        {title}
      </h2>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure label={t("Shown")} value={started} />
        <Figure label={t("Completed")} value={completed} share={shareInWords(completed, started)} />
        <Figure label={t("Dismissed")} value={dismissed} share={shareInWords(dismissed, started)} />
        <Figure label={t("Do not show again")} value={suppressed} share={shareInWords(suppressed, started)} />
      </dl>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Fact label={t("Time to show")}>
          {time_to_show === null
            ? "–"
            : t("half within {half}, 95 % within {most}", {
                half: waitInWords(time_to_show.p50_ms_max),
                most: waitInWords(time_to_show.p95_ms_max),
              })}
        </Fact>
        <Fact label={t("Ended unseen")}>{number(unseen)}</Fact>
        <Fact label={t("Failed")}>
          {number(failed)}
          {failed > 0 && ` (${list(errors.map(({ kind, times }) => `${kind} ${number(times)}`))})`}
        </Fact>
      </dl>
      {failing.length > 0 && (
        <Callout
          tone="caution"
          title={tCount(failing.length, "A step does not find its element", "Some steps do not find their element")}
        >
          {t("{shares} of the views. Look at the targets of these steps.", {
            shares: list(
              failing.map(({ step_id, missing, seen }) =>
                t("{step}: {share}", {
                  step: names.get(step_id) ?? step_id,
                  share: shareInWords(missing, seen + missing),
                }),
              ),
            ),
          })}{" "}
          {failing
            .flatMap(({ step_id, near: [near] }) =>
              near === undefined
                ? []
                : [t("{step}: {share}", { step: names.get(step_id) ?? step_id, share: nearInWords(near) })],
            )
            .join(" ")}
          <span className="mt-2 flex flex-wrap gap-2">
            {failing.map(({ step_id }) => (
              <PickAgain
                key={step_id}
                place={{ content_id, step_id }}
                label={t("Pick “{step}” again", { step: names.get(step_id) ?? step_id })}
              />
            ))}
          </span>
        </Callout>
      )}
      {unready.length > 0 && (
        <Callout tone="caution" title={t("The page did not get ready for a step")}>
          {unready
            .map(({ step, why, times }) =>
              t("{step}: {share}", {
                step,
                share: tCount(times, "{why} (once)", "{why} ({n} times)", { why: UNREADY_WORDS[why] }),
              }),
            )
            .join(" ")}
        </Callout>
      )}
      {steps.length > 0 && (
        <div className="overflow-x-auto">
          <ReportTable
            caption={t("{part}, step by step", { part: title })}
            columns={[
              { label: t("Step") },
              { label: "", className: "w-2/5 max-md:hidden" },
              { label: t("Seen"), side: "end" },
              { label: t("Went on"), side: "end" },
              { label: t("Not found"), side: "end" },
            ]}
          >
            {steps.map(({ step_id, seen, completed: done, missing, alert }) => (
              <tr key={step_id} className={REPORT_ROW}>
                <th scope="row" className="max-w-60 py-2 pe-4 text-start font-normal">
                  <StepName id={step_id} name={names.get(step_id)} />
                </th>
                <td className="max-md:hidden">
                  <Bar seen={seen} done={done} missing={missing} most={most} />
                </td>
                <td className="text-end tabular-nums">{number(seen)}</td>
                <td className="text-end tabular-nums">
                  {number(done)} <span className="ms-1 text-xs text-ink-3">{shareInWords(done, seen)}</span>
                </td>
                <td className="text-end tabular-nums">
                  {alert ? (
                    <Badge tone="caution" dot>
                      {shareInWords(missing, seen + missing)}
                    </Badge>
                  ) : (
                    number(missing)
                  )}
                </td>
              </tr>
            ))}
          </ReportTable>
        </div>
      )}
    </section>
  );
}

/** By its title; what has none any more by its id. */
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
  readonly seen: number;
  readonly done: number;
  readonly missing: number;
  readonly most: number;
}

/** For the eye: those who went on, those who saw it, those for whom it was not there. The numbers stand beside it. */
function Bar({ seen, done, missing, most }: BarProps) {
  const width = (count: number) => ({ width: `${(Math.max(0, count) / most) * 100}%` });
  return (
    <span aria-hidden="true" className="flex h-4 overflow-hidden rounded-xs bg-fill">
      <span className="bg-accent" style={width(Math.min(done, seen))} />
      <span className="bg-accent/35" style={width(seen - done)} />
      <span className="bg-caution" style={width(missing)} />
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

/** Why runs began, and how they ended. */
export function Reasons({ reasons }: { readonly reasons: ContentFunnel["reasons"] }) {
  return (
    <section aria-labelledby="reasons" className="flex flex-col gap-3">
      <h2 id="reasons" className="text-md font-semibold">
        {t("How runs began and ended")}
      </h2>
      <ReportTable
        caption={t("Runs by why they began and ended")}
        columns={[{ label: t("Began") }, { label: t("Ended") }, { label: t("Runs"), side: "end" }]}
      >
        {reasons.map(({ start_reason, end_reason, state, runs }) => (
          <tr key={`${start_reason} ${end_reason} ${state}`} className={REPORT_ROW}>
            <td>{START_WORDS[start_reason]}</td>
            <td>{end_reason === null ? t("Still open") : END_WORDS[end_reason]}</td>
            <td className="text-end tabular-nums">{number(runs)}</td>
          </tr>
        ))}
      </ReportTable>
    </section>
  );
}
