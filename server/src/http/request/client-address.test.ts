import { expect, test } from "bun:test";
import { clientAddresses } from "./client-address.ts";

/** The address that counts for a call that comes from `peer` with this header. */
function counts(peer: string, forwarded_for?: string): string {
  const book = clientAddresses();
  const headers: Record<string, string> = forwarded_for === undefined ? {} : { "X-Forwarded-For": forwarded_for };
  const request = new Request("http://localhost:4000/", { headers });
  book.record(request, peer);
  return book.of(request);
}

test("a caller is the peer, and whoever a proxy of this machine has seen last", () => {
  expect(counts("203.0.113.7")).toBe("203.0.113.7");
  expect(counts("203.0.113.7", "192.0.2.1")).toBe("203.0.113.7");
  expect(counts("127.0.0.1", "192.0.2.1, 203.0.113.7")).toBe("203.0.113.7");
  expect(counts("::1", "2001:db8::7")).toBe("2001:db8::7");
  expect(counts("::ffff:127.0.0.1")).toBe("::ffff:127.0.0.1");
});

test("the port that some proxies write makes no caller out of each connection", () => {
  expect(counts("127.0.0.1", "203.0.113.7:50312")).toBe("203.0.113.7");
  expect(counts("127.0.0.1", "[2001:db8::7]:50312")).toBe("2001:db8::7");
  expect(counts("127.0.0.1", "[2001:db8::7]")).toBe("2001:db8::7");
});

test("what is no address speaks for nobody of this machine", () => {
  for (const value of ["unknown", "_hidden", "", "127.0.0.1.evil.example", "1:2", "203.0.113.7:x"]) {
    expect(counts("127.0.0.1", value)).toBe("unknown");
  }
});
