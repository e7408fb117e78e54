import { expect, test } from "bun:test";
import { describeEvents, eventNames } from "./events.ts";

test("lists each event of a delivery once, and none for an invalid body", () => {
  const body = JSON.stringify({
    time_ms: 1,
    events: [{ name: "a" }, { name: "b" }, { name: "a" }, { channel: "c" }, 7],
  });
  expect(eventNames(body)).toEqual(["a", "b"]);
  expect(eventNames('{"type":"goal.reached","data":{}}')).toEqual(["goal.reached"]);
  for (const odd of ["", "null", "[]", '{"events":{}}', "{"]) expect(eventNames(odd)).toEqual([]);
});

test("describes a webhook's events by name, or as all", () => {
  expect(describeEvents("all")).toBe("All events");
  expect(describeEvents(["cache_miss", "client_event"])).toBe("cache_miss, client_event");
});
