import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  afterEvidence,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryEvidence,
  type DeliveryState,
  isSettled,
} from "./live-update.ts";

const QUEUED: Delivery = { state: "queued" };
const evidence: fc.Arbitrary<DeliveryEvidence> = fc.record({
  // "queued" is where it begins, and no evidence.
  state: fc.constantFrom(...DELIVERY_STATES.filter((state): state is DeliveryEvidence["state"] => state !== "queued")),
  at: fc.integer({ min: 0, max: 1_000 }),
});
const history = fc.array(evidence, { maxLength: 12 });
const after = (pieces: readonly DeliveryEvidence[], from = QUEUED): Delivery => pieces.reduce(afterEvidence, from);
const strength = (state: DeliveryState): number => DELIVERY_STATES.indexOf(state);

describe("a delivery", () => {
  test("comes to the same end in whatever order its evidence arrives", () => {
    fc.assert(
      fc.property(history, fc.infiniteStream(fc.nat()), (pieces, keys) => {
        const shuffled = pieces
          .map((piece) => ({ piece, key: keys.next().value ?? 0 }))
          .sort((one, other) => one.key - other.key)
          .map(({ piece }) => piece);
        expect(after(shuffled)).toEqual(after(pieces));
      }),
    );
  });

  test("does not change when told the same again", () => {
    fc.assert(
      fc.property(history, (pieces) => {
        expect(after([...pieces, ...pieces])).toEqual(after(pieces));
      }),
    );
  });

  test("never goes back to a weaker state", () => {
    fc.assert(
      fc.property(history, evidence, (pieces, piece) => {
        const before = after(pieces);
        expect(strength(afterEvidence(before, piece).state)).toBeGreaterThanOrEqual(strength(before.state));
      }),
    );
  });

  test("ends in the strongest thing that was ever told of it, at the first moment of that", () => {
    fc.assert(
      fc.property(history, (pieces) => {
        const strongest = pieces.reduce<DeliveryState>(
          (best, { state }) => (strength(state) > strength(best) ? state : best),
          "queued",
        );
        const result = after(pieces);
        expect(result.state).toBe(strongest);
        const moments = pieces.filter(({ state }) => state === strongest).map(({ at }) => at);
        if (moments.length > 0) expect(Object.values(result)).toContain(Math.min(...moments));
      }),
    );
  });

  test("believes the page that it was seen, although the server had given it up", () => {
    const expired = after([
      { state: "sent", at: 1 },
      { state: "expired", at: 9 },
    ]);
    expect(afterEvidence(expired, { state: "seen", at: 5 })).toEqual({ state: "seen", seen_at: 5 });
    expect(afterEvidence(expired, { state: "delivered", at: 5 })).toEqual(expired);
  });

  test("that must be acknowledged is not settled by being seen; every other end settles it", () => {
    const settled = (require_ack: boolean) => DELIVERY_STATES.filter((state) => isSettled(state, require_ack));
    expect(settled(false)).toEqual(["expired", "collapsed", "seen", "dismissed", "acted"]);
    expect(settled(true)).toEqual(["expired", "collapsed", "dismissed", "acted"]);
  });
});
