import type { AppId, MemberId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import {
  type AppSettings,
  type AppSettingsChange,
  appSettings,
  changeSettings,
  type StoredAppSettings,
} from "@fanfare/contract/realtime/app-settings";
import { type AppEdit, storedAppSettingsSchema } from "@fanfare/contract/schema/accounts/app-settings";
import { fromBit, fromJson, toBit, toJson } from "../../store/columns.ts";
import { type AppRow, allApps, appById, raiseConfigVersion, updateApp } from "../../store/statements/accounts/apps.ts";
import type { Statement, StatementResult, WriteDeps } from "../../store/store.ts";
import { auditStatement } from "../audit/audit-entry.ts";
import { staleRevision } from "../edit-conflict.ts";

export type AppChangeDeps = WriteDeps;

/**
 * Changes an app's fields and settings, based on the revision that the member saw. Changes that affect open pages raise
 * `config_version` in the same batch; the caller then refreshes the app and notifies the pages.
 *
 * @returns the result that holds the raised `config_version`, or undefined if no page is affected.
 * @throws ProblemError `app_not_found` or `revision_stale`, whose `current` holds the current revision.
 */
export async function editApp(
  deps: AppChangeDeps,
  at: { readonly id: AppId; readonly revision: number },
  edit: AppEdit,
  member_id: MemberId | null,
): Promise<StatementResult | undefined> {
  const { clock, store } = deps;
  const row = await appById(store.db, at.id);
  if (row === undefined) throw new ProblemError("app_not_found", "App not found. It may have been deleted.");
  if (row.revision !== at.revision) throw staleRevision(row);
  const settings = readSettings(row);
  const change = {
    name: edit.name ?? row.name,
    paused: edit.paused === undefined ? row.paused : toBit(edit.paused),
    require_identity: edit.require_identity === undefined ? row.require_identity : toBit(edit.require_identity),
    allowed_origins: edit.allowed_origins === undefined ? row.allowed_origins : toJson(edit.allowed_origins),
    settings:
      edit.settings === undefined ? row.settings : toJson(changeSettings(settings, definedSettings(edit.settings))),
  };
  const pages_must_know = change.paused !== row.paused || change.require_identity !== row.require_identity;
  const statements: Statement[] = [
    { query: updateApp(store.db, row, change), expect: 1 },
    auditStatement(deps, {
      member_id,
      action: "app.update",
      resource: { type: "app", id: row.id },
      app_id: row.id,
      detail: { ...edit, before: previousValues(row, settings, edit) },
    }),
  ];
  if (pages_must_know) statements.push({ query: raiseConfigVersion(store.db, row.id, clock.now()), expect: 1 });
  const written = await store.write(statements);
  if (written.outcome === "committed") return written.results[2];
  throw staleRevision((await appById(store.db, row.id)) ?? row);
}

/**
 * Sets the source language of the first app, unless a member already chose one.
 *
 * @returns the app if it changed. The caller then refreshes it.
 */
export async function chooseFirstSourceLocale(
  deps: AppChangeDeps,
  source_locale: string,
  member_id: MemberId,
): Promise<AppId | undefined> {
  const first = (await allApps(deps.store.db)).find(({ system }) => !fromBit(system));
  if (first === undefined || readSettings(first).source_locale !== undefined) return undefined;
  await editApp(deps, first, { settings: { source_locale } }, member_id);
  return first.id;
}

function readSettings({ settings }: Pick<AppRow, "settings">): StoredAppSettings {
  return fromJson(settings, (value) => storedAppSettingsSchema.parse(value));
}

/** Previous values of only those fields that the edit changes. */
function previousValues(
  row: AppRow,
  stored: StoredAppSettings,
  { settings, ...edit }: AppEdit,
): Readonly<Record<string, unknown>> {
  const shown = {
    name: row.name,
    paused: fromBit(row.paused),
    require_identity: fromBit(row.require_identity),
    allowed_origins: fromJson(row.allowed_origins, (value) => value),
  };
  const complete = appSettings(stored);
  const of_settings = Object.keys(settings ?? {})
    // Cast: Object.keys loses the key type.
    .map((name) => [name, complete[name as keyof AppSettings]] as const)
    .map(([name, value]) => [name, name === "limits" ? previousLimits(complete, settings) : value]);
  return {
    ...Object.fromEntries(Object.entries(shown).filter(([name]) => name in edit)),
    ...(settings === undefined ? {} : { settings: Object.fromEntries(of_settings) }),
  };
}

function previousLimits({ limits }: AppSettings, change: AppEdit["settings"]): Readonly<Record<string, unknown>> {
  const names = Object.keys(change?.limits ?? {});
  return Object.fromEntries(Object.entries(limits).filter(([name]) => names.includes(name)));
}

/** Treats an undefined field like a missing one. */
export function definedSettings(edit: NonNullable<AppEdit["settings"]>): AppSettingsChange {
  const changes = Object.entries(edit).filter(([, value]) => value !== undefined);
  // Cast: same object without its undefined fields.
  return Object.fromEntries(changes) as AppSettingsChange;
}
