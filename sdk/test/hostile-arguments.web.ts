import { seededNumbers } from "@fanfare/contract/lib/seeded-numbers";
import { expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { moduleSnippet } from "./support/host-page.ts";
import { createTour, test, untilConnected } from "./support/host-test.ts";

const CONTENTS = createTour({ trigger: { kind: "manual" }, frequency: { mode: "always" } });
test.use({ serverOptions: { demo: false, contents: CONTENTS } });

const CALLS = process.env["NIGHTLY"] === undefined ? 1_500 : 20_000;
const SEED = Number(process.env["FANFARE_FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

/** Runs in the page. Values from which almost nothing can be read, and which convert to nothing. */
const makeHostile = `(next) => {
  const fail = () => { throw new Error("hostile"); };
  const failLater = async () => fail();
  // A rejection of a conversion is the page's own: no caller sees it.
  const conversions = new Set(["toString", "toJSON", Symbol.iterator]);
  const revoked = (target) => { const { proxy, revoke } = Proxy.revocable(target, {}); revoke(); return proxy; };
  const rejected = Promise.reject(new Error("rejected"));
  rejected.catch(() => {});
  const cyclic = { name: "cyclic" };
  cyclic.self = cyclic;
  const traps = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((name) => [name, fail]));
  const names = ["token", "getToken", "tag", "days", "reason", "name", "step", "once", "force", "anchor", "action", "tone",
    "label", "href", "onClick", "colors", "shapes", "intensity", "duration_ms", "origin", "sound", "message", "rng", "membership",
    "key", "host", "consent", "locale", "labels", "debug", "worker", "toString", "toJSON", "then", "length", Symbol.iterator];
  const pick = (list) => list[Math.floor(next() * list.length)];
  const leaves = [
    undefined, null, true, NaN, -1, 1e308, 10n, "", "welcome", "x".repeat(200_000), "\\ud800", Symbol("s"), Symbol.iterator,
    () => {}, fail, failLater, class {}, [], [[[]]], {}, cyclic, new Date(NaN), new Map(), /x/g, rejected,
    Object.create(null), { toString: fail }, { toJSON: fail }, { then: fail }, Object.assign(() => {}, { toString: fail }),
    revoked({}), revoked([]), revoked(() => {}), new Proxy({}, traps), new Proxy(() => {}, traps),
    document, window, document.createElement("div"), new ArrayBuffer(8), new Proxy([], traps),
  ];
  return () => {
    if (next() < 0.6) return pick(leaves);
    const object = {};
    for (let count = 0; count < 4; count++) {
      const name = pick(names);
      const leaf = pick(leaves);
      const value = leaf === failLater && conversions.has(name) ? fail : leaf;
      if (next() < 0.4) Object.defineProperty(object, name, { get: fail, enumerable: true, configurable: true });
      else Object.defineProperty(object, name, { value, enumerable: true, configurable: true });
    }
    return object;
  };
}`;

test("no call throws, rejects, or causes a later error, whatever it's given", async ({
  server,
  page,
  serve,
  page_errors,
}) => {
  test.slow();
  const site = await serve(moduleSnippet(server.url, APP.key, "window.init = init;"));
  await page.goto(site.url);
  await untilConnected(page);
  const broken = await page.evaluate(
    async ({ seed, calls, numbers, hostile }) => {
      // Both are this file's own text.
      const next: () => number = new Function(`return (${numbers})(${seed})`)();
      const any: () => unknown = new Function("next", `return (${hostile})(next)`)(next);
      const found: string[] = [];
      const client = window.fanfareClient;
      const note = (what: string, error: unknown): void => void found.push(`${what}: ${(error as Error)?.stack}`);
      const waiting: Promise<unknown>[] = [];
      const call = (what: string, target: object, name: string): unknown => {
        const args = Array.from({ length: Math.floor(next() * 4) }, any);
        try {
          const method: (...given: unknown[]) => unknown = Reflect.get(target, name);
          const result = method.apply(target, args);
          if (result instanceof Promise) waiting.push(result.catch((error) => note(`${what} rejected`, error)));
          return result;
        } catch (error) {
          note(`${what} threw`, error);
          return undefined;
        }
      };
      const methods = Object.keys(client).filter((name) => name !== "shutdown");
      // Any instance, also that of a key which can't be one.
      const window_init: { init?: (...given: unknown[]) => object } = window as never;
      for (let turn = 0; turn < calls; turn++) {
        const name = methods[Math.floor(next() * methods.length)] ?? "";
        const result = call(name, client, name);
        const handle = result instanceof Promise ? undefined : result;
        if (typeof handle === "function") call(`${name}()`, { handle }, "handle");
        else if (typeof handle === "object" && handle !== null) {
          for (const each of Object.keys(handle)) {
            if (typeof Reflect.get(handle, each) === "function") call(`${name}().${each}`, handle, each);
          }
        }
        if (turn % 40 === 0) {
          const other = call("init", window_init, "init");
          if (typeof other === "object" && other !== null && other !== client) {
            call("init().celebrate", other, "celebrate");
            call("init().shutdown", other, "shutdown");
          }
          await new Promise((resolve) => setTimeout(resolve));
        }
      }
      // Some calls wait for an answer, which ends with the instance.
      await Promise.race([Promise.all(waiting), new Promise((resolve) => setTimeout(resolve, 5_000))]);
      call("shutdown", client, "shutdown");
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return [...new Set(found)];
    },
    { seed: SEED, calls: CALLS, numbers: `${seededNumbers}`, hostile: makeHostile },
  );
  expect(broken, `seed ${SEED}`).toEqual([]);
  expect(page_errors, `seed ${SEED}`).toEqual([]);
});

test("refuses a person without an ID, and keeps the one before", async ({ server, page, serve }) => {
  const site = await serve(moduleSnippet(server.url, APP.key));
  await page.goto(site.url);
  await untilConnected(page);
  const statuses = await page.evaluate(async () => {
    const { fanfareClient: client } = window;
    await client.identify("u_1");
    const found: string[] = [];
    // What a page passes before its own person is loaded.
    for (const id of [undefined, null, {}, () => "u_2", ""]) found.push((await client.identify(id as string)).status);
    return [...found, (await client.update({ plan: "pro" })).status];
  });
  expect(statuses).toEqual(["refused", "refused", "refused", "refused", "refused", "identified"]);
});
