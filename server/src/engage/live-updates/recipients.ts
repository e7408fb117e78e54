import type { AppId, PersonId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { LiveUpdateAudience } from "@fanfare/contract/realtime/live-update";
import { isUndeliverable, type RecipientState, recipientState } from "@fanfare/contract/realtime/recipient";
import type { LiveUpdateReach } from "@fanfare/contract/schema/responses/realtime/live-update";
import { fromBit } from "../../store/columns.ts";
import { type PersonRow, peopleByIds, peopleNamed } from "../../store/statements/people/people.ts";
import { countPeople } from "../../store/statements/people/people-list.ts";
import type { Store } from "../../store/store.ts";
import type { SegmentPeople } from "./delivery-targets.ts";
import { segmentRecipients } from "./live-updates.ts";

interface ReachDeps {
  readonly store: Store;
  readonly segmentPeople: SegmentPeople;
}

type RecipientRow = Pick<PersonRow, "id" | "external_id" | "anonymous_id" | "verified" | "merged_into">;

export function stateOfRow(row: RecipientRow | undefined): RecipientState {
  if (row === undefined) return recipientState(undefined);
  const { external_id, verified, merged_into } = row;
  return recipientState({ external_id, verified: fromBit(verified), merged: merged_into !== null });
}

/**
 * Who of an audience a message can reach now.
 *
 * @throws ProblemError `segment_not_found`.
 */
export async function reachOf(deps: ReachDeps, app_id: AppId, audience: LiveUpdateAudience): Promise<LiveUpdateReach> {
  if (audience.kind === "everyone") return reachOfEveryone(deps, app_id);
  const recipients = await recipientsOf(deps, app_id, audience);
  const states = { verified: 0, anonymous: 0, unverified: 0, merged: 0, unknown: 0 };
  for (const { state } of recipients ?? []) states[state] += 1;
  const examples = (recipients ?? [])
    .filter(({ state }) => isUndeliverable(state) || state === "unknown")
    .slice(0, limits.live_update_reach_examples_max);
  return { people: recipients?.length ?? null, more: false, states, examples };
}

/** Known people, whether they're verified or not: what goes to everyone isn't private. */
async function reachOfEveryone({ store }: ReachDeps, app_id: AppId): Promise<LiveUpdateReach> {
  const count_max = limits.people_counted_max;
  const people = await countPeople(store.db, app_id, count_max + 1);
  return {
    ...{ people: Math.min(people, count_max), more: people > count_max },
    ...{ states: { verified: 0, anonymous: 0, unverified: 0, merged: 0, unknown: 0 }, examples: [] },
  };
}

interface Recipient {
  readonly external_id: string;
  readonly state: RecipientState;
}

/** Undefined if the audience is only known on delivery. */
async function recipientsOf(
  { store, segmentPeople }: ReachDeps,
  app_id: AppId,
  audience: Exclude<LiveUpdateAudience, { readonly kind: "everyone" }>,
): Promise<readonly Recipient[] | undefined> {
  switch (audience.kind) {
    case "people": {
      const names = [...new Set(audience.external_ids)];
      const rows = new Map((await peopleNamed(store.db, app_id, names)).map((row) => [nameOf(row), row]));
      return names.map((external_id) => ({ external_id, state: stateOfRow(rows.get(external_id)) }));
    }
    case "segment": {
      const ids: readonly PersonId[] = await segmentRecipients({ segmentPeople }, app_id, audience.segment_id);
      const rows = await peopleByIds(store.db, app_id, ids);
      return rows.map((row) => ({ external_id: nameOf(row), state: stateOfRow(row) }));
    }
    case "groups":
      return undefined;
  }
}

const nameOf = ({ external_id, anonymous_id }: RecipientRow): string => external_id ?? anonymous_id ?? "";
