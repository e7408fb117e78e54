import { expect } from "bun:test";
import { IMPORT_REASONS, type ImportReason } from "@fanfare/contract/content-import/import-reasons";
import type { ImportReport } from "../../src/imports/import-report.ts";

/** Findings about an item of a list, or about a script of a page, aren't about a field. */
const NO_FIELD = /\]$|^<script>$/;
/** Hints about what the source lacks, and about fields that are mapped. */
const HINTS: ReadonlySet<ImportReason> = new Set([
  ...(["text_missing", "title_missing", "target_missing", "picture", "split", "cookie"] as const),
]);

/** The name of a path's field. */
const FIELD_NAME = /(?:^|\.)([^.[\]]+)$/;

/** Each finding about a field of a JSON file with one field a line names the line of that field. */
export function expectOwnLines({ findings }: ImportReport, json: string): void {
  const lines = json.split("\n");
  for (const { path, line, reason } of findings) {
    const [, name] = FIELD_NAME.exec(path) ?? [];
    if (name === undefined || HINTS.has(reason)) continue;
    expect({ path, source: lines[line - 1] }).toEqual({ path, source: expect.stringContaining(`"${name}":`) });
  }
}

/** Each field of the source is either mapped or reported, and each finding says where it is and what to do. */
export function expectAccounted({ fields, mapped, findings }: ImportReport, text: string): void {
  const about = findings.filter(({ path }) => !NO_FIELD.test(path));
  const pathsOf = (list: typeof about): readonly string[] => [...new Set(list.map(({ path }) => path))];
  const named = pathsOf(about.filter(({ reason }) => !HINTS.has(reason)));
  const lost = fields - mapped;
  const is_each_named = named.length <= lost && lost <= pathsOf(about).length;
  expect({ fields, mapped, is_each_named, named }).toEqual({ fields, mapped, is_each_named: true, named });
  const lines = text.split("\n").length;
  for (const { path, line, reason } of findings) {
    const is_in_source = line >= 1 && line <= lines;
    const { reason: why, remedy } = IMPORT_REASONS[reason];
    expect({ path, line, is_in_source, why, remedy }).toEqual({
      ...{ path, line, is_in_source: true },
      ...{ why: expect.stringMatching(/\.$/), remedy: expect.stringMatching(/\.$/) },
    });
  }
}
