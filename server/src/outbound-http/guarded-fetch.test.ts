import { expect, test } from "bun:test";
import { manualClock, systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { answerWith, rawReceiver } from "../../test/support/raw-receiver.ts";
import { LOCAL_ADDRESSES, PUBLIC_ADDRESSES } from "./address-guard.ts";
import { createGuardedFetch, type GuardedFetchDeps } from "./guarded-fetch.ts";
import { systemResolve } from "./guarded-post.ts";

const netWith = (deps: Partial<GuardedFetchDeps> = {}) =>
  createGuardedFetch({ clock: systemClock, rules: LOCAL_ADDRESSES, resolve: systemResolve, ...deps });
const GET = { method: "GET", headers: { Accept: "application/json" }, body: undefined } as const;

test("gets and posts like fetch, without following redirects", async () => {
  const net = netWith();
  const received: string[] = [];
  await using receiver = await rawReceiver((socket) => {
    socket.once("data", (bytes) => {
      received.push(bytes.toString());
      socket.end("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 2\r\n\r\n{}");
    });
  });
  const response = await net(receiver.url, GET);
  expect([response.status, response.headers.get("Location"), await response.text()]).toEqual([
    302,
    "http://127.0.0.1:1/",
    "{}",
  ]);
  await net(receiver.url, { method: "POST", headers: {}, body: "a=ü" });
  const { host } = new URL(receiver.url);
  expect(received).toEqual([
    `GET /hook?a=1 HTTP/1.1\r\nAccept: application/json\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    `POST /hook?a=1 HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 4\r\nConnection: close\r\n\r\na=ü`,
  ]);
});

test("times out when a response takes too long, started or not", async () => {
  const clock = manualClock();
  const received = Promise.withResolvers<void>();
  const hung_up = Promise.withResolvers<void>();
  await using receiver = await rawReceiver((socket) => {
    socket.once("data", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\nand then");
      received.resolve();
    });
    socket.on("close", () => hung_up.resolve());
  });
  const answer = netWith({ clock })(receiver.url, GET);
  await received.promise;
  clock.advance(limits.provider_timeout_ms);
  expect(answer).rejects.toThrow(`No response within ${limits.provider_timeout_ms} ms.`);
  await hung_up.promise;
  expect(clock.pending()).toBe(0);
});

test("reads no more than its limit and disconnects", async () => {
  const hung_up = Promise.withResolvers<void>();
  await using receiver = await rawReceiver((socket) => {
    socket.on("close", () => hung_up.resolve());
    socket.once("data", () => socket.write(`HTTP/1.1 200 OK\r\n\r\n${"x".repeat(limits.provider_answer_bytes_max)}`));
  });
  expect(netWith()(receiver.url, GET)).rejects.toThrow("bytes");
  await hung_up.promise;
});

test("allows a private address for one given host, but never cloud metadata", async () => {
  await using receiver = await rawReceiver(answerWith("HTTP/1.1 200 OK\r\n\r\nhere"));
  const led: Record<string, readonly string[]> = {
    ...{ "inside.example": ["127.0.0.1"], "other.example": ["127.0.0.1"] },
    ...{
      "link.example": ["169.254.169.254"],
      "aws.example": ["fd00:ec2::254"],
      "mixed.example": ["127.0.0.1", "fe80::1"],
    },
  };
  const rules = { ...PUBLIC_ADDRESSES, ports: "any" } as const;
  const net = netWith({ rules, resolve: async (name) => led[name] ?? [] });
  const at = (host: string) => receiver.url.replace("127.0.0.1", host);
  const inside = (host: string, private_host = host) => net(at(host), { ...GET, private_host });
  expect(await (await inside("inside.example")).text()).toBe("here");
  expect(await (await inside("127.0.0.1")).text()).toBe("here");
  await expect(inside("other.example", "inside.example")).rejects.toThrow("isn't on the public internet");
  await expect(inside("127.0.0.1", "inside.example")).rejects.toThrow("isn't on the public internet");
  for (const host of ["link.example", "aws.example", "mixed.example"]) {
    await expect(inside(host)).rejects.toThrow("isn't on the public internet");
  }
  await expect(net(at("inside.example"), GET)).rejects.toThrow("isn't on the public internet");
  expect(receiver.connections).toBe(2);
});

test("connects only to the checked address", async () => {
  await using receiver = await rawReceiver(answerWith("HTTP/1.1 200 OK\r\n\r\n"));
  const net = netWith({ rules: PUBLIC_ADDRESSES, resolve: async () => ["127.0.0.1"] });
  expect(net("https://provider.example/", GET)).rejects.toThrow("isn't on the public internet");
  expect(net(receiver.url, GET)).rejects.toThrow("isn't allowed");
  const dialled: string[] = [];
  const refused = netWith({
    resolve: async () => ["203.0.113.1"],
    dial(_, address) {
      dialled.push(address);
      throw new Error("not now");
    },
  });
  expect(refused("http://provider.example/", GET)).rejects.toThrow();
  expect([dialled, receiver.connections]).toEqual([[], 0]);
});
