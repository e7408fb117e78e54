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
])("at %d seconds the code is the one of RFC 6238, appendix B: %s", (seconds, code) => {
  expect(totpCodeAt(SECRET, Math.floor(seconds / 30))).toBe(code);
});

test("a code is right from one step before to one step after, and not further", () => {
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
])("base32 of %p is the one of RFC 4648: %p", (text, encoded) => {
  expect(base32(new TextEncoder().encode(text))).toBe(encoded);
});

test("the address for authenticators keeps what an e-mail address may hold", () => {
  expect(otpauthUrl(SECRET, "a+b@x.test")).toBe(
    "otpauth://totp/Fanfare:a%2Bb%40x.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Fanfare",
  );
});
