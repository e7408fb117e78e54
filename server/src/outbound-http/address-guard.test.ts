import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import {
  type AddressRules,
  LOCAL_ADDRESSES,
  mayConnect,
  PUBLIC_ADDRESSES,
  type Resolve,
  resolveTarget,
} from "./address-guard.ts";

const unresolvable: Resolve = () => Promise.reject(new Error("ENOTFOUND"));
const leadsTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses;
const outcomeOf = async (url: string, rules: AddressRules = PUBLIC_ADDRESSES, resolve = leadsTo("93.184.216.34")) =>
  (await resolveTarget(url, rules, resolve)).outcome;

describe("rules for addresses", () => {
  test.each([
    ...["1.1.1.1", "8.8.8.8", "93.184.216.34", "172.15.255.255", "172.32.0.0", "100.63.255.255", "100.128.0.0"],
    ...["11.0.0.0", "126.255.255.255", "128.0.0.1", "169.253.255.255", "223.255.255.255"],
    ...["2606:4700:4700::1111", "2001:4860:4860::8888", "2a00:1450::1", "2001:200::1"],
    ...["::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "64:ff9b::808:808"],
  ])("treats %s as public", (address) => {
    expect(mayConnect(address, PUBLIC_ADDRESSES)).toBe(true);
  });

  test.each([
    ...["10.0.0.0", "10.255.255.255", "127.0.0.1", "127.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.1"],
    ...["::1", "0:0:0:0:0:0:0:1", "fc00::1", "fdff:ffff::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::FFFF:10.0.0.1"],
    ...["64:ff9b::10.0.0.1", "64:ff9b::7f00:1"],
  ])("treats %s as private, for developers only", (address) => {
    expect(mayConnect(address, PUBLIC_ADDRESSES)).toBe(false);
    expect(mayConnect(address, LOCAL_ADDRESSES)).toBe(true);
  });

  test.each([
    ...["0.0.0.0", "0.255.255.255", "100.64.0.0", "100.100.100.200", "100.127.255.255", "169.254.0.1"],
    ...["169.254.169.254", "192.0.0.1", "192.0.0.192", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.19.255.255"],
    ...["198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "168.63.129.16"],
    ...["::", "::2", "::127.0.0.1", "::ffff:169.254.169.254", "::ffff:0.0.0.0", "::ffff:0:127.0.0.1", "fe80::1"],
    ...["fe80::1%eth0", "fec0::1", "ff02::1", "ff0e::1", "100::1", "2001::1", "2001:10::1", "2001:db8::1", "2002::1"],
    ...["2002:7f00:1::", "3ffe::1", "3fff::1", "4000::1", "64:ff9b::", "64:ff9b::a9fe:a9fe", "64:ff9b:1::7f00:1"],
    ...[
      "fd00:ec2::254",
      "FD00:0EC2::0254",
      "fd20:ce::254",
      "",
      "localhost",
      "1.2.3",
      "127.1",
      "0x7f.0.0.1",
      "01.1.1.1",
    ],
    ...["1.1.1.1.", " 1.1.1.1", "1.1.1.1%eth0", "[::1]", "2606:4700::g", "1::2::3"],
  ])("rejects %s for everyone", (address) => {
    expect(mayConnect(address, PUBLIC_ADDRESSES)).toBe(false);
    expect(mayConnect(address, LOCAL_ADDRESSES)).toBe(false);
  });
});

describe("rules for URLs", () => {
  test.each([
    ...[
      "",
      "example.com",
      "//example.com/hook",
      "/hook",
      "ftp://example.com",
      "file:///etc/passwd",
      "gopher://example.com",
    ],
    ...["javascript:alert(1)", "data:text/plain,x", "ws://example.com", "https://", "https:///", "http://[::1"],
    ...["https://user:password@example.com/", "https://user@example.com/", "http://example.com@93.184.216.34/"],
    ...["https://example.com:22/", "http://example.com:8080/", "http://example.com:0/", "http://example.com:65536/"],
    `https://example.com/${"x".repeat(limits.webhook_url_chars_max)}`,
  ])("rejects %.60p for any address of its name", async (url) => {
    expect(await outcomeOf(url)).toBe("refused");
  });

  test.each([
    ["https://example.com/hook?a=1#part", { secure: true, port: 443, host: "example.com", path: "/hook?a=1" }],
    ["http://example.com", { secure: false, port: 80, host: "example.com", path: "/" }],
    ["https://EXAMPLE.com.:443/", { hostname: "example.com", host: "example.com." }],
    ["http://example.com:443/", { secure: false, port: 443, host: "example.com:443" }],
    ["https://exämple.com/ü x", { hostname: "xn--exmple-cua.com", path: "/%C3%BC%20x" }],
    ["https://93.184.216.34/", { hostname: "93.184.216.34", addresses: ["93.184.216.34"] }],
    ["https://[2606:4700::1111]/", { hostname: "2606:4700::1111", host: "[2606:4700::1111]" }],
    ["https://example.com/a\r\nX-Evil: 1", { path: "/aX-Evil:%201" }],
  ])("allows %p", async (url, target) => {
    expect(await resolveTarget(url, PUBLIC_ADDRESSES, leadsTo("93.184.216.34"))).toMatchObject({
      outcome: "allowed",
      target,
    });
  });

  test("allows any port for developers", async () => {
    expect(await outcomeOf("http://localhost:3000/hook", LOCAL_ADDRESSES, leadsTo("127.0.0.1"))).toBe("allowed");
  });
});

describe("rules for host names", () => {
  test("rejects a name with one private address among public ones", async () => {
    expect(await outcomeOf("https://a.example/", PUBLIC_ADDRESSES, leadsTo("93.184.216.34", "10.0.0.1"))).toBe(
      "refused",
    );
    expect(await outcomeOf("https://a.example/", PUBLIC_ADDRESSES, leadsTo("::1", "93.184.216.34"))).toBe("refused");
    expect(await outcomeOf("https://a.example/", PUBLIC_ADDRESSES, leadsTo("93.184.216.34", "nonsense"))).toBe(
      "refused",
    );
  });

  test("reports a name without an address as unresolved", async () => {
    expect(await outcomeOf("https://a.example/", PUBLIC_ADDRESSES, unresolvable)).toBe("unresolved");
    expect(await outcomeOf("https://a.example/", PUBLIC_ADDRESSES, leadsTo())).toBe("unresolved");
  });

  test("never resolves an IP address as a name", async () => {
    expect(await outcomeOf("https://93.184.216.34/", PUBLIC_ADDRESSES, unresolvable)).toBe("allowed");
    expect(await outcomeOf("https://2130706433/", PUBLIC_ADDRESSES, leadsTo("93.184.216.34"))).toBe("refused");
  });
});
