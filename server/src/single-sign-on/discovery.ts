import type { Clock } from "@fanfare/contract/lib/clock";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { Provider } from "@fanfare/contract/schema/accounts/single-sign-on";
import { allowInsecureRequests, ClientError, customFetch, discovery, type ServerMetadata } from "openid-client";
import type { GuardedFetch } from "../outbound-http/guarded-fetch.ts";
import { fetchFor } from "./provider-fetch.ts";
import { providerProblem } from "./provider-problem.ts";
import type { StoredProvider } from "./provider-settings.ts";

export interface DiscoveryDeps {
  readonly clock: Pick<Clock, "now">;
  readonly net: GuardedFetch;
  /** Whether providers without TLS are allowed. Only on a developer's machine. */
  readonly may_be_plain: boolean;
}

export interface Discovery {
  /**
   * Fetches the metadata.
   *
   * @throws ProblemError `provider_unreachable`, or `provider_unfit` if a feature that sign-in requires is missing.
   */
  discover(known: Omit<StoredProvider, "revision">): Promise<ServerMetadata>;
  /** {@link discover}, or its result of the last minutes. */
  discoverCached(known: Omit<StoredProvider, "revision">): Promise<ServerMetadata>;
}

/** openid-client's code for metadata of another issuer. */
const OTHER_NAME = "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED";
const ISSUER_MISMATCH =
  "The identity provider at this URL uses another issuer. Enter the issuer from its /.well-known/openid-configuration.";

export function createDiscovery(deps: DiscoveryDeps): Discovery {
  const { clock, may_be_plain } = deps;
  let last: { readonly of: Provider; readonly metadata: ServerMetadata; readonly at_ms: number } | undefined;
  const discover: Discovery["discover"] = async ({ provider, secret }) => {
    const issuer = new URL(provider.issuer);
    if (issuer.protocol === "http:" && !may_be_plain) {
      throw unsupportedProvider("The issuer URL uses http://, which isn't secure. Use https://.");
    }
    const config = await discovery(issuer, provider.client_id, undefined, undefined, {
      [customFetch]: fetchFor(deps.net, provider),
      timeout: limits.provider_timeout_ms / 1_000,
      execute: may_be_plain ? [allowInsecureRequests] : [],
    }).catch((error: unknown) => {
      throw error instanceof ClientError && error.code === OTHER_NAME
        ? unsupportedProvider(ISSUER_MISMATCH)
        : notFound(error, provider);
    });
    const metadata = config.serverMetadata();
    const reason = unsupportedReason(metadata, issuer, secret !== undefined);
    if (reason !== undefined) throw unsupportedProvider(reason);
    last = { of: provider, metadata, at_ms: clock.now() };
    return metadata;
  };
  return {
    discover,
    async discoverCached(known) {
      const is_fresh = last !== undefined && clock.now() - last.at_ms < limits.provider_discovery_minutes * MINUTE_MS;
      return last !== undefined && is_fresh && isSamePlace(last.of, known.provider)
        ? last.metadata
        : await discover(known);
    },
  };
}

/**
 * Prefers `client_secret_post` if supported, because some providers don't decode the escapes that the header requires
 * (RFC 6749, 2.3.1). Without metadata, the protocol's default is `client_secret_basic`.
 */
export function chooseClientAuth(metadata: ServerMetadata): "basic" | "post" | undefined {
  const offered = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  if (offered.includes("client_secret_post")) return "post";
  return offered.includes("client_secret_basic") ? "basic" : undefined;
}

function unsupportedReason(metadata: ServerMetadata, issuer: URL, has_secret: boolean): string | undefined {
  // A multi-tenant endpoint accepts accounts of every organization.
  if (new URL(metadata.issuer).href !== issuer.href) {
    return `The identity provider's issuer is ${metadata.issuer}. Enter the issuer of your own tenant.`;
  }
  for (const endpoint of ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const) {
    if (metadata[endpoint] === undefined)
      return `The identity provider doesn't list ${endpoint}, which sign-in requires.`;
  }
  if (metadata.response_types_supported?.includes("code") === false) {
    return "The identity provider doesn't support the authorization code flow (response type code).";
  }
  if (metadata.code_challenge_methods_supported?.includes("S256") === false) {
    return "The identity provider doesn't support PKCE with S256.";
  }
  if (has_secret && chooseClientAuth(metadata) === undefined) {
    return "The identity provider supports neither client_secret_basic nor client_secret_post.";
  }
  return undefined;
}

function unsupportedProvider(reason: string): ProblemError {
  return new ProblemError("provider_unfit", reason, { fields: [{ pointer: "/issuer", message: reason }] });
}

const isSamePlace = (one: Provider, other: Provider): boolean =>
  one.issuer === other.issuer && one.in_private_network === other.in_private_network;

const ASKED_FOR = "Check the issuer URL. Fanfare requests its /.well-known/openid-configuration.";

/** On unexpected responses, suggests checking the issuer URL first. */
function notFound(error: unknown, { in_private_network }: Provider): unknown {
  const problem = providerProblem(error);
  if (!(problem instanceof ProblemError)) return problem;
  const message =
    problem.code === "provider_unreachable"
      ? `${problem.message} ${in_private_network ? ASKED_FOR : `${ASKED_FOR} If the identity provider is in your own network, turn on that option.`}`
      : problem.message;
  const code = problem.code === "provider_unreachable" ? "provider_unreachable" : "provider_unfit";
  return new ProblemError(code, message, { fields: [{ pointer: "/issuer", message }] });
}
