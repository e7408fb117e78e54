import { describe, expect, test } from "bun:test";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { addApp, appRecord, startV1Server } from "../../../test/support/v1-server.ts";

const open = temporaryStore;

describe("anonymous cookie", () => {
  const tokenOf = (value: string | undefined) => value?.split(":")[1];

  test("is set only on a page that shares Fanfare's site", async () => {
    await using server = await startV1Server(open);
    for (const [site, storage] of [
      ["same-origin", "cookie"],
      ["same-site", "cookie"],
      ["cross-site", "browser"],
      [null, "browser"],
    ] as const) {
      const { body, headers } = await server.browser({ site }).call<BootResponse>("POST", "boot", { body: {} });
      expect(body.anonymous?.storage).toBe(storage);
      expect(headers.getSetCookie().length).toBe(storage === "cookie" ? 1 : 0);
    }
  });

  test("is hidden from scripts, other sites, and plain HTTP for 400 days", async () => {
    await using server = await startV1Server(open);
    const { headers, body } = await server
      .browser({ site: "same-site" })
      .call<BootResponse>("POST", "boot", { body: {} });
    expect(headers.getSetCookie()).toEqual([
      `__Host-fanfare_anon=1001:${body.anonymous?.token}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure`,
    ]);
  });

  test("is renewed after 30 days, so that returning visitors keep their identity", async () => {
    await using server = await startV1Server(open);
    const browser = server.browser({ site: "same-site" });
    const first = await browser.boot();
    const again = await browser.call<BootResponse>("POST", "boot", { body: {} });
    expect(again.headers.getSetCookie()).toEqual([]);
    expect(again.body.anonymous).toEqual(first.anonymous);
    for (let visit = 0; visit < 20; visit++) {
      server.clock.advance(40 * DAY_MS);
      const boot = await browser.boot();
      expect(boot.anonymous?.id).toBe(first.anonymous?.id ?? "");
      expect(tokenOf(browser.cookies.get("__Host-fanfare_anon"))).toBe(boot.anonymous?.token ?? "");
    }
  });

  test("gives a new identity when forged or signed with an old key", async () => {
    await using server = await startV1Server(open);
    const browser = server.browser({ site: "same-site" });
    for (const value of [
      "",
      "nonsense",
      "1001:nonsense",
      `1001:${await server.token("u_42")}`,
      "~~:",
      "1001:a~1001:b",
    ]) {
      browser.cookies.set("__Host-fanfare_anon", value);
      const boot = await browser.boot();
      expect(boot.person.external_id).toBeNull();
      expect(tokenOf(browser.cookies.get("__Host-fanfare_anon"))).toBe(boot.anonymous?.token ?? "");
    }
  });

  test("holds the visitors of a limited number of apps", async () => {
    await using server = await startV1Server(open);
    const browser = server.browser({ site: "same-site" });
    const ids: string[] = [];
    for (let index = 0; index < limits.anonymous_cookie_apps_max + 2; index++) {
      const key = `key-${index}`;
      await addApp(server, appRecord({ id: `20${index}` as never, key: key as never }));
      const visitor = server.browser({ site: "same-site", key });
      for (const pair of browser.cookies) visitor.cookies.set(...pair);
      ids.push((await visitor.boot()).anonymous?.id ?? "");
      for (const pair of visitor.cookies) browser.cookies.set(...pair);
    }
    const value = browser.cookies.get("__Host-fanfare_anon") ?? "";
    expect(value.split("~")).toHaveLength(limits.anonymous_cookie_apps_max);
    expect(value.length).toBeLessThan(4_000);
    const last = server.browser({ site: "same-site", key: "key-9" });
    last.cookies.set("__Host-fanfare_anon", value);
    expect((await last.boot()).anonymous?.id).toBe(ids[9] ?? "");
  });

  test("copies only values that Fanfare wrote", async () => {
    await using server = await startV1Server(open);
    const browser = server.browser({ site: "same-site" });
    const good = "1002:abc.def-_g";
    for (const bad of ['1003:"x"', "1003:a b", "1003:a,b", "x:abc", "1003:", ":abc", `1003:${"x".repeat(5_000)}`]) {
      browser.cookies.set("__Host-fanfare_anon", `${bad}~${good}`);
      const { anonymous } = await browser.boot();
      expect(browser.cookies.get("__Host-fanfare_anon")).toBe(`${good}~1001:${anonymous?.token}`);
    }
  });

  test("is ignored on requests from another site", async () => {
    await using server = await startV1Server(open);
    const browser = server.browser({ site: "same-site" });
    const { anonymous } = await browser.boot();
    const cookie = `__Host-fanfare_anon=${browser.cookies.get("__Host-fanfare_anon")}`;
    const other = await server.browser().call<BootResponse>("POST", "boot", { body: {}, headers: { Cookie: cookie } });
    expect(other.body.anonymous?.id).not.toBe(anonymous?.id ?? "");
  });
});
