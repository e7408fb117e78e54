import { expect, test } from "bun:test";
import { boot, decision } from "../../test/support/fixtures.ts";
import type { RequestPreferences } from "../engage/decide/decisions.ts";
import { showLinkedAgain } from "./linked-content.ts";

test("loads content again that a link asks for and only its frequency hides", async () => {
  const refused = (["frequency", "suppressed"] as const).map((gate) => ({
    content_id: `cnt_${gate}`,
    slug: gate,
    gate,
  }));
  const answer = boot({ refused, decisions: [decision("live")] });
  const requests: RequestPreferences[] = [];
  const visit = async (query: string) => {
    const preferences: RequestPreferences = {};
    const decisions = {
      current: () => answer,
      async load() {
        requests.push({ ...preferences });
        return { kind: "failed" as const };
      },
    };
    await showLinkedAgain({ decisions, preferences }, `https://shop.example/orders${query}`);
  };
  await visit("?fanfare=frequency&fanfare=suppressed#top");
  expect(requests).toEqual([{ again: ["frequency"] }]);
  for (const query of ["?fanfare=suppressed", "?fanfare=live", "?fanfare=unknown", "?other=frequency"])
    await visit(query);
  expect(requests).toHaveLength(1);
});
