import { expect, test } from "bun:test";
import { describeEvents, eventLabel, eventNames } from "./events.ts";
import { ALL_EVENTS } from "./webhook-form.ts";

test("lists each event of a delivery once, and none for an invalid body", () => {
  const body = JSON.stringify({
    time_ms: 1,
    events: [{ name: "a" }, { name: "b" }, { name: "a" }, { channel: "c" }, 7],
  });
  expect(eventNames(body)).toEqual(["a", "b"]);
  expect(eventNames('{"type":"goal.reached","data":{}}')).toEqual(["goal.reached"]);
  for (const odd of ["", "null", "[]", '{"events":{}}', "{"]) expect(eventNames(odd)).toEqual([]);
});

test("describes events in words, and a newer server's event by its name", () => {
  expect(eventLabel("fanfare.tour_completed")).toBe("Finished the tour");
  expect(eventLabel("fanfare.tour_step_seen")).toBe("Saw a step");
  expect(eventLabel("content.published")).toBe("Content published");
  expect(eventLabel("toString")).toBe("toString");
  for (const name of ALL_EVENTS) expect(eventLabel(name)).not.toBe(name);
});

test("describes a webhook's events in words, or as all", () => {
  expect(describeEvents("all")).toBe("All events");
  expect(describeEvents(["cache_miss", "client_event"])).toBe("Cache miss, Client event");
});
