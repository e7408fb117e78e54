import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import type { ImportedPerson } from "@fanfare/contract/schema/people-import";
import { networkProblem } from "../../api-problem.ts";
import { guessColumns } from "./mapping.ts";
import { type ImportProgress, peekAt, runImport } from "./run.ts";

const at_once = {
  after(_ms: number, done: () => void) {
    done();
    return () => undefined;
  },
};
const fileOf = (rows: number): Blob =>
  new Blob([
    `id,name,seats\n${Array.from({ length: rows }, (_, n) => `u_${n},Person ${n},${n === 7 ? "many" : n}\n`).join("")}`,
  ]);

test("a file is sent in batches, one after the other, with errors by line", async () => {
  const file = fileOf(450);
  const { head, sample } = await peekAt(file);
  const columns = guessColumns(head, sample).map((each) =>
    each.name === "seats" ? { ...each, use: "number" as const } : each,
  );
  const sent: number[] = [];
  const told: ImportProgress[] = [];
  let failures = 1;
  const progress = await runImport(file, columns, {
    clock: at_once,
    signal: new AbortController().signal,
    onProgress: (each) => told.push(each),
    send: (people: readonly ImportedPerson[]) => {
      if (failures-- > 0) return Promise.reject(networkProblem(undefined));
      sent.push(people.length);
      const refused = people.flatMap((each, index) =>
        each.external_id === "u_300" ? [{ index, message: "Erased." }] : [],
      );
      return Promise.resolve({ made: people.length - refused.length, changed: 0, refused });
    },
  });
  expect(sent).toEqual([limits.people_import_batch_max - 1, limits.people_import_batch_max, 50]);
  expect([progress.made, progress.refused, progress.lines, progress.bytes]).toEqual([448, 2, 450, file.size]);
  expect(progress.errors).toEqual([
    { line: 9, message: "seats: “many” is no number." },
    { line: 302, message: "Erased." },
  ]);
  expect(told.map(({ lines }) => lines)).toEqual([200, 400, 450]);
});
