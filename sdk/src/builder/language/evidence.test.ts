import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EVIDENCE_TEXTS, evidence } from "@fanfare/contract/wording/evidence";
import { compilePo } from "../../../../console/locales/po.ts";
import { evidenceWriter } from "./evidence.ts";

const po = readFileSync(join(import.meta.dirname, "../locales/evidence/ar.po"), "utf8");
const messages = compilePo(po);
const write = evidenceWriter("ar", messages);

test("writes the evidence of gates in the member's language, with its plurals and choices", () => {
  expect(write([evidence("audience_everyone")])).toBe("للجميع.");
  const reached = (per: "day" | "week") => write([evidence("quota_reached", { responses: 3, responses_max: 3, per })]);
  expect(reached("day")).not.toBe(reached("week"));
  expect(reached("day")).toContain("3");
  // No English word is left in any sentence.
  const left = Object.entries(EVIDENCE_TEXTS).filter(([code]) => {
    const shown = write([{ code, values: {} }]).replaceAll(/\{\w+\}|UTC|URL|SDK|API/g, "");
    return /[a-z]{4}/i.test(shown.replaceAll(/\u2068[^\u2069]*\u2069/g, ""));
  });
  expect(left).toEqual([]);
});

test("keeps English for sentences without a translation", () => {
  expect(evidenceWriter("ar", {})([evidence("audience_everyone")])).toBe("For everyone.");
});

test("shows typographic apostrophes in English, and values as they are", () => {
  const write = evidenceWriter("en", {});
  expect(write([evidence("task_out", { name: "It's on", conditions: [] })])).toContain("“It's on” isn’t for");
  for (const code of Object.keys(EVIDENCE_TEXTS)) expect(write([{ code, values: {} }])).not.toMatch(/\w'\w/);
});
