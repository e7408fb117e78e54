import type { FolderFile } from "@fanfare/contract/content-folder";
import type { Rule } from "@fanfare/contract/targeting/rule";
import { StartupError } from "../lib/operator-errors.ts";
import { importAppcues } from "./formats/appcues.ts";
import { importDriverJs } from "./formats/driver-js.ts";
import { importIntroJs, PAGE_ATTRIBUTES } from "./formats/intro-js.ts";
import { importJoyride } from "./formats/joyride.ts";
import { importPosthog } from "./formats/posthog.ts";
import { importShepherd } from "./formats/shepherd.ts";
import { importUsertour } from "./formats/usertour.ts";
import { createReport, type ImportReport } from "./import-report.ts";
import { type ImportedContent, slugOf } from "./imported-content.ts";
import { pageElements } from "./page/page-elements.ts";
import { pageScripts } from "./page/page-scripts.ts";
import { readScripts, readSource } from "./source/read-source.ts";
import type { SourceFile } from "./source/source-value.ts";
import type { TourImport } from "./tour-import.ts";

/** Tools whose tours can be imported, as `--from` names them. */
export const IMPORT_FORMATS = {
  appcues: importAppcues,
  "driver.js": importDriverJs,
  "intro.js": importIntroJs,
  joyride: importJoyride,
  posthog: importPosthog,
  shepherd: importShepherd,
  usertour: importUsertour,
} as const satisfies Record<string, (context: TourImport) => readonly ImportedContent[]>;
export type ImportFormat = keyof typeof IMPORT_FORMATS;

/** Pages, and components in one file, whose scripts are read. */
const PAGES = /\.(?:html?|vue|svelte)$/;

export interface ImportedFiles {
  readonly slugs: readonly string[];
  readonly files: readonly FolderFile[];
  readonly report: ImportReport;
}

/**
 * Reads another tool's tours from a file of JavaScript, TypeScript, JSON, or from a saved page, as drafts of a content
 * folder. Nothing in the file is run. Slugs in `taken` aren't used again.
 *
 * @throws StartupError if the file can't be parsed or contains nothing to import.
 * @example
 * importContent("driver.js", { file: "tour.js", text: "driver({ steps: [] })", name: "Tour", taken: new Set() });
 */
export function importContent(
  from: ImportFormat,
  {
    file,
    text,
    name,
    taken,
  }: { readonly file: string; readonly text: string; readonly name: string; readonly taken: ReadonlySet<string> },
): ImportedFiles {
  const report = createReport();
  const source = readFile(file, text);
  for (const line of source.unparsed ?? []) report.add({ path: "<script>", line, reason: "script" });
  const contents = IMPORT_FORMATS[from]({ source, report, name, slug: freeSlug(slugOf(name), taken) });
  if (contents.length === 0) {
    throw new StartupError(
      `${file} has nothing that ${from} would show. Pass the file that has the steps themselves: imports of other files aren't followed.`,
    );
  }
  const renamed = withFreeSlugs(contents, taken);
  return {
    slugs: renamed.map(({ slug }) => slug),
    files: renamed.map((content) => ({
      path: `contents/${content.slug}/content.json`,
      text: `${JSON.stringify(contentFile(content), null, 2)}\n`,
    })),
    report: report.finish(),
  };
}

/** A file as values, calls, and elements of a page. */
export function readFile(file: string, text: string): SourceFile {
  if (!PAGES.test(file)) return readSource(file, text);
  return { ...readScripts(file, text, pageScripts(text)), elements: pageElements(text, PAGE_ATTRIBUTES) };
}

const NO_ONE: Rule = { kind: "percentage", percent: 0, salt: "imported" };

/** Defaults of the schema are left out, as `fanfare content pull` does. */
function contentFile({ name, body, targeting = {} }: ImportedContent) {
  const { trigger, urls, audience, is_undecided, ...more } = targeting;
  const who = is_undecided === true ? NO_ONE : audience;
  return {
    name,
    body,
    trigger: trigger ?? { kind: "manual" },
    ...(urls === undefined && who === undefined
      ? {}
      : { targeting: { urls: urls ?? { include: [], exclude: [] }, ...(who === undefined ? {} : { audience: who }) } }),
    ...more,
  };
}

function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug;
  for (let number = 2; taken.has(free); number += 1) free = `${slug}-${number}`;
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
