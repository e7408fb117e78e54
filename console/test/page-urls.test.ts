import { expect, test } from "bun:test";
import { createConsoleRouter } from "../src/router.tsx";
import { type Ids, PARTS, pathOf, routesOf } from "./support/page-urls.ts";

const IDS: Ids = {
  ...{ content: "cnt_1", survey: "cnt_2", person: "u_7", group: "acme", segment: "seg_1" },
  ...{ theme: "thm_1", tracker: "trk_1", invite: "?token=i", reset: "?token=r" },
};
const listed = PARTS.flatMap((part) => Object.keys(routesOf(IDS)[part]));

test("lists every route of the console and no removed route", () => {
  // Safe cast: without navigation, the router doesn't use its context.
  const { routesByPath } = createConsoleRouter({} as never, "/console");
  expect(listed.toSorted()).toEqual(Object.keys(routesByPath).toSorted());
});

test("maps every URL to its own page", () => {
  expect(listed.map((route) => pathOf(route, IDS)).filter((path) => path.includes("$"))).toEqual([]);
});
