import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { clientAddresses } from "./client-address.ts";
import { readForwarded } from "./forwarded.ts";
import { NO_PROXIES, parseTrustedProxies } from "./trusted-proxies.ts";

function addressFrom(peer: string, headers: Record<string, string> = {}, proxies = "loopback"): string {
  const addresses = clientAddresses(parseTrustedProxies(proxies) ?? NO_PROXIES);
  const request = new Request("http://localhost:4000/", { headers });
  addresses.record(request, peer);
  return addresses.of(request);
}
const xff = (value: string): Record<string, string> => ({ "X-Forwarded-For": value });

test("uses the peer's address, or the last address from a local proxy", () => {
  expect(addressFrom("203.0.113.7")).toBe("203.0.113.7");
  expect(addressFrom("203.0.113.7", xff("192.0.2.1"))).toBe("203.0.113.7");
  expect(addressFrom("127.0.0.1", xff("192.0.2.1, 203.0.113.7"))).toBe("203.0.113.7");
  expect(addressFrom("::1", xff("2001:db8::7"))).toBe("2001:db8::7");
  expect(addressFrom("::ffff:127.0.0.1")).toBe("::ffff:127.0.0.1");
  expect(addressFrom("::ffff:127.0.0.1", xff("203.0.113.7"))).toBe("203.0.113.7");
});

test("ignores the port that some proxies add", () => {
  expect(addressFrom("127.0.0.1", xff("203.0.113.7:50312"))).toBe("203.0.113.7");
  expect(addressFrom("127.0.0.1", xff("[2001:db8::7]:50312"))).toBe("2001:db8::7");
  expect(addressFrom("127.0.0.1", xff("[2001:db8::7]"))).toBe("2001:db8::7");
});

test("treats an unreadable forwarded address as unknown", () => {
  for (const value of ["unknown", "_hidden", "", "127.0.0.1.evil.example", "1:2", "203.0.113.7:x"]) {
    expect(addressFrom("127.0.0.1", xff(value))).toBe("unknown");
    expect(addressFrom("127.0.0.1", { Forwarded: `for="${value}"` })).toBe("unknown");
  }
  expect(addressFrom("127.0.0.1", { Forwarded: "for" })).toBe("unknown");
});

describe("trusted networks", () => {
  const networks = "10.0.0.0/8, 2001:db8:1::/48, 192.0.2.9";

  test("are followed to the first address outside of them", () => {
    expect(addressFrom("10.1.2.3", xff("198.51.100.1, 203.0.113.7, 10.9.9.9"), networks)).toBe("203.0.113.7");
    expect(addressFrom("2001:db8:1::5", xff("203.0.113.7, 192.0.2.9"), networks)).toBe("203.0.113.7");
    expect(addressFrom("10.1.2.3", xff("10.9.9.9"), networks)).toBe("10.9.9.9");
    expect(addressFrom("10.1.2.3", {}, networks)).toBe("10.1.2.3");
  });

  test("replace the default, so that only they are trusted", () => {
    expect(addressFrom("127.0.0.1", xff("203.0.113.7"), networks)).toBe("127.0.0.1");
    expect(addressFrom("127.0.0.1", xff("203.0.113.7"), `loopback, ${networks}`)).toBe("203.0.113.7");
    expect(addressFrom("192.0.2.10", xff("203.0.113.7"), networks)).toBe("192.0.2.10");
  });
});

test("a number of hops counts from the server, and 0 trusts no one", () => {
  const chain = xff("198.51.100.1, 203.0.113.7, 10.9.9.9");
  expect(addressFrom("10.1.2.3", chain, "0")).toBe("10.1.2.3");
  expect(addressFrom("10.1.2.3", chain, "1")).toBe("10.9.9.9");
  expect(addressFrom("10.1.2.3", chain, "2")).toBe("203.0.113.7");
  expect(addressFrom("10.1.2.3", chain, "9")).toBe("198.51.100.1");
  expect(addressFrom("10.1.2.3", {}, "2")).toBe("10.1.2.3");
});

test("Forwarded counts like X-Forwarded-For, and neither counts where they differ", () => {
  const forwarded = { Forwarded: 'for=198.51.100.1, For="203.0.113.7:4711";proto=https;by=10.0.0.1' };
  expect(addressFrom("127.0.0.1", forwarded)).toBe("203.0.113.7");
  expect(addressFrom("127.0.0.1", { ...forwarded, ...xff("192.0.2.1, 203.0.113.7") })).toBe("203.0.113.7");
  expect(addressFrom("127.0.0.1", { ...forwarded, ...xff("192.0.2.1") })).toBe("unknown");
  expect(readForwarded('for="[2001:db8::7]:4711";proto=HTTPS')).toEqual({
    addresses: ["2001:db8::7"],
    scheme: "https",
  });
});

test("no header of an untrusted peer changes its address, and no header throws", () => {
  const header = fc.oneof(fc.string({ unit: "grapheme-ascii" }), fc.constantFrom("for=1.2.3.4", ',;="\\', 'for="\\'));
  fc.assert(
    fc.property(header, header, (list, forwarded) => {
      const headers = { "X-Forwarded-For": list.trim(), Forwarded: forwarded.trim() };
      expect(addressFrom("203.0.113.7", headers)).toBe("203.0.113.7");
      expect(addressFrom("127.0.0.1", headers)).toBeString();
    }),
  );
});

test.each(["", "10.0.0.0/33", "10.0.0.0/8/8", "::/129", "proxy.internal", "10.0.0.0/", "17", "-1", "1.5", "loopback,"])(
  "rejects %p as a list of proxies",
  (text) => {
    expect(parseTrustedProxies(text)).toBeUndefined();
  },
);
