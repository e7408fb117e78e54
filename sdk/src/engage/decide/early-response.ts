import { limits } from "@fanfare/contract/limits";
import type { CachedResponse, TaggedResponse } from "./cached-response.ts";

/** What this page knows before the server responds. */
export interface EarlyFacts {
  readonly now_ms: number;
  /** When someone in this browser last hid content (outbox/commands.ts), or 0. */
  readonly chose_ms: number;
  /** The page's preferences in its request, as JSON. */
  readonly preferences: string;
}

/**
 * The part of a cached response that a page shows before the server responds. The server marks it (`early`): only for
 * anonymous visitors, because identified people may hide content on another device meanwhile, and only what depends on
 * nothing but its publication. A choice in this browser counts against it for as long as a response is young, because a
 * tab that missed the choice may have cached its own response after it. Pure.
 *
 * @param kept The cached response with the progress since.
 */
export function earlyResponse(
  cached: CachedResponse,
  kept: TaggedResponse,
  { now_ms, chose_ms, preferences }: EarlyFacts,
): TaggedResponse | undefined {
  const { at, shown } = cached;
  const { app, person, early = 0, decisions } = kept;
  const is_young = now_ms - at < limits.early_answer_ms_max;
  const chose = now_ms - chose_ms < limits.early_answer_ms_max;
  const first = decisions.slice(0, early);
  // What is running comes first, also if it isn't known whether it still applies.
  const resumes_other = decisions.slice(early).some(({ run }) => run);
  const asks_same = cached.preferences === preferences;
  if (shown || !is_young || chose || app.paused || person.external_id !== null || resumes_other || !asks_same) {
    return undefined;
  }
  return first.length > 0 ? { ...kept, decisions: first } : undefined;
}
