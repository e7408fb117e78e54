import { ProblemError } from "@fanfare/contract/problem";
import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client";
import { UnreachableError } from "../outbound-http/guarded-fetch.ts";

/** What openid-client calls an answer that is no answer of the protocol: another status, another type. */
const NO_ANSWER: ReadonlySet<string | undefined> = new Set([
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
]);

/** The first of an error and its causes that is of a kind. */
function causeOf<Kind>(error: unknown, is: (error: unknown) => error is Kind, depth = 0): Kind | undefined {
  if (is(error)) return error;
  return error instanceof Error && depth < 5 ? causeOf(error.cause, is, depth + 1) : undefined;
}

/** Codes of RFC 6749 are short words; whatever else stands there is not repeated. */
const codeOf = (text: string): string => (/^[a-z_]{1,40}$/.test(text) ? text : "an error");

/**
 * What came of a call to the provider, as a problem of ours. The provider's own free text is never repeated: nobody knows
 * what it echoes.
 */
export function providerProblem(error: unknown): unknown {
  if (error instanceof ProblemError) return error;
  const unreached = causeOf(error, (each) => each instanceof UnreachableError);
  if (unreached !== undefined) {
    return new ProblemError("provider_unreachable", `Couldn't connect to the identity provider: ${unreached.message}`);
  }
  if (error instanceof AuthorizationResponseError) {
    return new ProblemError(
      "provider_refused",
      `The identity provider returned ${codeOf(error.error)}. Try again, or contact its administrator.`,
    );
  }
  if (error instanceof ResponseBodyError) {
    return new ProblemError(
      "provider_refused",
      `The identity provider rejected the code: ${codeOf(error.error)}. Sign in again. For invalid_client, check the client ID and secret.`,
    );
  }
  if (error instanceof ClientError && NO_ANSWER.has(error.code)) {
    return new ProblemError("provider_unreachable", "The identity provider's response isn't valid OpenID Connect.");
  }
  if (error instanceof ClientError) {
    return new ProblemError(
      "provider_untrusted",
      `The identity provider's response can't be trusted: ${error.message}.`,
    );
  }
  return error;
}
