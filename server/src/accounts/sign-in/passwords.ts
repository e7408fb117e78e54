import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { isCommonPassword } from "./common-passwords.ts";

/** Argon2id above the OWASP minimum of 19 MiB and 2 passes: 64 MiB and 2 passes, about 0.2 s of one core. */
const HASH_OPTIONS = { algorithm: "argon2id", memoryCost: 64 * 1024, timeCost: 2 } as const;
/** Hash of an unknown value at the same cost, so that an unknown email address takes as long as a wrong password. */
const DUMMY_HASH =
  "$argon2id$v=19$m=65536,t=2,p=1$0C3tnmOfLcRDTqDucI1hRgQamOYz8uInLnt+bMKyvK8$OqD8kWhWrRGsyxRl6G/n+/d0ze0DN64bvg96WQ15I/o";
const QUEUE_RETRY_S = 2;
/** Placeholder hash for members who joined through the identity provider. No password matches it. */
export const NO_PASSWORD = "none";

/** Bounded password hashing: unauthenticated callers can trigger this expensive work. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Returns false for an `undefined` hash (unknown member), after the same amount of work. */
  matches(password: string, hash: string | undefined): Promise<boolean>;
}

interface Hasher {
  hash(password: string, cost: typeof HASH_OPTIONS): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

/**
 * Runs at most `password_hashes_at_once_max` hashes. Up to `password_hash_queue_max` more wait in a queue.
 *
 * @throws ProblemError `rate_limited` from both methods when the queue is full.
 */
export function createPasswords(hasher: Hasher = Bun.password): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];

  const inTurn = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= limits.password_hashes_at_once_max) {
      if (waiting.length >= limits.password_hash_queue_max) {
        throw new ProblemError("rate_limited", "Too many people are signing in. Try again in a few seconds.", {
          retry_after_s: QUEUE_RETRY_S,
        });
      }
      // A finished hash passes its slot to the next, so `running` doesn't change.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };

  return {
    hash: (password) => inTurn(() => hasher.hash(password, HASH_OPTIONS)),
    matches(password, hash) {
      const known = hash === NO_PASSWORD ? undefined : hash;
      return inTurn(async () => (await hasher.verify(password, known ?? DUMMY_HASH)) && known !== undefined);
    },
  };
}

/**
 * Returns what is wrong with a new password, or undefined. The schema checks its length; there are no composition
 * rules (NIST SP 800-63B, 3.1.1.2; OWASP ASVS 5, 6.2.4 and 6.2.5).
 *
 * @example
 * await passwordProblem("Password123!", "ada@example.com"); // "This password is too common. Choose another one."
 */
export async function passwordProblem(password: string, email: string): Promise<string | undefined> {
  const lower = password.toLowerCase();
  if (lower === email.toLowerCase()) return "Your password can't be your email address. Choose another one.";
  return (await isCommonPassword(lower)) ? "This password is too common. Choose another one." : undefined;
}
