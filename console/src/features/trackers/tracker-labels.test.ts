import { expect, test } from "bun:test";
import { isSilent } from "./tracker-labels.tsx";

const published_at = "2026-11-20T10:00:00.000Z";

test("calls a live tracker silent only if its event hasn't arrived since it was published", () => {
  const is = (last_seen_at: string | null, status: "draft" | "live" | "paused" = "live") =>
    isSilent({ status, published_at, last_seen_at });
  expect([is(null), is("2026-11-20T09:59:59.000Z"), is("2026-11-20T10:00:00.000Z")]).toEqual([true, true, false]);
  expect([is(null, "paused"), isSilent({ status: "draft", published_at: null, last_seen_at: null })]).toEqual([
    false,
    false,
  ]);
});
