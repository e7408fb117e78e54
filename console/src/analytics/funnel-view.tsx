import type { FunnelDimension } from "@fanfare/contract/funnel";
import type { ContentFunnel, FunnelPart } from "@fanfare/contract/schema/analytics";
import { type ReactNode, useId } from "react";
import { Badge } from "../ui/badge.tsx";
import { Callout } from "../ui/callout.tsx";
import { mostSeen, nearInWords, shareInWords, waitInWords } from "./rates.ts";

const PART_WORDS: Readonly<Record<FunnelDimension, string>> = {
  all: "All",
  version: "Version",
  variant: "Variant",
  locale: "Language",
};

/** The funnel of a content, or of one of its versions: its figures, and a row with a bar for each step. */
export function Part({ part, by }: { readonly part: FunnelPart; readonly by: FunnelDimension }) {
  const id = useId();
  const { value, started, completed, dismissed, suppressed, unseen, errors, time_to_show } = part;
  const failed = errors.reduce((sum, { times }) => sum + times, 0);
  // Those that most people came to stand first, as they were met.
  const steps = part.steps.toSorted((one, other) => other.seen + other.missing - one.seen - one.missing);
  const title =
    by === "all"
      ? "Funnel"
      : `${PART_WORDS[by]} ${value === "" ? "unknown" : by === "variant" ? value.toUpperCase() : value}`;
  const most = mostSeen(part);
  const failing = steps.filter(({ alert }) => alert);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="text-md font-semibold">
        {title}
      </h2>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure label="Shown" value={started} />
        <Figure label="Completed" value={completed} share={shareInWords(completed, started)} />
        <Figure label="Dismissed" value={dismissed} share={shareInWords(dismissed, started)} />
        <Figure label="Do not show again" value={suppressed} share={shareInWords(suppressed, started)} />
      </dl>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Fact label="Time to show">
          {time_to_show === null
            ? "–"
            : `half within ${waitInWords(time_to_show.p50_ms_max)}, 95 % within ${waitInWords(time_to_show.p95_ms_max)}`}
        </Fact>
        <Fact label="Ended unseen">{unseen}</Fact>
        <Fact label="Failed">
          {failed}
          {failed > 0 && ` (${errors.map(({ kind, times }) => `${kind} ${times}`).join(", ")})`}
        </Fact>
      </dl>
      {failing.length > 0 && (
        <Callout
          tone="caution"
          title={failing.length === 1 ? "A step does not find its element" : "Some steps do not find their element"}
        >
          {failing
            .map(({ step_id, missing, seen }) => `${step_id}: ${shareInWords(missing, seen + missing)}`)
            .join(", ")}{" "}
          of the views. Look at the targets of these steps.{" "}
          {failing.flatMap(({ step_id, near }) =>
            near[0] === undefined ? [] : [`${step_id}: ${nearInWords(near[0])}. `],
          )}
        </Callout>
      )}
      {steps.length > 0 && (
        <div className="overflow-x-auto">
          <table className="w-full border-separate border-spacing-0 text-sm">
            <caption className="sr-only">{title}, step by step</caption>
            <thead>
              <tr className="text-xs text-ink-3 [&>*]:h-8 [&>*]:border-b [&>*]:border-line [&>*]:px-2 [&>*]:font-medium [&>*:first-child]:ps-0">
                <th scope="col" className="text-start">
                  Step
                </th>
                <td className="w-2/5 max-md:hidden" />
                <th scope="col" className="text-end">
                  Seen
                </th>
                <th scope="col" className="text-end">
                  Went on
                </th>
                <th scope="col" className="text-end">
                  Not found
                </th>
              </tr>
            </thead>
            <tbody>
              {steps.map(({ step_id, seen, completed: done, missing, alert }) => (
                <tr
                  key={step_id}
                  className="[&>*]:h-11 [&>*]:border-b [&>*]:border-line [&>*]:px-2 [&>*:first-child]:ps-0"
                >
                  <th scope="row" className="max-w-40 truncate text-start font-mono text-xs font-normal">
                    {step_id}
                  </th>
                  <td className="max-md:hidden">
                    <Bar seen={seen} done={done} missing={missing} most={most} />
                  </td>
                  <td className="text-end tabular-nums">{seen}</td>
                  <td className="text-end tabular-nums">
                    {done} <span className="text-xs text-ink-3">{shareInWords(done, seen)}</span>
                  </td>
                  <td className="text-end tabular-nums">
                    {alert ? (
                      <Badge tone="caution" dot>
                        {shareInWords(missing, seen + missing)}
                      </Badge>
                    ) : (
                      missing
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
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

/** Why runs began, and how they ended. */
export function Reasons({ reasons }: { readonly reasons: ContentFunnel["reasons"] }) {
  return (
    <section aria-labelledby="reasons" className="flex flex-col gap-3">
      <h2 id="reasons" className="text-md font-semibold">
        How runs began and ended
      </h2>
      <table className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">Runs by why they began and ended</caption>
        <thead>
          <tr className="text-xs text-ink-3 [&>*]:h-8 [&>*]:border-b [&>*]:border-line [&>*]:pe-3 [&>*]:font-medium">
            <th scope="col" className="text-start">
              Began
            </th>
            <th scope="col" className="text-start">
              Ended
            </th>
            <th scope="col" className="text-end">
              Runs
            </th>
          </tr>
        </thead>
        <tbody>
          {reasons.map(({ start_reason, end_reason, state, runs }) => (
            <tr
              key={`${start_reason} ${end_reason} ${state}`}
              className="[&>*]:h-9 [&>*]:border-b [&>*]:border-line [&>*]:pe-3"
            >
              <td>{sentence(start_reason)}</td>
              <td>{end_reason === null ? "Still open" : sentence(end_reason)}</td>
              <td className="text-end tabular-nums">{runs}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** `close_button` → `Close button`. */
function sentence(reason: string): string {
  const text = reason.replaceAll("_", " ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
