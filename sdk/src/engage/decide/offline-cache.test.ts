import { describe, expect, spyOn, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { boot, decision, edition, memoryStorage } from "../../../test/support/fixtures.ts";
import { createIdentity } from "../../net/identity.ts";
import type { TaggedResponse } from "./cached-response.ts";
import { applyCache, createOfflineCache, eraseAll, readConfirmed } from "./offline-cache.ts";

const SLOT = "fanfare:key:kept";
const REFUSED = { kind: "refused", status: 404, code: "app_not_found", detail: "No such app." } as const;
const FAILED = { kind: "failed", retry_after_ms: 0 } as const;

/** A page whose storage was used by earlier pages. `answer`: the server's response. */
function openPage(storage: ReturnType<typeof memoryStorage>, clock = manualClock(1_000_000), answer?: TaggedResponse) {
  const page = { current: answer, behind_ms: 0, considered: 0, opened: 0, forgotten: 0 };
  const identity = createIdentity("key", storage, () => {});
  const settled: TaggedResponse[] = [];
  const deps = {
    ...{ clock, storage, identity, named: "fanfare:key", preferences: {} },
    emitter: {
      on: () => () => {},
      emit() {},
    },
    decisions: {
      current: () => page.current,
      now_ms: () => clock.now() + page.behind_ms,
      restoreCached(cachedBoot?: TaggedResponse, behind_ms = page.behind_ms) {
        page.current = cachedBoot;
        page.behind_ms = behind_ms;
      },
    },
    suppressions: {
      list: () => page.current?.suppressions ?? [],
      settle: (cachedBoot: TaggedResponse) => settled.push(cachedBoot),
    },
    guidance: {
      reevaluate: () => page.considered++,
      open: () => page.opened++,
      forget: () => page.forgotten++,
    },
    report: () => {},
  };
  const stage = {
    shown: () => new Map(),
    wasShown: () => false,
    facts: ({ history }: { readonly history: TaggedResponse["decisions"][number]["history"] }) => ({ history }),
  };
  return {
    page,
    identity,
    clock,
    storeAnonymous: (of = stage) => createOfflineCache(deps, of),
    fail: () => applyCache(deps, FAILED),
    deps,
    stage,
  };
}

const ANSWER = boot({ decisions: [decision("welcome")] });

function cachedBoot(change: Partial<TaggedResponse> = {}, external_id?: string) {
  const storage = memoryStorage();
  const person = { id: "per_1", external_id: external_id ?? null, verified: false };
  const earlier = openPage(storage, undefined, { ...ANSWER, person, ...change });
  if (external_id !== undefined) earlier.identity.setPerson({ external_id, attributes: {} });
  earlier.storeAnonymous();
  return storage;
}

describe("offline cache", () => {
  test("returns the response as the server sent it once confirmed, without later progress", () => {
    const storage = memoryStorage();
    const { identity, storeAnonymous, stage } = openPage(storage, undefined, { ...ANSWER, etag: '"tag1"' });
    identity.storeAnonymous(ANSWER.anonymous);
    storeAnonymous({ ...stage, facts: () => ({ history: { completed: true, ended: true } }) });
    const next = openPage(storage, manualClock(1_000_000 + 2 * DAY_MS));
    expect(next.identity.cachedResponse()).toStartWith('"tag1"');
    const confirmed = readConfirmed(next.deps, "Sun, 22 Nov 2026 12:00:00 GMT");
    expect(confirmed).toEqual({ ...ANSWER, etag: '"tag1"', server_time: "2026-11-22T12:00:00.000Z" });
    // What an outage shows isn't what the tag names.
    const offline = openPage(storage);
    offline.fail();
    expect([offline.page.current?.etag, offline.page.current?.decisions[0]?.history.completed]).toEqual([
      undefined,
      true,
    ]);
    next.identity.setPerson({ external_id: "u_42", attributes: {} });
    expect(readConfirmed(next.deps, null)).toBeUndefined();
    expect(next.identity.cachedResponse()).toBeUndefined();
  });

  test("stores the last response without tokens and is shown when requests fail", () => {
    const storage = cachedBoot();
    expect(storage.held.get(SLOT)).not.toContain("anonymous-token");
    const { page, fail } = openPage(storage);
    fail();
    expect(page.current?.decisions.map(({ slug }) => slug)).toEqual(["welcome"]);
    expect(page.considered).toBe(1);
    fail();
    expect(page.considered).toBe(1);
  });

  test("is cleared by a new response and by every change of consent", () => {
    for (const end of ["keep", "persist"] as const) {
      const storage = cachedBoot();
      const { identity } = openPage(storage);
      if (end === "keep") identity.storeAnonymous(null);
      else identity.persistAnonymous();
      expect([end, storage.held.has(SLOT)]).toEqual([end, false]);
    }
  });

  test("is never used for another person or another verification of the same one", () => {
    const identifiedPerson = { external_id: "u_42", attributes: {} };
    for (const [mine, theirs] of [
      [undefined, identifiedPerson],
      ["u_42", undefined],
      ["u_42", { ...identifiedPerson, external_id: "u_43" }],
      ["u_42", { ...identifiedPerson, token: "proof" }],
    ] as const) {
      const storage = cachedBoot({}, mine);
      const { page, identity, fail } = openPage(storage);
      identity.setPerson(theirs);
      fail();
      expect(page.current).toBeUndefined();
      expect(storage.held.has(SLOT)).toBe(false);
    }
    const { page, identity, fail } = openPage(cachedBoot({}, "u_42"));
    identity.setPerson(identifiedPerson);
    fail();
    expect(page.current).toBeDefined();
    // Discarded when the person changes while the server can't be reached.
    identity.setPerson(undefined);
    fail();
    expect(page.current).toBeUndefined();
  });

  test("expires after a day by the browser's clock or at the next scheduled change", () => {
    const at = (later_ms: number, change: Partial<TaggedResponse> = {}): boolean => {
      const { page, fail } = openPage(cachedBoot(change), manualClock(1_000_000 + later_ms));
      fail();
      return page.current !== undefined;
    };
    expect([at(DAY_MS - 1), at(DAY_MS), at(-1)]).toEqual([true, false, false]);
    const again_at = new Date(1_000_000 + 60_000).toISOString();
    expect([at(59_999, { again_at }), at(60_000, { again_at })]).toEqual([true, false]);
  });

  test("drops invalid entries and stores no response that is too long", () => {
    const good = JSON.parse(cachedBoot().held.get(SLOT) ?? "");
    for (const bad of [
      ...["", "{", "null", "[]", "7", '"text"', "{}"],
      JSON.stringify({ ...good, answer: null }),
      JSON.stringify({ ...good, at: "now" }),
      JSON.stringify({ ...good, answer: { ...good.answer, app: {} } }),
      JSON.stringify({ ...good, answer: { ...good.answer, decisions: [{}] } }),
      JSON.stringify({ ...good, answer: { ...good.answer, decisions: {} } }),
      JSON.stringify({ ...good, answer: { ...good.answer, suppressions: [{ scope: "all", expires_at: "never" }] } }),
    ]) {
      const storage = memoryStorage();
      storage.set(SLOT, bad);
      const { page, fail } = openPage(storage);
      fail();
      expect([bad, page.current, storage.held.has(SLOT)]).toEqual([bad, undefined, false]);
    }
    const long = decision("long", { name: "x".repeat(limits.answer_kept_chars_max) });
    expect(cachedBoot({ decisions: [long] }).held.has(SLOT)).toBe(false);
  });

  test("records runs, endings, and suppressions without renewing its age", () => {
    const storage = cachedBoot({ decisions: [decision("welcome", { cap_left: 2 }), decision("news", { due: "won" })] });
    const offline = openPage(storage, manualClock(1_500_000));
    offline.fail();
    const position = { run_id: "run_1", seq: 3, step_id: "two", version_id: "ver_welcome_1" };
    const over = { ended: true, completed: true, last_ended_ms: 1_400_000 };
    offline.storeAnonymous({
      shown: () => new Map([["cnt_welcome", { lane: "blocking", run: { position: () => position } }]]),
      wasShown: ({ content_id }: { readonly content_id: string }) => content_id === "cnt_news",
      facts: ({ content_id, history }: { readonly content_id: string; readonly history: typeof over }) => ({
        history: content_id === "cnt_news" ? over : history,
        runs_begun: 1,
      }),
      // Only the members that the cache reads.
    } as never);
    const next = openPage(storage, manualClock(1_600_000));
    next.fail();
    const [welcome, news] = next.page.current?.decisions ?? [];
    expect([welcome?.run, welcome?.cap_left]).toEqual([position, 1]);
    expect([news?.run, news?.history, news?.due]).toEqual([null, over, undefined]);
    expect(JSON.parse(storage.held.get(SLOT) ?? "").at).toBe(1_000_000);
  });

  test("is cleared when the server refuses", async () => {
    const storage = cachedBoot();
    const { page, deps } = openPage(storage);
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    applyCache(deps, REFUSED);
    while (warn.mock.calls.length === 0) await Bun.sleep(0);
    expect([page.current, storage.held.has(SLOT)]).toEqual([undefined, false]);
    expect(warn.mock.calls).toEqual([["Fanfare: No such app."]]);
    warn.mockRestore();
  });

  test("shows what the server marked before it responds, once until it confirms it", () => {
    const storage = cachedBoot({ early: 1, etag: '"tag1"' });
    const { page, deps, storeAnonymous } = openPage(storage);
    applyCache(deps);
    expect([page.current?.decisions.map(({ slug }) => slug), page.opened]).toEqual([["welcome"], 1]);
    // The next page still asks whether it's current, but mustn't show it: the person may have closed it here.
    const next = openPage(storage);
    expect(next.identity.cachedResponse()).toStartWith('"tag1"');
    applyCache(next.deps);
    expect([next.page.current, next.page.opened]).toEqual([undefined, 0]);
    // What the server hasn't confirmed isn't cached again as if it had.
    storeAnonymous();
    expect(readConfirmed(deps, null)?.etag).toBe('"tag1"');
  });

  test("shows nothing early after the response, or what the server didn't mark", () => {
    const answered = openPage(cachedBoot({ early: 1 }), undefined, ANSWER);
    applyCache(answered.deps);
    const unmarked = openPage(cachedBoot());
    applyCache(unmarked.deps);
    expect([answered.page.current, answered.page.opened, unmarked.page.opened]).toEqual([ANSWER, 0, 0]);
  });

  test("keeps what it showed early while the server can't be reached, with all else", () => {
    const storage = cachedBoot({ early: 1, decisions: [decision("welcome"), decision("news")] });
    const { page, deps, fail } = openPage(storage);
    applyCache(deps);
    fail();
    expect([page.current?.decisions.map(({ slug }) => slug), page.considered]).toEqual([["welcome", "news"], 1]);
    fail();
    expect(page.considered).toBe(1);
  });

  test("takes what it showed early off the screen if the server refuses, or for another person", async () => {
    const refused = openPage(cachedBoot({ early: 1 }));
    applyCache(refused.deps);
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    applyCache(refused.deps, REFUSED);
    expect([refused.page.current, refused.page.forgotten]).toEqual([undefined, 1]);
    while (warn.mock.calls.length === 0) await Bun.sleep(0);
    warn.mockRestore();
    const other = openPage(cachedBoot({ early: 1 }));
    applyCache(other.deps);
    other.identity.setPerson({ external_id: "u_42", attributes: {} });
    other.fail();
    expect(other.page.current).toBeUndefined();
  });

  test("keeps editions unchanged", () => {
    const { page, fail } = openPage(cachedBoot());
    fail();
    expect(page.current?.decisions[0]?.edition).toEqual(edition());
  });

  test("isn't stored after a reset in another tab, until this tab is ready again", () => {
    const storage = cachedBoot();
    const clock = manualClock(2_000_000);
    const listeners = new Map<string, () => void>();
    const tab = openPage(storage, clock, ANSWER);
    const emitter = { on: (name: string, listener: () => void) => void listeners.set(name, listener) };
    // Only the events that the cache listens to.
    createOfflineCache({ ...tab.deps, emitter } as never, tab.stage);
    expect(storage.held.has(SLOT)).toBe(true);
    // State left by `reset` in another tab.
    clock.advance(5_000);
    storage.set(SLOT);
    storage.set("fanfare:key:left", String(clock.now()));
    for (const name of ["changed", "suppressions", "tour_step_seen"]) {
      clock.advance(1_000);
      listeners.get(name)?.();
      expect([name, storage.held.has(SLOT)]).toEqual([name, false]);
    }
    listeners.get("ready")?.();
    listeners.get("changed")?.();
    expect(storage.held.has(SLOT)).toBe(true);
  });

  test("is erased with all SDK data, without touching the page's own data", () => {
    const names = ["fanfare:key:anonymous", SLOT, "fanfare:key:device", "fanfare:unseen:cnt_welcome", "cart"];
    const localStorage = Object.fromEntries(names.map((name) => [name, "kept"]));
    const deleted: string[] = [];
    const window = { localStorage, indexedDB: { deleteDatabase: (name: string) => deleted.push(name) } };
    const storage = { get: () => undefined, set: (name: string) => void delete localStorage[name] };
    // Only the members that eraseAll uses.
    eraseAll({ window, storage, named: "fanfare:key" } as never);
    expect([Object.keys(localStorage), deleted]).toEqual([["cart"], ["fanfare:key"]]);
    eraseAll({ window: {}, storage, named: "fanfare:key" } as never);
  });
});
