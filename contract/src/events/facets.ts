import { isId } from "../lib/ids.ts";
import type { Strategy } from "../target/target.ts";
import {
  EVENT_NAMES,
  PAGE_OBSTRUCTIONS,
  type PageObstruction,
  PREPARE_FAILURES,
  type PrepareFailure,
} from "./events.ts";
import { funnelMarks } from "./funnel.ts";

/** Dimensions by which a content event is counted, besides the content itself. */
export interface EventFacets {
  readonly version?: number;
  readonly step_id?: string;
  readonly variant?: string;
  readonly locale?: string;
  /** Not visible for a full second, so it isn't counted. */
  readonly unseen?: true;
  /** For failed content: the error's name. */
  readonly error?: string;
  /** For shown content: upper edge of its bucket in {@link WAIT_EDGES_MS}. */
  readonly wait_ms_max?: number;
  /** For missing targets: the closest locator, and whether its matches were several or hidden. */
  readonly near?: `${Strategy["kind"]} ${"several" | "hidden"}`;
  /** For failed step preparation: why the page isn't known to be ready. */
  readonly unready?: PrepareFailure;
  /** For obstructed steps: what the page does. */
  readonly obstructed?: PageObstruction;
}

/** Histogram buckets for the time until content is shown. Percentiles are estimated from their counts. */
const WAIT_EDGES_MS = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 600_000] as const;

const STRATEGY_KINDS: ReadonlySet<unknown> = new Set<Strategy["kind"]>([
  ...(["test_id", "role_name", "label", "text", "attribute", "css"] as const),
]);

const BUILT_IN_EVENT_NAMES: ReadonlySet<string> = new Set(EVENT_NAMES);
const FACET_CHARS_MAX = 64;

/**
 * Extracts content ID and facets of an event as column values, "" if none. Only built-in events have any: names that a
 * page chooses freely must not multiply the counters.
 *
 * @example
 * extractFacets("tour_started", { content_id: "cnt_019389f2-…", version: 3 });
 * // { content_id: "cnt_019389f2-…", facets: '{"version":3}' }
 */
export function extractFacets(
  name: string,
  props: Readonly<Record<string, unknown>>,
): { readonly content_id: string; readonly facets: string } {
  const { content_id, version, step_id, variant, locale } = props;
  if (!BUILT_IN_EVENT_NAMES.has(name) || typeof content_id !== "string" || !isId("cnt", content_id)) {
    return { content_id: "", facets: "" };
  }
  // Fixed key order, so that equal facets serialize to equal text.
  const facets: EventFacets = {
    ...(Number.isSafeInteger(version) ? { version: Number(version) } : {}),
    ...(isLabel(step_id) ? { step_id } : {}),
    ...(isLabel(variant) ? { variant } : {}),
    ...(isLabel(locale) ? { locale } : {}),
    ...(props["unseen"] === true ? { unseen: true } : {}),
    ...(props["reason"] === "error" ? { error: errorKind(props["error"]) } : {}),
    ...(funnelMarks(name).includes("started") ? waitFacet(props["wait_ms"]) : {}),
    ...(name === "step_target_missing" ? nearFacet(props["tried"]) : {}),
    ...(name === "step_prepare_failed" ? unreadyFacet(props["why"]) : {}),
    ...(name === "step_obstructed" ? obstructedFacet(props["how"]) : {}),
  };
  const text = JSON.stringify(facets);
  return { content_id, facets: text === "{}" ? "" : text };
}

/** Name only: messages may contain text from the page, which must not become a facet. */
function errorKind(error: unknown): string {
  return typeof error === "string" && /^[A-Za-z]{1,24}Error$/.test(error) ? error : "Error";
}

function waitFacet(wait_ms: unknown): Pick<EventFacets, "wait_ms_max"> {
  if (typeof wait_ms !== "number" || !(wait_ms >= 0)) return {};
  return { wait_ms_max: WAIT_EDGES_MS.find((edge) => wait_ms <= edge) ?? Math.max(...WAIT_EDGES_MS) };
}

function unreadyFacet(why: unknown): Pick<EventFacets, "unready"> {
  const unready = PREPARE_FAILURES.find((each) => each === why);
  return unready === undefined ? {} : { unready };
}

function obstructedFacet(how: unknown): Pick<EventFacets, "obstructed"> {
  const obstructed = PAGE_OBSTRUCTIONS.find((each) => each === how);
  return obstructed === undefined ? {} : { obstructed };
}

/** The first locator with a match. Its match was hidden or ambiguous. */
function nearFacet(tried: unknown): Pick<EventFacets, "near"> {
  if (!Array.isArray(tried)) return {};
  for (const each of tried.slice(0, TRIED_MAX)) {
    if (typeof each !== "object" || each === null || !("kind" in each && "matches" in each)) continue;
    const { kind, matches } = each;
    if (!STRATEGY_KINDS.has(kind) || typeof matches !== "number" || !(matches > 0)) continue;
    // Checked against STRATEGY_KINDS above.
    return { near: `${kind as Strategy["kind"]} ${matches > 1 ? "several" : "hidden"}` };
  }
  return {};
}
const TRIED_MAX = 8;

function isLabel(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= FACET_CHARS_MAX && value.isWellFormed();
}
