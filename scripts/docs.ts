import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isProblemCode, problems } from "../contract/src/problem.ts";
import { PROBLEM_MEANINGS } from "../contract/src/problem-meaning.ts";
import { build } from "./build.ts";
import { type BenchRun, BOUNDS, benchmarksPage, FIGURES, RESULTS, withFigures } from "./docs/benchmarks-page.ts";
import { commandLinePage } from "./docs/command-line-page.ts";
import { contentSchemaPage } from "./docs/content-schema-page.ts";
import { destinationsPage } from "./docs/destinations-page.ts";
import { FEATURES } from "./docs/features.ts";
import { internalLimitsPage, limitsPage } from "./docs/limits/limits-page.ts";
import { table } from "./docs/markdown-table.ts";
import { NAMES_FILE, namesFile } from "./docs/names.ts";
import { withSamples } from "./docs/samples.ts";
import { SKILL_FILE, skillPage } from "./docs/skill-page.ts";
import { webhooksPage } from "./docs/webhooks-page.ts";
import { main, print, ROOT } from "./terminal.ts";

const HEAD = `# Errors

<!-- Generated from contract/src/problem.ts and contract/src/problem-meaning.ts by \`node_modules/.bin/bun scripts/docs.ts\`. Edit the table there. -->

Every error on \`/api\`, \`/v1\`, \`/pusher/auth\` and \`/pusher/user-auth\` is \`application/problem+json\` (RFC 9457):

\`\`\`json
{
  "type": "urn:fanfare:problem:revision_stale",
  "title": "Changed by someone else",
  "status": 412,
  "code": "revision_stale",
  "detail": "What happened and how to fix it.",
  "retryable": false,
  "request_id": "0193…"
}
\`\`\`

Use \`code\` in programs: its meaning never changes. Show \`detail\` to people. \`fields\` lists invalid fields as \`{pointer, message}\`
(JSON pointers). \`current\` holds the current state for a retry. If a later retry may succeed, \`retryable\` is true, and
\`Retry-After\` gives the number of seconds. A running server shows the same table at \`/docs/errors\`, with an anchor for each
code: \`/docs/errors#revision_stale\`.

`;

function errorsPage(): string {
  const rows = Object.keys(problems)
    .filter(isProblemCode)
    .map((code) => {
      const { status, retryable, title } = problems[code];
      return [`\`${code}\``, String(status), retryable ? "yes" : "no", title, PROBLEM_MEANINGS[code]];
    });
  return HEAD + table([["code", "status", "retryable", "title", "description"], ...rows]);
}

const FEATURES_BEGIN = "<!-- Generated from scripts/docs/features.ts by npm run docs. -->\n\n";
const FEATURES_END = "<!-- End of the features. -->";

/** The page with the current table of features, if it has one. */
function withFeatures(page: string): string {
  const [before, rest = ""] = page.split(FEATURES_BEGIN);
  const end = rest.indexOf(FEATURES_END);
  if (before === undefined || end === -1) return page;
  const rows = FEATURES.map((each) =>
    "declined" in each
      ? [each.feature, "Declined", each.declined]
      : [each.feature, `\`${each.source}\``, `\`${each.test[0]}\`: \`${each.test[1]}\``],
  );
  return `${before}${FEATURES_BEGIN}${table([["Feature", "Source", "Test"], ...rows])}\n${rest.slice(end)}`;
}

interface GeneratedPage {
  readonly file: string;
  readonly text: () => string;
}

const COMMAND_LINE = await commandLinePage();
// Safe cast: `npm run bench` wrote it.
const BENCH_RUN = JSON.parse(readFileSync(RESULTS, "utf8")) as BenchRun;
/** Complete pages from code. */
const WHOLE: readonly GeneratedPage[] = [
  { file: "docs/errors.md", text: errorsPage },
  { file: "docs/webhooks.md", text: webhooksPage },
  { file: "docs/destinations.md", text: destinationsPage },
  { file: "docs/benchmarks.md", text: () => benchmarksPage(BENCH_RUN, BOUNDS) },
  { file: "docs/operations/command-line.md", text: () => COMMAND_LINE },
  { file: "docs/limits.md", text: limitsPage },
  { file: "docs/internal-limits.md", text: internalLimitsPage },
  { file: "docs/content-schema.md", text: contentSchemaPage },
  { file: NAMES_FILE, text: namesFile },
];

/** Complete pages from code, and pages with samples that are cut from code. */
const PAGES: readonly GeneratedPage[] = [
  ...WHOLE,
  { file: SKILL_FILE, text: skillPage },
  ...["README.md", "docs/*.md", "docs/{start,guides,operations}/*.md"]
    .flatMap((files) => [...new Bun.Glob(files).scanSync({ cwd: ROOT })])
    .filter((file) => WHOLE.every((page) => page.file !== file))
    .map((file) => ({ file, text: () => completed(readFileSync(join(ROOT, file), "utf8")) })),
];

function completed(page: string): string {
  return withFigures(withFeatures(withSamples(page)), BENCH_RUN, FIGURES);
}

/** Generated pages that differ from their source. */
export function staleDocs(): readonly string[] {
  return PAGES.flatMap(({ file, text }) => {
    const path = join(ROOT, file);
    return existsSync(path) && readFileSync(path, "utf8") === text() ? [] : [file];
  });
}

if (import.meta.main) {
  await main(async () => {
    for (const file of staleDocs()) {
      mkdirSync(dirname(join(ROOT, file)), { recursive: true });
      writeFileSync(join(ROOT, file), PAGES.find((page) => page.file === file)?.text() ?? "");
      print(`Wrote ${file}.`);
    }
    await build(["docs"]);
    return 0;
  });
}
