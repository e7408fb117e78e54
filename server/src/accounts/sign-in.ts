import { type MemberId, newId, type SignInId } from "@fanfare/contract/ids";
import { DAY_MS, HOUR_MS, limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { Role } from "@fanfare/contract/schema/api";
import { providerSchema } from "@fanfare/contract/schema/single-sign-on";
import { fromJson } from "../store/columns.ts";
import { type MemberRow, memberByEmail } from "../store/members.ts";
import type { AttemptRow } from "../store/sign-in-attempts.ts";
import {
  deleteEndedSignIns,
  deleteSignIn,
  insertSignIn,
  type SignedInRow,
  signInByHash,
  touchSignIn,
} from "../store/sign-ins.ts";
import { singleSignOnRow } from "../store/single-sign-on.ts";
import type { Statement } from "../store/store.ts";
import { auditStatement } from "./audit.ts";
import { hashToken, isToken, newToken } from "./opaque-token.ts";
import type { Passwords } from "./passwords.ts";
import { type SecondFactorDeps, useSecondFactor, wrongCode } from "./second-factor.ts";
import { createSignInLimits } from "./sign-in-limits.ts";

/** A member who is signed in. */
export interface SignedInMember {
  readonly sign_in_id: SignInId;
  readonly member_id: MemberId;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

/** A new sign-in: the token is for the browser alone. */
export interface SignedIn {
  readonly actor: SignedInMember;
  readonly token: string;
}

/** Where a call comes from. */
export interface Caller {
  readonly address: string;
  readonly user_agent: string;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator, or a recovery code. */
  readonly code?: string | undefined;
}

export interface SignIns {
  /** @throws ProblemError `sign_in_failed`, `second_factor_required`, `second_factor_failed` or `rate_limited`. */
  signIn(credentials: Credentials, caller: Caller, previous_token?: string): Promise<SignedIn>;
  /**
   * For what a page that was left open must not be enough. Guesses count like those of signing in.
   *
   * @throws ProblemError `password_wrong` or `rate_limited`.
   */
  assertPassword(member: SignedInMember, password: string, caller: Caller): Promise<void>;
  /**
   * A sign-in of somebody for whom the provider vouches; `also` is written before it in the same batch, `beside` after it.
   * Undefined: something of it was written elsewhere meanwhile, so whoever asks looks again.
   *
   * @throws ProblemError `second_factor_required`, `second_factor_failed` or `rate_limited`.
   */
  enter(
    who: {
      readonly member: MemberRow;
      readonly also: readonly Statement[];
      readonly beside: (id: SignInId) => Statement;
      /** Whether the member's own second factor is asked for, where they have one. */
      readonly asks_code: boolean;
      readonly code?: string | undefined;
    },
    caller: Caller,
    previous_token?: string,
  ): Promise<SignedIn | undefined>;
  /** The statements and the answer of a sign-in for a member who is written in the same batch. */
  begin(
    member: MemberRow,
    caller: Caller,
    by?: "password" | "provider",
  ): { readonly statements: readonly Statement[]; readonly signed_in: SignedIn };
  /** Who this token speaks for; undefined when it is unknown, idle for too long or too old. */
  find(token: string): Promise<SignedInMember | undefined>;
  /** Ends the sign-in, and answers whose it was. Ending it twice does nothing. */
  signOut(token: string): Promise<MemberId | undefined>;
}

export interface SignInDeps extends SecondFactorDeps {
  readonly passwords: Passwords;
  /** The budgets of guesses that an earlier process left. */
  readonly kept_attempts?: readonly AttemptRow[] | undefined;
}

const USER_AGENT_CHARS_MAX = 300;

/** Sign-ins of members: an opaque token in the browser, its hash in the database. */
export function createSignIns(deps: SignInDeps): SignIns {
  const { clock, rng, store } = deps;
  const guesses = createSignInLimits({ clock, store, kept: deps.kept_attempts });

  const begin: SignIns["begin"] = (member, caller, by = "password") => {
    const now_ms = clock.now();
    const token = newToken(rng);
    const id = newId("sgn", clock, rng);
    const row = {
      id,
      token_hash: hashToken(token),
      member_id: member.id,
      user_agent: caller.user_agent.slice(0, USER_AGENT_CHARS_MAX),
      created_at: now_ms,
      last_seen_at: now_ms,
      expires_at: now_ms + limits.sign_in_absolute_days_max * DAY_MS,
    };
    const { id: member_id, email, name, role } = member;
    return {
      statements: [
        { query: deleteEndedSignIns(store.db, now_ms) },
        { query: insertSignIn(store.db, row), expect: 1 },
        auditStatement(deps, {
          ...{ member_id, action: "member.sign_in", resource: { type: "member", id: member_id } },
          detail: { by },
        }),
      ],
      signed_in: { token, actor: { sign_in_id: id, member_id, email, name, role } },
    };
  };

  const rotation = (previous_token: string | undefined): readonly Statement[] =>
    isTokenText(previous_token) ? [{ query: deleteSignIn(store.db, hashToken(previous_token)) }] : [];

  return {
    begin,
    async enter({ member, also, beside, asks_code, code }, caller, previous_token) {
      const { email } = member;
      const is_guess = code !== undefined;
      if (is_guess) await store.write(guesses.take(email, caller.address));
      const used_up = asks_code ? await useSecondFactor(deps, member.id, code) : [];
      const { statements, signed_in } = begin(member, caller, "provider");
      const given_back = is_guess ? guesses.giveBack(email, caller.address) : [];
      const written = await store.write([
        ...used_up,
        ...also,
        ...rotation(previous_token),
        ...statements,
        beside(signed_in.actor.sign_in_id),
        ...given_back,
      ]);
      return written.outcome === "committed" ? signed_in : undefined;
    },
    async signIn({ email, password, code }, caller, previous_token) {
      const account = email.toLowerCase();
      await store.write(guesses.take(account, caller.address));
      const member = await memberByEmail(store.db, account);
      const matches = await deps.passwords.matches(password, member?.password_hash);
      if (member === undefined || !matches) {
        throw new ProblemError(
          "sign_in_failed",
          "No member has this e-mail address with this password. Check both and try again.",
        );
      }
      await assertMayUsePassword(deps, member.role);
      const used_up = await useSecondFactor(deps, member.id, code);
      const { statements, signed_in } = begin(member, caller);
      const given_back = guesses.giveBack(account, caller.address);
      const written = await store.write([...used_up, ...rotation(previous_token), ...statements, ...given_back]);
      // Another sign-in used this very code in the meantime.
      if (written.outcome === "unmet") throw wrongCode();
      return signed_in;
    },

    async assertPassword({ email }, password, caller) {
      await store.write(guesses.take(email, caller.address));
      const member = await memberByEmail(store.db, email);
      if (!(await deps.passwords.matches(password, member?.password_hash))) {
        throw new ProblemError("password_wrong", "This is not your present password. Enter it once more.");
      }
      await store.write(guesses.giveBack(email, caller.address));
    },

    async find(token) {
      if (!isToken(token)) return undefined;
      const row = await signInByHash(store.db, hashToken(token));
      const now_ms = clock.now();
      if (row === undefined || !isLive(row, now_ms)) return undefined;
      if (now_ms - row.last_seen_at >= limits.sign_in_touch_s * SECOND_MS) {
        await store.write([{ query: touchSignIn(store.db, row.sign_in_id, now_ms) }]);
      }
      const { sign_in_id, member_id, email, name, role } = row;
      return { sign_in_id, member_id, email, name, role };
    },

    async signOut(token) {
      if (!isToken(token)) return undefined;
      const token_hash = hashToken(token);
      const row = await signInByHash(store.db, token_hash);
      if (row === undefined) return undefined;
      const { member_id } = row;
      await store.write([
        { query: deleteSignIn(store.db, token_hash) },
        auditStatement(deps, { member_id, action: "member.sign_out", resource: { type: "member", id: member_id } }),
      ]);
      return member_id;
    },
  };
}

/**
 * Where passwords are the owners' alone, because everybody else signs in through the provider.
 *
 * @throws ProblemError `password_refused`.
 */
export async function assertMayUsePassword({ store }: Pick<SignInDeps, "store">, role: Role): Promise<void> {
  const row = role === "owner" ? undefined : await singleSignOnRow(store.db);
  if (row === undefined) return;
  const { passwords, name } = fromJson(row.provider, (value) => providerSchema.parse(value));
  if (passwords === "everyone") return;
  throw new ProblemError("password_refused", `Only owners sign in by password here. Continue with ${name}.`);
}

function isTokenText(token: string | undefined): token is string {
  return token !== undefined && isToken(token);
}

function isLive(row: SignedInRow, now_ms: number): boolean {
  return now_ms < row.expires_at && now_ms - row.last_seen_at < limits.sign_in_idle_hours_max * HOUR_MS;
}
