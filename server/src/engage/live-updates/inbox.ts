import type { VariantId } from "@fanfare/contract/content/experiment";
import type { LiveUpdateId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { LiveMessage } from "@fanfare/contract/realtime/live-update";
import { drawMessageVariant } from "@fanfare/contract/realtime/message-experiment";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { type Caller, findPerson, type PeopleDeps, type Person, writeAs } from "../../people/person/find-person.ts";
import {
  claimDeliveries,
  type DeliveryRow,
  recordDelivery,
  variantsOf,
} from "../../store/statements/realtime/live-update-deliveries.ts";
import {
  haveLiveUpdates,
  type LiveUpdateRow,
  pendingLiveUpdates,
} from "../../store/statements/realtime/live-updates.ts";
import type { Statement } from "../../store/store.ts";
import { EVERYONE_TARGET, groupTarget, nameTarget, personTarget } from "./delivery-targets.ts";
import { presentMessage, testedOf, windowOf } from "./present-message.ts";

/** Requester. `groups`: from the identity token. */
export interface InboxOwner {
  readonly caller: Caller;
  readonly groups: readonly string[];
}
export interface InboxQuestion extends InboxOwner {
  readonly device: string;
}

/**
 * Position of the newest live update that may be pending for the person, or 0. Includes updates that this device has
 * already shown; the device filters those.
 */
export async function newestPending(
  deps: PeopleDeps,
  app: AppRecord,
  person: Person,
  asker: InboxOwner,
): Promise<number> {
  if (person.merged) return 0;
  const about = { app_id: app.id, targets: ownerTargets(person, asker), now_ms: deps.clock.now() };
  // Most page loads have none.
  if (!(await haveLiveUpdates(deps.store.db, about))) return 0;
  const waiting = await pendingFor(deps, app, person, { ...asker, device: "" }, limits.live_updates_per_pull_max);
  return waiting.at(-1)?.position ?? 0;
}

/**
 * Returns the pending live updates of a device's person, in order, and claims them for this device. If there are none,
 * stores nothing.
 *
 * @throws ProblemError as {@link findPerson}.
 */
export async function takeMessages(
  deps: PeopleDeps,
  app: AppRecord,
  question: InboxQuestion,
): Promise<readonly LiveMessage[]> {
  const known = await findPerson(deps, app, question.caller);
  const limit = limits.live_updates_per_pull_max;
  if (known.merged || (await pendingFor(deps, app, known, question, 1)).length === 0) return [];
  let waiting: readonly LiveUpdateRow[] = [];
  let variants: Variants = new Map();
  const written = await writeAs(deps, app, question.caller, async (person): Promise<readonly Statement[]> => {
    const rows = await pendingFor(deps, app, person, question, limit);
    const { latest, collapsed } = collapse(rows);
    waiting = latest;
    variants = await variantsFor(deps, person, latest);
    return claimStatements(deps, person, question.device, { latest, collapsed, variants });
  });
  if (written.outcome === "unmet") throw new Error("Unexpected write result: the claim has no row expectation.");
  const claimed = new Set(written.results[0]?.rows.map((row) => row["live_update_id"]));
  const { time_zone } = known.row ?? {};
  const now_ms = deps.clock.now();
  return waiting
    .filter(({ id }) => claimed.has(id))
    .map((row) =>
      presentMessage(row, {
        expires_at: windowOf(row, time_zone, now_ms).until_ms,
        variant: variants.get(row.id) ?? "a",
      }),
    );
}

/**
 * Target names that the requester may read. An external ID without a token isn't verified, so it allows only updates
 * for everyone.
 */
export function ownerTargets(person: Person, { caller, groups }: InboxOwner): readonly string[] {
  const own =
    caller.kind === "unverified"
      ? []
      : [nameTarget(caller.kind === "verified" ? caller.external_id : caller.anonymous_id), personTarget(person.id)];
  return [EVERYONE_TARGET, ...own, ...groups.map(groupTarget)];
}

/** Only those that are due in the person's time zone. */
async function pendingFor(
  deps: PeopleDeps,
  app: AppRecord,
  person: Person,
  { caller, groups, device }: InboxQuestion,
  limit: number,
): Promise<LiveUpdateRow[]> {
  const targets = ownerTargets(person, { caller, groups });
  const now_ms = deps.clock.now();
  const recipient = { app_id: app.id, person_id: person.id, device, targets, now_ms };
  const rows = await pendingLiveUpdates(deps.store.db, recipient, limit + limits.live_updates_timed_max);
  return rows.filter((row) => windowOf(row, person.row?.time_zone, now_ms).open).slice(0, limit);
}

/** Keeps the newest per collapse key. */
function collapse(rows: readonly LiveUpdateRow[]) {
  const newest = new Map(rows.map((row) => [row.collapse_key, row.id]));
  const isLatest = ({ collapse_key, id }: LiveUpdateRow): boolean =>
    collapse_key === null || newest.get(collapse_key) === id;
  return { latest: rows.filter(isLatest), collapsed: rows.filter((row) => !isLatest(row)) };
}

type Variants = ReadonlyMap<LiveUpdateId, VariantId>;

/** A person's variants of the live updates with an A/B test: those they got before, on any device, or else the draw. */
export async function variantsFor(
  { store }: Pick<PeopleDeps, "store">,
  person: Pick<Person, "id">,
  rows: readonly LiveUpdateRow[],
): Promise<Variants> {
  const tested = rows.filter(({ experiment }) => experiment !== null);
  const ids = tested.flatMap(({ id, resend_of }) => [id, ...(resend_of === null ? [] : [resend_of])]);
  const known = await variantsOf(store.db, person.id, ids);
  return new Map(
    tested.map((row) => {
      const thread = row.resend_of ?? row.id;
      return [row.id, known.get(row.id) ?? known.get(thread) ?? drawMessageVariant(testedOf(row), thread, person.id)];
    }),
  );
}

interface Claimed {
  readonly latest: readonly LiveUpdateRow[];
  readonly collapsed: readonly LiveUpdateRow[];
  readonly variants: Variants;
}

function claimStatements(
  { store, clock }: PeopleDeps,
  person: Person,
  device: string,
  { latest, collapsed, variants }: Claimed,
): readonly Statement[] {
  if (latest.length === 0) return [];
  const now_ms = clock.now();
  const rows = latest.map(
    ({ id, devices }): DeliveryRow => ({
      live_update_id: id,
      person_id: person.id,
      device: devices === "one" ? "" : device,
      state: "sent",
      claimed_by: device,
      claimed_at: now_ms,
      delivered_at: null,
      seen_at: null,
      ended_at: null,
      variant: variants.get(id) ?? null,
    }),
  );
  return [
    { query: claimDeliveries(store.db, rows, now_ms - limits.live_update_claim_ms) },
    ...collapsed.map(({ id, app_id }) => ({
      query: recordDelivery(store.db, {
        ...{ app_id, live_update_id: id, person_id: person.id, device },
        ...{ state: "collapsed" as const, at: now_ms },
      }),
    })),
  ];
}
