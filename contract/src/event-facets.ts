import { EVENT_NAMES } from "./events.ts";
import { isId } from "./ids.ts";

/** What an event about content is counted by, beside the content itself. */
export interface EventFacets {
  readonly version?: number;
  readonly step_id?: string;
  readonly variant?: string;
  readonly locale?: string;
}

const OWN_NAMES: ReadonlySet<string> = new Set(EVENT_NAMES);
const FACET_CHARS_MAX = 64;

/**
 * The content and the facets of an event, as columns hold them: "" where there is none. Only events of our own vocabulary
 * have any: what a page may name freely must not multiply the counters.
 *
 * @example
 * facetsOf("tour_started", { content_id: "cnt_019389f2-…", version: 3 }); // { content_id: "cnt_019389f2-…", facets: '{"version":3}' }
 */
export function facetsOf(
  name: string,
  props: Readonly<Record<string, unknown>>,
): { readonly content_id: string; readonly facets: string } {
  const { content_id, version, step_id, variant, locale } = props;
  if (!OWN_NAMES.has(name) || typeof content_id !== "string" || !isId("cnt", content_id)) {
    return { content_id: "", facets: "" };
  }
  // Written key by key, so that equal facets are equal text.
  const facets: EventFacets = {
    ...(Number.isSafeInteger(version) ? { version: Number(version) } : {}),
    ...(isLabel(step_id) ? { step_id } : {}),
    ...(isLabel(variant) ? { variant } : {}),
    ...(isLabel(locale) ? { locale } : {}),
  };
  const text = JSON.stringify(facets);
  return { content_id, facets: text === "{}" ? "" : text };
}

function isLabel(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= FACET_CHARS_MAX && value.isWellFormed();
}
