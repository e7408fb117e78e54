import type { ContentType } from "@fanfare/contract/content/body";
import type { FolderFile, FolderKind } from "@fanfare/contract/content-folder";
import type { TrackerRule } from "@fanfare/contract/events/tracker";
import type { AppId, MemberId } from "@fanfare/contract/lib/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { parseDraft } from "@fanfare/contract/schema/content/draft";
import { fromJson, toJson } from "../../store/columns.ts";
import { memberNames } from "../../store/statements/accounts/members.ts";
import { goalsOf } from "../../store/statements/analytics/goals.ts";
import { trackersOf } from "../../store/statements/analytics/trackers.ts";
import { allCapGroups } from "../../store/statements/content/cap-groups.ts";
import { draftsWithLiveRevision } from "../../store/statements/content/contents.ts";
import { allThemes } from "../../store/statements/content/themes.ts";
import { allSegments } from "../../store/statements/people/segments.ts";
import type { Store } from "../../store/store.ts";
import { ruleOf } from "../trackers/trackers.ts";
import { filesHash, itemFiles, itemPath, type Json, type JsonObject, rootFile } from "./folder-files.ts";
import { keysByName, type ReferenceMap, withKeys } from "./references.ts";

/** An item as the server has it. */
export interface StoredItem {
  readonly kind: FolderKind;
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  readonly files: readonly FolderFile[];
  readonly hash: string;
  readonly author: string | null;
  readonly updated_at: number | null;
  /** The revision of content that is live in the app. */
  readonly live_revision: number | null;
  /** Of content. Undefined for other kinds. */
  readonly type?: ContentType | undefined;
  /** Source language of content. Undefined for other kinds, and if not set. */
  readonly locale?: string | undefined;
}

export interface StoredFolder {
  /** By path: `segments/new-teams`. */
  readonly items: ReadonlyMap<string, StoredItem>;
  /** Keys of everything that an item may refer to, archived content too. */
  readonly keys: ReferenceMap;
}

type Row = Omit<StoredItem, "files" | "hash" | "author" | "updated_at" | "live_revision"> & {
  readonly key: string;
  readonly value: JsonObject;
} & Partial<Pick<StoredItem, "author" | "updated_at" | "live_revision">>;

const parseJson = (value: unknown): Json =>
  // Cast: columns of this kind contain JSON.
  value as Json;

/** Everything that the folder of an app contains: content of the workspace, and the app's trackers and goals. */
export async function readStoredFolder({ db }: Pick<Store, "db">, app_id: AppId): Promise<StoredFolder> {
  const [themes, segments, cap_groups, trackers, goals, contents] = await Promise.all([
    ...([allThemes(db), allSegments(db), allCapGroups(db)] as const),
    ...([trackersOf(db, app_id), goalsOf(db, app_id)] as const),
    draftsWithLiveRevision(db, app_id),
  ]);
  const names = await memberNames(db);
  const edited = ({
    updated_at,
    updated_by,
  }: {
    readonly updated_at: number;
    readonly updated_by: MemberId | null;
  }) => ({
    ...{ updated_at, author: names.get(updated_by ?? "") ?? null },
  });
  const keys: ReferenceMap = {
    themes: keysByName(themes),
    segments: keysByName(segments),
    contents: new Map(contents.map(({ id, slug }) => [id, slug])),
  };
  const cap_keys = keysByName(cap_groups);
  const [tracker_keys, goal_keys] = [keysByName(trackers), keysByName(goals)];
  const common = <Id extends string>(
    kind: FolderKind,
    row: { id: Id; name: string; revision: number },
    by: ReadonlyMap<string, string>,
  ) => ({
    ...{ kind, id: row.id, name: row.name, revision: row.revision, key: by.get(row.id) ?? row.id },
  });
  const rows: readonly Row[] = [
    ...themes.map((row) => ({
      ...{ ...common("themes", row, keys.themes), ...edited(row) },
      value: { name: row.name, theme: fromJson(row.theme, parseJson) },
    })),
    ...segments.map((row) => ({
      ...{ ...common("segments", row, keys.segments), ...edited(row) },
      value: { name: row.name, rule: fromJson(row.rule, parseJson) },
    })),
    ...cap_groups.map((row) => ({
      ...{ ...common("cap-groups", row, cap_keys), updated_at: row.updated_at },
      value: capGroupValue({ ...row, covers: fromJson(row.covers, parseJson) }),
    })),
    ...trackers.map((row) => ({
      ...{ ...common("trackers", row, tracker_keys), ...edited(row) },
      value: trackerValue(row.name, ruleOf(row)),
    })),
    ...goals.map((row) => ({
      ...common("goals", row, goal_keys),
      value: goalValue({ ...row, window_days: row.window_ms / DAY_MS, props: fromJson(row.props, parseJson) }),
    })),
    ...contents
      .filter(({ archived_at }) => archived_at === null)
      .map((row) => ({
        ...{
          ...common("contents", row, keys.contents),
          ...edited(row),
          live_revision: row.live_revision,
          type: row.type,
        },
        value: contentValue(
          row.name,
          fromJson(row.draft, (draft) => draft),
        ),
      }))
      .map((row) => ({ ...row, locale: localeOf(row.value) })),
  ];
  const items = rows.map(({ key, value, ...row }): [string, StoredItem] => {
    const files = itemFiles({ kind: row.kind, key, value: withKeys(value, keys) });
    const { author = null, updated_at = null, live_revision = null } = row;
    return [
      itemPath({ kind: row.kind, key }),
      { ...row, author, updated_at, live_revision, files, hash: filesHash(files) },
    ];
  });
  return { items: new Map(items), keys };
}

function localeOf({ locale }: JsonObject): string | undefined {
  return typeof locale === "string" ? locale : undefined;
}

/** All files of the folder, by path. */
export function folderFiles({ items }: StoredFolder): readonly FolderFile[] {
  return [rootFile, ...[...items.values()].flatMap(({ files }) => files)];
}

/** Canonical value of content: its draft in the schema's order of keys, without values that equal their default. */
export function contentValue(name: string, draft: unknown): JsonObject {
  const parsed = parseDraft(editionSchema, draft);
  // A draft of another release is kept as it is.
  const { targeting, trigger, frequency, priority, tags, ...rest } = (
    parsed.outcome === "invalid" ? draft : parsed.value
  ) as JsonObject;
  const sorted = {
    ...{ name, ...rest },
    ...unlessEqual("targeting", withoutEmptyUrls(targeting), {}),
    ...unlessEqual("trigger", trigger, { kind: "automatic" }),
    ...unlessEqual("frequency", frequency, { mode: "until_completed" }),
    ...unlessEqual("priority", priority, 0),
    ...unlessEqual("tags", tags, []),
  };
  return sorted;
}

/** Canonical value of a tracker's draft. Live or not is no matter of files. */
export function trackerValue(name: string, { on, urls }: TrackerRule): JsonObject {
  return { name, on: JSON.parse(toJson(on)), ...unlessEqual("urls", withoutEmpty({ ...urls }), {}) };
}

/** Canonical value of a goal, without values that equal their default. */
export function goalValue(goal: {
  readonly name: string;
  readonly event_name: string;
  readonly props: Json;
  readonly window_days: number;
  readonly attribution: string;
  readonly celebration: string | null;
}): JsonObject {
  return {
    ...{ name: goal.name, event_name: goal.event_name },
    ...unlessEqual("props", goal.props, []),
    ...unlessEqual("window_days", goal.window_days, 7),
    ...unlessEqual("attribution", goal.attribution, "last"),
    ...unlessEqual("celebration", goal.celebration, null),
  };
}

export function capGroupValue(group: {
  readonly name: string;
  readonly runs_max: number;
  readonly window_hours: number;
  readonly covers: Json;
}): JsonObject {
  const { name, runs_max, window_hours, covers } = group;
  return { name, runs_max, window_hours, ...unlessEqual("covers", covers, { types: [], tags: [] }) };
}

function unlessEqual(key: string, value: Json | undefined, usual: Json): JsonObject {
  return value === undefined || JSON.stringify(value) === JSON.stringify(usual) ? {} : { [key]: value };
}

function withoutEmptyUrls(targeting: Json | undefined): JsonObject | undefined {
  if (typeof targeting !== "object" || targeting === null || Array.isArray(targeting)) return undefined;
  const { urls, ...rest } = targeting as JsonObject;
  return { ...unlessEqual("urls", withoutEmpty((urls ?? {}) as JsonObject), {}), ...rest };
}

function withoutEmpty({ include, exclude, ...more }: JsonObject): JsonObject {
  return { ...unlessEqual("include", include, []), ...unlessEqual("exclude", exclude, []), ...more };
}
