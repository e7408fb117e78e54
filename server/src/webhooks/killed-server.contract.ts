import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import { seededRng, systemRng } from "@fanfare/contract/lib/rng";
import { z } from "zod";
import { APP, openBrowser, startTemporaryServer } from "../../test/support/temporary-server.ts";
import { until } from "../../test/support/webhook-fixture.ts";

/** Generous for slow machines. */
setDefaultTimeout(240_000);

/** The nightly tests kill it more often. */
const KILLS = process.env["NIGHTLY"] === "1" ? 12 : 4;
const EVENTS_AT_ONCE = 5;
/** A kill comes after this many more events at most, so that it hits every part of the way to the receiver. */
const EVENTS_BETWEEN_KILLS = 40;

const directory = mkdtempSync(join(tmpdir(), "fanfare-killed-"));
const received: string[] = [];
const messageSchema = z.object({ data: z.object({ event: z.object({ id: z.string() }) }) });
const receiver = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const { data } = messageSchema.parse(await request.json());
    // The ID of the message is what a receiver counts by.
    expect(request.headers.get("webhook-id")).toBe(`evt_${data.event.id}`);
    received.push(data.event.id);
    return new Response(null, { status: 204 });
  },
});
afterAll(async () => {
  await receiver.stop(true);
  rmSync(directory, { recursive: true, force: true });
});

interface KilledServer {
  readonly data_dir: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The whole server in a process of its own, on the same data. */
async function startProcess(options: KilledServer) {
  const code = `
    import { startTemporaryServer } from ${JSON.stringify(join(import.meta.dir, "../../test/support/temporary-server.ts"))};
    const { origin } = await startTemporaryServer(${JSON.stringify(options)});
    process.stdout.write(origin + "\\n");`;
  const child = Bun.spawn([process.execPath, "-e", code], { stdout: "pipe", stderr: "inherit" });
  const { value } = await child.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
  return { child, origin: (value ?? "").trim() };
}

/**
 * What a server that is killed at any point owes to a receiver, whatever its database.
 *
 * @param environment Names the database.
 */
export function describeKilledServer(environment: () => Promise<KilledServer["environment"]>): void {
  test("loses no event that it acknowledged, wherever it's killed, and a receiver can count each once", async () => {
    const options = { data_dir: directory, environment: await environment() };
    await using first = await startTemporaryServer(options);
    const owner = await first.ownerBrowser();
    const hook = { kind: "engagement", url: `http://127.0.0.1:${receiver.port}/`, events: ["event.tracked"] };
    const filter = { event_names: ["Paid"] };
    expect((await owner.call("POST", `/api/webhooks?app_id=${APP.id}`, { ...hook, filter })).status).toBe(201);
    const token = { name: "Backend", scopes: ["event.write"], expires_in_days: 1 };
    const { token: bearer } = (await owner.call("POST", "/api/tokens", token)).json;
    await first.stop();

    const rng = seededRng(55);
    const acknowledged: string[] = [];
    for (let kills = 0; kills <= KILLS; kills++) {
      const { child, origin } = await startProcess(options);
      const backend = openBrowser(origin);
      const events = Math.floor(rng.next() * EVENTS_BETWEEN_KILLS) + EVENTS_AT_ONCE;
      for (let sent = 0; sent < events; sent += EVENTS_AT_ONCE) {
        const batch = Array.from({ length: EVENTS_AT_ONCE }, () => ({
          ...{ id: uuidv7(systemClock, systemRng), name: "Paid", at: new Date().toISOString() },
        }));
        const body = { app_id: APP.id, external_id: "u_1", events: batch };
        const { status } = await backend.call("POST", "/api/track", body, { Authorization: `Bearer ${bearer}` });
        expect(status).toBe(200);
        acknowledged.push(...batch.map(({ id }) => id));
      }
      if (kills === KILLS) await until(() => new Set(received).size === acknowledged.length);
      child.kill("SIGKILL");
      await child.exited;
    }
    expect(new Set(received)).toEqual(new Set(acknowledged));
    // Only what was under way when it was killed can arrive twice.
    expect(received.length - acknowledged.length).toBeLessThanOrEqual(KILLS);
  });
}
