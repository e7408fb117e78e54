import { csvLine } from "@fanfare/contract/lib/csv";
import type { Estimate, ExperimentReport } from "@fanfare/contract/schema/responses/analytics/experiment";

const HEAD = [
  ...["goal", "arm", "people", "reached_before", "reached", "attributed", "share", "share_low", "share_high"],
  ...["difference", "difference_low", "difference_high", "relative", "relative_low", "relative_high", "verdict"],
];

/** One row per goal and variant. Without goals, one row per variant with its number of exposed people. */
export function experimentCsv({ arms, goals }: ExperimentReport): string {
  const lines =
    goals.length === 0
      ? arms.map(({ arm, people }) => csvLine(["", arm, people, ...HEAD.slice(3).map(() => null)]))
      : goals.flatMap(({ name, arms: measured }) =>
          measured.map(({ arm, people, reached_before, reached, attributed, share, lift }) => {
            const known = lift?.kind === "measured" ? lift : undefined;
            return csvLine([
              ...[name, arm, people, reached_before, reached, attributed],
              ...parts(share),
              ...parts(known?.difference),
              ...parts(known?.relative),
              lift === null ? "control" : lift.kind === "measured" ? lift.verdict : lift.kind,
            ]);
          }),
        );
  return [csvLine(HEAD), ...lines].join("");
}

function parts(estimate: Estimate | null | undefined): readonly (number | null)[] {
  return estimate == null ? [null, null, null] : [estimate.value, estimate.low, estimate.high];
}
