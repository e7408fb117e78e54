import { expect, test } from "bun:test";
import { sampleDetail } from "../../../test/support/sample-drafts.ts";
import type { Call } from "./api.ts";
import { withFirstPublishCelebration } from "./first-publish.ts";

test("celebrates the first publication of each member once", async () => {
  let [member, first, celebrated] = ["mem_1", true, 0];
  // Every route returns a publish response.
  const call = (async () => ({ content: sampleDetail(), first })) as unknown as Call;
  const api = withFirstPublishCelebration({ call }, { member: () => member, celebrate: () => celebrated++ });
  const publish = () =>
    api.call("POST /api/contents/:id/publish", { params: { id: "cnt_1" }, query: { app_id: "1" }, revision: 1 });
  await Promise.all([publish(), publish()]);
  expect(celebrated).toBe(1);
  first = false;
  await publish();
  expect(celebrated).toBe(1);
  member = "mem_2";
  await publish();
  first = true;
  expect((await publish()).first).toBe(true);
  expect(celebrated).toBe(2);
});
