import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { SamlProvider } from "@fanfare/contract/schema/accounts/saml";
import type { AttemptLimiter } from "../../accounts/sign-in/attempt-limiter.ts";
import type { Caller, SignedIn } from "../../accounts/sign-in/sign-in.ts";
import type { Vault } from "../../lib/vault.ts";
import { deleteSamlAssertions, useSamlAssertion } from "../../store/statements/identity/saml.ts";
import { type EnterMemberDeps, enterMember } from "../enter-member.ts";
import { providerCallLimiter, takeAttempt } from "../provider-calls.ts";
import { signInExpired } from "../provider-client.ts";
import type { BrowserState, SignInOutcome } from "../provider-sign-in.ts";
import { createSignInFlows, type SignInFlows } from "../sign-in-flow.ts";
import { type ServiceProvider, samlClient, samlIssuer, verifyResponse } from "./assertion.ts";
import { requireSamlProvider } from "./settings.ts";

/**
 * Sign-in through the SAML provider. The provider's page posts its response from another site, and so without Fanfare's
 * cookies. The response is verified, and passed on encrypted to a page of Fanfare's own site, where the browser sends
 * the cookie of the sign-in that it started.
 */
export interface SamlSignIns {
  /** @throws ProblemError `single_sign_on_off` or `rate_limited`. */
  begin(start: SamlStart, caller: Caller): Promise<{ readonly url: string; readonly sealed: string }>;
  /**
   * Verifies a posted response and returns it encrypted.
   *
   * @throws ProblemError with the reason for a refusal.
   */
  receive(form: SamlForm, service: ServiceProvider, caller: Caller): Promise<string>;
  /**
   * Completes the sign-in in the browser that started it.
   *
   * @throws ProblemError with the reason for a refusal.
   */
  complete(response: string, browser: BrowserState, caller: Caller): Promise<SignInOutcome>;
  /** @throws ProblemError `provider_sign_in_over`, `second_factor_failed` or `rate_limited`. */
  submitCode(code: string, browser: BrowserState, caller: Caller): Promise<SignedIn>;
  /** Page to return to, as the browser or, for a sign-in that started at the provider, the provider asked. Untrusted. */
  returnTo(response: string | undefined, sealed: string | undefined): string | undefined;
}

export interface SamlStart {
  readonly service: ServiceProvider;
  readonly return_to: string | undefined;
}

export interface SamlForm {
  readonly response: string;
  readonly relay_state: string | undefined;
}

/** Longer URLs are dropped: a cookie holds 4 KB. */
const RETURN_TO_CHARS_MAX = 1_000;
const REQUEST_ID_BYTES = 20;

export interface SamlSignInDeps extends EnterMemberDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly vault: Pick<Vault, "seal" | "unseal">;
}

export function createSamlSignIns(deps: SamlSignInDeps): SamlSignIns {
  return new SamlSignInFlow(deps);
}

class SamlSignInFlow implements SamlSignIns {
  readonly #deps: SamlSignInDeps;
  readonly #flows: SignInFlows;
  readonly #calls: AttemptLimiter;

  constructor(deps: SamlSignInDeps) {
    this.#deps = deps;
    this.#flows = createSignInFlows(deps);
    this.#calls = providerCallLimiter(deps);
  }

  async begin({ service, return_to }: SamlStart, caller: Caller): Promise<{ url: string; sealed: string }> {
    takeAttempt(this.#calls, caller.address);
    const provider = await requireSamlProvider(this.#deps);
    // An XML ID starts with a letter or an underscore.
    const request_id = `_${Buffer.from(this.#deps.rng.bytes(REQUEST_ID_BYTES)).toString("hex")}`;
    const url = await samlClient(provider, service, request_id).getAuthorizeUrlAsync("", undefined, {});
    return { url, sealed: this.#flows.seal({ step: "saml_away", request_id, ...returning(return_to) }) };
  }

  async receive({ response, relay_state }: SamlForm, service: ServiceProvider, caller: Caller): Promise<string> {
    takeAttempt(this.#calls, caller.address);
    const provider = await requireSamlProvider(this.#deps);
    const verified = await verifyResponse(this.#deps, provider, service, response);
    const { claims, id_hash: assertion_id, expires_at: assertion_expires_at, request_id } = verified;
    assertRequested(provider, request_id);
    const named = request_id === undefined ? returning(relay_state) : { request_id };
    const flow = { step: "saml_response", claims, assertion_id, assertion_expires_at, ...named } as const;
    return this.#flows.seal(flow, limits.saml_complete_minutes);
  }

  async complete(response: string, browser: BrowserState, caller: Caller): Promise<SignInOutcome> {
    const { sealed, previous_token } = browser;
    takeAttempt(this.#calls, caller.address);
    const provider = await requireSamlProvider(this.#deps);
    const verified = this.#flows.open(response);
    if (verified?.step !== "saml_response" || verified.claims.issuer !== samlIssuer(provider)) throw signInExpired();
    assertRequested(provider, verified.request_id);
    const flow = this.#flows.open(sealed);
    const is_asked = flow?.step === "saml_away" && flow.request_id === verified.request_id;
    if (verified.request_id !== undefined && !is_asked) throw unrequested();
    await this.#useOnce(verified.assertion_id, verified.assertion_expires_at);
    const { claims } = verified;
    const identity = { claims: { email: undefined, name: undefined, sid: undefined, ...claims }, leaving: undefined };
    try {
      const attempt = { caller, previous_token };
      return { outcome: "signed_in", signed_in: await enterMember(this.#deps, provider, identity, attempt) };
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== "second_factor_required") throw error;
      const sealed_code = this.#flows.seal({ step: "code", claims, ...returning(this.returnTo(response, sealed)) });
      return { outcome: "code_needed", sealed: sealed_code };
    }
  }

  async submitCode(code: string, { sealed, previous_token }: BrowserState, caller: Caller): Promise<SignedIn> {
    takeAttempt(this.#calls, caller.address);
    const provider = await requireSamlProvider(this.#deps);
    const flow = this.#flows.open(sealed);
    if (flow?.step !== "code" || flow.claims.issuer !== samlIssuer(provider)) throw signInExpired();
    const claims = { email: undefined, name: undefined, sid: undefined, ...flow.claims };
    return await enterMember(this.#deps, provider, { claims, leaving: undefined }, { code, caller, previous_token });
  }

  returnTo(response: string | undefined, sealed: string | undefined): string | undefined {
    return this.#flows.open(sealed)?.return_to ?? this.#flows.open(response)?.return_to;
  }

  /** The database has the used assertions, so a response that was replayed at another node is refused, too. */
  async #useOnce(id_hash: string, expires_at: number): Promise<void> {
    const { store, clock } = this.#deps;
    const { outcome } = await store.write([
      { query: deleteSamlAssertions(store.db, clock.now()) },
      { query: useSamlAssertion(store.db, id_hash, expires_at), expect: 1 },
    ]);
    if (outcome === "committed") return;
    throw new ProblemError("saml_replayed", "This SAML response was already used. Sign in again.");
  }
}

const returning = (return_to: string | undefined): { readonly return_to?: string } =>
  return_to === undefined || return_to === "" || return_to.length > RETURN_TO_CHARS_MAX ? {} : { return_to };

function assertRequested({ accepts_unrequested }: SamlProvider, request_id: string | undefined): void {
  if (request_id === undefined && !accepts_unrequested) throw unrequested();
}

function unrequested(): ProblemError {
  return new ProblemError(
    "saml_unrequested",
    "This browser didn't start the sign-in, or it expired. Start it on Fanfare's sign-in page.",
  );
}
