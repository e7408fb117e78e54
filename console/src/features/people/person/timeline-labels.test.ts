import { expect, test } from "bun:test";
import { formatProps } from "./timeline-labels.ts";

test("shows up to 4 properties of an event, with lists joined and objects by name", () => {
  const content = { id: "cnt_1", name: "How is it going?" };
  expect(formatProps({ content, props: { content_id: "cnt_1", answer: ["Work", "Home"] } })).toBe("answer Work, Home");
  expect(formatProps({ content: null, props: { content_id: "cnt_1", order: { id: 1 }, rows: [{ id: 1 }] } })).toBe(
    "content_id cnt_1 · order · rows",
  );
  expect(formatProps({ content: null, props: { a: 1, b: true, c: "x", d: 4, e: 5 } })).toBe(
    "a 1 · b true · c x · d 4 …",
  );
});
