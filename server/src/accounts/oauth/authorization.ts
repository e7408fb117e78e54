import { createHash } from "node:crypto";
import { type ApiTokenId, isId, type MemberId, newId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { AuthorizationRequest, OAuthScope } from "@fanfare/contract/schema/accounts/oauth";
import { z } from "zod";
import type { Vault } from "../../lib/vault.ts";
import { endToken } from "../../store/statements/accounts/api-tokens.ts";
import { auditFiltered } from "../../store/statements/accounts/audit-log.ts";
import { activeMemberRole } from "../../store/statements/accounts/members.ts";
import { isUniqueViolation } from "../../store/store.ts";
import type { Actor } from "../access/actor.ts";
import { createToken, type TokenDeps } from "../access/api-tokens.ts";
import { accessOf, isMemberAllowed, type MemberAccess } from "../access/member-access.ts";
import { type Action, isRoleAllowed } from "../access/policy.ts";
import { clientOf, isRedirectRegistered, type OAuthClient, toUrlText, unsealUrlText } from "./oauth-client.ts";

export interface AuthorizationDeps extends TokenDeps {
  readonly vault: Vault;
}

/** What a member can allow an assistant. A suggested scope is selected if the assistant asks for it, or for none. */
export const OAUTH_SCOPES = [
  { scope: "app.read", is_suggested: true },
  { scope: "content.read", is_suggested: true },
  { scope: "content.write", is_suggested: true },
  { scope: "analytics.read", is_suggested: true },
  { scope: "goal.read", is_suggested: true },
  // Never by default: these affect people.
  { scope: "person.read", is_suggested: false },
  { scope: "content.publish", is_suggested: false },
] as const satisfies readonly { readonly scope: Action & OAuthScope; readonly is_suggested: boolean }[];

const CODE_PLACE = "oauth_code";

const codeSchema = z.object({
  token_id: z.string(),
  client_id_hash: z.string(),
  redirect_uri: z.string(),
  code_challenge: z.string(),
  member_id: z.string(),
  scopes: z.array(z.string()),
  expires_at: z.number(),
});

/**
 * Checks a request before a member sees it. Its redirect URI is trusted only afterwards.
 *
 * @param resource URL of the MCP server: tokens are issued for nothing else.
 * @throws ProblemError `oauth_request_invalid`.
 */
export function checkRequest(
  { vault }: Pick<AuthorizationDeps, "vault">,
  request: AuthorizationRequest,
  resource: string,
): OAuthClient {
  const client = clientOf(vault, request.client_id);
  if (client === undefined) throw requestInvalid("The assistant isn't registered here. Connect it again.");
  if (!isRedirectRegistered(client, request.redirect_uri))
    throw requestInvalid("The assistant registered another redirect URI than the one in this link.");
  if (request.resource !== undefined && request.resource.replace(/\/$/, "") !== resource)
    throw requestInvalid(`This link is for ${request.resource}, and this server is ${resource}.`);
  return client;
}

/** Scopes that the member can allow. */
export function offeredScopes(
  access: MemberAccess,
  { scope }: AuthorizationRequest,
): readonly { readonly scope: Action & OAuthScope; readonly is_suggested: boolean }[] {
  const asked = scope?.split(" ").filter((each) => OAUTH_SCOPES.some((known) => known.scope === each)) ?? [];
  return OAUTH_SCOPES.filter((each) => isMemberAllowed(access, each.scope)).map((each) => ({
    scope: each.scope,
    is_suggested: each.is_suggested && (asked.length === 0 || asked.includes(each.scope)),
  }));
}

/**
 * Where the browser goes next: to the client, with a code that's valid once and for a minute, or with the refusal.
 *
 * @throws ProblemError `oauth_request_invalid` for scopes that weren't offered.
 */
export function answerRequest(
  { vault, clock, rng }: Pick<AuthorizationDeps, "vault" | "clock" | "rng">,
  request: AuthorizationRequest,
  answer: { readonly actor: Actor; readonly scopes: readonly string[]; readonly issuer: string },
): string {
  const { actor, scopes, issuer } = answer;
  const offered = offeredScopes(actor, request).map(({ scope }): string => scope);
  if (!scopes.every((scope) => offered.includes(scope))) throw requestInvalid("This scope can't be allowed here.");
  const url = new URL(request.redirect_uri);
  if (scopes.length === 0) url.searchParams.set("error", "access_denied");
  else {
    const code: z.input<typeof codeSchema> = {
      token_id: newId("tok", clock, rng),
      client_id_hash: sha256(request.client_id),
      redirect_uri: request.redirect_uri,
      code_challenge: request.code_challenge,
      member_id: actor.member_id ?? "",
      scopes: [...scopes],
      expires_at: clock.now() + limits.oauth_code_s * SECOND_MS,
    };
    url.searchParams.set("code", toUrlText(vault.seal(JSON.stringify(code), CODE_PLACE)));
  }
  if (request.state !== undefined) url.searchParams.set("state", request.state);
  url.searchParams.set("iss", issuer);
  return url.href;
}

export interface CodeExchange {
  readonly code: string;
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly code_verifier: string;
}

export interface IssuedToken {
  readonly token: string;
  readonly scopes: readonly string[];
  readonly expires_in_s: number;
}

/**
 * Exchanges a code for an API token. A code that comes a second time may be stolen, so its token ends. Undefined: the
 * code isn't valid for this client.
 */
export async function exchangeCode(deps: AuthorizationDeps, exchange: CodeExchange): Promise<IssuedToken | undefined> {
  const { vault, clock, store } = deps;
  const text = unsealUrlText(vault, exchange.code, CODE_PLACE);
  const code = text === undefined ? undefined : codeSchema.parse(JSON.parse(text));
  const client = clientOf(vault, exchange.client_id);
  if (code === undefined || client === undefined || code.expires_at <= clock.now()) return undefined;
  if (code.client_id_hash !== sha256(exchange.client_id) || code.redirect_uri !== exchange.redirect_uri)
    return undefined;
  if (code.code_challenge !== sha256(exchange.code_verifier)) return undefined;
  const { member_id, token_id, scopes } = code;
  if (!isId("mem", member_id) || !isId("tok", token_id)) return undefined;
  const actor = await grantingMember(deps, member_id);
  if (actor === undefined || (await wasRevoked(deps, code, token_id))) return undefined;
  const days = limits.oauth_token_days;
  try {
    const input = { name: client.name, scopes: [...scopes], expires_in_days: days };
    const { token } = await createToken(deps, input, actor, token_id);
    return { token, scopes, expires_in_s: (days * DAY_MS) / SECOND_MS };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await store.write([{ query: endToken(store.db, token_id satisfies ApiTokenId, clock.now()) }]);
    return undefined;
  }
}

/** Whether the code's token was revoked, which deletes its row but keeps its entries in the audit log. */
async function wasRevoked(
  { store }: AuthorizationDeps,
  { expires_at }: z.output<typeof codeSchema>,
  token_id: ApiTokenId,
): Promise<boolean> {
  const since = new Date(expires_at - limits.oauth_code_s * SECOND_MS).toISOString();
  const revocation = { action: "token.revoke", resource_id: token_id, since };
  return (await auditFiltered(store.db, revocation).select("id").executeTakeFirst()) !== undefined;
}

/** The member may have lost the role or the account, or been deactivated, since the consent. */
async function grantingMember({ store }: AuthorizationDeps, member_id: MemberId): Promise<Actor | undefined> {
  const role = await activeMemberRole(store.db, member_id);
  if (role === undefined || !isRoleAllowed(role, "token.write")) return undefined;
  const access = await accessOf(store.db, { id: member_id, role });
  return { ...access, member_id, token_id: undefined, scopes: undefined, signed_in: undefined };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

function requestInvalid(detail: string): ProblemError {
  return new ProblemError("oauth_request_invalid", detail);
}
