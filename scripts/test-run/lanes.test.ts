import { describe, expect, test } from "bun:test";
import { ROOT } from "../terminal.ts";
import { lanesOf, quickOf, TEST_FILES } from "./lanes.ts";

describe("test lanes", () => {
  const files = [...new Bun.Glob(TEST_FILES).scanSync({ cwd: ROOT })];

  test("contain every Bun test file exactly once", async () => {
    const { stores, others } = lanesOf(files, []);
    const tracked = await new Response(
      Bun.spawn(["git", "ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT }).stdout,
    ).text();
    const taken = tracked.split("\n").filter((path) => /[._](?:test|spec)\.[cm]?[jt]sx?$/.test(path));
    expect([...stores, ...others].toSorted()).toEqual(taken.toSorted());
    expect(stores.length).toBeGreaterThan(0);
  });

  test("can be filtered by parts of a path", () => {
    expect(lanesOf(files, ["test-run/lanes", "store/store.test"])).toEqual({
      stores: ["server/src/store/store.test.ts"],
      others: ["scripts/test-run/lanes.test.ts"],
    });
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
