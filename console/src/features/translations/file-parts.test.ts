import { expect, test } from "bun:test";
import { mergeResults, splitFile } from "./file-parts.ts";

const HEAD = "content,variant,key,text,translation\r\n";

test("splits a file between content items and maps lines back to the file", () => {
  const rows = ['one,a,t,"Two\r\nlines",Zwei', "two,a,t,'=1+1,x", "one,a,u,More,Mehr", "three,a,t,Hi,Hallo"];
  const parts = splitFile(HEAD + rows.join("\r\n"), 2);
  expect(parts.map(({ rows: count }) => count)).toEqual([2, 2]);
  expect(parts[0]?.csv).toBe(`${HEAD}one,a,t,"Two\r\nlines",Zwei\r\none,a,u,More,Mehr\r\n`);
  expect(parts[1]?.csv).toBe(`${HEAD}two,a,t,'=1+1,x\r\nthree,a,t,Hi,Hallo\r\n`);
  expect([2, 4].map((line) => parts[0]?.lineOf(line))).toEqual([2, 5]);
  expect([2, 3].map((line) => parts[1]?.lineOf(line))).toEqual([4, 6]);
});

test("keeps a content item's rows together and leaves other files unchanged", () => {
  const rows = ["one,a,t,A,B", "one,a,u,A,B", "one,a,v,A,B"].join("\r\n");
  expect(splitFile(HEAD + rows, 2).map(({ rows: count }) => count)).toEqual([3]);
  expect(splitFile("x,y\r\n1,2", 1).map(({ csv }) => csv)).toEqual(["x,y\r\n1,2"]);
});

test("merges the results of parts, with refused lines in file order", () => {
  const refusal = (line: number) => ({
    line,
    content: "one",
    key: "t",
    cause: { code: "text_missing", values: {} },
    reason: "No.",
  });
  const part = (line: number) => ({ contents: 1, texts: 2, unchanged: 3, refused: 1, refusals: [refusal(line)] });
  expect(mergeResults(part(9), part(4))).toEqual({
    ...{ contents: 2, texts: 4, unchanged: 6, refused: 2 },
    refusals: [refusal(4), refusal(9)],
  });
});
