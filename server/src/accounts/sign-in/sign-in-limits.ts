import type { Clock } from "@fanfare/contract/lib/clock";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import {
  type AttemptRow,
  attemptsSince,
  deleteAttemptsUntil,
  putAttempt,
} from "../../store/statements/accounts/sign-in-attempts.ts";
import type { Statement, Store } from "../../store/store.ts";
import { type AttemptLimiter, createAttemptLimiter } from "./attempt-limiter.ts";
import { hashToken } from "./opaque-token.ts";

export interface SignInLimits {
  /**
   * Takes an attempt on an account from a client address. Run the returned statements before the password check, so
   * that a restart doesn't reset the limit.
   *
   * @throws ProblemError `rate_limited`.
   */
  take(account: string, address: string): readonly Statement[];
  /** Returns an attempt after a success. Run the returned statements in the batch of the action it was for. */
  refund(account: string, address: string): readonly Statement[];
}

const WINDOW_MS = 10 * MINUTE_MS;

export function storedAttempts(store: Pick<Store, "db">, now_ms: number): Promise<AttemptRow[]> {
  return attemptsSince(store.db, now_ms - WINDOW_MS, limits.sign_in_names_remembered_max);
}

/**
 * Three budgets: few attempts per account and client address, more per account, and more per client address. The first
 * one keeps an attacker from locking a member out elsewhere.
 */
export function createSignInLimits(deps: {
  readonly clock: Pick<Clock, "now">;
  readonly store: Pick<Store, "db">;
  readonly initial?: readonly AttemptRow[] | undefined;
}): SignInLimits {
  const { clock, store, initial = [] } = deps;
  const budget = (kind: string, capacity: number): Budget => {
    const names_max = limits.sign_in_names_remembered_max;
    const attempts = createAttemptLimiter({ clock, capacity, window_ms: WINDOW_MS, names_max });
    for (const row of initial) {
      if (row.name_hash.startsWith(`${kind}:`)) attempts.restore(row.name_hash, row);
    }
    return { attempts, name: (text) => `${kind}:${hashToken(text)}` };
  };
  const by_pair = budget("pair", limits.sign_in_attempts_per_10_min_max);
  const by_account = budget("account", limits.sign_in_attempts_per_account_per_10_min_max);
  const by_address = budget("address", limits.sign_in_attempts_per_address_per_10_min_max);

  const used = (account: string, address: string) =>
    [
      { budget: by_address, name: by_address.name(address) },
      { budget: by_account, name: by_account.name(account) },
      { budget: by_pair, name: by_pair.name(`${account} ${address}`) },
    ] as const;
  const statements = (names: ReturnType<typeof used>): readonly Statement[] => [
    { query: deleteAttemptsUntil(store.db, clock.now() - WINDOW_MS) },
    ...names.map(({ budget: { attempts }, name }) => ({
      query: putAttempt(store.db, { name_hash: name, ...attempts.state(name) }),
    })),
  ];

  return {
    take(account, address) {
      const names = used(account, address);
      for (const { budget: each, name } of names) assertBudgetLeft(each.attempts.take(name));
      return statements(names);
    },
    refund(account, address) {
      const names = used(account, address);
      for (const { budget: each, name } of names) each.attempts.refund(name);
      return statements(names);
    },
  };
}

interface Budget {
  readonly attempts: AttemptLimiter;
  name(text: string): string;
}

function assertBudgetLeft(retry_after_s: number | undefined): void {
  if (retry_after_s === undefined) return;
  throw new ProblemError("rate_limited", `Too many sign-in attempts. Try again in ${retry_after_s} seconds.`, {
    retry_after_s,
  });
}
