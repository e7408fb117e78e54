import { expect, spyOn, test } from "bun:test";
import { lacking } from "./engage/refused.ts";
import { createIdentity } from "./identity.ts";
import { memoryStorage } from "./testing.ts";

test("what init lacks is called by its name, the key before the host", () => {
  const warn = spyOn(console, "warn").mockImplementation(() => {});
  lacking("");
  lacking("app-key");
  expect(warn.mock.calls.flat()).toEqual([
    "Fanfare: init needs `key`: the public key of the app",
    "Fanfare: init needs `host`: where Fanfare is",
  ]);
  warn.mockRestore();
});

test("a getToken that fails is reported as that, with its own error", async () => {
  const reports: (readonly [string, unknown])[] = [];
  const identity = createIdentity("key", memoryStorage(), (what, detail) => reports.push([what, detail]));
  const error = new Error("The shop's own server is away.");
  identity.become({ external_id: "u_42", attributes: {}, getToken: () => Promise.reject(error) });
  expect(await identity.bearer()).toBeUndefined();
  expect(reports).toEqual([["getToken", error]]);
});
