import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { limits } from "../limits.ts";
import {
  type ChannelKind,
  isSocketId,
  needsAuthorization,
  parseChannel,
  personChannel,
  toChannelId,
  unverifiedChannel,
} from "./channel.ts";

const ALLOWED = "ABCXYZabcxyz0189_-=@,.;";
const sha256 = (text: string): string => new Bun.CryptoHasher("sha256").update(text).digest("hex");

describe("parseChannel", () => {
  const kinds: readonly (readonly [name: string, kind: ChannelKind])[] = [
    ["orders", "public"],
    ["my-private-x", "public"],
    ["privateers", "public"],
    ["Private-orders", "public"],
    ["private-orders", "private"],
    ["private-", "private"],
    ["private-cachet", "private"],
    ["private-cache-orders", "private_cache"],
    ["private-encrypted-orders", "encrypted"],
    ["private-encrypted-cache-orders", "encrypted_cache"],
    ["presence-room", "presence"],
    ["presence-cache-room", "presence_cache"],
    ["cache-prices", "cache"],
    ["#server-to-user-u_42", "server_to_user"],
  ];
  for (const [name, kind] of kinds) {
    test(`${name} is ${kind}`, () => {
      expect(parseChannel(name)).toEqual({ name: name as never, kind });
    });
  }

  test("accepts exactly the characters and lengths of the grammar", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: limits.channel_name_chars_max + 5 }), (name) => {
        const fits =
          name.length > 0 && name.length <= limits.channel_name_chars_max && /^[A-Za-z0-9_\-=@,.;]*$/.test(name);
        expect(parseChannel(name) !== undefined).toBe(fits);
      }),
    );
    expect(parseChannel("a".repeat(limits.channel_name_chars_max))).toBeDefined();
    expect(parseChannel("a".repeat(limits.channel_name_chars_max + 1))).toBeUndefined();
  });

  test("rejects names that only look valid", () => {
    for (const name of [
      "",
      " ",
      "a b",
      "a:b",
      "a/b",
      "ü",
      "a\n",
      "\u0000",
      "#",
      "#x",
      "#server-to-user-",
      "#server-to-user-a:b",
    ]) {
      expect(parseChannel(name)).toBeUndefined();
    }
  });

  test("requires a signature except for public and server-joined channels", () => {
    const open = kinds.map(([, kind]) => kind).filter((kind) => !needsAuthorization(kind));
    expect(new Set(open)).toEqual(new Set(["public", "cache", "server_to_user"]));
  });
});

test("accepts only digits, a dot, and digits as a socket ID", () => {
  for (const text of ["1.1", "123456.7890123"]) expect(isSocketId(text)).toBe(true);
  for (const text of ["", "1", "1.", ".1", "1.1.1", "1.1:private-x", "1.1\n", " 1.1", "١.١", `1.${"1".repeat(40)}`]) {
    expect(isSocketId(text)).toBe(false);
  }
});

describe("person channel", () => {
  test("is a valid private channel for any external ID", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", minLength: 1, maxLength: limits.external_id_bytes_max }),
        (external_id) => {
          const id = toChannelId(external_id, sha256);
          expect(parseChannel(personChannel(id))?.kind).toBe("private");
          expect(parseChannel(unverifiedChannel(id))?.kind).toBe("public");
        },
      ),
    );
  });

  test("belongs to one person only", () => {
    const id = fc.oneof(
      fc.string({ unit: fc.constantFrom(...ALLOWED), minLength: 1, maxLength: 6 }),
      fc.string({ minLength: 1, maxLength: 6 }),
      fc.string({ minLength: 1, maxLength: 6 }).map((text) => `sha256-${sha256(text)}`),
      fc.string({ minLength: 119, maxLength: 122 }),
    );
    fc.assert(
      fc.property(id, id, (one, other) => {
        expect(toChannelId(one, sha256) === toChannelId(other, sha256)).toBe(one === other);
      }),
      { numRuns: 2_000 },
    );
    const wild = "ada@example.com/ü";
    expect(toChannelId(toChannelId(wild, sha256), sha256)).not.toBe(toChannelId(wild, sha256));
  });

  test("includes the external ID when its characters are allowed", () => {
    expect(toChannelId("u_42@example.com", sha256)).toBe("u_42@example.com");
    expect(toChannelId("u 42", sha256)).toBe(`sha256-${sha256("u 42")}`);
  });
});
