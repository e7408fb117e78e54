import type { PointedTracker } from "@fanfare/contract/events/tracker";
import { ProblemError } from "@fanfare/contract/problem";
import { fromJson, toJson } from "../../store/columns.ts";
import type { JsonText } from "../../store/schema/column-types.ts";
import { type BuilderSessionRow, putBuilderTracker } from "../../store/statements/accounts/builder-sessions.ts";
import { type BuilderSessionDeps, unknownTokenHash } from "./builder-sessions.ts";

/** A tracker's form while its element is chosen on a page. */
export interface TrackerForm extends PointedTracker {
  /** How often the page saved an element. */
  readonly saves: number;
  /** The member finished on the page. */
  readonly done: boolean;
}

export function newTrackerForm(tracker: PointedTracker): JsonText {
  return toJson({ ...tracker, saves: 0, done: false } satisfies TrackerForm);
}

/** @throws ProblemError `builder_refused` if the session is for content. */
export function assertForTracker(
  session: Pick<BuilderSessionRow, "tracker">,
): asserts session is { readonly tracker: JsonText } {
  if (session.tracker) return;
  throw new ProblemError("builder_refused", "This builder session is for content, not for a tracker.");
}

/** @throws ProblemError `builder_refused` if the session is for content. */
export function trackerFormOf(session: Pick<BuilderSessionRow, "tracker">): TrackerForm {
  assertForTracker(session);
  const { tracker } = session;
  // Cast: written by this file.
  return fromJson(tracker, (value) => value as TrackerForm);
}

/**
 * Stores the element that was chosen on the page, for the tracker's form. When the member is done, the page's token stops
 * working.
 *
 * @throws ProblemError `revision_stale` if two requests store one at the same time.
 */
export async function pointTracker(
  deps: BuilderSessionDeps,
  session: BuilderSessionRow,
  { done, ...chosen }: Pick<TrackerForm, "kind" | "visible_s" | "target" | "done">,
): Promise<void> {
  const { store } = deps;
  const before = trackerFormOf(session);
  const to = toJson({ ...before, ...chosen, done, saves: before.saves + 1 } satisfies TrackerForm);
  const token_hash = done ? unknownTokenHash(deps) : (session.token_hash ?? "");
  const query = putBuilderTracker(store.db, session.id, { from: session.tracker ?? "", to, token_hash });
  const written = await store.write([{ query, expect: 1 }]);
  if (written.outcome === "committed") return;
  throw new ProblemError("revision_stale", "Another request changed the tracker at the same time. Try again.");
}
