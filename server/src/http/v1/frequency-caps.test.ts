import { expect, test } from "bun:test";
import { newId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { HOUR_MS } from "@fanfare/contract/limits";
import type { Problem } from "@fanfare/contract/problem";
import type { ProgressResponse } from "@fanfare/contract/schema/client/v1";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import type { TestResponse } from "../../../test/support/v1-browser.ts";
import { newRunId, type Published, startV1Server, type V1Server } from "../../../test/support/v1-server.ts";
import { toJson } from "../../store/columns.ts";
import { insertRow } from "../../store/statements/insert-row.ts";

const TABS = 20;

async function capped(server: V1Server, runs_max: number, tags: readonly string[]): Promise<readonly Published[]> {
  const { clock, store } = server;
  const at = clock.now();
  const row = {
    ...{ id: newId("cap", clock, systemRng), name: "Few", runs_max, window_hours: 24, revision: 1 },
    ...{ covers: toJson({ types: [], tags }), created_at: at, updated_at: at },
  };
  await store.write([{ query: insertRow(store.db, "cap_groups", row), expect: 1 }]);
  const published: Published[] = [];
  for (let index = 0; index < TABS; index++) published.push(await server.publish(`tour-${index}`, { tags: ["sales"] }));
  return published;
}

const start = (server: V1Server, token: string, content: Published, run_id = newRunId(server)) =>
  server.browser().call<ProgressResponse & Problem>("POST", "progress", {
    token,
    body: { action: "start", run_id, ...content, step_id: "hello", reason: "rule" },
  });

test.each([
  ["everything", []],
  ["a tag", ["sales"]],
])("never exceeds a cap group over %s when 20 tabs start at the same time", async (_, tags) => {
  await using server = await startV1Server(temporaryStore);
  const contents = await capped(server, 3, tags);
  const token = await server.token("u_42");
  await server.browser().boot(token);
  const answers: readonly TestResponse<ProgressResponse & Problem>[] = await Promise.all(
    contents.map((content) => start(server, token, content)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(["run_refused"]));
  expect(await server.count("runs")).toBe(3);
});

test("reduces the remaining views on every page for a day when a run starts", async () => {
  await using server = await startV1Server(temporaryStore);
  const [first, second] = await capped(server, 1, []);
  if (first === undefined || second === undefined) throw new Error("Nothing was published.");
  const token = await server.token("u_42");
  const left = async () =>
    (await server.browser().boot(await server.token("u_42"))).decisions.map(({ cap_left }) => cap_left);
  expect(new Set(await left())).toEqual(new Set([1]));
  const run_id = newRunId(server);
  expect((await start(server, token, first, run_id)).status).toBe(200);
  // A retry after a lost response doesn't count against its own cap.
  expect((await start(server, token, first, run_id)).status).toBe(200);
  expect(server.signals.filter(({ event }) => event === "person-changed").length).toBeGreaterThan(0);
  const boot = await server.browser().boot(token);
  // The open run continues. Everything else in the cap group is refused.
  expect(boot.decisions.map(({ content_id }) => content_id)).toEqual([first.content_id]);
  expect(new Set(boot.refused.map(({ gate }) => gate))).toEqual(new Set(["cap_group"]));
  expect((await start(server, token, second)).body.code).toBe("run_refused");
  server.clock.advance(25 * HOUR_MS);
  expect((await start(server, await server.token("u_42"), second)).status).toBe(200);
});
