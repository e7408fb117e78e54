import type { FolderFile } from "@fanfare/contract/content-folder";
import { IMPORT_SOURCES, type ImportSource } from "@fanfare/contract/content-import/import-source";
import { limits } from "@fanfare/contract/limits";
import type { Rule } from "@fanfare/contract/targeting/rule";
import { importAppcues } from "./formats/appcues.ts";
import { importDriverJs } from "./formats/driver-js.ts";
import { importIntroJs, PAGE_ATTRIBUTES } from "./formats/intro-js.ts";
import { importJoyride } from "./formats/joyride.ts";
import { importPosthog } from "./formats/posthog.ts";
import { importShepherd } from "./formats/shepherd.ts";
import { importUsertour } from "./formats/usertour.ts";
import { ImportFailure } from "./import-failure.ts";
import { createReport, type ImportFinding, type ImportReport, type ReportBuilder } from "./import-report.ts";
import { type ImportedContent, type ImportedTargeting, slugOf } from "./imported-content.ts";
import { pageElements } from "./page/page-elements.ts";
import { pageScripts } from "./page/page-scripts.ts";
import { readScripts, readSource } from "./source/read-source.ts";
import type { SourceFile } from "./source/source-value.ts";
import type { TourImport } from "./tour-import.ts";

export const IMPORT_FORMATS = {
  appcues: importAppcues,
  "driver.js": importDriverJs,
  "intro.js": importIntroJs,
  joyride: importJoyride,
  posthog: importPosthog,
  shepherd: importShepherd,
  usertour: importUsertour,
} as const satisfies Record<ImportSource, (context: TourImport) => readonly ImportedContent[]>;

/** Pages, and components in one file, whose scripts are read. */
const PAGES = /\.(?:html?|vue|svelte)$/;

/** One tour, hint, or survey of the file. */
export interface ImportedItem {
  readonly slug: string;
  readonly value: ContentFile;
  /** About this item. */
  readonly findings: readonly ImportFinding[];
}

export interface ImportedFiles {
  readonly from: ImportSource;
  readonly slugs: readonly string[];
  readonly files: readonly FolderFile[];
  readonly items: readonly ImportedItem[];
  readonly report: ImportReport;
  /** Of the report, about the file as a whole. */
  readonly findings: readonly ImportFinding[];
}

interface ImportFile {
  /** Its extension decides how it's read. Without one, the text does. */
  readonly file: string;
  readonly text: string;
  /** Of what has no name of its own. */
  readonly name: string;
  /** Slugs that aren't used again. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Reads another tool's tours from a file of JavaScript, TypeScript, JSON, or from a saved page, as drafts of a content
 * folder. Nothing in the file is run. Without `from`, the tool is found by its fields.
 *
 * @throws ImportFailure if the file can't be parsed or contains nothing to import.
 * @example
 * importContent("driver.js", { file: "tour.js", text: "driver({ steps: [] })", name: "Tour", taken: new Set() });
 */
export function importContent(from: ImportSource | undefined, given: ImportFile): ImportedFiles {
  const { file, text } = given;
  if (text.length > limits.content_import_chars_max) {
    const message = `${file} is longer than ${limits.content_import_chars_max} characters. Import only the file with the steps.`;
    throw new ImportFailure("too_large", message);
  }
  try {
    const source = readFile(file, text);
    return from === undefined ? importDetected(source, given) : importFrom(from, source, given);
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new ImportFailure("unreadable", `${file} can't be parsed: ${error.message}`);
    if (error instanceof RangeError) {
      throw new ImportFailure("too_large", `${file} is nested too deeply. Import only the steps.`);
    }
    throw error;
  }
}

/** Each value that a tool knows speaks for it. */
function importDetected(source: SourceFile, given: ImportFile): ImportedFiles {
  const [best] = IMPORT_SOURCES.flatMap((from) => {
    const imported = tryImport(from, source, given);
    return imported === undefined ? [] : [imported];
  }).toSorted((left, right) => fit(right) - fit(left));
  if (best !== undefined) return best;
  throw new ImportFailure(
    "empty",
    `${given.file} has no tours or hints of a tool that Fanfare knows. Choose the file that has the steps themselves: imports of other files aren't followed.`,
  );
}

function tryImport(from: ImportSource, source: SourceFile, given: ImportFile): ImportedFiles | undefined {
  try {
    return importFrom(from, source, given);
  } catch (error) {
    if (error instanceof ImportFailure && error.kind === "empty") return undefined;
    throw error;
  }
}

function fit({ report: { mapped, findings } }: ImportedFiles): number {
  return mapped - findings.filter(({ reason }) => reason === "unknown" || reason === "wrong_type").length;
}

function importFrom(from: ImportSource, source: SourceFile, { file, name, taken }: ImportFile): ImportedFiles {
  const report = createReport();
  for (const line of source.unparsed ?? []) report.add({ path: "<script>", line, reason: "script" });
  const contents = IMPORT_FORMATS[from]({ source, report, name, slug: freeSlug(slugOf(name), taken) });
  if (contents.length === 0) {
    throw new ImportFailure(
      "empty",
      `${file} has nothing that ${from} would show. Pass the file that has the steps themselves: imports of other files aren't followed.`,
    );
  }
  const renamed = withFreeSlugs(
    contents.map((content) => withinNameLimit(report, content)),
    taken,
  );
  const finished = report.finish();
  const byItem = findingsByItem(renamed, finished.findings);
  const items = renamed.map((content) => ({
    ...{ slug: content.slug, value: contentFile(content) },
    findings: byItem.get(content) ?? [],
  }));
  return {
    ...{ from, items, report: finished, findings: byItem.get(undefined) ?? [] },
    slugs: items.map(({ slug }) => slug),
    files: items.map(({ slug, value }) => ({
      path: `contents/${slug}/content.json`,
      text: `${JSON.stringify(value, null, 2)}\n`,
    })),
  };
}

/** Findings of each item, by the path below which they are. Those of no single item are about the file. */
function findingsByItem(
  contents: readonly ImportedContent[],
  findings: readonly ImportFinding[],
): ReadonlyMap<ImportedContent | undefined, readonly ImportFinding[]> {
  const byPath = Map.groupBy(contents, ({ path }) => path);
  // The longest path first.
  const paths = [...byPath.keys()].sort((left, right) => right.length - left.length);
  return Map.groupBy(findings, ({ path }) => {
    const own = paths.find(
      (each) => each === "" || path === each || (/^[.[]/.test(path.slice(each.length)) && path.startsWith(each)),
    );
    const [content, ...others] = own === undefined ? [] : (byPath.get(own) ?? []);
    return others.length === 0 ? content : undefined;
  });
}

/** A page, or a file of code or JSON. Pasted text has no extension: a page begins with an element. */
function isPage(file: string, text: string): boolean {
  return PAGES.test(file) || (!file.includes(".") && /^\s*<(?:!|[a-z])/.test(text));
}

/** A file as values, calls, and elements of a page. */
export function readFile(file: string, text: string): SourceFile {
  if (!isPage(file, text)) return readSource(file, text);
  return { ...readScripts(text, pageScripts(text)), elements: pageElements(text, PAGE_ATTRIBUTES) };
}

function withinNameLimit(report: ReportBuilder, content: ImportedContent): ImportedContent {
  const name = content.name.slice(0, limits.content_name_chars_max).trim();
  if (name !== content.name.trim()) report.add({ path: nameOf(content), line: 1, reason: "name_length" });
  return { ...content, name: name === "" ? "Imported" : name };
}

const nameOf = ({ path }: ImportedContent): string => (path === "" ? "name" : `${path}.name`);

const NO_ONE: Rule = { kind: "percentage", percent: 0, salt: "imported" };

/** A draft as `contents/{slug}/content.json` has it. */
export interface ContentFile {
  readonly name: string;
  readonly body: ImportedContent["body"];
  readonly trigger: NonNullable<ImportedTargeting["trigger"]>;
  readonly targeting?: { readonly urls: NonNullable<ImportedTargeting["urls"]>; readonly audience?: Rule };
  readonly schedule?: ImportedTargeting["schedule"];
  readonly frequency?: ImportedTargeting["frequency"];
  readonly priority?: number;
  readonly delay_ms?: number;
}

/** Defaults of the schema are left out, as `fanfare content pull` does. */
function contentFile({ name, body, targeting = {} }: ImportedContent): ContentFile {
  const { trigger, urls, audience, is_undecided, ...more } = targeting;
  const who = is_undecided === true ? NO_ONE : audience;
  return withStorableTexts({
    name,
    body,
    trigger: trigger ?? { kind: "manual" },
    ...(urls === undefined && who === undefined
      ? {}
      : { targeting: { urls: urls ?? { include: [], exclude: [] }, ...(who === undefined ? {} : { audience: who }) } }),
    ...more,
  });
}

/** Without what no database stores: NUL, and halves of characters. Escapes in code can write both. */
function withStorableTexts(file: ContentFile): ContentFile {
  const text = JSON.stringify(file, (_key, value) =>
    typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value,
  );
  return JSON.parse(text);
}

/** Room for the number of a taken slug. */
const NUMBER_CHARS_MAX = 8;

function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  const short = slug.slice(0, limits.slug_chars_max - NUMBER_CHARS_MAX).replace(/-+$/, "");
  let free = short;
  for (let number = 2; taken.has(free); number += 1) free = `${short}-${number}`;
  return free;
}

/** Gives taken slugs a number, and follows with what refers to them. */
function withFreeSlugs(contents: readonly ImportedContent[], taken: ReadonlySet<string>): readonly ImportedContent[] {
  const used = new Set(taken);
  const free = new Map<string, string>();
  const renamed = contents.map((content) => {
    const slug = freeSlug(content.slug, used);
    used.add(slug);
    free.set(content.slug, slug);
    return { ...content, slug };
  });
  return renamed.map((content): ImportedContent => {
    const { targeting } = content;
    if (targeting?.trigger?.kind !== "completed") return content;
    const { trigger } = targeting;
    return {
      ...content,
      targeting: { ...targeting, trigger: { ...trigger, content: free.get(trigger.content) ?? trigger.content } },
    };
  });
}
