import { describe, expect, test } from "bun:test";
import type { ChannelRule } from "@fanfare/contract/realtime/app-settings";
import { parseChannel } from "@fanfare/contract/realtime/channel";
import { type ChannelRequester, decideChannelAccess } from "./channel-rules.ts";

const ADA: ChannelRequester = { channel_id: "u_42", external_id: "u_42", groups: ["acme", "g=1"] };
const HASHED: ChannelRequester = {
  channel_id: `sha256-${"a".repeat(64)}`,
  external_id: "ada@shop example",
  groups: [],
};
/** A person who chose the hash of Ada's ID as their own ID. Their channel ID is the hash of that hash. */
const COPIED: ChannelRequester = { channel_id: `sha256-${"b".repeat(64)}`, external_id: HASHED.channel_id, groups: [] };
const ANONYMOUS: ChannelRequester = { channel_id: "anon-1", external_id: undefined, groups: [] };

const RULES: readonly ChannelRule[] = [
  { pattern: "private-orders-secret-*", who: "nobody" },
  { pattern: "private-orders-*", who: "identified" },
  { pattern: "presence-acme-*", who: "groups", groups: ["globex", "acme"] },
  { pattern: "presence-hall", who: "identified" },
  { pattern: "private-encrypted-*", who: "identified" },
  { pattern: "private-fanfare-*", who: "identified" },
  { pattern: "private-user-u_42", who: "nobody" },
  { pattern: "*", who: "nobody" },
];

const rule = (name: string, requester: ChannelRequester, rules: readonly ChannelRule[] = []) => {
  const channel = parseChannel(name);
  if (channel === undefined) throw new Error(`${name} is no channel name.`);
  return decideChannelAccess(channel, requester, rules);
};

describe("allowed channels", () => {
  test.each([
    ["a person's own channel", "private-fanfare-u_42", ADA],
    ["a person's user channel", "private-user-u_42", ADA],
    ["the channels of the groups in the token", "private-group-acme", ADA],
    ["groups with signs that channel names allow", "private-group-g=1", ADA],
    ["the own channel under a hashed id", `private-fanfare-${HASHED.channel_id}`, HASHED],
    ["the user channel under a hashed id", `private-user-${HASHED.channel_id}`, HASHED],
    ["the own channel of an anonymous person", "private-fanfare-anon-1", ANONYMOUS],
  ])("%s", (_, name, requester) =>
    expect(rule(name, requester)).toEqual({ outcome: "allowed", channel_data: undefined }),
  );
});

describe("channels refused with a reason", () => {
  test.each([
    ["another person's channel", "private-fanfare-u_43", ADA],
    ["a longer name that starts like one's own", "private-fanfare-u_42x", ADA],
    ["a shorter name", "private-fanfare-u_4", ADA],
    ["nobody's channel", "private-fanfare-", ADA],
    ["another user's channel", "private-user-u_43", ADA],
    [
      "the user channel of the person whose hashed id somebody took for their own",
      `private-user-${COPIED.external_id}`,
      COPIED,
    ],
    ["a group that is not in the token", "private-group-globex", ADA],
    ["the group of no name", "private-group-", ADA],
    ["private channels of the customer", "private-orders", ADA],
    ["presence channels", "presence-user-u_42", ADA],
    ["encrypted channels, whose names go on like one's own", "private-encrypted-user-u_42", ADA],
    ["cache channels", "private-cache-user-u_42", ADA],
    ["public channels", "fanfare", ADA],
    ["public cache channels", "cache-a", ADA],
    ["server-to-user channels", "#server-to-user-u_42", ADA],
    ["another anonymous person's channel", "private-fanfare-anon-2", ANONYMOUS],
    ["the user channel of an anonymous person", "private-user-anon-1", ANONYMOUS],
    ["groups, to an anonymous person", "private-group-acme", ANONYMOUS],
  ])("%s", (_, name, requester) => {
    expect(rule(name, requester)).toMatchObject({ outcome: "refused", reason: expect.stringMatching(/.{20}\.$/) });
  });
});

type Row = [what: string, name: string, requester: ChannelRequester, rules: readonly ChannelRule[]];

describe("channel rules of the app", () => {
  test.each<Row>([
    ["let identified people in where the pattern matches", "private-orders-7", ADA, RULES],
    [
      "let in the groups that they name",
      "private-cache-x",
      ADA,
      [{ pattern: "private-cache-?", who: "groups", groups: ["acme"] }],
    ],
    ["cannot take a person's own channel away", "private-user-u_42", ADA, RULES],
  ])("%s", (_, name, requester, rules) => {
    expect(rule(name, requester, rules)).toEqual({ outcome: "allowed", channel_data: undefined });
  });

  test("add the signed-in ID on presence channels", () => {
    const channel_data = JSON.stringify({ user_id: "u_42", user_info: {} });
    for (const name of ["presence-acme-1", "presence-hall"]) {
      expect(rule(name, ADA, RULES)).toEqual({ outcome: "allowed", channel_data });
    }
  });

  test.each<Row>([
    ["where an earlier rule says nobody", "private-orders-secret-7", ADA, RULES],
    ["who is in none of the groups", "presence-acme-1", HASHED, RULES],
    ["who has not signed in", "private-orders-7", ANONYMOUS, RULES],
    ["into encrypted channels, whose key Fanfare does not have", "private-encrypted-a", ADA, RULES],
    ["into another person's channel", "private-fanfare-u_43", ADA, RULES],
    ["into server-to-user channels", "#server-to-user-u_42", ADA, RULES],
    ["where no pattern matches", "private-x", ADA, [{ pattern: "private-y", who: "identified" }]],
  ])("deny access %s", (_, name, requester, rules) => {
    expect(rule(name, requester, rules)).toMatchObject({
      outcome: "refused",
      reason: expect.stringMatching(/.{20}\.$/),
    });
  });
});
