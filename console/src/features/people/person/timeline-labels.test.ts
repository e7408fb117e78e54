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
  expect(formatProps({ ...seen, content: { id: "cnt_1", name: "Welcome" } })).toBe("closed with Escape");
  expect(eventLabel({ ...seen, part: { id: "month", number: 2, title: "" } })).toBe("Saw step 2");
  expect(eventLabel({ ...seen, part: null, props: {} })).toBe("Saw a step");
  expect(eventLabel({ ...seen, name: "order_shipped" })).toBeUndefined();
});

test("describes why a step was hard to use, and keeps values of the customer's own events", () => {
  const part = { id: "month", number: 2, title: "Your month" };
  const content = { id: "cnt_1", name: "Welcome" };
  const obstructed = { name: "step_obstructed", part, content, props: { step_id: "month", how: "made_inert" } };
  expect(eventLabel(obstructed)).toBe("Hard to use on the page: step 2, Your month");
  expect(formatProps(obstructed)).toBe("the page keeps making the card inert");
  const late = { name: "step_prepare_failed", part, content, props: { action: "open-menu", why: "late" } };
  expect(formatProps(late)).toBe("action open-menu · the page action timed out");
  const own = { name: "ticket_closed", part: null, content: null, props: { reason: "escape", why: "late" } };
  expect(formatProps(own)).toBe("reason escape · why late");
});

test("describes an answer without the property's name, and properties that are about the view in words", () => {
  const content = { id: "cnt_1", name: "Welcome" };
  const answered = { name: "survey_answered", part: { id: "uses", number: 2, title: "Uses" }, content };
  expect(formatProps({ ...answered, props: { step_id: "uses", answer: ["orders", "stock"] } })).toBe("orders, stock");
  const closed = { name: "tour_dismissed", part: null, content, props: { unseen: true, reason: "escape" } };
  expect(formatProps(closed)).toBe("not counted as a view · closed with Escape");
  const missing = { name: "step_target_missing", part: null, content, props: { tried: [{ kind: "text" }] } };
  expect(formatProps(missing)).toBe("locators that were tried");
});

test("describes how a view of content went in words, with its page last", () => {
  const content = { id: "cnt_1", name: "Welcome" };
  const about = { locale: "en", page_url: "https://shop.example/orders?page=2" };
  const props = { ...about, variant: "b", start_reason: "rule" };
  const started = { name: "tour_started", part: null, content };
  expect(formatProps({ ...started, props })).toBe("Variant B · Started automatically · /orders");
  const entered = { name: "experiment_exposed", part: null, content, props: { variant: "holdout" } };
  expect(formatProps(entered)).toBe("Holdout");
  const hidden = { name: "tour_suppressed", part: null, content, props: { days: 365, page_url: "?" } };
  expect(formatProps(hidden)).toBe("for 365 days · ?");
  const searched = { name: "resource_center_searched", part: null, content, props: { results: 1, query: "refund" } };
  expect(formatProps(searched)).toBe("“refund” · 1 result");
  // The customer's own events keep their properties.
  const own = { name: "order_shipped", part: null, content: null, props: { ...props, days: 3 } };
  expect(formatProps(own)).toBe(
    "locale en · page_url https://shop.example/orders?page=2 · variant b · start_reason rule …",
  );
});

test("describes an answer in the survey’s words", () => {
  const content = { id: "cnt_1", name: "Survey" };
  const props = { page_url: "https://shop.example/", answer: { rows: { r1: "c3" } } };
  const answered = { name: "survey_answered", part: { id: "q7", number: 7, title: "Parts" }, content, props };
  expect(formatProps({ ...answered, answer: ["Speed: Good", "Price: Bad"] })).toBe("Speed: Good, Price: Bad · /");
  // The version is gone.
  expect(formatProps({ ...answered, answer: null })).toBe("answer · /");
});

test("shows the text of the message that an event is about, without IDs", () => {
  const props = { live_update_id: "lup_1", device: "f00525" };
  const seen = { name: "live_update_seen", part: null, content: null, props };
  expect(formatProps({ ...seen, message: "We are closed on Friday" })).toBe("We are closed on Friday");
  // The message was deleted.
  expect(formatProps({ ...seen, message: null })).toBe("live_update_id lup_1 · device f00525");
});

test("doesn't call content closed that failed or lost its target", () => {
  const ended = (reason: string) => ({ name: "tour_dismissed", part: null, props: { reason } });
  expect(["target_missing", "error", "escape"].map((reason) => eventLabel(ended(reason)))).toEqual([
    ...["Ended early", "Ended early", "Closed the tour"],
  ]);
});
