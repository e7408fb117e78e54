import { ProblemError } from "@fanfare/contract/problem";
import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client";
import { UnreachableError } from "../outbound-http/guarded-fetch.ts";

/** openid-client's codes for a response that violates the protocol: unexpected status or type. */
const NO_ANSWER: ReadonlySet<string | undefined> = new Set([
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
]);

function causeOf<Kind>(error: unknown, is: (error: unknown) => error is Kind, depth = 0): Kind | undefined {
  if (is(error)) return error;
  return error instanceof Error && depth < 5 ? causeOf(error.cause, is, depth + 1) : undefined;
}

/** RFC 6749 codes are short words. Any other text isn't repeated. */
const codeOf = (text: string): string => (/^[a-z_]{1,40}$/.test(text) ? text : "an error");

/**
 * Converts an error of a provider call to a problem. Never repeats the provider's free text, which can echo anything.
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
