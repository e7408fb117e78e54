import { expect, test } from "bun:test";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import { endMove, postProgress, startMove } from "../../../test/support/run-moves.ts";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { shown, suppress } from "../../../test/support/v1-browser.ts";
import { startV1Server, type V1Server } from "../../../test/support/v1-server.ts";

const bootAgain = async (server: V1Server, again: unknown) => {
  const token = await server.token("u_42");
  return server.browser().call<BootResponse>("POST", "boot", { body: { again }, token });
};

test("lets a page ignore the frequency of content by slug or ID, for itself only", async () => {
  await using server = await startV1Server(temporaryStore);
  const tour = await server.publish("welcome");
  const token = await server.token("u_42");
  const { run } = (await postProgress(server.browser(), startMove(server, tour), token)).body;
  await postProgress(server.browser(), endMove(run, "completed"), token);
  expect(shown((await bootAgain(server, [])).body)).toEqual([]);
  for (const name of ["welcome", tour.content_id]) {
    const { body } = await bootAgain(server, ["nothing", name]);
    const [decision] = body.decisions;
    expect([decision?.slug, decision?.edition.frequency, decision?.history.completed]).toEqual([
      "welcome",
      { mode: "always" },
      true,
    ]);
    expect(body.refused).toEqual([]);
  }
  expect((await bootAgain(server, [])).body.refused.map(({ gate }) => gate)).toEqual(["frequency"]);
});

test("doesn't let a page ignore suppressions or the audience", async () => {
  await using server = await startV1Server(temporaryStore);
  const urls = { include: [], exclude: [] };
  const audience = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } };
  await server.publish("welcome");
  await server.publish("for-pro", { targeting: { urls, audience } as never }); // Cast: validated on publish.
  await server.publish("for-nobody-known", { targeting: { urls, people: "anonymous" } });
  const token = await server.token("u_42");
  await suppress(server.browser(), { scope: "content", target: "welcome" }, token);
  const { body } = await bootAgain(server, ["welcome", "for-pro", "for-nobody-known"]);
  expect(shown(body)).toEqual([]);
  expect(body.refused.map(({ slug, gate }) => [slug, gate])).toEqual([["welcome", "suppressed"]]);
});

test("rejects too many names or invalid names", async () => {
  await using server = await startV1Server(temporaryStore);
  for (const wrong of [Array.from({ length: 11 }, String), [7], "welcome", ["x".repeat(121)]]) {
    expect((await bootAgain(server, wrong)).status).toBe(400);
  }
  expect((await bootAgain(server, Array.from({ length: 10 }, String))).status).toBe(200);
});
