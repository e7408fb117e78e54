import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { isCommonPassword } from "./common-passwords.ts";

/** Argon2id above the advised minimum (OWASP: 19 MiB, 2 passes): 64 MiB, 2 passes, about 0.2 s of one core. */
const COST = { algorithm: "argon2id", memoryCost: 64 * 1024, timeCost: 2 } as const;
/** A hash of nothing known, at the same cost: an address that nobody has takes as long as a wrong password. */
const DECOY =
  "$argon2id$v=19$m=65536,t=2,p=1$0C3tnmOfLcRDTqDucI1hRgQamOYz8uInLnt+bMKyvK8$OqD8kWhWrRGsyxRl6G/n+/d0ze0DN64bvg96WQ15I/o";
const QUEUE_RETRY_S = 2;
/** In place of a hash, for a member who came through the provider: no password matches it. */
export const NO_PASSWORD = "none";

/** Hashing with bounds: it is the one thing that a stranger can make expensive. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** `undefined` stands for a member who does not exist: false, after the same work. */
  matches(password: string, hash: string | undefined): Promise<boolean>;
}

/** What computes the hashes. */
interface Hasher {
  hash(password: string, cost: typeof COST): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

/**
 * At most `password_hashes_at_once_max` run, `password_hash_queue_max` wait, and the next one is refused.
 *
 * @throws ProblemError `rate_limited` from both methods when the queue is full.
 */
export function createPasswords(hasher: Hasher = Bun.password): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];

  const inTurn = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= limits.password_hashes_at_once_max) {
      if (waiting.length >= limits.password_hash_queue_max) {
        throw new ProblemError("rate_limited", "Too many people sign in at this moment. Try again in a few seconds.", {
          retry_after_s: QUEUE_RETRY_S,
        });
      }
      // Whoever leaves hands the place over, so `running` does not change.
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
    hash: (password) => inTurn(() => hasher.hash(password, COST)),
    matches(password, hash) {
      const known = hash === NO_PASSWORD ? undefined : hash;
      return inTurn(async () => (await hasher.verify(password, known ?? DECOY)) && known !== undefined);
    },
  };
}

/** What is wrong with a new password, or undefined. Length is checked by the schema; there are no rules of composition. */
export function passwordProblem(password: string, email: string): string | undefined {
  const lower = password.toLowerCase();
  if (isCommonPassword(lower)) return "This password is among the first that are tried. Choose another one.";
  if (lower === email.toLowerCase()) return "Your e-mail address is not a secret. Choose another password.";
  return undefined;
}
