import { EVENT_NAMES } from "@fanfare/contract/events/events";
import { funnelMarks } from "@fanfare/contract/events/funnel";
import type { TimelineEntry } from "@fanfare/contract/schema/responses/people/timeline";

interface OrderedEntry {
  /** When it happened. */
  readonly order: number;
  readonly entry: TimelineEntry;
}

/**
 * Corrects the order of a timeline, newest first. A page records the end of a step and the start of the next one in the
 * same millisecond, and their IDs are random. Such events of one view are put in the order of its steps.
 */
export function newestStepFirst(entries: readonly OrderedEntry[]): readonly TimelineEntry[] {
  const tied = Map.groupBy(entries, tieOf);
  const sorted = new Map([...tied].map(([tie, own]) => [tie, own.toSorted(newestFirst)[Symbol.iterator]()]));
  return entries.map((each) => {
    const next = sorted.get(tieOf(each))?.next();
    return (next === undefined || next.done === true ? each : next.value).entry;
  });
}

/** Events of one view at one time. Other entries have a tie of their own. */
function tieOf({ order, entry }: OrderedEntry): string {
  const run_id = entry.kind === "event" ? entry.props["run_id"] : undefined;
  return typeof run_id === "string" ? `${entry.at} ${order} ${run_id}` : `${entry.kind} ${entry.id}`;
}

function newestFirst(one: OrderedEntry, other: OrderedEntry): number {
  const [low, high] = [placeInView(one.entry), placeInView(other.entry)];
  return high.phase - low.phase || high.step - low.step || high.name - low.name;
}

function placeInView(entry: TimelineEntry) {
  if (entry.kind !== "event") return { phase: 0, step: 0, name: 0 };
  const marks = funnelMarks(entry.name);
  const ends = entry.name.endsWith("_snoozed") || marks.some((mark) => ENDS.has(mark));
  return {
    phase: marks.includes("started") ? 0 : ends ? 2 : 1,
    step: entry.part?.number ?? 0,
    /** Seen comes before completed, and dismissed before suppressed. */
    name: NAMES.indexOf(entry.name),
  };
}
const NAMES: readonly string[] = EVENT_NAMES;
const ENDS: ReadonlySet<string> = new Set(["completed", "dismissed", "suppressed"]);
