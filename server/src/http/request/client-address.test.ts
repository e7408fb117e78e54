import { expect, test } from "bun:test";
import { clientAddresses } from "./client-address.ts";

function counts(peer: string, forwarded_for?: string): string {
  const book = clientAddresses();
  const headers: Record<string, string> = forwarded_for === undefined ? {} : { "X-Forwarded-For": forwarded_for };
  const request = new Request("http://localhost:4000/", { headers });
  book.record(request, peer);
  return book.of(request);
}

test("uses the peer address, or the last address from a local proxy", () => {
  expect(counts("203.0.113.7")).toBe("203.0.113.7");
  expect(counts("203.0.113.7", "192.0.2.1")).toBe("203.0.113.7");
  expect(counts("127.0.0.1", "192.0.2.1, 203.0.113.7")).toBe("203.0.113.7");
  expect(counts("::1", "2001:db8::7")).toBe("2001:db8::7");
  expect(counts("::ffff:127.0.0.1")).toBe("::ffff:127.0.0.1");
});

test("ignores the port that some proxies add", () => {
  expect(counts("127.0.0.1", "203.0.113.7:50312")).toBe("203.0.113.7");
  expect(counts("127.0.0.1", "[2001:db8::7]:50312")).toBe("2001:db8::7");
  expect(counts("127.0.0.1", "[2001:db8::7]")).toBe("2001:db8::7");
});

test("treats an invalid forwarded address as unknown", () => {
  for (const value of ["unknown", "_hidden", "", "127.0.0.1.evil.example", "1:2", "203.0.113.7:x"]) {
    expect(counts("127.0.0.1", value)).toBe("unknown");
  }
});
