import { expect, setDefaultTimeout, test } from "bun:test";
import type { Trigger } from "@fanfare/contract/content/content";
import type { CapGroup } from "@fanfare/contract/gates/cap-group";
import { evaluate } from "@fanfare/contract/gates/evaluate";
import type { Facts } from "@fanfare/contract/gates/gates";
import { conditionStatus } from "@fanfare/contract/gates/page-conditions";
import { combineGates, judgePage, type PageFacts } from "@fanfare/contract/gates/page-gates";
import { SUPPRESSION_SCOPES } from "@fanfare/contract/gates/suppression";
import type { ContentId, VersionId } from "@fanfare/contract/lib/ids";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { decide, serverFacts } from "@fanfare/server/engage/decide/decisions";
import { localizeForReader } from "@fanfare/server/engage/decide/localize-body";
import type { PersonFacts } from "@fanfare/server/engage/decide/person-facts";
import { type PublishedContent, publishedContent } from "@fanfare/server/engage/decide/published-content";
import { NO_GROUP_PROGRESS } from "@fanfare/server/engage/group-progress/group-progress";
import { presentDecision } from "@fanfare/server/http/v1/presenters";
import fc from "fast-check";
import { arbitraryPage, arbitraryPerson, arbitraryRule } from "../contract/test/support/arbitrary-rules.ts";
import { boot, decision } from "../sdk/test/support/fixtures.ts";
import { createGuideHarness } from "../sdk/test/support/guide-harness.ts";
import { appRecord } from "../server/test/support/v1-server.ts";

const NIGHTLY = process.env["NIGHTLY"] === "1";
const CASES = NIGHTLY ? 10_000 : 1_000;
const GUIDED = NIGHTLY ? 1_000 : 100;
setDefaultTimeout(NIGHTLY ? 10 * 60_000 : 60_000);

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const TAGS = ["sales", "onboarding"];
const CAPS: readonly CapGroup[] = [
  { name: "all", runs_max: 2, window_hours: 24, covers: { types: [], tags: [] } },
  { name: "sales", runs_max: 1, window_hours: 24, covers: { types: [], tags: ["sales"] } },
];
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });

const fields = fc.record({
  trigger: fc.constantFrom<Trigger>(
    { kind: "automatic" },
    { kind: "automatic" },
    { kind: "manual" },
    { kind: "link" },
    { kind: "event", event: "x" },
    { kind: "event", event: "x", count: { on: "every", n: 10 } },
    { kind: "completed", content: "c1" },
  ),
  frequency: fc.constantFrom(
    { mode: "until_completed" },
    { mode: "always", cooldown_hours: 1 },
    { mode: "once" },
    { mode: "every", every_days: 2 },
  ),
  targeting: fc.record({
    urls: fc.record({ include: fc.subarray(["/", "/orders/*"]), exclude: fc.constantFrom([], ["/never"]) }),
    audience: some(arbitraryRule),
    people: some(fc.constantFrom("identified", "anonymous")),
  }),
  schedule: some(fc.constantFrom({ starts_at: "2026-11-21T11:00" }, { ends_at: "2026-11-21T11:00" })),
  rollout: some(fc.record({ percent: fc.constant(50) })),
  priority: fc.integer({ min: -2, max: 2 }),
  tags: fc.subarray(TAGS),
});

const contents = fc.array(fields, { minLength: 1, maxLength: 4 }).map((all): readonly PublishedContent[] =>
  all
    .flatMap((each, index) => {
      const body = { type: "tour", steps: [{ kind: "centered", id: "s", title: "s", blocks: [] }] };
      const edition = editionSchema.safeParse({ body, ...each });
      const id = `cnt_${index}` as ContentId;
      const row = {
        content_id: id,
        slug: `c${index}`,
        name: id,
        created_at: 0,
        version_id: `ver_${index}` as VersionId,
        version_number: 1,
      };
      return edition.success ? [publishedContent(row, edition.data, CAPS)] : [];
    })
    .toSorted((a, b) => b.edition.priority - a.edition.priority),
);

const people: fc.Arbitrary<PersonFacts> = fc.record({
  suppressions: fc
    .array(
      fc.record({
        scope: fc.constantFrom(...SUPPRESSION_SCOPES),
        target: fc.constantFrom("cnt_0", "cnt_1", ...TAGS),
        reason: fc.constantFrom("do_not_show_again" as const, "snoozed" as const),
        expires_at: fc.constantFrom(NOW_MS - 1, NOW_MS + 1),
      }),
      { maxLength: 1 },
    )
    .map((rows) =>
      rows.map((row) => ({
        ...{ ...row, expires_at_ms: row.expires_at, created_at: 0 },
        // Fields that only appear in a person's list of suppressions.
        ...{ id: "sup_1" as never, app_id: "1" as never, person_id: "per_1" as never },
      })),
    ),
  runs: fc
    .array(fc.tuple(fc.constantFrom("cnt_0" as ContentId, "cnt_1" as ContentId), fc.boolean()), { maxLength: 2 })
    .map(
      (entries) =>
        new Map(
          entries.map(([id, completed]) => [
            id,
            { history: { completed, ended: true, last_ended_ms: NOW_MS - 7_200_000 }, open: null },
          ]),
        ),
    ),
  rules: arbitraryPerson,
  responses: fc.constant(new Map()),
  responded: fc.constant(new Set<string>()),
  group_progress: fc.constant(NO_GROUP_PROGRESS),
  identified: fc.boolean(),
  arms: fc.constant(new Map()),
  due: fc
    .subarray<ContentId>(["cnt_0" as ContentId, "cnt_1" as ContentId])
    .map((ids) => new Map(ids.map((id) => [id, "goal:1"]))),
  cap: fc.constantFrom(0, 0, 1, 2).map((runs) => ({ name, runs_max, window_hours }: CapGroup) => ({
    name,
    runs_max,
    window_hours,
    runs,
  })),
});

const pages = fc.record({
  sight: arbitraryPage,
  href: fc.constantFrom(
    "https://shop.example/",
    "https://shop.example/orders/7?fanfare=c1",
    "https://shop.example/never",
  ),
  events: fc.subarray(["x"]),
  paused: fc.boolean(),
});
type Page = typeof pages extends fc.Arbitrary<infer Value> ? Value : never;

const app = appRecord();

/** For each content item, whether the page would show it, as explained with all facts in one place. */
function explainedAsShown(list: readonly PublishedContent[], person: PersonFacts, page: Page): readonly string[] {
  const on_page: Partial<Facts> = {
    ...{ url: page.href, element: page.sight.element, events: page.events, requested: false, host_paused: page.paused },
    ...{ lane_free: true, outranked: false, consent: true, target: "found", sdk_blocked: false, page_outdated: false },
  };
  return list
    .filter(
      (content) => evaluate(content, { ...serverFacts(app, content, person, NOW_MS), ...on_page }).outcome === "show",
    )
    .map(({ content_id }) => content_id);
}

const NOBODY = { locales: [], attributes: {} };
const decisionsFor = (list: readonly PublishedContent[], person: PersonFacts) =>
  // Round trip through JSON: the page doesn't have what JSON drops.
  JSON.parse(
    JSON.stringify(
      decide(app, list, person, NOW_MS).eligible.map((eligible) => {
        const localized = localizeForReader(eligible.content.edition, NOBODY);
        return presentDecision({ eligible, localized, done: undefined, theme: undefined });
      }),
    ),
  ) as BootResponse["decisions"];

test(`shows what explain predicts in ${CASES} random cases`, () => {
  let shown = 0;
  let hidden = 0;
  fc.assert(
    fc.property(contents, people, pages, (list, person, page) => {
      const facts: PageFacts = {
        ...{ now_ms: NOW_MS, app_paused: false, url: page.href, element: page.sight.element, events: page.events },
        ...{
          requested: false,
          suppressions: person.suppressions,
          runs_begun: 0,
          lane_free: true,
          host_paused: page.paused,
        },
      };
      const there = decisionsFor(list, person)
        .filter(
          (decision) =>
            combineGates(
              judgePage(
                decision,
                { ...facts, history: decision.history, due: decision.due !== undefined },
                conditionStatus,
              ),
            ).outcome === "show",
        )
        .map(({ content_id }) => content_id);
      expect(there).toEqual([...explainedAsShown(list, person, page)]);
      shown += there.length;
      hidden += list.length - there.length;
    }),
    { numRuns: CASES },
  );
  // Cases in which nothing is shown would prove little.
  expect(shown).toBeGreaterThan(CASES / 50);
  expect(hidden).toBeGreaterThan(CASES / 2);
});

test("shows the content that explain puts first", async () => {
  await fc.assert(
    fc.asyncProperty(contents, people, pages, async (list, person, page) => {
      const decisions = decisionsFor(list, person);
      const guide = createGuideHarness(boot({ decisions }));
      guide.page.href = page.href;
      guide.page.element = page.sight.element;
      guide.state.suppressions = [...person.suppressions];
      guide.state.now_ms = NOW_MS;
      for (const event of page.events) guide.events.add(event);
      if (page.paused) guide.pauses.add("checkout");
      await guide.reevaluate();
      const started = guide.moves.flatMap((move) => (move.action === "start" ? [move.content_id] : []));
      expect(started).toEqual(explainedAsShown(list, person, page).slice(0, 1));
    }),
    { numRuns: GUIDED },
  );
});

test("starts one run of a capped group and waits for the server's count", async () => {
  const decisions = [decision("a", { cap_left: 1 }), decision("b", { cap_left: 1 })];
  const guide = createGuideHarness(boot({ decisions }));
  await guide.reevaluate();
  guide.last().tell({ kind: "ended", reason: "completed", suppress: false });
  await guide.reevaluate();
  const started = () => guide.moves.flatMap((move) => (move.action === "start" ? [move.content_id] : []));
  expect(started()).toEqual(["cnt_a"]);
  guide.state.answer = boot({ decisions: [decision("b", { cap_left: 1 })] });
  await guide.reevaluate();
  expect(started()).toEqual(["cnt_a", "cnt_b"]);
});
