import { describe, expect, test } from "bun:test";
import { isCommonPassword } from "./common-passwords.ts";

describe("common password", () => {
  test.each([
    ...["q1w2e3r4t5", "manchester", "usuckballz1", "1234567890", "0987654321", "abcdefghijkl"],
    ...["password2031", "manchester!!", "2029summer!", "fanfare12345", "abc1abc1abc1", "adminadmin", "hunter2hunter2"],
  ])("is %s", async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  test.each([
    ...["a long pass phrase", "elephant-grass-9", "manchester tram stop", "8402938471029385", "zwölf boxkämpfer"],
    "7f3kq9x2vb7f3kq9x2vb",
  ])("is not %s", async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  });
});
