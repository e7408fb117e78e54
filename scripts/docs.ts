import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isProblemCode, problems } from "../contract/src/problem.ts";
import { PROBLEM_MEANINGS } from "../contract/src/problem-meaning.ts";
import { main, print, ROOT } from "./terminal.ts";

const FILE = join(ROOT, "docs", "errors.md");

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

/** Formats a Markdown table like the formatter: columns as wide as their widest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  const [head = "", ...body] = rows.map((row) => line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))));
  return [head, line(widths.map((width) => "-".repeat(width))), ...body].join("");
}

export function docsAreFresh(): boolean {
  return existsSync(FILE) && readFileSync(FILE, "utf8") === errorsPage();
}

if (import.meta.main) {
  await main(async () => {
    writeFileSync(FILE, errorsPage());
    print("Wrote docs/errors.md.");
    return 0;
  });
}
