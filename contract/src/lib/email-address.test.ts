import { expect, test } from "bun:test";
import { isEmailAddress } from "./email-address.ts";

test("recognizes addresses that a mail server accepts", () => {
  for (const good of ["ada@example.com", "a.b+c@sub.example.co", "jörg@bücher.example"])
    expect([good, isEmailAddress(good)]).toEqual([good, true]);
  for (const bad of ["ada", "ada@", "@example.com", "ada@example", "a b@example.com", "a@b@example.com", "a@-x.com"])
    expect([bad, isEmailAddress(bad)]).toEqual([bad, false]);
});
