/** Maximum length of a failure message, so that many fit on a screen. */
const FAILURE_CHARS_MAX = 4_000;

const ENDED = /^\((?:pass|fail|skip|todo)\) /;

/**
 * Output of each failed test: the lines between the end of the previous test and its own `(fail)`. Bun's summary only
 * repeats the names.
 *
 * @param output output of `bun test`, without colors.
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
  readonly attachments?: readonly { readonly name: string; readonly path?: string }[];
}

/** Reads a text file, for the pages of failed tests. */
type ReadText = (path: string) => string;

/**
 * Messages of tests with an unexpected result and what their pages showed, followed by errors outside of tests. Empty if
 * the text isn't a report, which {@link totalsFromPlaywright} reports.
 */
export function failuresOfPlaywright(json: string, readText: ReadText): readonly string[] {
  try {
    // As above. Absent fields are treated as empty.
    const report = JSON.parse(json) as Suite & Result;
    return [...failuresOfSuite(report, readText), ...messagesOf(report).map(truncated)];
  } catch {
    return [];
  }
}

function failuresOfSuite(suite: Suite, readText: ReadText): readonly string[] {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ results }) => {
        const messages = [`${suite.file ?? ""} › ${title}`, ...results.flatMap((result) => messagesOf(result))];
        return [messages.join("\n"), ...results.flatMap((result) => pagesOf(result, readText))]
          .map(truncated)
          .join("\n");
      }),
  );
  return [...own, ...(suite.suites ?? []).flatMap((each) => failuresOfSuite(each, readText))];
}

/** The accessibility tree of the page when the test failed. A machine that ran the test is often gone afterwards. */
function pagesOf({ attachments = [] }: Result, readText: ReadText): readonly string[] {
  return attachments.flatMap(({ name, path }) => {
    const [, tree] = /```yaml\n(.*?)```/s.exec(name === "error-context" && path ? readText(path) : "") ?? [];
    return tree === undefined ? [] : [`page:\n${tree.trimEnd()}`];
  });
}

function messagesOf({ errors = [] }: Result): readonly string[] {
  return errors.flatMap(({ message }) => (message === undefined ? [] : [withoutColors(message)]));
}

/** Removes terminal colors (ECMA-48, "select graphic rendition"). */
function withoutColors(text: string): string {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g"), "");
}

/** Cuts the middle: the start has the expectation, and the end has the test's name. */
function truncated(text: string): string {
  if (text.length <= FAILURE_CHARS_MAX) return text;
  const half = FAILURE_CHARS_MAX / 2;
  return `${text.slice(0, half)}\n[…]\n${text.slice(-half)}`;
}
