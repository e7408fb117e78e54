import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import type { Payload } from "../net/net.ts";
import { createResponse } from "./anonymous-response.ts";

test("all answers are sent at the end, again until they arrive, and the browser stores only that", async () => {
  const stored = new Map<string, string>();
  const localStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
  };
  const sent: (readonly [path: string, json: object | undefined])[] = [];
  const net = {
    async call(_: string, path: string, { json }: Payload) {
      sent.push([path, json]);
      const [failed, done] = [
        { kind: "failed", retry_after_ms: 0 },
        { kind: "ok", body: {}, etag: null },
      ] as const;
      return (sent.length === 1 ? failed : done) as never;
    },
  };
  const clock = manualClock(0);
  // Casts: the parts that it uses.
  const page = { window: { localStorage }, clock, rng: seededRng(1) } as unknown as Parameters<
    typeof createResponse
  >[0];
  const survey = {
    ...{ content_id: "cnt_1", slug: "pulse", version_number: 3, edition: { frequency: { mode: "once" } } },
  } as unknown as Decision;
  const response = createResponse(page, { net }, survey);
  expect(response.was_sent()).toBe(false);
  response.track({ kind: "answered", step_id: "nps", answer: 3 });
  response.track({ kind: "answered", step_id: "nps", answer: 9 });
  expect([sent.length, stored.size]).toEqual([0, 0]);
  response.track({ kind: "ended", reason: "completed", suppress: false });
  await Promise.resolve();
  clock.advance(limits.reconnect_cap_ms);
  await Promise.resolve();
  expect(sent).toHaveLength(2);
  const [path, json] = sent[0] ?? [];
  expect(sent[1]).toEqual(sent[0] as never);
  expect(path).toBe("/v1/surveys/pulse/responses");
  expect(json).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    version: 3,
    answers: [{ step_id: "nps", answer: 9 }],
  });
  expect([...stored]).toEqual([["fanfare:answered:cnt_1", "1"]]);
  expect(createResponse(page, { net }, survey).was_sent()).toBe(true);
});
