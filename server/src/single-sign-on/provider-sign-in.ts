import type { MemberId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import type { AttemptLimiter } from "../accounts/sign-in/attempt-limiter.ts";
import type { Caller, SignedIn, SignIns } from "../accounts/sign-in/sign-in.ts";
import type { Vault } from "../lib/vault.ts";
import type { DiscoveryDeps } from "./discovery.ts";
import { enterMember } from "./enter-member.ts";
import { linkIdentity } from "./link-identity.ts";
import { providerCallLimiter, takeAttempt } from "./provider-calls.ts";
import { createProviderClient, type ProviderClient, signInExpired, type VerifiedIdentity } from "./provider-client.ts";
import { requireProvider } from "./provider-settings.ts";
import type { ResolveMemberDeps } from "./resolve-member.ts";
import { isSamlIssuer } from "./saml/assertion.ts";
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
  readFlow(sealed: string | undefined): {
    readonly return_to: string | undefined;
    readonly is_link: boolean;
    /** Whether the code that is asked for completes a SAML sign-in. */
    readonly is_saml: boolean;
  };
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

export interface ProviderSignInDeps extends ResolveMemberDeps, DiscoveryDeps {
  readonly vault: Vault;
  readonly sign_ins: SignIns;
}

export function createProviderSignIns(deps: ProviderSignInDeps): ProviderSignIns {
  return new OpenIdSignIns(deps);
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
    this.#calls = providerCallLimiter(deps);
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
      return {
        outcome: "signed_in",
        signed_in: await enterMember(this.#deps, known.provider, identity, { caller, previous_token }),
      };
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
    return await enterMember(
      this.#deps,
      known.provider,
      { claims, leaving: flow.leaving },
      { code, caller, previous_token },
    );
  }

  readFlow(sealed: string | undefined): ReturnType<ProviderSignIns["readFlow"]> {
    const flow = this.#flows.open(sealed);
    return {
      return_to: flow?.return_to,
      is_link: flow?.step === "away" && flow.link !== undefined,
      is_saml: flow?.step === "code" && isSamlIssuer(flow.claims.issuer),
    };
  }

  #countCall({ address }: Caller): void {
    takeAttempt(this.#calls, address);
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
