import type { AppId, PersonId } from "@fanfare/contract/lib/ids";
import type { LiveUpdateAudience } from "@fanfare/contract/realtime/live-update";

/** Returns at most `limit` person IDs of a segment, or undefined if the app has no such segment. */
export type SegmentPeople = (
  app_id: AppId,
  segment_id: string,
  limit: number,
) => Promise<readonly PersonId[] | undefined>;

/** Target names of live updates, as stored. A prefix per kind prevents collisions. */
export const EVERYONE_TARGET = "everyone";
export const nameTarget = (external_or_anonymous_id: string): string => `name:${external_or_anonymous_id}`;
const PERSON_PREFIX = "person:";
export const personTarget = (person_id: PersonId): string => `${PERSON_PREFIX}${person_id}`;
/** The people of a segment, as stored. */
export function peopleOfTargets(targets: readonly string[]): readonly PersonId[] {
  // Cast: written by personTarget.
  return targets.flatMap((target) =>
    target.startsWith(PERSON_PREFIX) ? [target.slice(PERSON_PREFIX.length) as PersonId] : [],
  );
}
export const groupTarget = (group: string): string => `group:${group}`;

/** Target names of a live update. `people`: the people of its segment. */
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

/** Number of people that the audience names, or null if it isn't known in advance. */
export function countNamedPeople(audience: LiveUpdateAudience, targets: readonly string[]): number | null {
  return audience.kind === "people" || audience.kind === "segment" ? targets.length : null;
}
