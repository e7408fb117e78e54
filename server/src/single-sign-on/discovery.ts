import type { Clock } from "@fanfare/contract/clock";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { Provider } from "@fanfare/contract/schema/single-sign-on";
import { allowInsecureRequests, ClientError, customFetch, discovery, type ServerMetadata } from "openid-client";
import type { GuardedFetch } from "../channels/guarded-fetch.ts";
import { fetchFor } from "./provider-fetch.ts";
import { providerProblem } from "./provider-problem.ts";
import type { KnownProvider } from "./settings.ts";

export interface DiscoveryDeps {
  readonly clock: Pick<Clock, "now">;
  readonly net: GuardedFetch;
  /** Whether a provider may be asked without TLS: on a developer's own machine alone. */
  readonly may_be_plain: boolean;
}

/** What the provider says of itself. */
export interface Discovery {
  /**
   * Asks anew.
   *
   * @throws ProblemError `provider_unreachable`, or `provider_unfit` for one that lacks what a sign-in needs.
   */
  look(known: Omit<KnownProvider, "revision">): Promise<ServerMetadata>;
  /** {@link look}, or what it said within the last minutes. */
  recall(known: Omit<KnownProvider, "revision">): Promise<ServerMetadata>;
}

/** openid-client's code for a document that is about somebody else. */
const OTHER_NAME = "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED";
const CALLED_OTHERWISE =
  "The provider that answers there calls itself by another address. Enter its issuer as it stands in its own /.well-known/openid-configuration.";

export function createDiscovery(deps: DiscoveryDeps): Discovery {
  const { clock, may_be_plain } = deps;
  let last: { readonly of: Provider; readonly metadata: ServerMetadata; readonly at_ms: number } | undefined;
  const look: Discovery["look"] = async ({ provider, secret }) => {
    const issuer = new URL(provider.issuer);
    if (issuer.protocol === "http:" && !may_be_plain) {
      throw unfit("The provider's address begins with http://, which anybody on the way could change. Use https://.");
    }
    const config = await discovery(issuer, provider.client_id, undefined, undefined, {
      [customFetch]: fetchFor(deps.net, provider),
      timeout: limits.provider_timeout_ms / 1_000,
      execute: may_be_plain ? [allowInsecureRequests] : [],
    }).catch((error: unknown) => {
      throw error instanceof ClientError && error.code === OTHER_NAME
        ? unfit(CALLED_OTHERWISE)
        : notFound(error, provider);
    });
    const metadata = config.serverMetadata();
    const reason = reasonAgainst(metadata, issuer, secret !== undefined);
    if (reason !== undefined) throw unfit(reason);
    last = { of: provider, metadata, at_ms: clock.now() };
    return metadata;
  };
  return {
    look,
    async recall(known) {
      const is_fresh = last !== undefined && clock.now() - last.at_ms < limits.provider_discovery_minutes * MINUTE_MS;
      return last !== undefined && is_fresh && isSamePlace(last.of, known.provider) ? last.metadata : await look(known);
    },
  };
}

/**
 * Which way the client shows its secret. In the form where the provider takes it there: not all of them undo the escapes
 * that the header needs (RFC 6749, 2.3.1). In the header where it says nothing, as the protocol has it.
 */
export function clientAuthOf(metadata: ServerMetadata): "basic" | "post" | undefined {
  const offered = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  if (offered.includes("client_secret_post")) return "post";
  return offered.includes("client_secret_basic") ? "basic" : undefined;
}

/** What a sign-in needs and this provider does not have. */
function reasonAgainst(metadata: ServerMetadata, issuer: URL, has_secret: boolean): string | undefined {
  // One address for all tenants answers for every company of the world.
  if (new URL(metadata.issuer).href !== issuer.href) {
    return `The provider calls itself ${metadata.issuer}. Enter the address of your own tenant, as it names itself.`;
  }
  for (const endpoint of ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const) {
    if (metadata[endpoint] === undefined) return `The provider names no ${endpoint}, which signing in needs.`;
  }
  if (metadata.response_types_supported?.includes("code") === false) {
    return "The provider does not offer the authorization code flow (response type code).";
  }
  if (metadata.code_challenge_methods_supported?.includes("S256") === false) {
    return "The provider does not offer PKCE with S256.";
  }
  if (has_secret && clientAuthOf(metadata) === undefined) {
    return "The provider takes client secrets neither by client_secret_basic nor by client_secret_post.";
  }
  return undefined;
}

function unfit(reason: string): ProblemError {
  return new ProblemError("provider_unfit", reason, { fields: [{ pointer: "/issuer", message: reason }] });
}

const isSamePlace = (one: Provider, other: Provider): boolean =>
  one.issuer === other.issuer && one.in_private_network === other.in_private_network;

const ASKED_FOR = "Is the address right? Its /.well-known/openid-configuration is asked for.";

/** At the door of a provider that answers strangely, the address is the first suspect. */
function notFound(error: unknown, { in_private_network }: Provider): unknown {
  const problem = providerProblem(error);
  if (!(problem instanceof ProblemError)) return problem;
  const message =
    problem.code === "provider_unreachable"
      ? `${problem.message} ${in_private_network ? ASKED_FOR : `${ASKED_FOR} If it stands inside your own network, say so.`}`
      : problem.message;
  const code = problem.code === "provider_unreachable" ? "provider_unreachable" : "provider_unfit";
  return new ProblemError(code, message, { fields: [{ pointer: "/issuer", message }] });
}
