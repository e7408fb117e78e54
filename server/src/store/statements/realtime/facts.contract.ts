import { expect, test } from "bun:test";
import type { EventId } from "@fanfare/contract/lib/ids";
import { sampleRows } from "../../../../test/support/sample-rows.ts";
import type { Store } from "../../store.ts";
import {
  deleteFacts,
  nextFacts,
  RECORDED_FACT,
  recordAlertFact,
  recordAuditFacts,
  recordEventFacts,
  recordGoalFacts,
  recordPersonFact,
  replayFacts,
} from "./facts.ts";

const BATCH = "019aa5a0-0000-7000-8000-0000000000ff";

export function factsContract(open: () => Store): void {
  test("records facts of every source, in order, only while an engagement webhook is on", async () => {
    const { db, write } = open();
    const rows = sampleRows("facts");
    const { app_id, id: webhook_id } = rows.webhooks;
    const person_id = rows.people.id;
    const received_at = 1_000;
    const event = { ...rows.events, batch: BATCH, received_at };
    const milestone = { ...rows.milestones, event_id: event.id, reached_at: received_at };
    const entry = { ...rows.audit_entries, app_id: null, action: "content.publish", at: received_at };
    // Of the server, so for the receivers of all apps.
    const opened = { ...rows.alerts, app_id: null, content_id: null, opened_at: received_at };
    const alert = { ...opened, resolved_at: null, resolution: null };
    await write(
      [
        db.insertInto("members").values(rows.members),
        db.insertInto("apps").values(rows.apps),
        db.insertInto("people").values(rows.people),
        db.insertInto("goals").values(rows.goals),
        db.insertInto("events").values(event),
        db.insertInto("milestones").values(milestone),
        db.insertInto("audit_entries").values(entry),
        db.insertInto("alerts").values(alert),
        db.insertInto("webhooks").values({ ...rows.webhooks, kind: "engagement", enabled: 0 }),
      ].map((query) => ({ query: query.compile(), expect: 1 })),
    );
    const call = { app_id, person_id, received_at, batch: BATCH };
    const record = async (): Promise<number> => {
      const written = await write(
        [
          recordEventFacts(db, call, [event.name]),
          recordGoalFacts(db, call, [milestone.goal_id], received_at),
          recordPersonFact(db, "fact-person", app_id, person_id),
          recordAuditFacts(db, [entry.id], [entry.action]),
          recordAlertFact(db, "fact-alert", { alert_id: alert.id, app_id: null, state: "opened" }),
        ].map((query) => ({ query })),
      );
      if (written.outcome !== "committed") throw new Error("Nothing here is expected to affect rows.");
      return written.results.flatMap(({ rows: recorded }) => recorded.filter((row) => RECORDED_FACT in row)).length;
    };
    expect(await record()).toBe(0);
    const on = db.updateTable("webhooks").set({ enabled: 1 }).where("id", "=", webhook_id);
    await write([{ query: on.compile() }]);
    expect(await record()).toBe(5);
    const facts = await nextFacts(db, 10);
    const of_batch = facts.filter(({ id }) => id.startsWith(BATCH));
    expect(of_batch.map(({ source, ref }) => [source, ref])).toEqual([
      ["event", event.id],
      ["goal", `${milestone.goal_id} ${person_id}`],
    ]);
    expect(facts.map(({ source }) => source).toSorted()).toEqual(["alert", "audit", "event", "goal", "person"]);
    const ids = facts.map(({ id }) => id);
    expect(await write([{ query: deleteFacts(db, ids), expect: 5 }])).toMatchObject({ outcome: "committed" });

    const range = { app_id, webhook_id, since: 0, until: received_at + 1, prefix: "again", limit: 10 };
    const [events, goals, audit, openings, resolutions] = replayFacts(db, range, [entry.action]);
    const replays = [events, goals, audit, openings].flatMap((query) => (query ? [{ query, expect: 1 }] : []));
    await write([...replays, ...(resolutions ? [{ query: resolutions, expect: 0 }] : [])]);
    await write(
      replayFacts(db, { ...range, until: received_at }, [entry.action]).map((query) => ({ query, expect: 0 })),
    );
    const again = await nextFacts(db, 10);
    expect(again.map((fact) => [fact.source, fact.webhook_id]).toSorted()).toEqual([
      ["alert", webhook_id],
      ["audit", webhook_id],
      ["event", webhook_id],
      ["goal", webhook_id],
    ]);
  });

  test("records tracked events that a receiver names, whatever characters they have, and no others", async () => {
    const { db, write } = open();
    const rows = sampleRows("named");
    const { app_id } = rows.webhooks;
    const call = {
      app_id,
      person_id: rows.people.id,
      received_at: 2_000,
      batch: "019aa5a0-0000-7000-8000-0000000000aa",
    };
    const wanted = ["Paid", "50% off_now", 'Say "hi"', "back\\slash", "Größe 🎉", "tab\there"];
    const names = [...wanted, "Other", "tour_completed"];
    const events = names.map((name, index) => ({
      ...rows.events,
      ...{ id: `evt-named-${index}` as EventId, name, batch: call.batch, received_at: call.received_at },
    }));
    const filter = JSON.stringify({ event_names: wanted });
    await write(
      [
        db.insertInto("members").values(rows.members),
        db.insertInto("apps").values(rows.apps),
        db.insertInto("people").values(rows.people),
        ...events.map((event) => db.insertInto("events").values(event)),
        db.insertInto("webhooks").values({ ...rows.webhooks, kind: "engagement", enabled: 1, filter }),
      ].map((query) => ({ query: query.compile(), expect: 1 })),
    );
    const recorded = async (given: readonly string[]): Promise<readonly string[]> => {
      await write([{ query: recordEventFacts(db, call, given) }]);
      const facts = (await nextFacts(db, 100)).filter(({ id }) => id.startsWith(call.batch));
      await write([
        {
          query: deleteFacts(
            db,
            facts.map(({ id }) => id),
          ),
        },
      ]);
      return facts.map(({ ref }) => names[events.findIndex(({ id }) => id === ref)] ?? "").toSorted();
    };
    // Events of the SDK have no names in filters.
    const plain = ["50% off_now", "Größe 🎉", "Paid", "tour_completed"];
    expect(await recorded(plain)).toEqual(plain.toSorted());
    // Names that JSON stores in another way aren't compared here, so that none is lost.
    expect(await recorded(names)).toEqual(names.toSorted());
  });
}
