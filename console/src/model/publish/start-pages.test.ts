import { expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content/content";
import { sampleEdition } from "../../../test/support/sample-drafts.ts";
import { startsOnEveryPage } from "./start-pages.ts";

const every = (change: Partial<Edition>): boolean => startsOnEveryPage({ ...sampleEdition(), ...change }, "/orders");

test("counts page patterns, conditions on the URL, and triggers by code as chosen start pages", () => {
  const urls = { include: [], exclude: [] };
  expect(every({})).toBeTrue();
  expect(every({ trigger: { kind: "event", event: "opened" } })).toBeTrue();
  expect(every({ targeting: { urls, audience: { kind: "device", devices: ["phone"] } } })).toBeTrue();
  expect(every({ trigger: { kind: "manual" } })).toBeFalse();
  expect(every({ trigger: { kind: "link" } })).toBeFalse();
  expect(every({ targeting: { urls: { ...urls, include: ["/a"] } } })).toBeFalse();
  expect(every({ targeting: { urls: { ...urls, exclude: ["/b"] } } })).toBeFalse();
  const audience = { kind: "not", rule: { kind: "and", rules: [{ kind: "url", pattern: "/a" }] } } as const;
  expect(every({ targeting: { urls, audience } })).toBeFalse();
});
