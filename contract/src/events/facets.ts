import { isId } from "../lib/ids.ts";
import type { Strategy } from "../target/target.ts";
import { EVENT_NAMES, PREPARE_FAILURES, type PrepareFailure } from "./events.ts";
import { funnelMarks } from "./funnel.ts";

/** What an event about content is counted by, beside the content itself. */
export interface EventFacets {
  readonly version?: number;
  readonly step_id?: string;
  readonly variant?: string;
  readonly locale?: string;
  /** Nobody could see it for a second: it counts for nothing. */
  readonly unseen?: true;
  /** Of a content that failed: the kind of the error. */
  readonly error?: string;
  /** Of a content that was shown: the edge of {@link WAIT_EDGES_MS} under which it came. */
  readonly wait_ms_max?: number;
  /** Of a target that was not found: the strategy that came nearest, and whether it found several or what is hidden. */
  readonly near?: `${Strategy["kind"]} ${"several" | "hidden"}`;
  /** Of a page that was asked to prepare for a step: why it is not known to be ready. */
  readonly unready?: PrepareFailure;
}

/** How long it took until something was shown, in buckets: percentiles come from how many are in each. */
const WAIT_EDGES_MS = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 600_000] as const;

const STRATEGY_KINDS: ReadonlySet<unknown> = new Set<Strategy["kind"]>([
  ...(["test_id", "role_name", "label", "text", "attribute", "css"] as const),
]);

const BUILT_IN_EVENT_NAMES: ReadonlySet<string> = new Set(EVENT_NAMES);
const FACET_CHARS_MAX = 64;

/**
 * The content and the facets of an event, as columns hold them: "" where there is none. Only events of our own vocabulary
 * have any: what a page may name freely must not multiply the counters.
 *
 * @example
 * facetsOf("tour_started", { content_id: "cnt_019389f2-…", version: 3 }); // { content_id: "cnt_019389f2-…", facets: '{"version":3}' }
 */
export function extractFacets(
  name: string,
  props: Readonly<Record<string, unknown>>,
): { readonly content_id: string; readonly facets: string } {
  const { content_id, version, step_id, variant, locale } = props;
  if (!BUILT_IN_EVENT_NAMES.has(name) || typeof content_id !== "string" || !isId("cnt", content_id)) {
    return { content_id: "", facets: "" };
  }
  // Written key by key, so that equal facets are equal text.
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
  };
  const text = JSON.stringify(facets);
  return { content_id, facets: text === "{}" ? "" : text };
}

/** Its words may be the page's, and are never counted by. */
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

/** The first strategy that found anything: what it found was hidden, or was not one. */
function nearFacet(tried: unknown): Pick<EventFacets, "near"> {
  if (!Array.isArray(tried)) return {};
  for (const each of tried.slice(0, TRIED_MAX)) {
    if (typeof each !== "object" || each === null || !("kind" in each && "matches" in each)) continue;
    const { kind, matches } = each;
    if (!STRATEGY_KINDS.has(kind) || typeof matches !== "number" || !(matches > 0)) continue;
    // One of the kinds, as was looked up.
    return { near: `${kind as Strategy["kind"]} ${matches > 1 ? "several" : "hidden"}` };
  }
  return {};
}
const TRIED_MAX = 8;

function isLabel(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= FACET_CHARS_MAX && value.isWellFormed();
}
