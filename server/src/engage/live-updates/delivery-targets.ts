import type { AppId, PersonId } from "@fanfare/contract/lib/ids";
import type { LiveUpdateAudience } from "@fanfare/contract/realtime/live-update";

/** The ids of the people in a segment, at most `limit` of them; undefined when the app has no such segment. */
export type SegmentPeople = (
  app_id: AppId,
  segment_id: string,
  limit: number,
) => Promise<readonly PersonId[] | undefined>;

/** The names under which a live update waits, as columns hold them. A prefix each, so that no two kinds meet. */
export const EVERYONE_TARGET = "everyone";
export const nameTarget = (external_or_anonymous_id: string): string => `name:${external_or_anonymous_id}`;
export const personTarget = (person_id: PersonId): string => `person:${person_id}`;
export const groupTarget = (group: string): string => `group:${group}`;

/** Under which names it waits; `people` are those of its segment. */
export function audienceTargets(audience: LiveUpdateAudience, people: readonly PersonId[]): readonly string[] {
  switch (audience.kind) {
    case "people":
      return [...new Set(audience.external_ids)].map(nameTarget);
    case "groups":
      return [...new Set(audience.groups)].map(groupTarget);
    case "segment":
      return people.map(personTarget);
    case "everyone":
      return [EVERYONE_TARGET];
  }
}

/** How many it names; null where that shows only when they come. */
export function countNamedPeople(audience: LiveUpdateAudience, targets: readonly string[]): number | null {
  return audience.kind === "people" || audience.kind === "segment" ? targets.length : null;
}
