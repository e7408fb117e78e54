import { expect, test } from "bun:test";
import type { Api } from "./api.ts";
import { sampleDetail } from "./builder/testing.ts";
import { celebratingFirst } from "./first-publish.ts";

test("a member's first publication is celebrated once, however many went live at once, and another member's too", async () => {
  let [member, first, celebrated] = ["mem_1", true, 0];
  const publish: Api["publish"] = async () => ({ content: sampleDetail(), first });
  const api = celebratingFirst({ publish }, { member: () => member, celebrate: () => celebrated++ });
  const at = { id: "cnt_1", app_id: "1", revision: 1 };
  await Promise.all([api.publish(at), api.publish(at)]);
  expect(celebrated).toBe(1);
  first = false;
  await api.publish(at);
  expect(celebrated).toBe(1);
  member = "mem_2";
  await api.publish(at);
  first = true;
  expect((await api.publish(at)).first).toBe(true);
  expect(celebrated).toBe(2);
});
