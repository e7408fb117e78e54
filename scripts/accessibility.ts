import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Row, ShownBy } from "./accessibility/row.ts";
import { ROWS } from "./accessibility/rows.ts";
import { LANES } from "./test-lanes.ts";
import { main, Refusal, ROOT, say } from "./tool.ts";

const FILE = join(ROOT, "docs", "ACCESSIBILITY.md");
const REPORTS = [...LANES.map((lane) => `${lane}.xml`), "playwright.json"].map((name) =>
  join(ROOT, ".cache", "tests", name),
);

const HEAD = `# Accessibility

What holds for people who use a page without a mouse, without sight, with large text, with little motion or in their own time,
and the tests that show it in a real browser. This page is printed by \`scripts/accessibility.ts\` from the reports of a run
(\`npm test\`): a rule stands here only when every test beside it has passed. The rules are in \`scripts/accessibility/\`.

"axe finds nothing" means axe-core with WCAG 2.0 to 2.2, A and AA, best practices, target size, locked orientation and tables whose caption
is a cell; what it cannot decide about contrast counts as wrong. \`sdk/test/scenes.ts\` lists what is looked at: every content type in each of its forms. Each of them
meets each theme, each reading direction and each size (1280 × 720, 320 × 640, 320 × 256) at least once in \`npm test\`, and all of
these with one another in \`npm run test:nightly\`.

The player's own words ("Next", "Close") are in the language of what they stand in where that is English or one of thirteen others
(\`sdk/src/ui/words.ts\`), or where the page gives them (\`labels\`). Not so yet: in any other language they are English, and say that
they are in the language of the content that they stand in.
`;

/** Whether tests passed, by file and title; a group has its title too, and passed when all in it did. */
export type Outcomes = ReadonlyMap<string, boolean>;

const keyOf = ({ file, title }: ShownBy): string => `${file} ${title}`;

interface Suite {
  readonly title: string;
  readonly file?: string;
  readonly specs?: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly { status: string }[];
  }[];
  readonly suites?: readonly Suite[];
}

/** Reads reports of Playwright (JSON) and of Bun (JUnit). */
export function outcomesOf(reports: readonly string[]): Outcomes {
  const outcomes = new Map<string, boolean>();
  const note = (test: ShownBy, passed: boolean): void => {
    outcomes.set(keyOf(test), passed && outcomes.get(keyOf(test)) !== false);
  };
  const walk = (suite: Suite, file: string, groups: readonly string[]): void => {
    for (const { title, ok, tests } of suite.specs ?? []) {
      const passed = ok && tests.every(({ status }) => status === "expected");
      for (const name of [...groups, title]) note({ file, title: name }, passed);
    }
    for (const inner of suite.suites ?? []) walk(inner, file, [...groups, inner.title]);
  };
  for (const report of reports) {
    if (report.startsWith("<?xml")) {
      for (const [, attributes = "", rest = ""] of report.matchAll(/<testcase\b([^>]*?)(\/>|>[\s\S]*?<\/testcase>)/g)) {
        const of = (name: string): string => unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");
        note({ file: of("file"), title: of("name") }, !/<(?:failure|error|skipped)\b/.test(rest));
      }
    } else {
      // The fields of Playwright's JSON reporter: a suite for each file.
      const { suites = [] } = JSON.parse(report) as { readonly suites?: readonly Suite[] };
      for (const suite of suites) walk(suite, suite.file ?? suite.title, []);
    }
  }
  return outcomes;
}

function unescaped(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** What keeps rules from being printed: tests that failed or did not run. */
export function missing(rows: readonly Row[], outcomes: Outcomes): readonly string[] {
  const tests = new Map(rows.flatMap(({ shown_by }) => shown_by).map((test) => [keyOf(test), test]));
  return [...tests].flatMap(([key, { file, title }]) => {
    const passed = outcomes.get(key);
    return passed === true ? [] : [`${file}: “${title}” ${passed === undefined ? "did not run" : "failed"}`];
  });
}

/** The page, as it should be in `docs/ACCESSIBILITY.md` after a run in which all of its tests passed. */
function accessibilityPage(rows: readonly Row[]): string {
  const parts = [...new Set(rows.map(({ part }) => part))];
  const sections = parts.map((part) => {
    const lines = rows
      .filter((row) => row.part === part)
      .map(({ rule, source, shown_by }) => {
        const tests = shown_by.map(({ file, title }) => `  - \`${file}\`: ${title}`).join("\n");
        return `- ${rule} (${source})\n${tests}`;
      });
    return `\n## ${part}\n\n${lines.join("\n")}\n`;
  });
  return HEAD + sections.join("");
}

/** True when `docs/ACCESSIBILITY.md` says what the rows say. */
export function accessibilityIsFresh(): boolean {
  return existsSync(FILE) && readFileSync(FILE, "utf8") === accessibilityPage(ROWS);
}

if (import.meta.main) {
  await main(async () => {
    const named = process.argv.slice(2);
    const reports = (named.length > 0 ? named : REPORTS).filter((path) => existsSync(path));
    const wrong = missing(ROWS, outcomesOf(reports.map((path) => readFileSync(path, "utf8"))));
    if (wrong.length > 0) {
      throw new Refusal(`docs/ACCESSIBILITY.md stays as it is: run npm test first.\n${wrong.join("\n")}`);
    }
    writeFileSync(FILE, accessibilityPage(ROWS));
    say("Wrote docs/ACCESSIBILITY.md.");
    return 0;
  });
}
