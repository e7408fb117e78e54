import { expect, test } from "bun:test";
import { parsePaletteQuery, rankGroups, rankOf, withoutVerbs } from "./palette-query.ts";

test("narrows the palette to actions or people by a prefix", () => {
  expect(parsePaletteQuery("> theme")).toEqual({ kind: "actions", words: "theme" });
  expect(parsePaletteQuery(" @ada ")).toEqual({ kind: "people", words: "ada" });
  expect(parsePaletteQuery("ada@example.com")).toEqual({ kind: "everything", words: "ada@example.com" });
  expect(parsePaletteQuery(">")).toEqual({ kind: "actions", words: "" });
});

test("matches each word in label and hint, in any order and case", () => {
  expect(rankOf({ label: "Audit log", hint: "Settings" }, "set AUD")).toBeDefined();
  expect(rankOf({ label: "Audit log" }, "set aud")).toBeUndefined();
  expect(rankOf({ label: "Audit log" }, "")).toBeDefined();
});

test("finds an item by the start of its keywords, which match no longer words", () => {
  const members = { label: "Members", hint: "Settings", keywords: "invite, two-factor" };
  for (const typed of ["inv", "invite", "Two-Factor", "factor", "settings invite", "mem inv"]) {
    expect(rankOf(members, typed)).toBeDefined();
  }
  for (const typed of ["vite", "invited", "invite people"]) expect(rankOf(members, typed)).toBeUndefined();
});

test("finds keywords of two words that are typed as one, but not by the beginning of that", () => {
  const sign_out = { label: "Sign out", keywords: "log out, exit" };
  for (const typed of ["log", "logout", "log out", "log o"]) expect(rankOf(sign_out, typed)).toBeDefined();
  for (const typed of ["logo", "outexit"]) expect(rankOf(sign_out, typed)).toBeUndefined();
});

test("lists labels before keywords, and whole keywords before their beginnings", () => {
  const item = (label: string, keywords: string) => ({ id: label, label, keywords, icon: null, run: () => undefined });
  const pages = { value: "Pages", items: [item("Alerts", "broken targets"), item("Destinations", "Slack, Teams")] };
  const settings = { value: "Settings", items: [item("Members", "invite, team"), item("Team", "")] };
  const found = (words: string) => {
    const { names, others } = rankGroups([pages, settings], words);
    return [...names.flatMap(({ items }) => items), ...others].map(({ label }) => label);
  };
  expect(found("team")).toEqual(["Team", "Members", "Destinations"]);
  expect(found("")).toEqual(["Alerts", "Destinations", "Members", "Team"]);
  // A single letter begins a word.
  expect(found("a/b")).toEqual(["Alerts"]);
  expect(found("l")).toEqual([]);
});

test("searches the server for the name without the action's words", () => {
  expect(withoutVerbs("publish wel", ["Publish", "Unpublish"])).toBe("wel");
  expect(withoutVerbs("unpub wel come", ["Publish", "Unpublish"])).toBe("wel come");
  expect(withoutVerbs("wel come", ["Publish", "Unpublish"])).toBe("wel come");
});

test("keeps items that match by name apart from those of their group that match by keyword", () => {
  const item = (label: string, keywords = "") => ({ id: label, label, keywords, icon: null, run: () => undefined });
  const pages = { value: "Pages", items: [item("Frequency", "order, priority")] };
  const settings = { value: "Settings", items: [item("Limits", "orders"), item("Orders")] };
  const { names, others } = rankGroups([pages, settings], "ord");
  expect(names).toEqual([{ value: "Settings", items: [expect.objectContaining({ label: "Orders" })] }]);
  expect(others.map(({ label }) => label)).toEqual(["Frequency", "Limits"]);
});
