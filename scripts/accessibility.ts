import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Row, ShownBy } from "./accessibility/row.ts";
import { ROWS } from "./accessibility/rows.ts";
import { main, print, ROOT, UserError } from "./terminal.ts";
import { LANES } from "./test-run/lanes.ts";

const FILE = join(ROOT, "docs", "ACCESSIBILITY.md");
const REPORTS = [...LANES.map((lane) => `${lane}.xml`), "playwright.json"].map((name) =>
  join(ROOT, ".cache", "tests", name),
);

const HEAD = `# Accessibility

This page lists the accessibility rules that Fanfare follows and the browser tests that prove them. It's for developers and auditors.
\`scripts/accessibility.ts\` generates it from the reports of \`npm run test:all\`. A rule appears only if all of its tests passed. The rules
are in \`scripts/accessibility/\`.

"axe finds nothing" refers to axe-core with WCAG 2.0 to 2.2 (A and AA), best practices, target size, locked orientation, and tables
with a cell as caption. Undecided contrast counts as a failure. \`sdk/test/support/scenes.ts\` lists the tested scenes: every content type in
every form. \`npm run test:all\` covers each theme, reading direction, and size (1280 × 720, 320 × 640, 320 × 256) at least once.
\`npm run test:nightly\` covers all combinations.

The player's labels ("Next", "Close") are available in English and 13 other languages (\`sdk/src/ui/text/locales.ts\`). A page can
set its own with \`labels\`. Known limit: in other languages, the labels are in English but marked with the language of the content.
`;

/** Whether tests passed, by file and title. A group also has its title and passes if all of its tests do. */
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
      // Playwright's JSON reporter: one suite per file.
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

/** Tests that failed or didn't run and therefore block printing their rules. */
export function missingTests(rows: readonly Row[], outcomes: Outcomes): readonly string[] {
  const tests = new Map(rows.flatMap(({ shown_by }) => shown_by).map((test) => [keyOf(test), test]));
  return [...tests].flatMap(([key, { file, title }]) => {
    const passed = outcomes.get(key);
    return passed === true ? [] : [`${file}: “${title}” ${passed === undefined ? "didn't run" : "failed"}`];
  });
}

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

export function accessibilityIsFresh(): boolean {
  return existsSync(FILE) && readFileSync(FILE, "utf8") === accessibilityPage(ROWS);
}

if (import.meta.main) {
  await main(async () => {
    const named = process.argv.slice(2);
    const reports = (named.length > 0 ? named : REPORTS).filter((path) => existsSync(path));
    const wrong = missingTests(ROWS, outcomesOf(reports.map((path) => readFileSync(path, "utf8"))));
    if (wrong.length > 0) {
      throw new UserError(`docs/ACCESSIBILITY.md wasn't changed. Run npm run test:all first.\n${wrong.join("\n")}`);
    }
    writeFileSync(FILE, accessibilityPage(ROWS));
    print("Wrote docs/ACCESSIBILITY.md.");
    return 0;
  });
}
