import { expect, test } from "bun:test";
import { createTestHub } from "../../../test/support/hub-client.ts";
import { PROXY_METHODS, proxyScript } from "./proxies.ts";

test("lists only hub methods in the proxies script", () => {
  const client = createTestHub().open();
  for (const method of PROXY_METHODS) {
    expect(client.call(method)).not.toMatchObject({ code: "method_unknown" });
  }
  expect(client.call("NoSuch")).toMatchObject({ code: "method_unknown" });
});

test("serves a valid proxies script for any URL", () => {
  for (const url of ["/signalr", "/a'b\"c\\d\u2028/signalr", "https://h/signalr"]) {
    expect(() => new Bun.Transpiler({ loader: "js" }).transformSync(proxyScript(url))).not.toThrow();
    expect(proxyScript(url)).toContain(JSON.stringify(url));
  }
});
