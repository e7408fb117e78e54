import { expect, test } from "bun:test";
import { navGroupsFor } from "./nav-items.tsx";

test("leaves out pages that a role can't open, and the headings of groups without any", () => {
  const shown = navGroupsFor(["content.read", "content.write"]);
  expect(shown.map(({ heading }) => heading)).toEqual(["Engage", undefined]);
  const pages = shown.flatMap(({ items }) => items.map(({ to }) => to));
  expect(pages).toContain("/$app/content");
  expect(pages).not.toContain("/$app");
  expect(navGroupsFor(["analytics.read"])[0]?.items.map(({ to }) => to)).toEqual(["/$app", "/$app/alerts"]);
});
