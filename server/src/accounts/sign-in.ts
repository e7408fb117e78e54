import type { Clock } from "@fanfare/contract/clock";
import { type MemberId, newId, type SignInId } from "@fanfare/contract/ids";
import { DAY_MS, HOUR_MS, limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { Rng } from "@fanfare/contract/rng";
import type { Role } from "@fanfare/contract/schema/api";
import { type MemberRow, memberByEmail } from "../store/members.ts";
import {
  deleteEndedSignIns,
  deleteSignIn,
  insertSignIn,
  type SignedInRow,
  signInByHash,
  touchSignIn,
} from "../store/sign-ins.ts";
import type { Statement, Store } from "../store/store.ts";
import { type Attempts, createAttempts } from "./attempts.ts";
import { auditStatement } from "./audit.ts";
import { hashToken, isToken, newToken } from "./opaque-token.ts";
import type { Passwords } from "./passwords.ts";

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

export interface SignIns {
  /** @throws ProblemError `sign_in_failed` or `rate_limited`. */
  signIn(credentials: { email: string; password: string }, caller: Caller, previous_token?: string): Promise<SignedIn>;
  /** The statements and the answer of a sign-in for a member who is written in the same batch. */
  begin(member: MemberRow, caller: Caller): { readonly statements: readonly Statement[]; readonly signed_in: SignedIn };
  /** Who this token speaks for; undefined when it is unknown, idle for too long or too old. */
  find(token: string): Promise<SignedInMember | undefined>;
  /** Ends the sign-in. Ending it twice does nothing. */
  signOut(token: string): Promise<void>;
}

export interface SignInDeps {
  readonly clock: Pick<Clock, "now">;
  readonly rng: Pick<Rng, "bytes">;
  readonly store: Store;
  readonly passwords: Passwords;
}

const USER_AGENT_CHARS_MAX = 300;

/** Sign-ins of members: an opaque token in the browser, its hash in the database. */
export function createSignIns(deps: SignInDeps): SignIns {
  const { clock, rng, store } = deps;
  const budget = (capacity: number): Attempts =>
    createAttempts({ clock, capacity, window_ms: 10 * MINUTE_MS, names_max: limits.sign_in_names_remembered_max });
  const by_account = budget(limits.sign_in_attempts_per_10_min_max);
  const by_address = budget(limits.sign_in_attempts_per_address_per_10_min_max);

  const begin: SignIns["begin"] = (member, caller) => {
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
        auditStatement(deps, { member_id, action: "member.sign_in", resource: { type: "member", id: member_id } }),
      ],
      signed_in: { token, actor: { sign_in_id: id, member_id, email, name, role } },
    };
  };

  return {
    begin,
    async signIn({ email, password }, caller, previous_token) {
      const account = email.toLowerCase();
      takeAttempt(by_address, caller.address);
      takeAttempt(by_account, account);
      const member = await memberByEmail(store.db, account);
      const matches = await deps.passwords.matches(password, member?.password_hash);
      if (member === undefined || !matches) {
        throw new ProblemError(
          "sign_in_failed",
          "No member has this e-mail address with this password. Check both and try again.",
        );
      }
      by_address.giveBack(caller.address);
      by_account.giveBack(account);
      const { statements, signed_in } = begin(member, caller);
      const rotated = isTokenText(previous_token) ? [{ query: deleteSignIn(store.db, hashToken(previous_token)) }] : [];
      await store.write([...rotated, ...statements]);
      return signed_in;
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
      if (!isToken(token)) return;
      const token_hash = hashToken(token);
      const row = await signInByHash(store.db, token_hash);
      if (row === undefined) return;
      const { member_id } = row;
      await store.write([
        { query: deleteSignIn(store.db, token_hash) },
        auditStatement(deps, { member_id, action: "member.sign_out", resource: { type: "member", id: member_id } }),
      ]);
    },
  };
}

function isTokenText(token: string | undefined): token is string {
  return token !== undefined && isToken(token);
}

function isLive(row: SignedInRow, now_ms: number): boolean {
  return now_ms < row.expires_at && now_ms - row.last_seen_at < limits.sign_in_idle_hours_max * HOUR_MS;
}

function takeAttempt(attempts: Attempts, name: string): void {
  const retry_after_s = attempts.take(name);
  if (retry_after_s === undefined) return;
  throw new ProblemError("rate_limited", `Too many attempts to sign in. Try again in ${retry_after_s} seconds.`, {
    retry_after_s,
  });
}
