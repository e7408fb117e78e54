import { expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content/content";
import { newId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import { endMove, postProgress, startMove } from "../../../test/support/run-moves.ts";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { shown, suppress } from "../../../test/support/v1-browser.ts";
import { startV1Server, type V1Server } from "../../../test/support/v1-server.ts";
import { toJson } from "../../store/columns.ts";
import { insertRow } from "../../store/statements/insert-row.ts";

const urls = { include: [], exclude: [] };
const people = "anonymous" as const;

/** A checklist for everyone whose button starts the content with this slug. */
const checklistFor = (content: string): Partial<Edition> => ({
  body: {
    type: "checklist",
    title: "First steps",
    blocks: [],
    tasks: [
      {
        id: "look",
        title: "Look around",
        blocks: [],
        button: { label: "Start", action: { kind: "start", content } },
        done_when: { kind: "completed", content },
      },
    ],
    opens: "open",
    suppression: { offered: true, days: 365 },
  },
});

const bootAsking = async (server: V1Server, asked: readonly string[], token?: string) => {
  const body = { asked };
  const answer = await server
    .browser()
    .call<BootResponse>("POST", "boot", { body, token: token ?? (await server.token("u_42")) });
  return answer.body;
};
const requested = ({ decisions }: BootResponse) =>
  decisions.filter(({ on_request }) => on_request).map(({ slug }) => slug);

test("sends content that a button starts to people outside its audience once they ask", async () => {
  await using server = await startV1Server(temporaryStore);
  await server.publish("first-steps", checklistFor("welcome"));
  await server.publish("welcome", { targeting: { urls, people }, rollout: { percent: 0 } });
  expect(shown(await bootAsking(server, []))).toEqual(["first-steps"]);
  const body = await bootAsking(server, ["welcome"]);
  expect(requested(body)).toEqual(["welcome"]);
  const [asked] = body.decisions.filter(({ on_request }) => on_request);
  expect([asked?.edition.trigger, asked?.edition.frequency]).toEqual([{ kind: "manual" }, { mode: "always" }]);
});

test("sends content that a person finished, hid, or snoozed once they ask", async () => {
  await using server = await startV1Server(temporaryStore);
  await server.publish("first-steps", checklistFor("welcome"));
  const tour = await server.publish("welcome", { frequency: { mode: "until_completed" } });
  const token = await server.token("u_42");
  const { run } = (await postProgress(server.browser(), startMove(server, tour), token)).body;
  await postProgress(server.browser(), endMove(run, "completed"), token);
  await suppress(server.browser(), { scope: "content", target: "welcome" }, token);
  expect((await bootAsking(server, [])).refused.map(({ gate }) => gate)).toEqual(["frequency"]);
  const body = await bootAsking(server, ["welcome"]);
  expect([requested(body), body.refused]).toEqual([["welcome"], []]);
});

test("sends nothing that no button for this person starts or that isn't live now", async () => {
  await using server = await startV1Server(temporaryStore);
  await server.publish("secret", { targeting: { urls, people } });
  await server.publish("for-visitors", { ...checklistFor("secret"), targeting: { urls, people } });
  await server.publish("more-steps", checklistFor("ended"));
  await server.publish("ended", { schedule: { ends_at: "1969-01-01T00:00", zone: "utc" } });
  expect(requested(await bootAsking(server, ["secret", "ended", "nothing"]))).toEqual([]);
});

test("follows a chain of buttons", async () => {
  await using server = await startV1Server(temporaryStore);
  await server.publish("first-steps", checklistFor("more-steps"));
  await server.publish("more-steps", { ...checklistFor("secret"), targeting: { urls, people } });
  await server.publish("secret", { targeting: { urls, people } });
  expect(requested(await bootAsking(server, ["secret"]))).toEqual([]);
  expect(requested(await bootAsking(server, ["secret", "more-steps"])).toSorted()).toEqual(["more-steps", "secret"]);
});

test("resumes a run that the person asked for on the next page, whatever caps there are", async () => {
  await using server = await startV1Server(temporaryStore);
  const { clock, store } = server;
  const at = { created_at: clock.now(), updated_at: clock.now() };
  const covers = toJson({ types: ["tour"], tags: [] });
  const cap = { id: newId("cap", clock, systemRng), name: "One", runs_max: 1, window_hours: 24, covers, revision: 1 };
  await store.write([{ query: insertRow(store.db, "cap_groups", { ...cap, ...at }), expect: 1 }]);
  await server.publish("first-steps", checklistFor("welcome"));
  const other = await server.publish("other");
  const tour = await server.publish("welcome", { targeting: { urls, people } });
  const token = await server.token("u_42");
  expect((await postProgress(server.browser(), startMove(server, other), token)).status).toBe(200);
  expect((await postProgress(server.browser(), startMove(server, tour), token)).body.code).toBe("run_refused");
  const started = await postProgress(server.browser(), startMove(server, tour, { reason: "button" }), token);
  expect(started.status).toBe(200);
  const later = await bootAsking(server, [], token);
  expect(requested(later)).toEqual(["welcome"]);
  expect(later.decisions.find(({ slug }) => slug === "welcome")?.run?.run_id).toBe(started.body.run.run_id);
});
