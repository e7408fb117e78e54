import type { Clock } from "@fanfare/contract/clock";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import { z } from "zod";
import { type Vault, VaultError } from "../accounts/vault.ts";
import { leavingSchema } from "./session.ts";

const common = { return_to: z.string().optional(), expires_at: z.number() };

/** A sign-in through the provider that is under way: it is kept by the browser that began it, and by nobody else. */
const flowSchema = z.discriminatedUnion("step", [
  /** At the provider. */
  z.strictObject({
    step: z.literal("away"),
    ...common,
    /** The member who went there to link that account to their own; nobody is signed in by it. */
    link: z.string().optional(),
    expected: z.strictObject({
      ...{ issuer: z.string(), client_id: z.string(), redirect_url: z.string() },
      ...{ state: z.string(), nonce: z.string(), verifier: z.string() },
    }),
  }),
  /** Back, and asked for the code of an authenticator. */
  z.strictObject({
    step: z.literal("code"),
    ...common,
    claims: z.strictObject({
      ...{ issuer: z.string(), subject: z.string(), email: z.string().optional(), is_email_verified: z.boolean() },
      ...{ name: z.string().optional(), used_factors: z.boolean(), sid: z.string().optional() },
    }),
    leaving: leavingSchema.optional(),
  }),
]);
export type Flow = z.output<typeof flowSchema>;
type Step<Each> = Each extends unknown ? Omit<Each, "expires_at"> : never;

/** Seals what a browser keeps of its own sign-in: it can neither be read nor written there. */
export interface Flows {
  seal(flow: Step<Flow>): string;
  /** Undefined: nothing, nothing of ours, or over. */
  open(sealed: string | undefined): Flow | undefined;
}

const PLACE = "provider_flow";

export function createFlows({
  clock,
  vault,
}: {
  readonly clock: Pick<Clock, "now">;
  readonly vault: Pick<Vault, "seal" | "unseal">;
}): Flows {
  return {
    seal(flow) {
      const expires_at = clock.now() + limits.provider_flow_minutes * MINUTE_MS;
      return base64Url(vault.seal(JSON.stringify({ ...flow, expires_at }), PLACE));
    },
    open(sealed) {
      if (sealed === undefined) return undefined;
      try {
        const flow = flowSchema.parse(JSON.parse(vault.unseal(sealed, PLACE)));
        return clock.now() < flow.expires_at ? flow : undefined;
      } catch (error) {
        if (error instanceof VaultError) return undefined;
        throw error;
      }
    },
  };
}

/** What a cookie may hold; Buffer reads both alphabets. */
const base64Url = (text: string): string => text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
