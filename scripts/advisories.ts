import { print, printError, ROOT } from "./terminal.ts";

export type Advisories =
  | { readonly kind: "checked"; readonly findings: readonly string[] }
  | { readonly kind: "unavailable"; readonly reason: string };

/**
 * Reads the report of `npm audit --json` (report version 2). A registry without advisories answers with an error.
 *
 * @example
 * readAdvisories('{"auditReportVersion":2,"vulnerabilities":{}}'); // { kind: "checked", findings: [] }
 */
export function readAdvisories(report: string): Advisories {
  let read: {
    readonly auditReportVersion?: number;
    readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>;
    readonly message?: string;
  };
  try {
    // Fields of npm's report. Absent ones count as an error.
    read = JSON.parse(report) as typeof read;
  } catch {
    return { kind: "unavailable", reason: "npm audit didn't print a report." };
  }
  if (read.auditReportVersion !== 2) return { kind: "unavailable", reason: read.message ?? "Unknown report version." };
  const findings = Object.entries(read.vulnerabilities ?? {}).map(
    ([name, { severity, range }]) => `${severity}: ${name} ${range}`,
  );
  return { kind: "checked", findings };
}

/** Asks the registry for advisories about the libraries that Fanfare ships. @returns the exit code. */
export async function checkAdvisories(): Promise<number> {
  const audit = Bun.spawn(["npm", "audit", "--omit=dev", "--json"], { cwd: ROOT, stderr: "ignore" });
  const advisories = readAdvisories(await new Response(audit.stdout).text());
  switch (advisories.kind) {
    case "unavailable":
      // Not a failure: mirrors without advisories are common, and the rest of the run is still worth its hours.
      printError(`Advisories weren't checked: ${advisories.reason}`);
      return 0;
    case "checked":
      print(advisories.findings.length === 0 ? "No advisories." : `Advisories:\n${advisories.findings.join("\n")}`);
      return advisories.findings.length === 0 ? 0 : 1;
  }
}
