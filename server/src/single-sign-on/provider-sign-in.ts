import type { MemberId, SignInId } from "@fanfare/contract/lib/ids";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { type AttemptLimiter, createAttemptLimiter } from "../accounts/sign-in/attempt-limiter.ts";
import type { Caller, SignedIn, SignIns } from "../accounts/sign-in/sign-in.ts";
import type { Vault } from "../lib/vault.ts";
import { isUniqueViolation } from "../store/store.ts";
import type { DiscoveryDeps } from "./discovery.ts";
import { linkIdentity } from "./link-identity.ts";
import { createProviderClient, type ProviderClient, signInExpired, type VerifiedIdentity } from "./provider-client.ts";
import { sessionStatement } from "./provider-session.ts";
import { requireProvider, type StoredProvider } from "./provider-settings.ts";
import { type ResolveMemberDeps, resolveMember } from "./resolve-member.ts";
import { createSignInFlows, type SignInFlow, type SignInFlows } from "./sign-in-flow.ts";

/** Sign-in through the identity provider: redirect, callback, and possibly a code. `sealed` is the browser's state in between. */
export interface ProviderSignIns {
  /** Checks a provider before it is saved. */
  readonly discover: ProviderClient["discover"];
  /** @throws ProblemError `single_sign_on_off`, `provider_unreachable`, `provider_unfit` or `rate_limited`. */
  begin(options: BeginSignIn, caller: Caller): Promise<{ readonly url: string; readonly sealed: string }>;
  /**
   * Handles the callback.
   *
   * @throws ProblemError with the reason for a refusal.
   */
  finish(answer: URLSearchParams, browser: BrowserState, caller: Caller): Promise<SignInOutcome>;
  /**
   * Takes the authentication code after the callback.
   *
   * @throws ProblemError `provider_sign_in_over`, `second_factor_failed` or `rate_limited`.
   */
  submitCode(code: string, browser: BrowserState, caller: Caller): Promise<SignedIn>;
  /** What the browser asked for at the start. `return_to` is untrusted. */
  readFlow(sealed: string | undefined): { readonly return_to: string | undefined; readonly is_link: boolean };
}

export interface BeginSignIn {
  readonly redirect_url: string;
  readonly return_to: string | undefined;
  /** The expected provider, if the caller names one. */
  readonly issuer: string | undefined;
  /** The signed-in member who links the account. */
  readonly link?: MemberId | undefined;
}

export interface BrowserState {
  readonly sealed: string | undefined;
  /** Of the session that the new one replaces. */
  readonly previous_token: string | undefined;
}

export type SignInOutcome =
  | { readonly outcome: "signed_in"; readonly signed_in: SignedIn }
  | { readonly outcome: "linked" }
  /** The member uses two-factor authentication, and the provider doesn't state that it asked for two factors. */
  | { readonly outcome: "code_needed"; readonly sealed: string };

/** Longer URLs are dropped: a cookie holds 4 KB. */
const RETURN_TO_CHARS_MAX = 1_000;
/** Of a cookie's value: its name and attributes count too. */
const COOKIE_CHARS_MAX = 3_800;
/** Attempts to resolve the member after concurrent writes. */
const RESOLVE_ATTEMPTS_MAX = 3;

export interface ProviderSignInDeps extends ResolveMemberDeps, DiscoveryDeps {
  readonly vault: Vault;
  readonly sign_ins: SignIns;
}

export function createProviderSignIns(deps: ProviderSignInDeps): ProviderSignIns {
  return new OpenIdSignIns(deps);
}

interface EntryAttempt {
  readonly code?: string;
  readonly caller: Caller;
  readonly previous_token: string | undefined;
}

class OpenIdSignIns implements ProviderSignIns {
  readonly #deps: ProviderSignInDeps;
  readonly #client: ProviderClient;
  readonly #flows: SignInFlows;
  readonly #calls: AttemptLimiter;

  constructor(deps: ProviderSignInDeps) {
    this.#deps = deps;
    this.#client = createProviderClient(deps);
    this.#flows = createSignInFlows(deps);
    this.#calls = createAttemptLimiter({
      clock: deps.clock,
      capacity: limits.provider_calls_per_address_per_10_min_max,
      window_ms: 10 * MINUTE_MS,
      names_max: limits.sign_in_names_remembered_max,
    });
  }

  discover(...check: Parameters<ProviderClient["discover"]>): ReturnType<ProviderClient["discover"]> {
    return this.#client.discover(...check);
  }

  async begin(
    { redirect_url, return_to, issuer, link }: BeginSignIn,
    caller: Caller,
  ): Promise<{ readonly url: string; readonly sealed: string }> {
    this.#countCall(caller);
    const known = await requireProvider(this.#deps);
    if (issuer !== undefined && issuer !== known.provider.issuer) throw signInExpired();
    const { url, expected } = await this.#client.begin(known, redirect_url);
    const pending = return_to !== undefined && return_to.length <= RETURN_TO_CHARS_MAX ? { return_to } : {};
    const linking = link === undefined ? {} : { link };
    return { url, sealed: this.#flows.seal({ step: "away", expected, ...pending, ...linking }) };
  }

  async finish(answer: URLSearchParams, browser: BrowserState, caller: Caller): Promise<SignInOutcome> {
    const { sealed, previous_token } = browser;
    this.#countCall(caller);
    const known = await requireProvider(this.#deps);
    const flow = this.#flows.open(sealed);
    if (flow?.step !== "away") throw signInExpired();
    const member = flow.link === undefined ? undefined : await this.#deps.sign_ins.find(previous_token ?? "");
    if (member?.member_id !== flow.link) throw signInExpired();
    const identity = await this.#client.finish(known, flow.expected, answer);
    if (member !== undefined) {
      await linkIdentity(this.#deps, known.provider, member, identity.claims);
      return { outcome: "linked" };
    }
    try {
      return { outcome: "signed_in", signed_in: await this.#enter(known, identity, { caller, previous_token }) };
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== "second_factor_required") throw error;
      return { outcome: "code_needed", sealed: this.#sealCode(identity, flow) };
    }
  }

  async submitCode(code: string, { sealed, previous_token }: BrowserState, caller: Caller): Promise<SignedIn> {
    this.#countCall(caller);
    const known = await requireProvider(this.#deps);
    const flow = this.#flows.open(sealed);
    if (flow?.step !== "code" || flow.claims.issuer !== known.provider.issuer) throw signInExpired();
    const claims = { email: undefined, name: undefined, sid: undefined, ...flow.claims };
    return await this.#enter(known, { claims, leaving: flow.leaving }, { code, caller, previous_token });
  }

  readFlow(sealed: string | undefined): { readonly return_to: string | undefined; readonly is_link: boolean } {
    const flow = this.#flows.open(sealed);
    return { return_to: flow?.return_to, is_link: flow?.step === "away" && flow.link !== undefined };
  }

  #countCall({ address }: Caller): void {
    const retry_after_s = this.#calls.take(address);
    if (retry_after_s === undefined) return;
    throw new ProblemError("rate_limited", `Too many sign-in attempts. Try again in ${retry_after_s} seconds.`, {
      retry_after_s,
    });
  }

  async #enter(
    { provider }: StoredProvider,
    { claims, leaving }: VerifiedIdentity,
    { code, caller, previous_token }: EntryAttempt,
  ): Promise<SignedIn> {
    for (let discover = 1; discover <= RESOLVE_ATTEMPTS_MAX; discover++) {
      const { member, statements } = await resolveMember(this.#deps, provider, claims);
      const beside = (id: SignInId) => sessionStatement(this.#deps, id, claims, leaving);
      const sign_in = { member, also: statements, beside, asks_code: !claims.used_factors, code };
      const signed_in = await this.#deps.sign_ins.enter(sign_in, caller, previous_token).catch((error: unknown) => {
        // A concurrent sign-in of the same person created the member.
        if (isUniqueViolation(error)) return undefined;
        throw error;
      });
      if (signed_in !== undefined) return signed_in;
    }
    throw signInExpired();
  }

  /** Includes the ID token if the cookie has room for it. */
  #sealCode({ claims, leaving }: VerifiedIdentity, { return_to }: SignInFlow): string {
    const pending = { step: "code", claims, ...(return_to === undefined ? {} : { return_to }) } as const;
    if (leaving === undefined) return this.#flows.seal(pending);
    const whole = this.#flows.seal({ ...pending, leaving });
    const { id_token: _, ...rest } = leaving;
    return whole.length <= COOKIE_CHARS_MAX ? whole : this.#flows.seal({ ...pending, leaving: rest });
  }
}
