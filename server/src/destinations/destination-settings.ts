import { type DestinationPreset, PRESETS, TEMPLATE_ROOTS, withDefaults } from "@fanfare/contract/destinations/presets";
import { templateIssue } from "@fanfare/contract/destinations/template";
import { type AppId, type DestinationId, isId, type MemberId, newId, uuidv7 } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import {
  type DestinationEdit,
  destinationPropsSchema,
  destinationTopicsSchema,
  destinationValuesSchema,
  type NewDestination,
} from "@fanfare/contract/schema/realtime/destination";
import { webhookFilterSchema } from "@fanfare/contract/schema/realtime/webhook";
import { z } from "zod";
import { type AuditedAction, auditStatement } from "../accounts/audit/audit-entry.ts";
import { assertNotStale, stateTag } from "../accounts/edit-conflict.ts";
import type { Vault } from "../lib/vault.ts";
import { fromBit, fromIso, fromJson, toBit, toJson } from "../store/columns.ts";
import { guardRowCount } from "../store/statements/guard-row-count.ts";
import { insertRow } from "../store/statements/insert-row.ts";
import { replayFacts } from "../store/statements/realtime/facts.ts";
import { expediteDeliveries } from "../store/statements/realtime/webhook-deliveries.ts";
import {
  archiveWebhook,
  destinationById,
  updateDestination,
  type WebhookRow,
} from "../store/statements/realtime/webhooks.ts";
import type { Statement, WriteDeps } from "../store/store.ts";
import { destinationUrl, type OpenDestination } from "./destination-request.ts";

const settingsSchema = z.strictObject({
  settings: destinationValuesSchema,
  props: destinationPropsSchema,
  consent_attribute: z.string().nullable(),
});
/** What a destination stores besides its events and filter. */
export type DestinationSettings = z.infer<typeof settingsSchema>;

export interface DestinationDeps extends WriteDeps {
  readonly vault: Vault;
  readonly webhooks: {
    /** Returns why a URL may not be called, or undefined if it may. */
    refusalOf(url: string): Promise<string | undefined>;
    refresh(app_id: AppId): Promise<void>;
  };
  /** Audited actions that destinations are sent. */
  readonly actions_with_topic: readonly string[];
}

export interface DestinationActor {
  readonly app_id: AppId;
  readonly member_id: MemberId | null;
}

export const destinationVaultContext = (id: string): string => `destination_secrets:${id}`;
const secretsSchema = z.record(z.string(), z.string());

function sealSecrets(vault: Pick<Vault, "seal">, id: DestinationId, secrets: Readonly<Record<string, string>>): string {
  return vault.seal(JSON.stringify(secrets), destinationVaultContext(id));
}

/** A stored destination with its secrets. */
export function openDestination(
  vault: Pick<Vault, "unseal">,
  row: WebhookRow,
): OpenDestination & Pick<DestinationSettings, "props" | "consent_attribute"> {
  const { preset, settings, props, consent_attribute } = parseDestination(row);
  const secrets = secretsSchema.parse(
    JSON.parse(vault.unseal(row.sealed_secrets ?? "", destinationVaultContext(row.id))),
  );
  return { preset, settings: compact(settings), secrets, props, consent_attribute };
}

export function parseDestination(row: WebhookRow) {
  const { preset, name, destination, events, filter, enabled } = row;
  if (preset === null || destination === null) throw new Error(`${row.id} isn't a destination.`);
  return {
    ...{ preset, name: name ?? "", enabled: fromBit(enabled) },
    ...fromJson(destination, (value) => settingsSchema.parse(value)),
    events: fromJson(events, (value) => destinationTopicsSchema.parse(value)),
    filter: fromJson(filter, (value) => webhookFilterSchema.parse(value)),
  };
}

/** Without empty values. */
function compact(values: Readonly<Partial<Record<string, string>>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** ETag of a destination's state, for `If-Match`. */
export function destinationTag(row: WebhookRow): string {
  return stateTag(row.name, row.destination, row.sealed_secrets, row.events, row.filter, row.enabled);
}

/** @throws ProblemError `body_invalid`, `webhook_url_refused` or `destinations_full`. */
export async function createDestination(
  deps: DestinationDeps,
  actor: DestinationActor,
  { preset, name, settings, secrets, events, filter, props, consent_attribute, enabled }: NewDestination,
): Promise<WebhookRow> {
  const { clock, rng, store, vault } = deps;
  const given = { preset, settings: compact(settings), secrets: compact(secrets) };
  await assertUsable(deps, given, { events, event_names: filter.event_names });
  const id = newId("dst", clock, rng);
  const stored: DestinationSettings = { settings, props, consent_attribute };
  const row: WebhookRow = {
    ...{ id, app_id: actor.app_id, kind: "destination", url: "", name, preset },
    ...{ events: toJson(events), filter: toJson(filter), signing_secrets: toJson([]) },
    ...{ destination: toJson(stored), sealed_secrets: sealSecrets(vault, id, given.secrets) },
    ...{ enabled: toBit(enabled), created_at: clock.now() },
    ...{ archived_at: null, failing_since: null, stopped_at: null },
  };
  const written = await store.write([
    { query: guardRowCount(store.db, "destinations", actor.app_id, limits.destinations_per_app_max), expect: 1 },
    { query: insertRow(store.db, "webhooks", row), expect: 1 },
    auditDestination(deps, actor, "destination.create", id, { name, preset, events, enabled }),
  ]);
  if (written.outcome === "unmet") throw destinationsFull();
  await deps.webhooks.refresh(actor.app_id);
  return row;
}

/**
 * `seen`: the caller's `If-Match`, if sent. Another origin of the URL needs the secrets again.
 *
 * @throws ProblemError `destination_not_found`, `body_invalid`, `webhook_url_refused` or `revision_stale`.
 */
export async function editDestination(
  deps: DestinationDeps,
  actor: DestinationActor,
  id: string,
  edit: DestinationEdit,
  seen?: string,
): Promise<WebhookRow> {
  const row = await findDestination(deps, actor, id);
  assertNotStale(seen, destinationTag(row));
  const { preset, secrets: kept_secrets } = openDestination(deps.vault, row);
  const { settings, props, consent_attribute, ...kept } = parseDestination(row);
  const secrets = compact({ ...kept_secrets, ...edit.secrets });
  const next: DestinationSettings = {
    settings: edit.settings ?? settings,
    props: edit.props ?? props,
    consent_attribute: edit.consent_attribute === undefined ? consent_attribute : edit.consent_attribute,
  };
  const [events, filter] = [edit.events ?? kept.events, edit.filter ?? kept.filter];
  const is_only_switched = Object.keys(edit).every((key) => key === "enabled");
  if (!is_only_switched) {
    const given = { preset, settings: compact(next.settings), secrets };
    await assertUsable(deps, given, { events, event_names: filter.event_names });
    assertSecretsEntered({ preset, settings: compact(settings), secrets: kept_secrets }, given, edit.secrets);
  }
  const changed: WebhookRow = {
    ...row,
    name: edit.name ?? row.name,
    destination: toJson(next),
    // A sealed text differs each time.
    sealed_secrets: edit.secrets === undefined ? row.sealed_secrets : sealSecrets(deps.vault, idOf(row), secrets),
    ...{ events: toJson(events), filter: toJson(filter) },
    enabled: edit.enabled === undefined ? row.enabled : toBit(edit.enabled),
    // A destination that is turned on again, or changed, has its whole time again.
    failing_since: null,
    stopped_at: edit.enabled === undefined ? row.stopped_at : null,
  };
  const { name, destination, sealed_secrets, enabled, failing_since, stopped_at } = changed;
  const change = {
    ...{ name, destination, sealed_secrets, enabled, failing_since, stopped_at },
    ...{ events: changed.events, filter: changed.filter },
  };
  const detail = { name, events: edit.events, filter: edit.filter, enabled: edit.enabled };
  const { store } = deps;
  const written = await store.write([
    { query: updateDestination(store.db, row, change, row), expect: 1 },
    // Another key or URL may work.
    { query: expediteDeliveries(store.db, row.id, deps.clock.now()) },
    auditDestination(deps, actor, "destination.update", row.id, detail),
  ]);
  if (written.outcome === "unmet") {
    assertNotStale(destinationTag(row), destinationTag(await findDestination(deps, actor, id)));
    throw noDestination();
  }
  await deps.webhooks.refresh(actor.app_id);
  return changed;
}

/** Restorable within `limits.deleted_kept_days`. @throws ProblemError `destination_not_found`. */
export async function removeDestination(deps: DestinationDeps, actor: DestinationActor, id: string): Promise<void> {
  const row = await findDestination(deps, actor, id);
  const { store, clock } = deps;
  const written = await store.write([
    { query: archiveWebhook(store.db, row, clock.now()), expect: 1 },
    auditDestination(deps, actor, "destination.delete", row.id, { name: row.name }),
  ]);
  if (written.outcome === "unmet") throw noDestination();
  await deps.webhooks.refresh(actor.app_id);
}

/** @throws ProblemError `destination_not_found` or `destinations_full`. */
export async function restoreDestination(
  deps: DestinationDeps,
  actor: DestinationActor,
  id: string,
): Promise<WebhookRow> {
  if (!isId("dst", id)) throw noDestination();
  const { store } = deps;
  const { app_id } = actor;
  const written = await store.write([
    { query: archiveWebhook(store.db, { app_id, id }, null), expect: 1 },
    { query: guardRowCount(store.db, "destinations", app_id, limits.destinations_per_app_max + 1), expect: 1 },
    auditDestination(deps, actor, "destination.restore", id, {}),
  ]);
  // Index 0: not deleted, or permanently deleted.
  if (written.outcome === "unmet" && written.index > 0) throw destinationsFull();
  const row = await findDestination(deps, actor, id);
  await deps.webhooks.refresh(app_id);
  return row;
}

/**
 * Sends a destination what happened in a time range again, at most `limits.webhook_replay_facts_max` of each kind.
 *
 * @throws ProblemError `destination_not_found`.
 */
export async function replayDestination(
  deps: DestinationDeps,
  actor: DestinationActor,
  id: string,
  range: { readonly since: string; readonly until: string },
): Promise<{ readonly queued: number }> {
  const { store, clock, rng } = deps;
  const { id: webhook_id } = await findDestination(deps, actor, id);
  const [since, until, prefix] = [fromIso(range.since), fromIso(range.until), uuidv7(clock, rng)];
  const what = { app_id: actor.app_id, webhook_id, since, until, prefix, limit: limits.webhook_replay_facts_max };
  const written = await store.write([
    ...replayFacts(store.db, what, deps.actions_with_topic).map((query) => ({ query })),
    auditDestination(deps, actor, "destination.replay", webhook_id, range),
  ]);
  if (written.outcome === "unmet") throw new Error("An entry of the audit log is stored, or the batch fails.");
  return { queued: written.results.reduce((sum, { rows }) => sum + rows.length, 0) };
}

/** @throws ProblemError `destination_not_found`. */
export async function findDestination(
  { store }: Pick<DestinationDeps, "store">,
  { app_id }: Pick<DestinationActor, "app_id">,
  id: string,
): Promise<WebhookRow> {
  const row = isId("dst", id) ? await destinationById(store.db, app_id, id) : undefined;
  if (row === undefined) throw noDestination();
  return row;
}

/** Cast: rows of destinations have IDs of destinations. */
const idOf = ({ id }: WebhookRow): DestinationId => id as DestinationId;

/** @throws ProblemError `body_invalid` for fields, or `webhook_url_refused`. */
async function assertUsable(
  deps: DestinationDeps,
  given: OpenDestination,
  { events, event_names }: { readonly events: readonly string[]; readonly event_names: readonly string[] },
): Promise<void> {
  const { topics, title } = PRESETS[given.preset];
  const foreign = events.find((event) => !topics.some((topic) => topic === event));
  if (foreign !== undefined) throw invalid("/events", `${title} can't receive ${foreign}.`);
  if (events.includes("event.tracked") && event_names.length === 0) {
    throw invalid("/filter/event_names", "Name the tracked events to send.");
  }
  const issue = fieldIssue(given.preset, given);
  if (issue !== undefined) throw invalid(issue.pointer, issue.message);
  const refusal = await deps.webhooks.refusalOf(destinationUrl(given));
  if (refusal === undefined) return;
  const { name, kind } = urlFieldOf(given.preset);
  const pointer = kind === "secret" ? `/secrets/${name}` : `/settings/${name}`;
  throw new ProblemError("webhook_url_refused", refusal, { fields: [{ pointer, message: refusal }] });
}

/**
 * @throws ProblemError `body_invalid` for another origin without the stored secrets, because otherwise they could be
 * sent to a new server.
 */
function assertSecretsEntered(
  before: OpenDestination,
  next: OpenDestination,
  entered: DestinationEdit["secrets"] = {},
): void {
  // Both have passed the check of URLs.
  if (new URL(destinationUrl(before)).origin === new URL(destinationUrl(next)).origin) return;
  const message = "The URL's host, port, or protocol changed. Enter this secret again.";
  const fields = PRESETS[next.preset].fields
    .filter(({ name, kind }) => kind === "secret" && before.secrets[name] !== undefined && entered[name] === undefined)
    .map(({ name }) => ({ pointer: `/secrets/${name}`, message }));
  if (fields.length > 0) throw new ProblemError("body_invalid", message, { fields });
}

/** The field that has the URL, or the first one. */
function urlFieldOf(preset: DestinationPreset) {
  const { fields, request } = PRESETS[preset];
  const field = fields.find(({ name }) => request.url.includes(`.${name}`)) ?? fields[0];
  if (field === undefined) throw new Error(`${preset} has no fields.`);
  return field;
}

function fieldIssue(
  preset: DestinationPreset,
  { settings, secrets }: Pick<OpenDestination, "settings" | "secrets">,
): { readonly pointer: string; readonly message: string } | undefined {
  const values = withDefaults(preset, settings);
  for (const { name, kind, optional } of PRESETS[preset].fields) {
    const [place, value] = kind === "secret" ? ["secrets", secrets[name]] : ["settings", values[name]];
    const pointer = `/${place}/${name}`;
    if (value === undefined) {
      if (optional === true) continue;
      return { pointer, message: "Enter a value." };
    }
    if (kind === "template") {
      const message = templateIssue(value, TEMPLATE_ROOTS);
      if (message !== undefined) return { pointer, message };
    } else if (value.length > limits.destination_value_chars_max) {
      return { pointer, message: `Enter at most ${limits.destination_value_chars_max} characters.` };
    }
  }
  return undefined;
}

function invalid(pointer: string, message: string): ProblemError {
  return new ProblemError("body_invalid", message, { fields: [{ pointer, message }] });
}

function noDestination(): ProblemError {
  return new ProblemError("destination_not_found", "Destination not found in this app. It may have been deleted.");
}

function destinationsFull(): ProblemError {
  const why = `This app has reached the limit of ${limits.destinations_per_app_max} destinations.`;
  return new ProblemError("destinations_full", `${why} Delete one that you no longer need.`);
}

export function auditDestination(
  deps: WriteDeps,
  { app_id, member_id }: DestinationActor,
  action: Extract<AuditedAction, `destination.${string}`>,
  id: string,
  detail: Readonly<Record<string, unknown>>,
): Statement {
  return auditStatement(deps, { member_id, action, resource: { type: "destination", id }, app_id, detail });
}
