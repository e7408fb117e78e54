import type { ImportReason } from "@fanfare/contract/content-import/import-reasons";
import type { SourceObject, SourceValue } from "./source/source-value.ts";

export interface ImportFinding {
  /** In the terms of the source: `steps[2].popover.align`. */
  readonly path: string;
  readonly line: number;
  readonly reason: ImportReason;
  /** What exactly, such as the names of the HTML elements. */
  readonly detail?: string | undefined;
}

export interface ImportReport {
  /** Fields of the source, of which each is either mapped or has a finding. */
  readonly fields: number;
  readonly mapped: number;
  readonly findings: readonly ImportFinding[];
}

const CODE_SHOWN_CHARS_MAX = 80;

/** Code on one line, as far as the report shows it. */
export function shownCode(code: string): string {
  return code.replace(/\s+/g, " ").slice(0, CODE_SHOWN_CHARS_MAX);
}

/** Reasons of options that are known and not carried over, by name. */
export type LostOptions = Readonly<Record<string, ImportReason>>;

/** Fields of one object of the source. Fields that no format takes end up in the report. */
export interface Fields {
  readonly path: string;
  readonly value: SourceObject;
  readonly line: number;
  take(name: string): SourceValue | undefined;
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  boolean(name: string): boolean | undefined;
  object(name: string, lost?: LostOptions): Fields | undefined;
  list(name: string): readonly SourceValue[];
  /** Strings of a list. Other items are reported. */
  texts(name: string): readonly string[];
  /** Objects of a list. Other items are reported. */
  objects(name: string, lost?: LostOptions): readonly Fields[];
  /** Reports a field, whether it was taken or not. */
  report(name: string, reason: ImportReason, detail?: string): void;
}

export interface ReportBuilder {
  fields(value: SourceObject, path: string, lost?: LostOptions): Fields;
  add(finding: ImportFinding): void;
  finish(): ImportReport;
}

/**
 * Counts every field of the source: a field is mapped when it's taken, and reported otherwise, so that nothing is lost
 * silently.
 */
export function createReport(): ReportBuilder {
  const findings: ImportFinding[] = [];
  const ends: (() => void)[] = [];
  let [fields, mapped] = [0, 0];

  const read = (value: SourceObject, path: string, lost: LostOptions = {}): Fields => {
    if (value.only_if !== undefined) {
      findings.push({ path, line: value.line, reason: "step_condition", detail: shownCode(value.only_if) });
    }
    const reported = new Set<string>();
    const taken = new Set<string>();
    const at = (name: string): string => (path === "" ? name : `${path}.${name}`);
    const report = (name: string, reason: ImportReason, detail?: string): void => {
      reported.add(name);
      findings.push({ path: at(name), line: value.fields.get(name)?.line ?? value.line, reason, detail });
    };
    const take = (name: string): SourceValue | undefined => {
      const found = value.fields.get(name);
      if (found !== undefined) taken.add(name);
      return found;
    };
    const reportItem = (name: string, index: number, item: SourceValue): void => {
      const is_code = item.kind === "code";
      const detail = is_code ? shownCode(item.code) : undefined;
      const reason = is_code ? "code" : "wrong_type";
      findings.push({ path: `${at(name)}[${index}]`, line: item.line, reason, detail });
    };
    const listed = (name: string): readonly SourceValue[] => {
      const found = typed(name, "list");
      if (found?.changed_by !== undefined) report(name, "changed", shownCode(found.changed_by));
      return found?.items ?? [];
    };
    const typed = <Kind extends SourceValue["kind"]>(name: string, kind: Kind) => {
      const found = take(name);
      if (found === undefined || found.kind === "null") return undefined;
      if (found.kind !== kind) {
        report(name, found.kind === "code" ? "code" : "wrong_type");
        return undefined;
      }
      // The kind was just compared.
      return found as Extract<SourceValue, { kind: Kind }>;
    };
    ends.push(() => {
      for (const name of value.fields.keys()) {
        if (!taken.has(name) && !reported.has(name)) report(name, lost[name] ?? "unknown");
      }
      fields += value.fields.size;
      mapped += [...value.fields.keys()].filter((name) => !reported.has(name)).length;
    });
    return {
      path,
      value,
      line: value.line,
      take,
      report,
      text: (name) => typed(name, "text")?.text,
      number: (name) => typed(name, "number")?.value,
      boolean: (name) => typed(name, "boolean")?.value,
      list: listed,
      objects: (name, lost_within) =>
        listed(name).flatMap((item, index) => {
          if (item.kind === "object") return [read(item, `${at(name)}[${index}]`, lost_within)];
          reportItem(name, index, item);
          return [];
        }),
      texts: (name) =>
        listed(name).flatMap((item, index) => {
          if (item.kind === "text") return [item.text];
          reportItem(name, index, item);
          return [];
        }),
      object(name, lost_within) {
        const found = typed(name, "object");
        return found && read(found, at(name), lost_within);
      },
    };
  };

  return {
    fields: read,
    add: (finding) => void findings.push(finding),
    finish() {
      for (const end of ends.splice(0)) end();
      return { fields, mapped, findings: [...findings].sort((left, right) => left.line - right.line) };
    },
  };
}
