import { describe, expect, test } from "bun:test";
import type { AppId } from "@fanfare/contract/lib/ids";
import { seededRng } from "@fanfare/contract/lib/rng";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { type ConnectionClaims, createClassicTokens } from "./tokens.ts";

const tokens = createClassicTokens(() => [new Uint8Array(32).fill(7)]);
const claims: ConnectionClaims = {
  // Cast: made-up test ID.
  app_id: "3" as AppId,
  connection_id: "12.34",
  issued_ms: 1_000,
  secret_ids: ["sec_1"],
  identity: { kind: "person", channel_id: "u_42", external_id: "u_42", groups: ["Zoë"] },
};
const channelsNamed = (length: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: String(index).padStart(length, "x"), member: undefined }));

describe("connection token", () => {
  test("is readable only by servers that have the key", () => {
    const token = tokens.signConnection(claims);
    expect(createClassicTokens(() => [new Uint8Array(32).fill(7)]).readConnection(token)).toEqual(claims);
    expect(createClassicTokens(() => [new Uint8Array(32).fill(8)]).readConnection(token)).toBeUndefined();
  });

  test("fits into a URL without escaping", () => {
    expect(tokens.signConnection(claims)).toMatch(/^[\w-]+\.[\w-]+$/);
  });

  test("isn't valid as a groups token, or the reverse", () => {
    const groups = tokens.signGroups({ connection_id: "12.34", user: undefined, channels: [] });
    expect(tokens.readConnection(groups)).toBeUndefined();
    expect(tokens.readGroups(tokens.signConnection(claims), "12.34")).toBeUndefined();
  });

  test("is invalid with any character changed, removed, or added", () => {
    const token = tokens.signConnection(claims);
    const rng = seededRng(4);
    for (let round = 0; round < 2_000; round++) {
      const at = Math.floor(rng.next() * token.length);
      const other = String.fromCharCode(33 + Math.floor(rng.next() * 90));
      if (token[at] === other) continue;
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      // Two texts can be the same signature: base64 has two alphabets, and unused bits in its last character.
      const same_bytes = Buffer.from(changed.split(".")[1] ?? "", "base64url");
      const is_same = at > token.indexOf(".") && same_bytes.equals(Buffer.from(token.split(".")[1] ?? "", "base64url"));
      if (!is_same) expect(tokens.readConnection(changed)).toBeUndefined();
      expect(tokens.readConnection(token.slice(0, at))).toBeUndefined();
    }
    for (const text of ["", ".", "..", `${token}.`, `${token}.x`, "x".repeat(1_000_000)]) {
      expect(tokens.readConnection(text)).toBeUndefined();
    }
  });
});

describe("groups token", () => {
  test("is valid for one connection only", () => {
    const member = { user_id: "u_1", user_info: '{"name":"Zoë"}' };
    const token = tokens.signGroups({
      connection_id: "12.34",
      user: member,
      channels: [{ name: "presence-a", member }],
    });
    expect(tokens.readGroups(token, "12.34")).toEqual({
      connection_id: "12.34",
      user: member,
      channels: [{ name: "presence-a", member }],
      is_complete: true,
    });
    expect(tokens.readGroups(token, "12.35")).toBeUndefined();
  });

  test("omits channels that don't fit into a URL and records that", () => {
    const channels = channelsNamed(200, 100);
    const token = tokens.signGroups({ connection_id: "12.34", user: undefined, channels });
    const read = tokens.readGroups(token, "12.34");
    expect(token.length).toBeLessThan(hubLimits.classic_groups_bytes_max * 1.5);
    expect(read?.is_complete).toBe(false);
    expect(read?.channels.length).toBeGreaterThan(5);
    expect(read?.channels.map(({ name }) => name)).toEqual(
      channels.slice(0, read?.channels.length).map(({ name }) => name),
    );
  });
});
