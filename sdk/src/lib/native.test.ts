import { expect, test } from "bun:test";
import { call, read } from "./native.ts";

class Shelf {
  readonly books = 2;
  get size(): number {
    return this.books;
  }
  add(more: number): number {
    return this.books + more;
  }
}

/** As a browser does it for a form with fields of these names. */
const shadowed = (): Shelf => Object.defineProperties(new Shelf(), { size: { value: "a field" }, add: { value: 0 } });

test("reads a member that the object's own property shadows", () => {
  expect(read(shadowed(), "size")).toBe(2);
  expect(call(shadowed(), "add", 3)).toBe(5);
});

test("reads no member of a document directly", async () => {
  const direct: string[] = [];
  for (const file of new Bun.Glob("**/*.ts").scanSync(`${import.meta.dir}/..`)) {
    if (/\.(?:test|contract)\.ts$/.test(file)) continue;
    const code = (await Bun.file(`${import.meta.dir}/../${file}`).text()).replace(/^\s*(?:\*|\/\/|\/\*).*$/gm, "");
    // `window.document` is a value; what follows it is a member.
    for (const [found] of code.matchAll(
      /\b(?:document|ownerDocument)\s*\??\.\s*[a-zA-Z]+|\{[^{}]*\}(?::[^=]*)? = (?:\w+\.)*document;/g,
    ))
      direct.push(`${file}: ${found}`);
  }
  expect(direct).toEqual([]);
});
