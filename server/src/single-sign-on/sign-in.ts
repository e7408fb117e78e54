import type { MemberId, SignInId } from "@fanfare/contract/ids";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { createAttempts } from "../accounts/attempts.ts";
import type { Caller, SignedIn, SignIns } from "../accounts/sign-in.ts";
import type { Vault } from "../accounts/vault.ts";
import { isTwin } from "../store/store.ts";
import { type AdmitDeps, admit } from "./admit.ts";
import type { DiscoveryDeps } from "./discovery.ts";
import { createFlows, type Flow } from "./flow.ts";
import { linkIdentity } from "./link.ts";
import { createProviderClient, over, type ProviderClient, type Vouched } from "./provider-client.ts";
import { sessionStatement } from "./session.ts";
import { type KnownProvider, providerInUse } from "./settings.ts";

/** Signing in through the provider: away, back, and perhaps a code. `sealed` is what the browser keeps in between. */
export interface ProviderSignIns {
  /** Whether a provider can be used: what is saved is looked at before. */
  readonly look: ProviderClient["look"];
  /** @throws ProblemError `single_sign_on_off`, `provider_unreachable`, `provider_unfit` or `rate_limited`. */
  begin(wish: BeginWish, caller: Caller): Promise<{ readonly url: string; readonly sealed: string }>;
  /**
   * Who came back with this answer.
   *
   * @throws ProblemError that says why they are not let in.
   */
  finish(answer: URLSearchParams, browser: InBrowser, caller: Caller): Promise<Finished>;
  /**
   * The code of an authenticator, given after coming back.
   *
   * @throws ProblemError `provider_sign_in_over`, `second_factor_failed` or `rate_limited`.
   */
  giveCode(code: string, browser: InBrowser, caller: Caller): Promise<SignedIn>;
  /** What the browser wanted when it began. Where it wanted to go is as it said: not to be believed. */
  wishOf(sealed: string | undefined): { readonly return_to: string | undefined; readonly is_link: boolean };
}

export interface BeginWish {
  readonly redirect_url: string;
  readonly return_to: string | undefined;
  /** The provider that the caller means, where it says so. */
  readonly issuer: string | undefined;
  /** The member who is signed in and wants that account linked to theirs. */
  readonly link?: MemberId | undefined;
}

export interface InBrowser {
  readonly sealed: string | undefined;
  /** Of the sign-in that the new one takes the place of. */
  readonly previous_token: string | undefined;
}

export type Finished =
  | { readonly outcome: "signed_in"; readonly signed_in: SignedIn }
  | { readonly outcome: "linked" }
  /** The member has two-factor on, and the provider does not say that it asked for more than one. */
  | { readonly outcome: "code_needed"; readonly sealed: string };

/** Longer ones are forgotten: a cookie holds four kilobytes. */
const RETURN_TO_CHARS_MAX = 1_000;
/** Of a cookie's value, whose name and attributes count as well. */
const COOKIE_CHARS_MAX = 3_800;
/** A second look at who it is, after something was written meanwhile. */
const LOOKS_MAX = 3;

export function createProviderSignIns(
  deps: AdmitDeps & DiscoveryDeps & { readonly vault: Vault; readonly sign_ins: SignIns },
): ProviderSignIns {
  const { clock, sign_ins } = deps;
  const client = createProviderClient(deps);
  const flows = createFlows(deps);
  const calls = createAttempts({
    clock,
    capacity: limits.provider_calls_per_address_per_10_min_max,
    window_ms: 10 * MINUTE_MS,
    names_max: limits.sign_in_names_remembered_max,
  });
  const take = ({ address }: Caller): void => {
    const retry_after_s = calls.take(address);
    if (retry_after_s === undefined) return;
    throw new ProblemError("rate_limited", `Too many attempts to sign in. Try again in ${retry_after_s} seconds.`, {
      retry_after_s,
    });
  };

  const enter = async (
    known: KnownProvider,
    { claims, leaving }: Vouched,
    { code, caller, previous_token }: { code?: string; caller: Caller; previous_token: string | undefined },
  ): Promise<SignedIn> => {
    for (let look = 1; look <= LOOKS_MAX; look++) {
      const { member, statements } = await admit(deps, known.provider, claims);
      const beside = (id: SignInId) => sessionStatement(deps, id, claims, leaving);
      const who = { member, also: statements, beside, asks_code: !claims.used_factors, code };
      const signed_in = await sign_ins.enter(who, caller, previous_token).catch((error: unknown) => {
        // Another page of the same person was faster: now there is a member.
        if (isTwin(error)) return undefined;
        throw error;
      });
      if (signed_in !== undefined) return signed_in;
    }
    throw over();
  };

  /** With the ID token where a cookie has room for it. */
  const sealCode = ({ claims, leaving }: Vouched, flow: Flow): string => {
    const kept = { step: "code", claims, ...keptOf(flow) } as const;
    if (leaving === undefined) return flows.seal(kept);
    const whole = flows.seal({ ...kept, leaving });
    const { id_token: _, ...rest } = leaving;
    return whole.length <= COOKIE_CHARS_MAX ? whole : flows.seal({ ...kept, leaving: rest });
  };

  return {
    look: client.look,
    async begin({ redirect_url, return_to, issuer, link }, caller) {
      take(caller);
      const known = await providerInUse(deps);
      if (issuer !== undefined && issuer !== known.provider.issuer) throw over();
      const { url, expected } = await client.begin(known, redirect_url);
      const kept = return_to !== undefined && return_to.length <= RETURN_TO_CHARS_MAX ? { return_to } : {};
      const linking = link === undefined ? {} : { link };
      return { url, sealed: flows.seal({ step: "away", expected, ...kept, ...linking }) };
    },

    async finish(answer, { sealed, previous_token }, caller) {
      take(caller);
      const known = await providerInUse(deps);
      const flow = flows.open(sealed);
      if (flow?.step !== "away") throw over();
      const member = flow.link === undefined ? undefined : await sign_ins.find(previous_token ?? "");
      if (member?.member_id !== flow.link) throw over();
      const vouched = await client.finish(known, flow.expected, answer);
      if (member !== undefined) {
        await linkIdentity(deps, known.provider, member, vouched.claims);
        return { outcome: "linked" };
      }
      try {
        return { outcome: "signed_in", signed_in: await enter(known, vouched, { caller, previous_token }) };
      } catch (error) {
        if (!(error instanceof ProblemError) || error.code !== "second_factor_required") throw error;
        return { outcome: "code_needed", sealed: sealCode(vouched, flow) };
      }
    },

    async giveCode(code, { sealed, previous_token }, caller) {
      take(caller);
      const known = await providerInUse(deps);
      const flow = flows.open(sealed);
      if (flow?.step !== "code" || flow.claims.issuer !== known.provider.issuer) throw over();
      const claims = { email: undefined, name: undefined, sid: undefined, ...flow.claims };
      return await enter(known, { claims, leaving: flow.leaving }, { code, caller, previous_token });
    },

    wishOf(sealed) {
      const flow = flows.open(sealed);
      return { return_to: flow?.return_to, is_link: flow?.step === "away" && flow.link !== undefined };
    },
  };
}

const keptOf = ({ return_to }: Flow): { readonly return_to?: string } => (return_to === undefined ? {} : { return_to });
