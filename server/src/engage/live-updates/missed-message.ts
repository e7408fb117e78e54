import { outsideQuietHours } from "@fanfare/contract/realtime/delivery-timing";
import { groupNamesOf } from "../../store/statements/people/groups.ts";
import type { PersonRow } from "../../store/statements/people/people.ts";
import type { LiveUpdateRow } from "../../store/statements/realtime/live-updates.ts";
import type { Store } from "../../store/store.ts";
import { EVERYONE_TARGET, groupTarget, nameTarget, personTarget } from "./delivery-targets.ts";
import { timingOf } from "./present-message.ts";

/** The end of the person's quiet hours if the time is within them, and otherwise the time itself. */
export function afterQuietHours(row: LiveUpdateRow, time_zone: string | null, at_ms: number): number {
  const timing = timingOf(row);
  return timing === null ? at_ms : outsideQuietHours(timing, time_zone ?? undefined, at_ms);
}

/** By the groups that the server knows. Those of an identity token are known on a page only. */
export async function targetsOfPerson(
  { db }: Pick<Store, "db">,
  { id, external_id, anonymous_id }: Pick<PersonRow, "id" | "external_id" | "anonymous_id">,
): Promise<readonly string[]> {
  const groups = await groupNamesOf(db, id);
  return [EVERYONE_TARGET, nameTarget(external_id ?? anonymous_id ?? ""), personTarget(id), ...groups.map(groupTarget)];
}
