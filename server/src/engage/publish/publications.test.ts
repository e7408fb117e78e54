import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { OWNER, QUICK_PASSWORDS, sampleTour } from "../../../test/support/temporary-server.ts";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import type { AppDirectory } from "../../accounts/apps/app-directory.ts";
import { createApp } from "../../accounts/apps/create-app.ts";
import { openAppDirectory } from "../../accounts/apps/open-app-directory.ts";
import { createMember } from "../../accounts/members/members.ts";
import { silentLog } from "../../lib/log.ts";
import { createVault } from "../../lib/vault.ts";
import { versionOfRevision } from "../../store/statements/content/versions.ts";
import { createContent, editContent, getContent } from "../content/content.ts";
import { publishContent, publishStatements } from "./publications.ts";

/** An app, an item of content, and a member, with an app directory that can be made to fail. */
async function engaged() {
  const temporary = await temporaryStore();
  const { store } = temporary;
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const base = { clock, rng: systemRng, store, vault: createVault([new Uint8Array(32)]) };
  const { id: app_id } = await createApp(base, { name: "Shop" });
  const stored = await openAppDirectory(base);
  const faults = { left: 0 };
  const apps: AppDirectory = {
    ...stored,
    refresh: (id) => (faults.left-- > 0 ? Promise.reject(new Error("planted fault")) : stored.refresh(id)),
  };
  const signals: unknown[] = [];
  const signaled = Promise.withResolvers<void>();
  const publish = (...signal: unknown[]): void => {
    signals.push(signal);
    signaled.resolve();
  };
  const deps = { ...base, apps, publish, log: silentLog };
  const member = await createMember({ ...base, passwords: QUICK_PASSWORDS }, { ...OWNER, name: "Ada", role: "owner" });
  const content_id = await createContent(
    deps,
    { slug: "welcome", name: "Welcome", draft: sampleTour("Hello") },
    member.id,
  );
  return {
    ...{ deps, clock, faults, signals, app_id, content_id, member_id: member.id, signaled: signaled.promise },
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
}

test("signals pages only after the app they'll request was reloaded", async () => {
  await using h = await engaged();
  h.faults.left = 2;
  await publishContent(h.deps, { id: h.content_id, revision: 1, app_id: h.app_id }, h.member_id);
  expect(h.signals).toEqual([]);
  expect(h.deps.apps.byId(h.app_id)?.config_version).toBe(1);

  h.clock.advance(limits.app_refresh_retry_ms);
  while (h.faults.left > 0 || h.clock.pending() === 0) await new Promise(setImmediate);
  expect(h.signals).toEqual([]);

  h.clock.advance(limits.app_refresh_retry_ms);
  await h.signaled;
  expect(h.signals).toEqual([[h.app_id, "fanfare", "content-changed", { config_version: 2, spread_ms: 1_500 }]]);
  expect(h.deps.apps.byId(h.app_id)?.config_version).toBe(2);
  expect(h.clock.pending()).toBe(0);
});

test("signals pages immediately about a new slug of live content, but not of a draft", async () => {
  await using h = await engaged();
  const at = (revision: number) => ({ id: h.content_id, revision, app_id: h.app_id, assertMayWrite: () => {} });
  await editContent(h.deps, at(1), { slug: "hello" }, h.member_id);
  expect(h.signals).toEqual([]);

  await publishContent(h.deps, at(2), h.member_id);
  h.signals.length = 0;
  await editContent(h.deps, at(2), { slug: "good-day" }, h.member_id);
  expect(h.signals).toEqual([[h.app_id, "fanfare", "content-changed", { config_version: 3, spread_ms: 1_500 }]]);
  expect(h.deps.apps.byId(h.app_id)?.config_version).toBe(3);

  await editContent(h.deps, at(3), { draft: sampleTour("Not live yet") }, h.member_id);
  expect(h.signals.length).toBe(1);
});

test("changes nothing when a publish is based on an outdated read", async () => {
  await using h = await engaged();
  const seen = await getContent(h.deps, h.content_id, h.app_id);
  await publishContent(h.deps, { id: h.content_id, revision: 1, app_id: h.app_id }, h.member_id);
  const reused = await versionOfRevision(h.deps.store.db, seen.id, seen.revision);
  const { statements } = publishStatements(h.deps, seen, h.app_id, h.member_id, reused);
  expect((await h.deps.store.write(statements)).outcome).toBe("unmet");
  await h.deps.apps.refresh(h.app_id);
  expect(h.deps.apps.byId(h.app_id)?.config_version).toBe(2);
});
