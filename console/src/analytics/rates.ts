import type { ContentFunnel, FunnelPart } from "@fanfare/contract/schema/analytics";

/**
 * A share in words; a dash where there is nothing to take a share of.
 *
 * @example
 * shareInWords(1, 3); // "33 %"
 */
export function shareInWords(some: number, all: number): string {
  if (all === 0) return "–";
  const percent = (some / all) * 100;
  return `${percent > 0 && percent < 1 ? percent.toFixed(1) : Math.round(percent)} %`;
}

/** The rows of a funnel as a file for spreadsheets. */
export function funnelAsCsv(funnel: ContentFunnel): string {
  const head = "part,started,completed,dismissed,suppressed,step,seen,step_completed,target_missing";
  const lines = funnel.parts.flatMap((part) => {
    const whole = [cell(part.value), part.started, part.completed, part.dismissed, part.suppressed];
    return [
      [...whole, "", "", "", ""].join(","),
      ...part.steps.map(({ step_id, seen, completed, missing }) =>
        [cell(part.value), "", "", "", "", cell(step_id), seen, completed, missing].join(","),
      ),
    ];
  });
  return [head, ...lines, ""].join("\r\n");
}

/** The most that any step of a part was seen, for bars beside each other. */
export function mostSeen({ steps, started }: FunnelPart): number {
  return Math.max(1, started, ...steps.map(({ seen, missing }) => seen + missing));
}

/** Quoted; what a spreadsheet would run begins with an apostrophe. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
