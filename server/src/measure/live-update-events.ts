import { isId } from "@fanfare/contract/ids";
import { LIVE_UPDATE_EVENTS, type LiveUpdateEventName } from "@fanfare/contract/live-update";
import type { AppRecord } from "../accounts/app-directory.ts";
import type { PeopleDeps, Person } from "../people/people.ts";
import { noteDelivery } from "../store/live-update-deliveries.ts";
import type { Statement } from "../store/store.ts";
import type { ReadEvent } from "./read-event.ts";

const DEVICE_CHARS_MAX = 64;

/** How far live updates came, by the word of the page: statements for the batch of these events. */
export function deliveryStatements(
  { store, clock }: PeopleDeps,
  app: AppRecord,
  person: Person,
  events: readonly ReadEvent[],
): readonly Statement[] {
  return events.flatMap(({ name, said }) => {
    if (!isLiveUpdateEvent(name)) return [];
    const { live_update_id, device } = said;
    if (typeof live_update_id !== "string" || !isId("lup", live_update_id)) return [];
    if (typeof device !== "string" || device.length > DEVICE_CHARS_MAX) return [];
    const note = { app_id: app.id, live_update_id, person_id: person.id, device, at: clock.now() };
    return [{ query: noteDelivery(store.db, { ...note, state: LIVE_UPDATE_EVENTS[name] }) }];
  });
}

export function isLiveUpdateEvent(name: string): name is LiveUpdateEventName {
  return Object.hasOwn(LIVE_UPDATE_EVENTS, name);
}
