import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import type { PeopleImport } from "@fanfare/contract/schema/responses/people/people-import";
import { networkProblem } from "../../../lib/api/api-problem.ts";
import { uploadFile } from "./upload.ts";

const at_once = {
  after(_ms: number, done: () => void) {
    done();
    return () => undefined;
  },
};
// The tests don't read the response.
const answer = {} as PeopleImport;

test("uploads a file in order in parts of whole characters, with retries", async () => {
  const text = `id,name\n${"😀".repeat(limits.people_import_part_chars_max)}\n`;
  const parts: { number: number; text: string; last: boolean }[] = [];
  let failures = 1;
  await uploadFile(new Blob([text]), {
    clock: at_once,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    send: (number, part) => {
      if (number === 1 && failures-- > 0) return Promise.reject(networkProblem(undefined));
      parts.push({ number, ...part });
      return Promise.resolve(answer);
    },
  });
  expect(parts.map((part) => part.text).join("")).toBe(text);
  expect(parts.map(({ number, last }) => [number, last])).toEqual([
    [0, false],
    [1, false],
    [2, true],
  ]);
  expect(parts.every((part) => part.text.isWellFormed())).toBe(true);
});

test("sends nothing more after an upload is canceled", async () => {
  const control = new AbortController();
  let sent = 0;
  const uploading = uploadFile(new Blob(["x".repeat(3 * limits.people_import_part_chars_max)]), {
    clock: at_once,
    signal: control.signal,
    onProgress: () => undefined,
    send: () => {
      sent += 1;
      control.abort();
      return Promise.resolve(answer);
    },
  });
  await expect(uploading).rejects.toThrow();
  expect(sent).toBe(1);
});
