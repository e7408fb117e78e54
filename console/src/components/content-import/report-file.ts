import { IMPORT_REASONS } from "@fanfare/contract/content-import/import-reasons";
import type {
  ContentImportFile,
  ContentImportFinding,
} from "@fanfare/contract/schema/responses/content/content-import";
import { t, tKnown } from "../../lib/i18n/t.ts";
import { SOURCE_LABELS } from "./source-labels.ts";

/** What isn't carried over, as Markdown, to have it at hand in the editor. */
export function reportFile(files: readonly ContentImportFile[]): Blob {
  const parts = files.flatMap(({ name, source, items, findings }) => [
    `# ${name} (${SOURCE_LABELS[source]})`,
    ...items.flatMap((item) => [`## ${item.name}`, linesOf(item.findings)]),
    ...(findings.length === 0 ? [] : [`## ${t("In the whole file")}`, linesOf(findings)]),
  ]);
  return new Blob([`${parts.filter((part) => part !== "").join("\n\n")}\n`], { type: "text/markdown" });
}

function linesOf(findings: readonly ContentImportFinding[]): string {
  return findings
    .map((finding) => {
      const { reason, remedy } = IMPORT_REASONS[finding.reason];
      return `- ${placeOf(finding).join(", ")}: ${tKnown(reason)} ${tKnown(remedy)}`;
    })
    .join("\n");
}

function placeOf({ path, line, step, detail }: ContentImportFinding): readonly string[] {
  return [
    ...(step === null ? [] : [t("Step {n}", { n: step })]),
    ...[t("Line {n}", { n: line }), `\`${path}\``],
    ...(detail === null || detail === "" ? [] : [detail]),
  ];
}
