import { type CapGroup, isCovered } from "@fanfare/contract/cap-group";
import type { OpenRun } from "@fanfare/contract/events";
import { type Arm, experimentKey } from "@fanfare/contract/experiment";
import type { CapFact } from "@fanfare/contract/gates";
import type { AppId, ContentId } from "@fanfare/contract/ids";
import { HOUR_MS, limits } from "@fanfare/contract/limits";
import type { RuleFacts } from "@fanfare/contract/rule-facts";
import type { RunHistory } from "@fanfare/contract/rules";
import type { SuppressionFact } from "@fanfare/contract/suppression";
import type { Person } from "../people/people.ts";
import { attributesIn, type PersonContext, ruleFactsOf, strangerFacts, withSegments } from "../people/rule-facts.ts";
import { fromBit } from "../store/columns.ts";
import { armsOf } from "../store/exposures.ts";
import { openOccasions } from "../store/occasions.ts";
import { groupsNamed, runStarts } from "../store/person-facts.ts";
import { type RunSummaryRow, runSummaries } from "../store/runs.ts";
import type { Store } from "../store/store.ts";
import { liveSuppressions, type SuppressionRow } from "../store/suppressions.ts";
import { tasksIn } from "./checklists.ts";
import type { PublishedContents } from "./published.ts";

/** What a person did with one content before, and the run that is still open. */
export interface PastRuns {
  readonly history: RunHistory;
  readonly open: OpenRun | null;
}

/** What the server knows about one person when it decides. */
export interface PersonFacts {
  /** Those that hide something now: as `evaluate` asks for them, and as they are stored. */
  readonly suppressions: readonly (SuppressionFact & SuppressionRow)[];
  /** Contents without an entry were never shown to this person. */
  readonly runs: ReadonlyMap<ContentId, PastRuns>;
  readonly rules: RuleFacts;
  readonly identified: boolean;
  /** How far the person is in a cap group. */
  readonly cap: (group: CapGroup) => CapFact;
  /** By content: the arm of its present experiment in which the person met it. */
  readonly arms: ReadonlyMap<ContentId, Arm>;
  /** By content: what the person reached last that it was not shown for. */
  readonly due: ReadonlyMap<ContentId, string>;
}

export const NO_PAST: PastRuns = { history: { completed: false, ended: false }, open: null };

/** What the call itself tells about the person. */
export interface Sight {
  /** External ids of groups, proved by the identity token. */
  readonly groups: readonly string[];
  readonly context: PersonContext;
}

/**
 * What decides about a person: what is stored, and what the call tells. Of a merged one nothing is stored, because who
 * they became is not who asks; of a visitor without a row it is known that there is nothing.
 */
export async function factsOf(
  store: Pick<Store, "db">,
  contents: PublishedContents,
  about: { readonly app_id: AppId; readonly person: Person; readonly sight: Sight },
  now_ms: number,
): Promise<PersonFacts> {
  const { needs, segments, caps_window_ms } = contents;
  const { app_id, person, sight } = about;
  const row = person.merged ? undefined : person.row;
  const claims = needs.groups ? sight.groups : [];
  const [suppressions, summaries, starts, occasions, exposures, rules, claimed] = await Promise.all([
    row === undefined ? [] : liveSuppressions(store.db, row.id, now_ms),
    row === undefined ? [] : runSummaries(store.db, row.id),
    row === undefined || caps_window_ms === 0
      ? []
      : runStarts(store.db, row.id, now_ms - caps_window_ms, limits.cap_runs_read_max),
    row === undefined || contents.waiting.is_empty ? [] : openOccasions(store.db, row.id),
    row === undefined || !contents.has_experiments ? [] : armsOf(store.db, row.id),
    row === undefined
      ? strangerFacts(person.id, { needs, segments, now_ms })
      : ruleFactsOf(store, [row], { needs, segments, now_ms }).then((all) => all.get(row.id) ?? {}),
    claims.length === 0 ? [] : groupsNamed(store.db, app_id, claims),
  ]);
  const attributes_of = new Map(claimed.map((group) => [group.external_id, attributesIn(group.attributes)]));
  const own = rules.groups ?? [];
  const proved = claims
    .filter((external_id) => !own.some((group) => group.external_id === external_id))
    .map((external_id) => ({ external_id, attributes: attributes_of.get(external_id) ?? {}, membership: {} }));
  const told = { ...rules, ...sight.context, ...(proved.length === 0 ? {} : { groups: [...own, ...proved] }) };
  return {
    suppressions: suppressions.map((each) => ({ ...each, expires_at_ms: each.expires_at })),
    runs: new Map(summaries.map((each) => [each.content_id, pastOf(each)])),
    rules: withSegments(told, segments),
    identified: person.external_id !== null && !person.merged,
    cap: capCounter(contents, starts, now_ms),
    arms: new Map(
      exposures.flatMap(({ content_id, experiment, arm }) => {
        const edition = contents.find(content_id)?.edition;
        return edition !== undefined && experimentKey(edition) === experiment ? [[content_id, arm] as const] : [];
      }),
    ),
    due: new Map(
      occasions
        .filter(({ reached_at }) => reached_at > now_ms - OCCASION_DUE_MS)
        .map(({ content_id, milestone }) => [content_id, milestone]),
    ),
  };
}

/** What was reached longer ago is not shown for any more: nobody would know what the joy is about. */
export const OCCASION_DUE_MS = limits.occasion_due_hours * HOUR_MS;

function pastOf(row: RunSummaryRow): PastRuns {
  const { open_id, open_version_id, open_step_id, open_seq, open_done, last_ended_at } = row;
  const done = open_done === null ? [] : tasksIn(open_done);
  const open =
    open_id === null || open_version_id === null || open_step_id === null || open_seq === null
      ? null
      : {
          ...{ run_id: open_id, version_id: open_version_id, step_id: open_step_id, seq: open_seq },
          ...(done.length === 0 ? {} : { done }),
        };
  const last = last_ended_at === null ? {} : { last_ended_ms: last_ended_at };
  return { history: { completed: fromBit(row.completed), ended: fromBit(row.ended), ...last }, open };
}

/** Counts the runs of each cap group once. What is not live any more counts where everything does. */
function capCounter(
  contents: PublishedContents,
  starts: readonly { readonly content_id: ContentId; readonly started_at: number }[],
  now_ms: number,
): PersonFacts["cap"] {
  const counted = new Map<CapGroup, CapFact>();
  return (group) => {
    const known = counted.get(group);
    if (known !== undefined) return known;
    const { name, runs_max, window_hours, covers } = group;
    const since = now_ms - window_hours * HOUR_MS;
    const runs = starts.filter(({ content_id, started_at }) => {
      const edition = contents.find(content_id)?.edition;
      return started_at > since && isCovered(covers, { type: edition?.body.type ?? "", tags: edition?.tags ?? [] });
    }).length;
    const fact = { name, runs_max, window_hours, runs };
    counted.set(group, fact);
    return fact;
  };
}
