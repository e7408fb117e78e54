import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { addInBatches, parseIds } from "./list-edit.ts";

test("reads IDs from plain lines, the ID column of a file, or the first column", () => {
  expect(parseIds("u_1\r\n\n u_2 \n")).toEqual([
    { line: 1, id: "u_1" },
    { line: 3, id: "u_2" },
  ]);
  expect(parseIds('name;user_id\n"Lovelace; Ada";ada\nBob;')).toEqual([{ line: 2, id: "ada" }]);
  expect(parseIds("u_1,Ada\nu_2,Bob").map(({ id }) => id)).toEqual(["u_1", "u_2"]);
  expect(() => parseIds('u_1\n"u_2')).toThrow("Line 2 has an unclosed quote.");
});

test("sends each ID once, in batches, and reports unknown IDs with all of their lines", async () => {
  const ids = Array.from({ length: limits.segment_list_batch_max + 1 }, (_, index) => ({
    line: index + 1,
    id: `u_${index}`,
  }));
  const sizes: number[] = [];
  const shares: number[] = [];
  const result = await addInBatches(
    [...ids, { line: 5000, id: "u_3" }],
    async (external_ids) => {
      sizes.push(external_ids.length);
      return { changed: 1, unchanged: 2, unknown: external_ids.filter((id) => id === "u_3") };
    },
    (share) => shares.push(share),
  );
  expect([sizes, shares.at(-1)]).toEqual([[limits.segment_list_batch_max, 1], 1]);
  expect(result).toEqual({
    ...{ changed: 2, unchanged: 4 },
    unknown: [
      { line: 4, id: "u_3" },
      { line: 5000, id: "u_3" },
    ],
  });
});
