import { expect, test } from "bun:test";
import { networkProblem } from "../../lib/api/api-problem.ts";
import { groupByReason, runBatch } from "./run-batch.ts";

test("continues after a refused item and limits concurrency", async () => {
  let under_way = 0;
  let most = 0;
  const tried: number[] = [];
  const work = async (item: number): Promise<void> => {
    most = Math.max(most, ++under_way);
    await Promise.resolve();
    under_way--;
    if (item === 3) throw networkProblem(new Error("offline"));
  };
  const { done, refused } = await runBatch([1, 2, 3, 4, 5, 6, 7, 8, 9], work, (count) => tried.push(count));
  expect(done.toSorted()).toEqual([1, 2, 4, 5, 6, 7, 8, 9]);
  expect(refused.map(({ item, problem }) => [item, problem.code])).toEqual([[3, "network"]]);
  expect(most).toBe(4);
  expect(tried).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("rethrows internal errors instead of reporting a refusal", async () => {
  await expect(runBatch([1], () => Promise.reject(new TypeError("x")))).rejects.toThrow(TypeError);
});

test("groups items refused for the same reason", () => {
  const offline = networkProblem(new Error("offline"));
  const groups = groupByReason([1, 2, 3].map((item) => ({ item, problem: offline })));
  expect(groups.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  expect(groupByReason([])).toEqual([]);
});
