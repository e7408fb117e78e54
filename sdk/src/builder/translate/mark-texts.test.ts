import { expect, test } from "bun:test";
import type { Body } from "@fanfare/contract/content/body";
import { collectTexts } from "@fanfare/contract/translation/texts";
import { JSDOM } from "jsdom";
import { markTexts, takeMarks } from "./mark-texts.ts";

const BODY: Body = {
  type: "hint",
  ...{ form: "popover", target: { strategies: [] }, placement: "auto", wait_ms: 0 },
  suppression: { offered: false, days: 0 },
  panel: {
    ...{ id: "p", title: "Same", button: { label: "Same", action: { kind: "stay" } } },
    blocks: [{ kind: "paragraph", spans: [{ text: "Press " }, { text: "Same", bold: true }] }],
  },
};

test("finds the node of each text, also of equal ones, and leaves no mark behind", () => {
  const { body, keys } = markTexts(BODY);
  const [title, line, label] = [...collectTexts(body).values()];
  const { document } = new JSDOM("").window;
  const strong = document.createElement("b");
  strong.append("", (line ?? "").replace(/<\/?b>/g, "").replace("Press ", ""));
  const button = document.createElement("button");
  button.append(label ?? "");
  button.setAttribute("aria-label", `${label}, more`);
  document.body.append(`${title}`, "Press ", strong, button);
  const found = takeMarks(document.body, keys);
  expect(Array.from(found, ([key, node]) => [key, node.data, node.parentElement?.localName])).toEqual([
    ["p.title", "Same", "body"],
    ["p.blocks.0", "Same", "b"],
    ["p.button", "Same", "button"],
  ]);
  expect(document.body.outerHTML).not.toMatch(/[\u2061-\u2064]/);
  expect(button.getAttribute("aria-label")).toBe("Same, more");
  expect(takeMarks(document.body, keys).size).toBe(0);
});
