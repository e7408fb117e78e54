import { expect, test } from "bun:test";
import { eventLabel, formatProps } from "./timeline-labels.ts";

test("shows up to 4 properties of an event, with lists joined and objects by name", () => {
  const content = { id: "cnt_1", name: "How is it going?" };
  const own = { name: "order_shipped", part: null };
  expect(formatProps({ ...own, content, props: { content_id: "cnt_1", answer: ["Work", "Home"] } })).toBe(
    "answer Work, Home",
  );
  const props = { content_id: "cnt_1", order: { id: 1 }, rows: [{ id: 1 }] };
  expect(formatProps({ ...own, content: null, props })).toBe("content_id cnt_1 · order · rows");
  expect(formatProps({ ...own, content: null, props: { a: 1, b: true, c: "x", d: 4, e: 5 } })).toBe(
    "a 1 · b true · c x · d 4 …",
  );
});

test("describes the SDK's events with the part's number and title", () => {
  const props = { content_id: "cnt_1", version: 1, step_id: "month", step_index: 1, reason: "escape" };
  const seen = { name: "tour_step_seen", part: { id: "month", number: 2, title: "Your month" }, props };
  expect(eventLabel(seen)).toBe("Saw step 2, Your month");
  expect(formatProps({ ...seen, content: { id: "cnt_1", name: "Welcome" } })).toBe("reason escape");
  expect(eventLabel({ ...seen, part: { id: "month", number: 2, title: "" } })).toBe("Saw step 2");
  expect(eventLabel({ ...seen, name: "order_shipped" })).toBeUndefined();
});
