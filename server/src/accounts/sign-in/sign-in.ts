import { type MemberId, newId, type SignInId } from "@fanfare/contract/lib/ids";
import { DAY_MS, HOUR_MS, limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { samlProviderSchema } from "@fanfare/contract/schema/accounts/saml";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import { providerSchema } from "@fanfare/contract/schema/accounts/single-sign-on";
import { fromJson } from "../../store/columns.ts";
import { type MemberRow, memberByEmail } from "../../store/statements/accounts/members.ts";
import {
  deleteEndedSignIns,
  deleteSignIn,
  type SignedInRow,
  signInByHash,
  touchSignIn,
} from "../../store/statements/accounts/sign-ins.ts";
import { isDeactivated } from "../../store/statements/identity/provisioning.ts";
import { samlSettingsRow } from "../../store/statements/identity/saml.ts";
import { singleSignOnRow } from "../../store/statements/identity/single-sign-on.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import type { Statement } from "../../store/store.ts";
import { auditStatement } from "../audit/audit-entry.ts";
import { hashToken, isToken, newToken } from "./opaque-token.ts";
import type { Passwords } from "./passwords.ts";
import { type SecondFactorDeps, useSecondFactor, wrongCode } from "./second-factor.ts";
import { createSignInLimits, type SignInLimits } from "./sign-in-limits.ts";

export interface SignedInMember {
  readonly sign_in_id: SignInId;
  readonly member_id: MemberId;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

/** A new session. The token is for the browser only. */
export interface SignedIn {
  readonly actor: SignedInMember;
  readonly token: string;
}

export interface Caller {
  readonly address: string;
  readonly user_agent: string;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Authentication code or recovery code. */
  readonly code?: string | undefined;
}

export interface ProviderEntry {
  readonly member: MemberRow;
  readonly also: readonly Statement[];
  readonly beside: (id: SignInId) => Statement;
  readonly asks_code: boolean;
  readonly code?: string | undefined;
}

export interface SignIns {
  /** @throws ProblemError `sign_in_failed`, `second_factor_required`, `second_factor_failed`, or `rate_limited`. */
  signIn(credentials: Credentials, caller: Caller, previous_token?: string): Promise<SignedIn>;
  /**
   * Confirms the password for sensitive actions. Attempts count toward the sign-in limits.
   *
   * @throws ProblemError `password_wrong` or `rate_limited`.
   */
  assertPassword(member: SignedInMember, password: string, caller: Caller): Promise<void>;
  /**
   * Signs in a member through the identity provider. Returns undefined after a concurrent write: resolve the member
   * again.
   *
   * @throws ProblemError `second_factor_required`, `second_factor_failed`, or `rate_limited`.
   */
  enter(who: ProviderEntry, caller: Caller, previous_token?: string): Promise<SignedIn | undefined>;
  /** Statements and result of a sign-in, for a member inserted in the same batch. */
  begin(
    member: MemberRow,
    caller: Caller,
    by?: "password" | "provider",
  ): { readonly statements: readonly Statement[]; readonly signed_in: SignedIn };
  /** Returns the member of this token. Undefined if the token is unknown, idle for too long, or too old. */
  find(token: string): Promise<SignedInMember | undefined>;
  /** {@link find} for what a page does without its member, which doesn't keep the session alive. */
  peek(token: string): Promise<(SignedInMember & { readonly ends_ms: number }) | undefined>;
  /** Ends the session and returns its member. Undefined if it has already ended. */
  signOut(token: string): Promise<MemberId | undefined>;
}

export interface SignInDeps extends SecondFactorDeps {
  readonly passwords: Passwords;
}

const USER_AGENT_CHARS_MAX = 300;

/** Member sessions: an opaque token in the browser, its hash in the database. */
export function createSignIns(deps: SignInDeps): SignIns {
  return new MemberSignIns(deps);
}

class MemberSignIns implements SignIns {
  readonly #deps: SignInDeps;
  readonly #guesses: SignInLimits;

  constructor(deps: SignInDeps) {
    this.#deps = deps;
    this.#guesses = createSignInLimits(deps);
  }

  async signIn({ email, password, code }: Credentials, caller: Caller, previous_token?: string): Promise<SignedIn> {
    const { store, passwords } = this.#deps;
    const account = email.toLowerCase();
    await this.#guesses.take(account, caller.address);
    const member = await memberByEmail(store.db, account);
    const matches = await passwords.matches(password, member?.password_hash);
    if (member === undefined || !matches) {
      throw new ProblemError("sign_in_failed", "Wrong email address or password. Check both, then try again.");
    }
    await assertActive(this.#deps, member);
    await assertMayUsePassword(this.#deps, member.role);
    const used_up = await useSecondFactor(this.#deps, member.id, code);
    const { statements, signed_in } = this.begin(member, caller);
    const refund = this.#guesses.refund(account, caller.address);
    const written = await store.write([...used_up, ...this.#end(previous_token), ...statements, ...refund]);
    // A concurrent sign-in used the same code.
    if (written.outcome === "unmet") throw wrongCode();
    return signed_in;
  }

  async assertPassword({ email }: SignedInMember, password: string, caller: Caller): Promise<void> {
    const { store, passwords } = this.#deps;
    await this.#guesses.take(email, caller.address);
    const member = await memberByEmail(store.db, email);
    if (!(await passwords.matches(password, member?.password_hash))) {
      throw new ProblemError("password_wrong", "Your current password is wrong. Enter it again.");
    }
    await store.write(this.#guesses.refund(email, caller.address));
  }

  async enter(
    { member, also, beside, asks_code, code }: ProviderEntry,
    caller: Caller,
    previous_token?: string,
  ): Promise<SignedIn | undefined> {
    const { store } = this.#deps;
    const { email } = member;
    await assertActive(this.#deps, member);
    const is_guess = code !== undefined;
    if (is_guess) await this.#guesses.take(email, caller.address);
    const used_up = asks_code ? await useSecondFactor(this.#deps, member.id, code) : [];
    const { statements, signed_in } = this.begin(member, caller, "provider");
    const written = await store.write([
      ...used_up,
      ...also,
      ...this.#end(previous_token),
      ...statements,
      beside(signed_in.actor.sign_in_id),
      ...(is_guess ? this.#guesses.refund(email, caller.address) : []),
    ]);
    return written.outcome === "committed" ? signed_in : undefined;
  }

  begin(
    { id: member_id, email, name, role }: MemberRow,
    caller: Caller,
    by: "password" | "provider" = "password",
  ): { readonly statements: readonly Statement[]; readonly signed_in: SignedIn } {
    const { clock, rng, store } = this.#deps;
    const now_ms = clock.now();
    const token = newToken(rng);
    const sign_in_id = newId("sgn", clock, rng);
    const row = {
      id: sign_in_id,
      token_hash: hashToken(token),
      member_id,
      user_agent: caller.user_agent.slice(0, USER_AGENT_CHARS_MAX),
      created_at: now_ms,
      last_seen_at: now_ms,
      expires_at: now_ms + limits.sign_in_absolute_days_max * DAY_MS,
    };
    const resource = { type: "member", id: member_id } as const;
    return {
      statements: [
        { query: deleteEndedSignIns(store.db, now_ms) },
        { query: insertRow(store.db, "sign_ins", row), expect: 1 },
        auditStatement(this.#deps, { member_id, action: "member.sign_in", resource, detail: { by } }),
      ],
      signed_in: { token, actor: { sign_in_id, member_id, email, name, role } },
    };
  }

  async find(token: string): Promise<SignedInMember | undefined> {
    const row = await this.#liveRow(token);
    if (row === undefined) return undefined;
    const { clock, store } = this.#deps;
    const now_ms = clock.now();
    if (now_ms - row.last_seen_at >= limits.sign_in_touch_s * SECOND_MS) {
      await store.write([{ query: touchSignIn(store.db, row.sign_in_id, now_ms) }]);
    }
    return signedInMember(row);
  }

  async peek(token: string): Promise<(SignedInMember & { readonly ends_ms: number }) | undefined> {
    const row = await this.#liveRow(token);
    return row && { ...signedInMember(row), ends_ms: endOf(row) };
  }

  async signOut(token: string): Promise<MemberId | undefined> {
    if (!isToken(token)) return undefined;
    const { store } = this.#deps;
    const token_hash = hashToken(token);
    const row = await signInByHash(store.db, token_hash);
    if (row === undefined) return undefined;
    const { member_id } = row;
    const resource = { type: "member", id: member_id } as const;
    await store.write([
      { query: deleteSignIn(store.db, token_hash) },
      auditStatement(this.#deps, { member_id, action: "member.sign_out", resource }),
    ]);
    return member_id;
  }

  async #liveRow(token: string): Promise<SignedInRow | undefined> {
    if (!isToken(token)) return undefined;
    const { clock, store } = this.#deps;
    const row = await signInByHash(store.db, hashToken(token));
    return row !== undefined && clock.now() < endOf(row) ? row : undefined;
  }

  /** Ends the browser's previous session. */
  #end(token: string | undefined): readonly Statement[] {
    return token !== undefined && isToken(token)
      ? [{ query: deleteSignIn(this.#deps.store.db, hashToken(token)) }]
      : [];
  }
}

/** @throws ProblemError `member_deactivated`. */
async function assertActive({ store }: Pick<SignInDeps, "store">, { id }: Pick<MemberRow, "id">): Promise<void> {
  if (!(await isDeactivated(store.db, id))) return;
  throw new ProblemError(
    "member_deactivated",
    "Your identity provider deactivated this account. Ask its administrator to activate it again.",
  );
}

/**
 * Allows only owners to use passwords when the identity provider is required.
 *
 * @throws ProblemError `password_refused`.
 */
export async function assertMayUsePassword({ store }: Pick<SignInDeps, "store">, role: Role): Promise<void> {
  if (role === "owner") return;
  const [openid, saml] = await Promise.all([singleSignOnRow(store.db), samlSettingsRow(store.db)]);
  const providers = [
    ...(openid === undefined ? [] : [fromJson(openid.provider, (value) => providerSchema.parse(value))]),
    ...(saml === undefined ? [] : [fromJson(saml.provider, (value) => samlProviderSchema.parse(value))]),
  ];
  const strict = providers.find(({ passwords }) => passwords === "owners");
  if (strict === undefined) return;
  throw new ProblemError("password_refused", `Only owners can sign in with a password. Continue with ${strict.name}.`);
}

function signedInMember({ sign_in_id, member_id, email, name, role }: SignedInRow): SignedInMember {
  return { sign_in_id, member_id, email, name, role };
}

/** When a session ends unless it's used. */
function endOf({ expires_at, last_seen_at }: SignedInRow): number {
  return Math.min(expires_at, last_seen_at + limits.sign_in_idle_hours_max * HOUR_MS);
}
