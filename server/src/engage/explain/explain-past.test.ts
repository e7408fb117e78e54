import { expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content/content";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, HOUR_MS } from "@fanfare/contract/limits";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { startV1Server, type V1Server } from "../../../test/support/v1-server.ts";
import { createRetention } from "../../analytics/retention.ts";
import { silentLog } from "../../lib/log.ts";
import { createPublished } from "../decide/published-cache.ts";
import { explainForMember } from "./explain-for-member.ts";

const FOR_PRO: Edition["targeting"] = {
  urls: { include: [], exclude: [] },
  audience: { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } },
};

/** Polls until the log has this many entries of watched people. Logging is asynchronous. */
async function logged(server: V1Server, entries: number, since_ms: number): Promise<void> {
  const { db } = server.store;
  const count = () =>
    db
      .selectFrom("decision_log")
      .innerJoin("people", "people.id", "decision_log.person_id")
      .where("people.watched_until", "is not", null)
      .where("decision_log.at", ">=", since_ms)
      .select("decision_log.id")
      .execute();
  while ((await count()).length !== entries) await Bun.sleep(1);
}

test("explains the past from the log for 30 days, always for watched people", async () => {
  await using server = await startV1Server(temporaryStore);
  await server.publish("then", { targeting: FOR_PRO });
  const token = await server.token("watched");
  await server.browser().identify("watched", token, { plan: "free" });
  const watch = { watched_until: server.clock.now() + 100 * DAY_MS };
  const { db } = server.store;
  const query = db.updateTable("people").set(watch).where("external_id", "=", "watched").compile();
  await server.store.write([{ query, expect: 1 }]);
  // Earlier decisions were logged only if the person is in the sample.
  server.clock.advance(HOUR_MS);
  const then = server.clock.now();
  await server.browser().boot(token);
  await logged(server, 1, then);
  server.clock.advance(HOUR_MS);
  await server.browser().identify("watched", await server.token("watched"), { plan: "pro" });
  await logged(server, 2, then);
  server.clock.advance(HOUR_MS);

  const deps = {
    ...{ clock: server.clock, rng: systemRng, store: server.store },
    published: createPublished({ store: server.store, log: silentLog }),
  };
  const app = server.records[0] ?? server.shop;
  const explainAt = (at_ms: number) =>
    explainForMember(deps, app, { person: "watched", content_id: "then", at: new Date(at_ms).toISOString() });
  const before = await explainAt(then + HOUR_MS / 2);
  expect(before).toMatchObject({ source: "log", items: [{ outcome: "hide", gate: "audience" }] });
  expect(before.items[0]?.gates[0]?.evidence).toContain('plan is "free"');
  expect((await explainAt(server.clock.now() - 1)).items[0]?.outcome).toBe("unknown");
  await expect(explainAt(then - DAY_MS)).rejects.toMatchObject({ code: "decision_not_logged" });

  server.clock.advance(31 * DAY_MS);
  await server.browser().boot(await server.token("watched"));
  await logged(server, 3, then);
  const { clock, store } = server;
  await createRetention({ clock, store, log: silentLog, apps: { all: () => [app] } }).sweep();
  await logged(server, 1, then);
  await expect(explainAt(then + HOUR_MS / 2)).rejects.toMatchObject({ code: "decision_not_logged" });
});
