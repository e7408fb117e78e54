import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  clockSkew,
  customFetch,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from "openid-client";
import { type Claims, readClaims } from "./claims.ts";
import { chooseClientAuth, createDiscovery, type Discovery, type DiscoveryDeps } from "./discovery.ts";
import { fetchFor } from "./provider-fetch.ts";
import { providerProblem } from "./provider-problem.ts";
import type { ProviderLogout } from "./provider-session.ts";
import type { StoredProvider } from "./provider-settings.ts";

/** State to verify when the browser returns from the provider. Stored encrypted in the browser. */
export interface ExpectedCallback {
  readonly issuer: string;
  readonly client_id: string;
  readonly redirect_url: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A verified identity, and how to sign out at the provider. Undefined: the provider has no logout endpoint. */
export interface VerifiedIdentity {
  readonly claims: Claims;
  readonly leaving: ProviderLogout | undefined;
}

/** OpenID Connect client: authorization code flow with PKCE, using openid-client. */
export interface ProviderClient {
  readonly discover: Discovery["discover"];
  begin(
    known: StoredProvider,
    redirect_url: string,
  ): Promise<{ readonly url: string; readonly expected: ExpectedCallback }>;
  /**
   * Exchanges the code and verifies the ID token: signature with the provider's current keys, issuer, audience,
   * authorized party, times, nonce.
   *
   * @param answer query of the callback URL.
   * @throws ProblemError `provider_sign_in_over`, `provider_refused`, `provider_unreachable` or `provider_untrusted`.
   */
  finish(known: StoredProvider, expected: ExpectedCallback, answer: URLSearchParams): Promise<VerifiedIdentity>;
}

/** Members are identified by email. */
const SCOPE = "openid email profile";

export function createProviderClient(deps: DiscoveryDeps): ProviderClient {
  const found = createDiscovery(deps);

  /** Created for each call: it caches the provider's keys, and revoked keys must not stay valid. */
  const configure = (metadata: ServerMetadata, { provider, secret }: StoredProvider): Configuration => {
    const skew_s = Math.round((deps.clock.now() - Date.now()) / SECOND_MS);
    const config = new Configuration(
      metadata,
      provider.client_id,
      { [clockSkew]: skew_s },
      clientAuthentication(metadata, secret),
    );
    config[customFetch] = fetchFor(deps.net, provider);
    config.timeout = limits.provider_timeout_ms / SECOND_MS;
    if (deps.may_be_plain) allowInsecureRequests(config);
    enableNonRepudiationChecks(config);
    return config;
  };

  return {
    discover: found.discover,

    async begin(known, redirect_url) {
      const config = configure(await found.discoverCached(known), known);
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      const { issuer, client_id } = known.provider;
      const url = buildAuthorizationUrl(config, {
        ...{ redirect_uri: redirect_url, scope: SCOPE, state, nonce },
        ...{ code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: "S256" },
      });
      return { url: url.href, expected: { issuer, client_id, redirect_url, state, nonce, verifier } };
    },

    async finish(known, expected, answer) {
      const { issuer, client_id } = known.provider;
      const is_asked = expected.issuer === issuer && expected.client_id === client_id;
      if (!is_asked || answer.get("state") !== expected.state) throw signInExpired();
      try {
        const config = configure(await found.discoverCached(known), known);
        const tokens = await authorizationCodeGrant(config, new URL(`${expected.redirect_url}?${answer}`), {
          ...{ expectedState: expected.state, expectedNonce: expected.nonce },
          ...{ pkceCodeVerifier: expected.verifier, idTokenExpected: true },
        });
        const id_token_claims = tokens.claims();
        if (id_token_claims === undefined)
          throw new ProblemError("provider_untrusted", "The identity provider sent no ID token.");
        const { end_session_endpoint, userinfo_endpoint } = config.serverMetadata();
        const leaving = providerLogout(end_session_endpoint, client_id, tokens.id_token);
        const claims = readClaims(issuer, id_token_claims);
        if (claims.email !== undefined || userinfo_endpoint === undefined) return { claims, leaving };
        const more = await fetchUserInfo(config, tokens.access_token, id_token_claims.sub);
        return { claims: readClaims(issuer, { ...more, ...id_token_claims }), leaving };
      } catch (error) {
        throw providerProblem(error);
      }
    },
  };
}

function clientAuthentication(metadata: ServerMetadata, secret: string | undefined): ClientAuth {
  if (secret === undefined) return None();
  return chooseClientAuth(metadata) === "post" ? ClientSecretPost(secret) : ClientSecretBasic(secret);
}

/** Returns the logout endpoint if it's an HTTP(S) URL. */
function providerLogout(
  endpoint: string | undefined,
  client_id: string,
  id_token: string | undefined,
): ProviderLogout | undefined {
  const protocol = endpoint === undefined ? undefined : URL.parse(endpoint)?.protocol;
  if (endpoint === undefined || (protocol !== "https:" && protocol !== "http:")) return undefined;
  const is_kept = id_token !== undefined && id_token.length <= limits.provider_id_token_chars_max;
  return { end_session_endpoint: endpoint, client_id, ...(is_kept ? { id_token } : {}) };
}

export function signInExpired(): ProblemError {
  return new ProblemError(
    "provider_sign_in_over",
    "This sign-in expired, was already completed, or started in another browser. Sign in again.",
  );
}
