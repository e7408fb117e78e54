import { expect, test } from "bun:test";
import { DELIVERY_STATES } from "@fanfare/contract/realtime/live-update";
import { sampleRows } from "../../../../test/support/sample-rows.ts";
import type { Store } from "../../store.ts";
import { type DeliveryReport, recordDelivery } from "./live-update-deliveries.ts";

type Told = DeliveryReport["state"];

export function deliveryContract(open: () => Store): void {
  test("keeps the stronger of two delivery states, in any order", async () => {
    const { db, write } = open();
    const rows = sampleRows("evidence");
    const { app_id, id: live_update_id } = rows.live_updates;
    const states = DELIVERY_STATES.filter((state): state is Told => state !== "queued" && state !== "sent");
    const pairs = states.flatMap((first) => states.map((second) => [first, second] as const));
    const note = (device: string, state: Told, at: number) => {
      const query = recordDelivery(db, { app_id, live_update_id, person_id: rows.people.id, device, state, at });
      return { query };
    };
    await write([
      { query: db.insertInto("members").values(rows.members).compile() },
      { query: db.insertInto("apps").values(rows.apps).compile() },
      { query: db.insertInto("people").values(rows.people).compile() },
      { query: db.insertInto("live_updates").values(rows.live_updates).compile() },
      ...pairs.flatMap(([first, second]) => [
        note(`${first} ${second}`, first, 1),
        note(`${first} ${second}`, second, 2),
      ]),
    ]);
    const kept = await db
      .selectFrom("live_update_deliveries")
      .select(["device", "state"])
      .where("live_update_id", "=", live_update_id)
      .execute();
    const strength = (state: Told) => DELIVERY_STATES.indexOf(state);
    expect(new Map(kept.map(({ device, state }) => [device, state]))).toEqual(
      new Map(
        pairs.map(([first, second]) => [`${first} ${second}`, strength(second) > strength(first) ? second : first]),
      ),
    );
  });
}
