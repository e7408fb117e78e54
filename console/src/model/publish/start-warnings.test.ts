import { expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content/content";
import { draftWith, sampleEdition } from "../../../test/support/sample-drafts.ts";
import { createApi } from "../../lib/api/api.ts";
import { createQueryClient } from "../../lib/queries/queries.ts";
import { startWarnings } from "./start-warnings.ts";

const checklist: Edition["body"] = {
  type: "checklist",
  title: "First steps",
  blocks: [],
  tasks: [
    {
      id: "look",
      title: "Look around",
      blocks: [],
      button: { label: "Start", action: { kind: "start", content: "tour" } },
      done_when: { kind: "completed", content: "tour" },
    },
  ],
  opens: "open",
  suppression: { offered: true, days: 365 },
};

/** Warnings if the started tour has this status and edition. Without a status, it doesn't exist. */
async function warningsFor(status: string | undefined, edition: Edition = sampleEdition()) {
  const tour = { id: "cnt_tour", slug: "tour", name: "Discover", status };
  const api = createApi(async (url) => {
    if (url.startsWith("/api/contents/cnt_tour")) return Response.json({ ...tour, draft: edition });
    const listed = status !== undefined && url.includes("status=archived") === (status === "archived");
    return Response.json({ items: listed ? [tour] : [], next: null, total: 0 });
  });
  const warnings = await startWarnings({ api, client: createQueryClient() }, "1", draftWith(checklist));
  expect(warnings.every(({ step }) => step === "look")).toBe(true);
  return warnings.map(({ message }) => message);
}

test("warns about a button that starts content which people can't get", async () => {
  const part = "Task 1 “Look around”";
  expect(await warningsFor(undefined)).toEqual([`${part} starts “tour”, which doesn’t exist.`]);
  expect(await warningsFor("archived")).toEqual([`${part} starts “Discover”, which is archived.`]);
  expect(await warningsFor("draft")).toEqual([`${part} starts “Discover”, which isn’t published in this app.`]);
  expect(await warningsFor("paused")).toEqual([`${part} starts “Discover”, which is paused in this app.`]);
  expect(await warningsFor("scheduled")).toEqual([`${part} starts “Discover”, whose schedule hasn’t started.`]);
});

test("warns about pages and a holdout, which apply to buttons too, but not about the audience", async () => {
  const edition = sampleEdition();
  const part = "Task 1 “Look around”";
  expect(await warningsFor("live")).toEqual([]);
  const audience = { kind: "segment", segment_id: "seg_1", op: "in" } as never; // Cast: not read here.
  expect(await warningsFor("live", { ...edition, targeting: { ...edition.targeting, audience } })).toEqual([]);
  const urls = { include: ["/orders", "/items"], exclude: [] };
  expect(await warningsFor("changed", { ...edition, targeting: { urls } })).toEqual([
    `${part} starts “Discover”, which is only shown on /orders, /items.`,
  ]);
  expect(await warningsFor("live", { ...edition, rollout: { holdout_percent: 10 } })).toEqual([
    `${part} starts “Discover”, which 10% of people never see.`,
  ]);
});
