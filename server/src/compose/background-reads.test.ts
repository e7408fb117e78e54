import { expect, test } from "bun:test";
import { APP, startTemporaryServer } from "../../test/support/temporary-server.ts";
import { watchWorkers } from "../../test/support/watched-workers.ts";

/** The console's expensive reads. */
const SLOW_READS: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ["GET", `/api/people?app_id=${APP.id}&q=a`],
  ["GET", `/api/people?app_id=${APP.id}&sort=-last_seen_at`],
  ["POST", "/api/segments/preview", { app_id: APP.id, rule: { kind: "segment", segment_id: "seg_none" } }],
  ["GET", `/api/overview?app_id=${APP.id}`],
  ["GET", `/api/exports?app_id=${APP.id}&table=people&format=csv`],
  ["GET", "/api/audit"],
];

test("pages and health checks are answered while lists, reports, and exports wait for the disk", async () => {
  using readers = watchWorkers("reader.ts");
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  for (const [method, path, body] of SLOW_READS) {
    readers.hold();
    const response = owner.call(method, path, body);
    const first = await Promise.race([readers.holding(), response]);
    const health = await fetch(`${server.origin}/healthz`);
    const boot = await fetch(`${server.origin}/v1/boot?app=${APP.key}`, {
      ...{ method: "POST", body: "{}" },
      headers: { "Content-Type": "application/json" },
    });
    // Before expectations: a server stops only after its last request.
    readers.release();
    const { status } = await response;
    expect({ path, waited: first === undefined, health: health.status, boot: boot.status, status }).toEqual({
      ...{ path, waited: true, health: 200, boot: 200, status: 200 },
    });
  }
});
