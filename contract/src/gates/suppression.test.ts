import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { DAY_MS, limits } from "../limits.ts";
import { activeSuppression, SUPPRESSION_SCOPES, type SuppressionFact, suppressionExpiry } from "./suppression.ts";

const tour = { content_id: "cnt_welcome", tags: ["onboarding", "sales"] };
const hide = (fields: Partial<SuppressionFact> = {}): SuppressionFact => ({
  scope: "content",
  target: "cnt_welcome",
  reason: "do_not_show_again",
  expires_at_ms: 1_000,
  ...fields,
});

const facts = fc.record({
  scope: fc.constantFrom(...SUPPRESSION_SCOPES),
  target: fc.constantFrom("cnt_welcome", "cnt_other", "onboarding", "billing", ""),
  reason: fc.constantFrom("do_not_show_again" as const, "snoozed" as const, "admin" as const),
  expires_at_ms: fc.integer({ min: 0, max: 100 }),
});

describe("suppression", () => {
  test("ends exactly 365 days later by default", () => {
    expect(suppressionExpiry(0)).toBe(365 * 24 * 60 * 60 * 1_000);
    expect(new Date(suppressionExpiry(Date.UTC(2026, 0, 1))).toISOString()).toBe("2027-01-01T00:00:00.000Z");
  });

  test("ends at a whole millisecond and never earlier than requested", () => {
    fc.assert(
      fc.property(
        fc.double({ min: Number.MIN_VALUE, max: limits.suppression_days_max, noNaN: true }),
        fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }),
        (days, now_ms) => {
          const expires_at_ms = suppressionExpiry(now_ms, days);
          expect(Number.isSafeInteger(expires_at_ms)).toBe(true);
          expect(expires_at_ms).toBeGreaterThan(now_ms);
          expect(expires_at_ms - now_ms - days * DAY_MS).toBeLessThanOrEqual(1);
          expect(expires_at_ms - now_ms).toBeGreaterThanOrEqual(days * DAY_MS);
        },
      ),
    );
  });

  test("hides content before its end and not from that millisecond on", () => {
    expect(activeSuppression([hide()], tour, 999)).toEqual(hide());
    expect(activeSuppression([hide()], tour, 1_000)).toBeUndefined();
    expect(activeSuppression([hide()], tour, 1_001)).toBeUndefined();
  });

  test("hides on day 364 and shows on day 366", () => {
    const made_ms = Date.UTC(2027, 1, 3, 12, 34, 56, 789);
    const suppressions = [hide({ expires_at_ms: suppressionExpiry(made_ms) })];
    expect(activeSuppression(suppressions, tour, made_ms + 364 * DAY_MS)).toBeDefined();
    expect(activeSuppression(suppressions, tour, made_ms + 366 * DAY_MS)).toBeUndefined();
  });

  test("covers only its content, the content of its tag, or everything", () => {
    expect(activeSuppression([hide({ target: "cnt_other" })], tour, 0)).toBeUndefined();
    expect(activeSuppression([hide({ scope: "tag", target: "sales" })], tour, 0)).toBeDefined();
    expect(activeSuppression([hide({ scope: "tag", target: "cnt_welcome" })], tour, 0)).toBeUndefined();
    expect(activeSuppression([hide({ scope: "content", target: "sales" })], tour, 0)).toBeUndefined();
    expect(activeSuppression([hide({ scope: "all", target: "" })], tour, 0)).toBeDefined();
  });

  test("uses the one that ends last when several apply, in any order", () => {
    fc.assert(
      fc.property(fc.array(facts, { maxLength: 12 }), fc.integer({ min: 0, max: 101 }), (suppressions, now_ms) => {
        const covers = (each: SuppressionFact): boolean =>
          each.scope === "all" ||
          (each.scope === "content" && each.target === tour.content_id) ||
          (each.scope === "tag" && tour.tags.includes(each.target));
        const live = suppressions.filter((each) => covers(each) && each.expires_at_ms > now_ms);
        const last = live.length === 0 ? undefined : Math.max(...live.map((each) => each.expires_at_ms));
        expect(activeSuppression(suppressions, tour, now_ms)?.expires_at_ms).toBe(last);
        expect(activeSuppression(suppressions.toReversed(), tour, now_ms)?.expires_at_ms).toBe(last);
      }),
    );
  });
});
