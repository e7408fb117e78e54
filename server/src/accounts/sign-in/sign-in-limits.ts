import type { Clock } from "@fanfare/contract/lib/clock";
import { limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import {
  type AttemptBudget,
  attemptsLeft,
  deleteAttemptsUntil,
  refundAttempt,
  takeAttempt,
} from "../../store/statements/accounts/sign-in-attempts.ts";
import type { Statement, Store } from "../../store/store.ts";
import { hashToken } from "./opaque-token.ts";

export interface SignInLimits {
  /**
   * Takes an attempt on an account from a client address. Call it before the password check.
   *
   * @throws ProblemError `rate_limited`.
   */
  take(account: string, address: string): Promise<void>;
  /** Returns an attempt after a success. Run the returned statements in the batch of the action it was for. */
  refund(account: string, address: string): readonly Statement[];
}

const WINDOW_MS = 10 * MINUTE_MS;

/**
 * Three budgets: few attempts per account and client address, more per account, and more per client address. The first
 * one keeps an attacker from locking a member out elsewhere. They're in the database, so they count over all servers and
 * restarts.
 */
export function createSignInLimits({
  clock,
  store,
}: {
  readonly clock: Pick<Clock, "now">;
  readonly store: Pick<Store, "db" | "write">;
}): SignInLimits {
  /** Refused budgets by the time of their next attempt, so that a flood of guesses doesn't become a flood of writes. */
  const refused = new Map<string, number>();

  const assertNotRefused = ({ name_hash }: AttemptBudget): void => {
    const until_ms = refused.get(name_hash);
    if (until_ms === undefined) return;
    const wait_ms = until_ms - clock.now();
    // After the clock was set back, the database decides.
    if (wait_ms > 0 && wait_ms <= WINDOW_MS) throw tooMany(wait_ms);
    refused.delete(name_hash);
  };
  const refuse = async (budget: AttemptBudget): Promise<ProblemError> => {
    const now_ms = clock.now();
    const left_ms = (await attemptsLeft(store.db, budget, now_ms)) ?? 0;
    const wait_ms = Math.max(1, budget.cost_ms - left_ms);
    refused.set(budget.name_hash, now_ms + wait_ms);
    const oldest = refused.size > limits.sign_in_names_remembered_max ? refused.keys().next() : undefined;
    if (oldest !== undefined && oldest.done !== true) refused.delete(oldest.value);
    return tooMany(wait_ms);
  };
  return {
    async take(account, address) {
      const budgets = budgetsOf(account, address);
      for (const budget of budgets) assertNotRefused(budget);
      const now_ms = clock.now();
      const written = await store.write([
        ...budgets.map((budget) => ({ query: takeAttempt(store.db, budget, now_ms), expect: 1 })),
        { query: deleteAttemptsUntil(store.db, now_ms - WINDOW_MS) },
      ]);
      const exceeded = written.outcome === "unmet" ? budgets[written.index] : undefined;
      if (exceeded !== undefined) throw await refuse(exceeded);
    },
    refund(account, address) {
      const budgets = budgetsOf(account, address);
      for (const { name_hash } of budgets) refused.delete(name_hash);
      return budgets.map((budget) => ({ query: refundAttempt(store.db, budget) }));
    },
  };
}

function budgetsOf(account: string, address: string): readonly AttemptBudget[] {
  const budget = (kind: string, text: string, capacity: number): AttemptBudget => ({
    name_hash: `${kind}:${hashToken(text)}`,
    window_ms: WINDOW_MS,
    cost_ms: Math.floor(WINDOW_MS / capacity),
  });
  return [
    budget("address", address, limits.sign_in_attempts_per_address_per_10_min_max),
    budget("account", account, limits.sign_in_attempts_per_account_per_10_min_max),
    budget("pair", `${account} ${address}`, limits.sign_in_attempts_per_10_min_max),
  ];
}

function tooMany(wait_ms: number): ProblemError {
  const retry_after_s = Math.ceil(wait_ms / SECOND_MS);
  return new ProblemError("rate_limited", `Too many sign-in attempts. Try again in ${retry_after_s} seconds.`, {
    retry_after_s,
  });
}
