import { expect, test } from "bun:test";
import fc from "fast-check";
import { readHandshake } from "./handshake.ts";

const FROM = { origin: null, encrypted: true };
const part = fc.constantFrom(
  ...["app", "/", "key", "KEY-1_x", "..", ".", "%61", "?", "&", "=", "protocol", "version", "7", "8.4.0", "#", "+"],
  ...["protocol=7", "&protocol=5", "?protocol=", "/app/key?", "/app/", "\\", ";", "é", "xprotocol=4", "&version=1"],
);
const address = fc
  .array(part, { maxLength: 10 })
  .map((parts) => `http://host:80/${parts.join("")}`)
  .filter((text) => URL.canParse(text));

/** The rule, without regard to its cost. */
function parsed(text: string) {
  const url = new URL(text);
  const match = /(?:^|\/)app(?:\/(.*))?$/.exec(url.pathname);
  if (match === null) return undefined;
  const key = match[1] ?? "";
  return {
    key: key === "" || key.includes("/") ? undefined : key,
    protocol: url.searchParams.get("protocol"),
    version: url.searchParams.get("version"),
    ...FROM,
  };
}

test("reads a usual URL like any other", () => {
  fc.assert(
    fc.property(address, (text) => {
      expect(readHandshake(text, FROM)).toEqual(parsed(text));
    }),
    { numRuns: 5_000, examples: [["http://host/app/key?xprotocol=4&protocol=7&protocol=5&version=8.4.0"]] },
  );
});
