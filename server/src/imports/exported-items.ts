import type { LostOptions, ReportBuilder } from "./import-report.ts";
import type { SourceObject, SourceValue } from "./source/source-value.ts";
import { isObject } from "./tour-import.ts";

export interface ExportedItem {
  readonly value: SourceObject;
  /** In the terms of the source: `results[1]`. */
  readonly path: string;
}

export interface ExportShape {
  /** Fields of a response that have its items. */
  readonly lists: readonly string[];
  readonly isItem: (value: SourceObject) => boolean;
}

/** Fields of responses around their items. */
const RESPONSE_LOST = {
  ...{ object: "built_in", count: "built_in", total: "built_in", previous: "built_in", next: "more_pages" },
} as const satisfies LostOptions;

/** Items of a response of a platform's API, of a list, or one alone. What is neither is reported. */
export function exportedItems(
  report: ReportBuilder,
  value: SourceValue,
  shape: ExportShape,
  path = "",
): readonly ExportedItem[] {
  if (value.kind === "list")
    return value.items.flatMap((item, at) => exportedItems(report, item, shape, `${path}[${at}]`));
  if (isObject(value) && shape.isItem(value)) return [{ value, path }];
  const list = isObject(value) ? shape.lists.find((name) => value.fields.get(name)?.kind === "list") : undefined;
  if (!isObject(value) || list === undefined) {
    report.add({ path: path === "" ? "[0]" : path, line: value.line, reason: "unknown" });
    return [];
  }
  const fields = report.fields(value, path, RESPONSE_LOST);
  for (const name of ["next", "previous"]) if (fields.value.fields.get(name)?.kind === "null") fields.take(name);
  const at = path === "" ? list : `${path}.${list}`;
  return fields.list(list).flatMap((item, index) => exportedItems(report, item, shape, `${at}[${index}]`));
}
