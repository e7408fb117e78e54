import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";

/** The most frequent leaked passwords with at least ten characters. Shorter ones fail the length check. */
const COMMON: ReadonlySet<string> = new Set(
  `1234567890 0123456789 0987654321 9876543210 12345678910 123456789a a123456789 1234567891 123456789q 1q2w3e4r5t
  1q2w3e4r5t6y q1w2e3r4t5 q1w2e3r4t5y6 1qaz2wsx3edc zaq12wsxcde qwertyuiop qwertyuiop1 qwerty1234 qwerty12345 qwerty123456
  1234qwerasdf qwer1234asdf asdfghjkl1 asdfghjkl; zxcvbnm123 zxcvbnm,./ 1111111111 0000000000 2222222222 5555555555
  7777777777 9999999999 1122334455 1212121212 1231231234 123123123123 123321123321 147258369a 1472583690 741852963a
  password12 password123 password1234 password12345 password01 password10 password11 passw0rd123 p@ssw0rd123 p@ssword123
  mypassword password! password1! passwordpassword pass123456 pass1234567 changeme123 changeme12 changemenow letmein123
  letmein1234 welcome123 welcome1234 welcome2024 welcome2025 welcome2026 admin12345 admin123456 administrator adminadmin
  admin1234567 administrator1 rootroot123 testtest123 test123456 test1234567 testing123 testing1234 test123test secret1234
  secret12345 superman123 batman12345 iloveyou12 iloveyou123 iloveyou1234 sunshine123 princess123 football123 baseball123
  basketball dragon12345 monkey12345 master12345 shadow12345 michael123 jennifer123 computer123 internet123 samsung123
  liverpool123 chelsea123 arsenal1234 barcelona1 realmadrid1 spiderman1 starwars123 pokemon1234 minecraft1 minecraft123
  abcdefghij abcdefghijk abcdefghijkl abcd123456 abcdef12345 abcdef123456 abc1234567 abc123456789 aaaaaaaaaa asdasdasdasd
  asdf123456 asdfasdfasdf qazwsxedcrfv qazwsxedc1 aa12345678 a1b2c3d4e5 a1s2d3f4g5 fanfare123 fanfare1234 fanfarefanfare
  trustno1trustno1 correcthorsebatterystaple hunter2hunter2 summer2024! summer2025! winter2025! spring2026!`.split(
    /\s+/,
  ),
);

/** @param password in lowercase. */
function isCommonPassword(password: string): boolean {
  return COMMON.has(password);
}

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
 * rules.
 */
export function passwordProblem(password: string, email: string): string | undefined {
  const lower = password.toLowerCase();
  if (isCommonPassword(lower)) return "This password is too common. Choose another one.";
  if (lower === email.toLowerCase()) return "Your password can't be your email address. Choose another one.";
  return undefined;
}
