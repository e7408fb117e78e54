/** Shorter words also occur at the edge of good passwords. */
const WORD_CHARS_MIN = 4;
/** A longer part that repeats isn't easy to guess just because it repeats. */
const REPEATED_CHARS_MAX = 4;

/** Words of this product, and sequences that the list of leaked passwords lacks. */
const OWN: ReadonlySet<string> = new Set([
  ...["fanfare", "fanfareadmin", "fanfareconsole", "changemenow", "correcthorsebatterystaple", "passwordpassword"],
  ...["0123456789", "9876543210", "0987654321", "741852963a", "abcdefghij", "abcdefghijk", "abcdefghijkl", "abcdef"],
  ...["zaq12wsxcde", "qwer1234asdf", "p@ssword", "trustno1", "hunter2"],
]);

let leaked: Promise<ReadonlySet<string>> | undefined;

/** 49,233 most frequent leaked passwords. Loaded once someone chooses a password. */
function leakedPasswords(): Promise<ReadonlySet<string>> {
  leaked ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"]));
  return leaked;
}

/**
 * Whether a password is among those that guessing programs try first: a leaked one, one with digits or symbols around
 * it, or one written several times.
 *
 * @param password in lowercase.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await leakedPasswords();
  const repeated = /^(.+?)\1+$/u.exec(password)?.[1];
  if (repeated !== undefined && repeated.length <= REPEATED_CHARS_MAX) return true;
  return [password, repeated ?? password].some((each) => {
    const word = each.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
    return [each, ...(word.length >= WORD_CHARS_MIN ? [word] : [])].some((part) => common.has(part) || OWN.has(part));
  });
}
