import { expect, test } from "bun:test";
import { readFile } from "./download.ts";

test("counts a row of a file once, even if a text of it has several lines", async () => {
  const rows = async (text: string, type: string): Promise<readonly number[]> => {
    const read: number[] = [];
    await readFile(new Response(text, { headers: { "content-type": type } }), ({ lines }) => read.push(lines));
    return read;
  };
  expect(await rows('id,text\r\n1,"One\r\n""two"""\r\n2,\r\n', "text/csv; charset=utf-8")).toEqual([3]);
  expect(await rows('{"text":"\\""}\n{"text":"two"}\n', "application/x-ndjson")).toEqual([2]);
});
