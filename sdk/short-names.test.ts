import { expect, test } from "bun:test";
import { deriveShortNames, readSources, shortNames } from "./short-names.ts";

const names = ({ sdk, outer = "" }: { readonly sdk: string; readonly outer?: string }): readonly string[] => [
  ...deriveShortNames({
    sdk: [{ path: "sdk/src/sample.ts", code: sdk }],
    outer: [{ path: "contract/src/sample.ts", code: outer }],
    platform: new Set(["addEventListener"]),
  }).shortened.keys(),
];

test("shortens names that the SDK both reads and writes, the most frequent first", () => {
  const sdk = "const a = { inner: 1, listed: 2, once: 3 }; const { listed } = a; use(a.inner, a.listed, a.page);";
  expect(names({ sdk })).toEqual(["listed", "inner"]);
});

test("counts assignments and methods as writes, and computed access as nothing", () => {
  const sdk = "const a = { method() {} }; a.assigned = 1; a[computed] = { [computed]: 1 }; use(a.method, a.assigned);";
  expect(names({ sdk })).toEqual(["assigned", "method"]);
});

test("keeps names of the platform, the contract, and texts that may be keys", () => {
  const sdk = "const a = { addEventListener, wire, kind, inner }; use(a.addEventListener, a.wire, a.kind, a.inner);";
  expect(names({ sdk: `${sdk} use("kind")`, outer: "interface Wire { readonly wire: string }" })).toEqual(["inner"]);
  expect(names({ sdk, outer: 'const kinds = { wire: ["kind"] }' })).toEqual(["inner"]);
});

test("keeps the members of types whose objects leave the SDK", () => {
  const sdk = (type: string) => `interface ${type} { snoozed: boolean } const a = { snoozed: true }; use(a.snoozed);`;
  expect(names({ sdk: sdk("PlayerEvent") })).toEqual([]);
  expect(names({ sdk: sdk("PlayerState") })).toEqual(["snoozed"]);
});

test("shortens the left side of `in` together with the property, and ignores texts of other types", () => {
  const sdk = 'type A = Pick<B, "inner">; const a = { inner: 1 }; use("inner" in a && a.inner);';
  expect(names({ sdk })).toEqual(["inner"]);
});

test("shortens exports of modules that import() loads", () => {
  const lazy = { path: "sdk/src/lazy.ts", code: "export function openLazily() {} export const OTHER = 1;" };
  const code = 'import("./lazy.ts").then(({ openLazily }) => openLazily());';
  const outer = { path: "sdk/src/index.ts", code: "" };
  const derived = deriveShortNames({
    sdk: [lazy, { path: "sdk/src/a.ts", code }],
    outer: [outer],
    platform: new Set(),
  });
  expect([...derived.exports]).toEqual(["openLazily"]);
});

test("gives each name a shorter one that the code doesn't have", () => {
  const many = Array.from({ length: 40 }, (_, index) => `name_${index}`);
  const code = `const a = { ${many.join(", ")}, ee: 1 }; use(${many.map((name) => `a.${name}`).join(", ")}, a.ee, a.et);`;
  const sources = { sdk: [{ path: "sdk/src/sample.ts", code }], outer: [], platform: new Set(["en"]) };
  const shorter = [...deriveShortNames(sources).shortened.values()];
  expect([shorter.length, new Set(shorter).size]).toEqual([40, 40]);
  expect(shorter.filter((name) => name.length > 2 || ["ee", "et", "en"].includes(name))).toEqual([]);
});

test("shortens hundreds of names, but none that leaves the SDK's memory", () => {
  const { shortened } = shortNames();
  expect(shortened.size).toBeGreaterThan(200);
  // One name of each place: the rules above cover the others.
  const kept = ["init", "celebrate", "remind_later", "langOf", "config_version", "external_id", "snooze", "owner"];
  const more = [
    "pieces_wanted",
    "behind_ms",
    "page_url",
    "person_id",
    "getToken",
    "start_reason",
    "channel_data",
    "position",
  ];
  expect([...kept, ...more, "getComputedStyle"].filter((name) => shortened.has(name))).toEqual([]);
  // It reads all of the SDK, and takes a second on an idle machine.
}, 60_000);

test("lists the types of everything that is stored or posted", () => {
  // A new file here stores or posts objects: add their types to OUTER_TYPES in short-names.ts.
  const leaves = /JSON\.(?:stringify|parse)|postMessage\(|structuredClone|\.replaceState\(|store\.add\(/;
  const known = readSources("sdk/src", /\.ts$/).filter(({ code }) => leaves.test(code));
  expect(known.map(({ path }) => path.replace("sdk/src/", ""))).toEqual([
    // Lists without names of their own, and frames of the Pusher protocol.
    "builder/device/device-page.ts",
    "builder/device/device-view.ts",
    "builder/live/live-link.ts",
    "builder/session.ts",
    "builder/stored-place.ts",
    // Images, whose names are those of content.
    "builder/text/read-blocks.ts",
    "client/client.ts",
    "client/engine.ts",
    "confetti-worker.ts",
    "debug/debug.ts",
    "debug/suggestions.ts",
    "engage/decide/offline-cache.ts",
    "engage/decide/tab-sync.ts",
    "engage/messages/shown-messages.ts",
    "engage/outbox/browser-store.ts",
    "engage/outbox/outbox.ts",
    "engage/stage/guidance.ts",
    "engage/trackers/trackers.ts",
    "lib/json.ts",
    "push-worker.ts",
    "realtime/frame.ts",
    // Built without short names.
    "survey-page/page-client.ts",
    "survey-page/survey-page.ts",
    "ui/card/blocks.ts",
    "ui/confetti/confetti-in-worker.ts",
    "ui/hint/hint.ts",
    "ui/resource-center/resource-center.ts",
    "ui/survey/inline-survey.ts",
    "ui/survey/survey-state.ts",
    "ui/toast/placed-banner.ts",
    "ui/tour/tour-changes.ts",
    "ui/tour/tour-effects.ts",
  ]);
});
