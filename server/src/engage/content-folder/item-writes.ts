import type { ContentType } from "@fanfare/contract/content/body";
import type { FolderKind } from "@fanfare/contract/content-folder";
import { type AppId, type IdsByPrefix, type MemberId, newId } from "@fanfare/contract/lib/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import { createGoalRequestSchema } from "@fanfare/contract/schema/analytics/goal";
import { createTrackerRequestSchema, type NewTracker } from "@fanfare/contract/schema/analytics/tracker";
import { contentNameSchema, editionSchema } from "@fanfare/contract/schema/content/content";
import { parseDraft } from "@fanfare/contract/schema/content/draft";
import { putThemeRequestSchema } from "@fanfare/contract/schema/content/theme";
import { createCapGroupRequestSchema, createSegmentRequestSchema } from "@fanfare/contract/schema/people/segment";
import type { Rule } from "@fanfare/contract/targeting/rule";
import type { z } from "zod";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { toJson } from "../../store/columns.ts";
import { deleteMilestones, goalsOf, updateGoal } from "../../store/statements/analytics/goals.ts";
import { updateTracker } from "../../store/statements/analytics/trackers.ts";
import { updateCapGroup } from "../../store/statements/content/cap-groups.ts";
import { updateContent } from "../../store/statements/content/contents.ts";
import { updateTheme } from "../../store/statements/content/themes.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { updateSegment } from "../../store/statements/people/segments.ts";
import { releaseName } from "../../store/statements/soft-deletes.ts";
import type { Statement, WriteDeps } from "../../store/store.ts";
import { newContent } from "../content/content.ts";
import { draftColumns } from "../content/draft-columns.ts";
import { withSourceLocale } from "../content/source-locale.ts";
import { newTracker } from "../trackers/trackers.ts";
import type { JsonObject } from "./folder-files.ts";
import { capGroupValue, contentValue, goalValue, type StoredItem, trackerValue } from "./stored-items.ts";

export interface WriteBy {
  readonly app_id: AppId;
  readonly member_id: MemberId | null;
  readonly source: string;
}

/** An item of the files, checked and ready to be stored. */
export interface ParsedItem {
  /** As its files would be printed, with IDs in place of keys. */
  readonly canonical: JsonObject;
  /** Content that can be saved, but not published. */
  readonly incomplete: boolean;
  /** Of content. Undefined for other kinds. */
  readonly type?: ContentType | undefined;
  /** Of content that can be published. Undefined for everyone. */
  readonly audience?: Rule | undefined;
  /** Statements that create the item under this ID, or change what is stored. */
  write(
    deps: WriteDeps,
    by: WriteBy,
    id: string,
    stored: StoredItem | undefined,
  ): readonly Statement[] | Promise<readonly Statement[]>;
}

export type ParseResult = { readonly item: ParsedItem } | { readonly issues: readonly z.core.$ZodIssue[] };

export const ID_PREFIXES = {
  themes: "thm",
  segments: "seg",
  "cap-groups": "cap",
  trackers: "trk",
  goals: "gol",
  contents: "cnt",
} as const satisfies Record<FolderKind, keyof IdsByPrefix>;

/** Checks an item whose references are IDs. `source_locale` is for content that doesn't name its own. */
export function parseItem(
  kind: FolderKind,
  key: string,
  value: JsonObject,
  source_locale: string | undefined,
): ParseResult {
  switch (kind) {
    case "themes":
      return parsed(putThemeRequestSchema.safeParse(value), parseTheme);
    case "segments":
      return parsed(createSegmentRequestSchema.safeParse(value), parseSegment);
    case "cap-groups":
      return parsed(createCapGroupRequestSchema.safeParse(value), parseCapGroup);
    case "trackers":
      return parsed(createTrackerRequestSchema.safeParse(value), parseTracker);
    case "goals":
      return parsed(createGoalRequestSchema.safeParse(value), parseGoal);
    case "contents":
      return parseContent(key, value, source_locale);
  }
}

function parsed<Value>(result: z.ZodSafeParseResult<Value>, make: (value: Value) => ParsedItem): ParseResult {
  return result.success ? { item: make(result.data) } : { issues: result.error.issues };
}

/** Rows of IDs are typed by kind. The ID was made for this kind, or is the stored one's. */
export const asId = <Prefix extends keyof IdsByPrefix>(id: string): IdsByPrefix[Prefix] => id as IdsByPrefix[Prefix];

function audited(
  deps: WriteDeps,
  by: WriteBy,
  kind: "theme" | "segment" | "cap_group" | "tracker" | "goal",
  id: string,
  stored: StoredItem | undefined,
  name: string,
): Statement {
  const action = `${kind}.${stored === undefined ? "create" : "update"}` as const;
  const app = kind === "goal" || kind === "tracker" ? { app_id: by.app_id } : {};
  const detail = { name, source: by.source };
  return auditStatement(deps, { member_id: by.member_id, action, resource: { type: kind, id }, ...app, detail });
}

function parseTheme({ name, theme }: z.output<typeof putThemeRequestSchema>): ParsedItem {
  return {
    canonical: { name, theme: JSON.parse(toJson(theme)) },
    incomplete: false,
    write(deps, by, id, stored) {
      const { db } = deps.store;
      const now_ms = deps.clock.now();
      const columns = { name, theme: toJson(theme) };
      const author = { member_id: by.member_id, now_ms };
      const query =
        stored === undefined
          ? insertRow(db, "themes", {
              ...{ id: asId<"thm">(id), ...columns, is_default: 0, revision: 1, archived_at: null },
              ...{ created_at: now_ms, updated_at: now_ms, updated_by: by.member_id },
            })
          : updateTheme(db, { id: asId<"thm">(id), revision: stored.revision }, columns, author);
      return [
        { query: releaseName(db, "themes", name) },
        { query, expect: 1 },
        audited(deps, by, "theme", id, stored, name),
      ];
    },
  };
}

function parseSegment({ name, rule }: z.output<typeof createSegmentRequestSchema>): ParsedItem {
  return {
    canonical: { name, rule: JSON.parse(toJson(rule)) },
    incomplete: false,
    write(deps, by, id, stored) {
      const { db } = deps.store;
      const now_ms = deps.clock.now();
      const columns = { name, rule: toJson(rule) };
      const author = { member_id: by.member_id, now_ms };
      const query =
        stored === undefined
          ? insertRow(db, "segments", {
              ...{ id: asId<"seg">(id), ...columns, revision: 1, archived_at: null },
              ...{ created_at: now_ms, updated_at: now_ms, updated_by: by.member_id },
            })
          : updateSegment(db, { id: asId<"seg">(id), revision: stored.revision }, columns, author);
      return [
        { query: releaseName(db, "segments", name) },
        { query, expect: 1 },
        audited(deps, by, "segment", id, stored, name),
      ];
    },
  };
}

function parseCapGroup({ covers, ...fields }: z.output<typeof createCapGroupRequestSchema>): ParsedItem {
  return {
    canonical: capGroupValue({ ...fields, covers }),
    incomplete: false,
    write(deps, by, id, stored) {
      const { db } = deps.store;
      const now_ms = deps.clock.now();
      const columns = { ...fields, covers: toJson(covers) };
      const row = { id: asId<"cap">(id), ...columns, revision: 1, created_at: now_ms, updated_at: now_ms };
      const query =
        stored === undefined
          ? insertRow(db, "cap_groups", row)
          : updateCapGroup(db, { id: row.id, revision: stored.revision }, columns, now_ms);
      return [{ query, expect: 1 }, audited(deps, by, "cap_group", id, stored, fields.name)];
    },
  };
}

function parseTracker(input: NewTracker): ParsedItem {
  const { name, on, urls } = input;
  return {
    canonical: trackerValue(name, { on, urls }),
    incomplete: false,
    write(deps, by, id, stored) {
      const { db } = deps.store;
      const row = newTracker(asId<"trk">(id), by, input, deps.clock.now());
      const { updated_at, updated_by, rule } = row;
      const revision = (stored?.revision ?? 0) + 1;
      const query =
        stored === undefined
          ? insertRow(db, "trackers", row)
          : updateTracker(db, { ...row, revision: stored.revision }, { name, rule, revision, updated_at, updated_by });
      return [{ query, expect: 1 }, audited(deps, by, "tracker", id, stored, name)];
    },
  };
}

function parseGoal({ window_days, props, ...fields }: z.output<typeof createGoalRequestSchema>): ParsedItem {
  return {
    canonical: goalValue({ ...fields, window_days, props: JSON.parse(toJson(props)) }),
    incomplete: false,
    async write(deps, by, id, stored) {
      const { db } = deps.store;
      const columns = { ...fields, props: toJson(props), window_ms: Math.round(window_days * DAY_MS) };
      const at = { app_id: by.app_id, id: asId<"gol">(id) };
      const audit = audited(deps, by, "goal", id, stored, fields.name);
      if (stored === undefined) {
        const row = { ...at, ...columns, created_at: deps.clock.now(), revision: 1, archived_at: null };
        return [{ query: insertRow(db, "goals", row), expect: 1 }, audit];
      }
      const before = (await goalsOf(db, by.app_id)).find((goal) => goal.id === id);
      // Another event makes it another goal, as in the console.
      const is_another = before?.event_name !== columns.event_name || before.props !== columns.props;
      const update = { query: updateGoal(db, { ...at, revision: stored.revision }, columns), expect: 1 };
      return [update, ...(is_another ? [{ query: deleteMilestones(db, at.id) }] : []), audit];
    },
  };
}

function parseContent(slug: string, { name, ...edition }: JsonObject, source_locale: string | undefined): ParseResult {
  const named = contentNameSchema.safeParse(name);
  const read = parseDraft(editionSchema, edition);
  if (!named.success) return { issues: named.error.issues.map((issue) => ({ ...issue, path: ["name"] })) };
  if (read.outcome === "invalid") return { issues: read.issues };
  const draft = source_locale === undefined ? read.value : withSourceLocale(read.value, source_locale);
  return {
    item: {
      canonical: contentValue(named.data, JSON.parse(toJson(draft))),
      incomplete: read.outcome === "incomplete",
      type: draft.body.type,
      audience: read.outcome === "incomplete" ? undefined : draft.targeting.audience,
      write(deps, { member_id, source }, id, stored) {
        if (stored === undefined) {
          const content = { slug, name: named.data, draft };
          return newContent(deps, content, { member_id, system: false, id: asId<"cnt">(id), source }).statements;
        }
        const at = { id: asId<"cnt">(id), revision: stored.revision };
        const columns = { name: named.data, ...draftColumns(draft) };
        const audit = auditStatement(deps, {
          ...{ member_id, action: "content.update", resource: { type: "content", id: at.id } },
          detail: { changed: ["draft"], revision: at.revision + 1, source },
        });
        return [
          { query: updateContent(deps.store.db, at, columns, { member_id, now_ms: deps.clock.now() }), expect: 1 },
          audit,
        ];
      },
    },
  };
}

/** An ID for a new item. */
export function newItemId(kind: FolderKind, deps: WriteDeps): string {
  return newId(ID_PREFIXES[kind], deps.clock, deps.rng);
}
