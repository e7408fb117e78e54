import type { SourceObject, SourceValue } from "./source/source-value.ts";

/** Why a field wasn't carried over as it is, and what to do. Printed by `fanfare content import`. */
export const IMPORT_REASONS = {
  code: {
    reason: "It's code. An import reads literals and runs nothing.",
    remedy: "Enter the value in the editor. What the page has to do first is a host action of the step.",
  },
  callback: {
    reason: "Callbacks aren't carried over.",
    remedy: "Listen with fanfare.on(), or register a host action with fanfare.action().",
  },
  appearance: { reason: "Looks aren't carried over.", remedy: "Set colors, radius, and backdrop in a theme." },
  built_in: { reason: "Fanfare decides this.", remedy: "Nothing to do." },
  no_counterpart: { reason: "Fanfare has no such option.", remedy: "Check in the preview that nothing is missing." },
  always_closable: { reason: "People can always close content.", remedy: "Nothing to do. Escape doesn't close it." },
  unknown: { reason: "The import doesn't know this option.", remedy: "Check its name, and set it in the editor." },
  wrong_type: { reason: "The value has another type than the library documents.", remedy: "Enter it in the editor." },
  direction: {
    reason: "Left and right became start and end, which follow the page's text direction.",
    remedy: "Nothing to do.",
  },
  html: { reason: "This HTML has no block.", remedy: "Check the text in the editor." },
  unsafe_address: { reason: "The address isn't allowed.", remedy: "Use https:, http:, mailto:, tel:, or a path." },
  picture: { reason: "The picture has no description.", remedy: "Describe it for people who can't see it." },
  label_length: { reason: "The label is too long for a button.", remedy: "Shorten it in the editor." },
  title_missing: { reason: "There is no title.", remedy: "Enter one before you publish." },
  text_missing: { reason: "The file doesn't contain the texts.", remedy: "Enter them before you publish." },
  target_missing: { reason: "There is no selector for the target.", remedy: "Pick the element on your page." },
  step_condition: {
    reason: "The code adds this only under a condition. It's imported without.",
    remedy: "Set the condition under which the step is skipped, or remove it.",
  },
  changed: {
    reason: "The code changes these before they are used.",
    remedy: "Check in the preview what it adds.",
  },
  script: {
    reason: "This script of the page can't be parsed.",
    remedy: "If it has steps, save it as a file without parts of a template, and import that.",
  },
  split: { reason: "There are more parts than Fanfare allows in one.", remedy: "Check where it was divided." },
  too_many_buttons: { reason: "A step has at most four buttons.", remedy: "Decide in the editor which ones it needs." },
  columns: { reason: "Columns became one column.", remedy: "Check the order of the blocks." },
  one_action: {
    reason: "Only the first action is carried over.",
    remedy: "Add the others to the button in the editor.",
  },
  button_condition: {
    reason: "Conditions of buttons aren't carried over.",
    remedy: "Set the condition of the button in the editor.",
  },
  recorded: { reason: "Recorded targets belong to the other tool.", remedy: "Pick the element on your page." },
  condition: {
    reason: "This condition can't be carried over, so no one sees the content.",
    remedy: "Set the audience in the editor. Until then it's 0 percent of people.",
  },
  separate: {
    reason: "It's content of its own in Fanfare.",
    remedy: "Create it, and start it with a button of this step.",
  },
  pattern: {
    reason: "Page rules have no regular expressions, so no one sees the content.",
    remedy: "Use patterns with * and **, such as https://shop.example/orders/*.",
  },
  cookie: {
    reason: "Earlier choices are in a cookie of the page.",
    remedy: "If the cookie is there, call fanfare.suppress() once with the slug. See the documentation of imports.",
  },
  centered: {
    reason: "The library shows this step in the center of the page.",
    remedy: "If it belongs to an element, pick it in the editor.",
  },
  nested: { reason: "It names a part of another card of the tool.", remedy: "Nothing to do." },
  more_pages: { reason: "The file is one page of a longer list.", remedy: "Import the other pages, too." },
  schedule: { reason: "The time isn't a valid date.", remedy: "Set the schedule in the editor." },
} as const;
export type ImportReason = keyof typeof IMPORT_REASONS;

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
