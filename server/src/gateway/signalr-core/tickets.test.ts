import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { seededRng } from "@fanfare/contract/lib/rng";
import { SECOND_MS } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { createTickets } from "./tickets.ts";

const key = new Uint8Array(32).fill(3);
const identity = { kind: "person", external_id: "ada", channel_id: "ada", groups: [] } as const;
// Cast: a made-up ID.
const CLAIMS = { app_id: "7" as AppId, socket_id: "1.2", identity, resumable: false };

function servers() {
  const clock = manualClock(0);
  const open = (seed: number, with_key = key) => createTickets({ clock, rng: seededRng(seed), keys: () => [with_key] });
  return { clock, issuer: open(1), other: open(2), stranger: open(3, new Uint8Array(32)) };
}

test("redeems another server's ticket once, and not one's own", () => {
  const { issuer, other } = servers();
  const token = issuer.seal(CLAIMS);
  expect(token).not.toContain(Buffer.from("ada").toString("base64url"));
  expect(issuer.redeem(token)).toBeUndefined();
  expect(other.redeem(token)).toMatchObject(CLAIMS);
  expect(other.redeem(token)).toBeUndefined();
});

test("redeems no ticket that is changed, of another key, or older than a handshake may be", () => {
  const { clock, issuer, other, stranger } = servers();
  const token = issuer.seal(CLAIMS);
  expect(stranger.redeem(token)).toBeUndefined();
  for (const wrong of ["", "abc", `${token.slice(0, -2)}AA`, "x".repeat(hubLimits.core_ticket_chars_max + 1)])
    expect(other.redeem(wrong)).toBeUndefined();
  clock.advance(hubLimits.hub_handshake_s * SECOND_MS + 1);
  expect(other.redeem(token)).toBeUndefined();
});
