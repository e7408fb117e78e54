import { expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { newId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import {
  identityToken,
  sampleTour,
  startTemporaryServer,
  type TemporaryServer,
} from "../../../../test/support/temporary-server.ts";

const CONTENTS = { contents: [{ slug: "welcome", name: "Welcome", edition: sampleTour("Hello") }] };

async function suppressed(server: TemporaryServer, external_id: string) {
  const headers = { Authorization: `Bearer ${await identityToken(external_id)}` };
  const body = { scope: "content", target: "welcome" };
  const page = server.browser();
  expect((await page.call("POST", "/v1/suppressions?app=shop", body, headers)).status).toBeLessThan(300);
  return async () => {
    const { json } = await page.call("POST", "/v1/boot?app=shop", {}, headers);
    return json.decisions.length;
  };
}

test("makes content new to one person, audited, and keeps their runs", async () => {
  await using server = await startTemporaryServer({ contents: CONTENTS });
  const headers = { Authorization: `Bearer ${await identityToken("ada")}` };
  const page = server.browser();
  const call = async (path: string, body: Readonly<Record<string, unknown>>) => {
    const { status, json } = await page.call("POST", `/v1/${path}?app=shop`, body, headers);
    expect([path, status]).toEqual([path, 200]);
    return json;
  };
  const [{ content_id, version_id }] = (await call("boot", {})).decisions;
  const run_id = newId("run", systemClock, systemRng);
  const start = { action: "start", run_id, content_id, version_id, step_id: "hello", reason: "rule" };
  const { run } = await call("progress", start);
  const owner = await server.ownerBrowser();
  const reset = (person: string, content: string) =>
    owner.call("POST", `/api/people/${person}/contents/${content}/reset?app_id=1001`);
  const completed = { action: "end", run_id, seq: run.seq, reason: "completed" };
  // An open run goes on.
  expect((await reset("ada", content_id)).status).toBe(204);
  await call("progress", completed);
  expect(await call("boot", {})).toMatchObject({ decisions: [], refused: [{ gate: "frequency" }] });

  expect((await reset("ada", content_id)).status).toBe(204);
  // Open pages, which may have been offline, compare the time with that of their own runs.
  const history = { completed: false, ended: false, reset_ms: expect.any(Number) };
  expect((await call("boot", {})).decisions).toMatchObject([{ content_id, history }]);
  const runs = await server.fanfare.store.db.selectFrom("runs").select(["state", "reset_at"]).execute();
  expect(runs).toEqual([{ state: "completed", reset_at: expect.any(Number) }]);
  const entries = await server.fanfare.store.db
    .selectFrom("audit_entries")
    .select("detail")
    .where("action", "=", "person.reset_content")
    .execute();
  expect(entries.map(({ detail }) => JSON.parse(detail))).toMatchObject([{ content_id }, { content_id }]);
  expect((await reset("nobody", content_id)).json.code).toBe("person_not_found");
  expect((await reset("ada", "cnt_x")).json.code).toBe("content_not_found");
});

test("lists what a person hid and lets a member undo that, audited", async () => {
  await using server = await startTemporaryServer({ contents: CONTENTS });
  const shown = await suppressed(server, "u/42 ä");
  expect(await shown()).toBe(0);
  const owner = await server.ownerBrowser();
  const path = `/api/people/${encodeURIComponent("u/42 ä")}/suppressions`;
  const { json } = await owner.call("GET", `${path}?app_id=1001`);
  expect(json.suppressions).toHaveLength(1);
  const [suppression] = json.suppressions;
  expect(suppression).toMatchObject({ scope: "content", reason: "do_not_show_again" });
  const days = (Date.parse(suppression.expires_at) - Date.parse(suppression.created_at)) / 86_400_000;
  expect(days).toBe(365);

  const undone = await owner.call("DELETE", `${path}/${suppression.id}?app_id=1001`);
  expect(undone).toMatchObject({ status: 200, json: { suppressions: [] } });
  expect(await shown()).toBe(1);
  const { json: me } = await owner.call("GET", "/api/me");
  const entry = await server.fanfare.store.db
    .selectFrom("audit_entries")
    .selectAll()
    .where("action", "=", "suppression.undo")
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ member_id: me.member.id, resource_id: suppression.id, app_id: "1001" });
});

test("lifts what a person hid with a reset of the content, but not what a member hid", async () => {
  await using server = await startTemporaryServer({ contents: CONTENTS });
  const shown = await suppressed(server, "ada");
  const shown_to_bob = await suppressed(server, "bob");
  const owner = await server.ownerBrowser();
  const [{ target, expires_at }] = (await owner.call("GET", "/api/people/ada/suppressions?app_id=1001")).json
    .suppressions;
  const reset = () => owner.call("POST", `/api/people/ada/contents/${target}/reset?app_id=1001`);
  expect((await reset()).status).toBe(204);
  expect([await shown(), await shown_to_bob()]).toEqual([1, 0]);

  const hidden = { scope: "content", target, reason: "admin", expires_at };
  expect((await owner.call("POST", "/api/people/ada/suppressions?app_id=1001", hidden)).status).toBe(200);
  expect((await reset()).status).toBe(204);
  expect(await shown()).toBe(0);
});

test("doesn't lift a suppression through another person or app", async () => {
  await using server = await startTemporaryServer({ contents: CONTENTS });
  const shown = await suppressed(server, "ada");
  await suppressed(server, "bob");
  const owner = await server.ownerBrowser();
  const [{ id }] = (await owner.call("GET", "/api/people/ada/suppressions?app_id=1001")).json.suppressions;
  const missing = { status: 404, json: { code: "suppression_not_found" } };
  expect(await owner.call("DELETE", `/api/people/bob/suppressions/${id}?app_id=1001`)).toMatchObject(missing);
  expect(await owner.call("DELETE", `/api/people/nobody/suppressions/${id}?app_id=1001`)).toMatchObject(missing);
  expect(await owner.call("DELETE", `/api/people/ada/suppressions/sup_1?app_id=1001`)).toMatchObject(missing);
  const own = server.fanfare.apps.byKey("fanfare-console")?.id;
  expect(await owner.call("DELETE", `/api/people/ada/suppressions/${id}?app_id=${own}`)).toMatchObject({
    status: 404,
    json: { code: "app_not_found" },
  });
  expect(await shown()).toBe(0);
});

test("lists nothing as hidden for an unknown person", async () => {
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  for (const name of ["unknown", "anon-x", encodeURIComponent("' or 1=1 --")]) {
    expect(await owner.call("GET", `/api/people/${name}/suppressions?app_id=1001`)).toMatchObject({
      status: 200,
      json: { suppressions: [] },
    });
  }
});

test("restores a lifted suppression until the same day and rejects invalid dates", async () => {
  await using server = await startTemporaryServer({ contents: CONTENTS });
  const shown = await suppressed(server, "ada");
  const owner = await server.ownerBrowser();
  const path = "/api/people/ada/suppressions";
  const [before] = (await owner.call("GET", `${path}?app_id=1001`)).json.suppressions;
  await owner.call("DELETE", `${path}/${before.id}?app_id=1001`);
  expect(await shown()).toBe(1);

  const { scope, target, reason, expires_at } = before;
  const again = await owner.call("POST", `${path}?app_id=1001`, { scope, target, reason, expires_at });
  expect([again.status, again.json.suppressions.length, again.json.suppressions[0].expires_at]).toEqual([
    200,
    1,
    expires_at,
  ]);
  expect(await shown()).toBe(0);

  for (const [change, pointer] of [
    [{ expires_at: "2020-01-01T00:00:00Z" }, "/expires_at"],
    [{ scope: "all" }, "/target"],
    [{ scope: "tag", target: "" }, "/target"],
  ] as const) {
    const refused = await owner.call("POST", `${path}?app_id=1001`, { scope, target, expires_at, ...change });
    expect([refused.status, refused.json.fields[0].pointer]).toEqual([400, pointer]);
  }
  const gone = await owner.call("POST", `${path}?app_id=1001`, { scope, target: "cnt_gone", expires_at });
  expect([gone.status, gone.json.code]).toEqual([404, "content_not_found"]);
});
