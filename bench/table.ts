import { appendFileSync } from "node:fs";

/** One table of a benchmark. */
export interface BenchTable {
  /** What was measured, and in parentheses how. */
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Prints a table. With `BENCH_TABLES`, also appends it to that file as a line of JSON, for the documentation. */
export function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  process.stdout.write(
    `\n${title}\n\n${line(head)}\n${widths.map((width) => "-".repeat(width)).join("  ")}\n${rows.map(line).join("\n")}\n`,
  );
  const file = process.env["BENCH_TABLES"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ title, head, rows } satisfies BenchTable)}\n`);
}
