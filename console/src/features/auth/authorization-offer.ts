import type { AuthorizationRequest } from "@fanfare/contract/schema/accounts/oauth";
import type { AuthorizationOffer } from "@fanfare/contract/schema/responses/accounts/oauth";
import type { Api } from "../../lib/api/api.ts";
import { asProblem } from "../../lib/api/api-problem.ts";
import { t } from "../../lib/i18n/t.ts";

type FoundOffer =
  | { readonly state: "open"; readonly request: AuthorizationRequest; readonly offer: AuthorizationOffer }
  | { readonly state: "closed"; readonly reason: string };

/** What an assistant asks for with the parameters of its link, or why it can't. */
export async function findOffer(
  api: Pick<Api, "call">,
  search: Readonly<Record<string, unknown>>,
): Promise<FoundOffer> {
  const request = readRequest(search);
  try {
    const offer = await api.call("POST /api/oauth-authorizations/look", { body: request, unkeyed: true });
    return { state: "open", request, offer };
  } catch (error) {
    const { code, detail } = asProblem(error);
    // Names of fields mean nothing to people who opened a link.
    const reason = code === "body_invalid" ? t("This link is incomplete. Connect again from your assistant.") : detail;
    return { state: "closed", reason };
  }
}

/** The server checks the request. Other parameters of the link don't matter. */
function readRequest(search: Readonly<Record<string, unknown>>): AuthorizationRequest {
  const optional = (name: "scope" | "state" | "resource") =>
    search[name] === undefined ? {} : { [name]: textOf(search[name]) };
  return {
    ...{ client_id: textOf(search["client_id"]), redirect_uri: textOf(search["redirect_uri"]) },
    // Casts: any other value is refused with its reason.
    response_type: textOf(search["response_type"]) as "code",
    code_challenge: textOf(search["code_challenge"]),
    code_challenge_method: textOf(search["code_challenge_method"]) as "S256",
    ...{ ...optional("scope"), ...optional("state"), ...optional("resource") },
  };
}

/** The router parses `?state=1` as a number, and JSON as its value. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}
