import { writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { FolderFile } from "@fanfare/contract/content-folder";
import { IMPORT_REASONS } from "@fanfare/contract/content-import/import-reasons";
import { IMPORT_SOURCES } from "@fanfare/contract/content-import/import-source";
import { rootFile } from "../../engage/content-folder/folder-files.ts";
import { importContent } from "../../imports/import-content.ts";
import { nameFrom } from "../../imports/import-files.ts";
import type { ImportFinding, ImportReport } from "../../imports/import-report.ts";
import { UsageError } from "../../lib/operator-errors.ts";
import { type CommandContext, printResult, readText } from "../command.ts";
import { readDirectory, writeDirectory } from "./folder-directory.ts";

interface ImportOptions {
  readonly file: string | undefined;
  readonly from?: string | undefined;
  readonly name?: string | undefined;
  readonly dir: string;
  readonly json: boolean;
  readonly usage: string;
}

/** Adds another tool's tours to a content folder as drafts, with a report beside each of them. */
export async function importTours(context: CommandContext, options: ImportOptions): Promise<number> {
  const { file, json } = options;
  const from = IMPORT_SOURCES.find((each) => each === options.from);
  if (file === undefined || from === undefined) throw new UsageError(options.usage);
  const directory = resolve(context.directory, options.dir);
  const before = await readDirectory(directory);
  const taken = new Set(before.flatMap(({ path }) => /^contents\/([^/]+)\//.exec(path)?.slice(1) ?? []));
  const imported = importContent(from, {
    file: basename(file),
    text: await readText(resolve(context.directory, file)),
    name: options.name ?? nameFrom(file),
    taken,
  });
  const root: readonly FolderFile[] = before.some(({ path }) => path === rootFile.path) ? [] : [rootFile];
  await writeDirectory(directory, [...before, ...root, ...imported.files], () => false);
  const report = reportText(basename(file), imported.report);
  for (const slug of imported.slugs) await writeFile(join(directory, "contents", slug, "import.md"), report);
  return printResult(context, json, { ...imported.report, slugs: imported.slugs }, () => [
    ...imported.report.findings.map((finding) => `  line ${describe(finding)}`),
    ...imported.files.map(({ path }) => `${join(options.dir, path)}`),
    `${imported.report.mapped} of ${imported.report.fields} fields carried over. Check the drafts, then push them.`,
  ]);
}

function describe({ line, path, reason, detail }: ImportFinding): string {
  const wording = IMPORT_REASONS[reason];
  return `${line}, ${path}${detail === undefined ? "" : ` (${detail})`}: ${wording.reason} ${wording.remedy}`;
}

function reportText(file: string, { fields, mapped, findings }: ImportReport): string {
  const lines = findings.map((finding) => `- Line ${describe(finding)}`);
  return [
    `# Imported from ${file}`,
    "",
    `${mapped} of ${fields} fields were carried over. The draft starts by hand until you choose when it starts.`,
    ...(lines.length === 0 ? [] : ["", ...lines]),
    "",
  ].join("\n");
}
