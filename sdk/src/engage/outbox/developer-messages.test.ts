import { expect, spyOn, test } from "bun:test";
import { memoryStorage } from "../../../test/support/fixtures.ts";
import { createIdentity } from "../../net/identity.ts";
import { warnMissingOption } from "./rejections.ts";

test("names a missing init option, the key before the host", () => {
  const warn = spyOn(console, "warn").mockImplementation(() => {});
  warnMissingOption("");
  warnMissingOption("app-key");
  expect(warn.mock.calls.flat()).toEqual([
    "Fanfare: init() requires `key`: the public app key",
    "Fanfare: init() requires `host`: the URL of your Fanfare server",
  ]);
  warn.mockRestore();
});

test("reports a failed getToken with its error", async () => {
  const reports: (readonly [string, unknown])[] = [];
  const identity = createIdentity("key", memoryStorage(), (what, detail) => reports.push([what, detail]));
  const error = new Error("The shop's own server is away.");
  identity.setPerson({ external_id: "u_42", attributes: {}, getToken: () => Promise.reject(error) });
  expect(await identity.bearer()).toBeUndefined();
  expect(reports).toEqual([["getToken", error]]);
});
