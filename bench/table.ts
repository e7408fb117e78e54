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
}
