/** What a failed test said, kept short enough that many of them fit on a screen. */
const FAILURE_CHARS_MAX = 4_000;

const ENDED = /^\((?:pass|fail|skip|todo)\) /;

/**
 * What Bun printed about each failed test: the lines between the end of the test before it and its own `(fail)`. Bun
 * repeats at its end only the names.
 *
 * @param output what `bun test` printed, without colours.
 */
export function failuresOfBun(output: string): readonly string[] {
  const failures: string[] = [];
  let lines: string[] = [];
  for (const line of output.split("\n")) {
    if (/^\d+ tests? failed:$/.test(line)) break;
    lines.push(line);
    if (!ENDED.test(line)) continue;
    if (line.startsWith("(fail) ")) failures.push(truncated(lines.join("\n").trim()));
    lines = [];
  }
  return failures;
}

/** The fields of Playwright's JSON reporter that tell of a failure. */
interface Suite {
  readonly file?: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly { readonly status: string; readonly results: readonly Result[] }[];
  }[];
}
interface Result {
  readonly errors?: readonly { readonly message?: string }[];
}

/**
 * What Playwright reports about each test that did not end as expected, errors outside of tests last. Nothing for a text
 * that is no report: {@link tallyOfPlaywright} tells of that.
 */
export function failuresOfPlaywright(json: string): readonly string[] {
  try {
    // As above; absent fields count as nothing.
    const report = JSON.parse(json) as Suite & Result;
    return [...failuresOfSuite(report), ...messagesOf(report).map(truncated)];
  } catch {
    return [];
  }
}

function failuresOfSuite(suite: Suite): readonly string[] {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) =>
        truncated([`${suite.file ?? ""} › ${title}`, ...results.flatMap((result) => messagesOf(result))].join("\n")),
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap(failuresOfSuite)];
}

function messagesOf({ errors = [] }: Result): readonly string[] {
  return errors.flatMap(({ message }) => (message === undefined ? [] : [withoutColours(message)]));
}

/** As terminals read them: ECMA-48, "select graphic rendition". */
function withoutColours(text: string): string {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g"), "");
}

/** The end of a failure tells its name, the beginning what was expected: the middle goes. */
function truncated(text: string): string {
  if (text.length <= FAILURE_CHARS_MAX) return text;
  const half = FAILURE_CHARS_MAX / 2;
  return `${text.slice(0, half)}\n[…]\n${text.slice(-half)}`;
}
