import { expect, test } from "bun:test";
import { createTestHub } from "../../../test/support/hub-client.ts";
import { PROXY_METHODS, proxyScript } from "./proxies.ts";

test("the script of proxies names methods that the hub has", () => {
  const client = createTestHub().open();
  for (const method of PROXY_METHODS) {
    expect(client.call(method)).not.toMatchObject({ code: "method_unknown" });
  }
  expect(client.call("NoSuch")).toMatchObject({ code: "method_unknown" });
});

test("the script of proxies is a script, whatever the address", () => {
  for (const url of ["/signalr", "/a'b\"c\\d\u2028/signalr", "https://h/signalr"]) {
    expect(() => new Bun.Transpiler({ loader: "js" }).transformSync(proxyScript(url))).not.toThrow();
    expect(proxyScript(url)).toContain(JSON.stringify(url));
  }
});
