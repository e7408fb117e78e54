import { describe, expect, test } from "bun:test";
import { ROOT } from "../terminal.ts";
import { lanesOf, quickOf } from "./lanes.ts";
import { testFiles } from "./test-files.ts";

describe("test lanes", () => {
  test("contain every Bun test file exactly once", async () => {
    const { stores, others } = lanesOf(testFiles().map(({ path }) => path));
    const tracked = await new Response(
      Bun.spawn(["git", "ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT }).stdout,
    ).text();
    const taken = tracked.split("\n").filter((path) => /[._](?:test|spec)\.[cm]?[jt]sx?$/.test(path));
    expect([...stores, ...others].toSorted()).toEqual(taken.toSorted());
    expect(stores.length).toBeGreaterThan(0);
  });

  test("leave what needs a service, a server, or a long simulation out of the quick run", () => {
    const slow = [
      "server/src/people/import/importer.pg.test.ts",
      "server/src/store/simulator/kill.test.ts",
      "server/src/cli.test.ts",
      "sdk/package/package.test.ts",
    ];
    const quick = ["contract/src/lib/ids.test.ts", "server/src/store/store.test.ts"];
    expect(quickOf([...slow, ...quick, "server/src/http/api/content/content.test.ts"])).toEqual(quick);
  });
});
