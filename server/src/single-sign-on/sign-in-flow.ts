import type { Clock } from "@fanfare/contract/lib/clock";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import { z } from "zod";
import { type Vault, VaultError } from "../lib/vault.ts";
import { providerLogoutSchema } from "./provider-session.ts";

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
    leaving: providerLogoutSchema.optional(),
  }),
]);
export type SignInFlow = z.output<typeof flowSchema>;
type FlowStep<Each> = Each extends unknown ? Omit<Each, "expires_at"> : never;

/** Seals what a browser keeps of its own sign-in: it can neither be read nor written there. */
export interface SignInFlows {
  seal(flow: FlowStep<SignInFlow>): string;
  /** Undefined: nothing, nothing of ours, or over. */
  open(sealed: string | undefined): SignInFlow | undefined;
}

const VAULT_CONTEXT = "provider_flow";

export function createSignInFlows({
  clock,
  vault,
}: {
  readonly clock: Pick<Clock, "now">;
  readonly vault: Pick<Vault, "seal" | "unseal">;
}): SignInFlows {
  return {
    seal(flow) {
      const expires_at = clock.now() + limits.provider_flow_minutes * MINUTE_MS;
      return base64Url(vault.seal(JSON.stringify({ ...flow, expires_at }), VAULT_CONTEXT));
    },
    open(sealed) {
      if (sealed === undefined) return undefined;
      try {
        const flow = flowSchema.parse(JSON.parse(vault.unseal(sealed, VAULT_CONTEXT)));
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
