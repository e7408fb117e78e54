import { expect, test } from "bun:test";
import { base32, findTotpStep, otpauthUrl, totpCodeAt } from "./totp.ts";

const SECRET = new TextEncoder().encode("12345678901234567890");

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("computes the code of RFC 6238, appendix B, at %d seconds: %s", (seconds, code) => {
  expect(totpCodeAt(SECRET, Math.floor(seconds / 30))).toBe(code);
});

test("accepts a code one step before or after, and no further", () => {
  const now_ms = 1_111_111_111_000;
  const present = Math.floor(now_ms / 30_000);
  for (const [away, found] of [
    [-2, undefined],
    [-1, present - 1],
    [0, present],
    [1, present + 1],
    [2, undefined],
  ] as const) {
    expect(findTotpStep(SECRET, totpCodeAt(SECRET, present + away), now_ms)).toBe(found);
  }
  for (const text of ["", "12345", "1234567", "abcdef", " 05047"]) {
    expect(findTotpStep(SECRET, text, now_ms)).toBeUndefined();
  }
});

test.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("encodes base32 of %p like RFC 4648: %p", (text, encoded) => {
  expect(base32(new TextEncoder().encode(text))).toBe(encoded);
});

test("escapes an email address in the authenticator URL", () => {
  expect(otpauthUrl(SECRET, "a+b@x.test")).toBe(
    "otpauth://totp/Fanfare:a%2Bb%40x.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Fanfare",
  );
});
