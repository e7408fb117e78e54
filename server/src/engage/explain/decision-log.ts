import { evaluate, type GateResult } from "@fanfare/contract/gates/evaluate";
import type { Clock } from "@fanfare/contract/lib/clock";
import { BUCKET_COUNT, hashBucket } from "@fanfare/contract/lib/hash-bucket";
import { newId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { ExplainedContent } from "@fanfare/contract/schema/responses/people/explain";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Log } from "../../lib/log.ts";
import type { Person } from "../../people/person/find-person.ts";
import { toJson } from "../../store/columns.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import type { Store } from "../../store/store.ts";
import { serverFacts } from "../decide/decisions.ts";
import type { PersonFacts } from "../decide/person-facts.ts";
import type { PublishedContents } from "../decide/published-content.ts";

/** Logged decision about one item: the gates that didn't pass, with their causes. Sentences are generated on read. */
export type LoggedDecision = Pick<ExplainedContent, "content_id" | "slug" | "name" | "outcome" | "gate"> & {
  readonly version_id: string;
  readonly gates: readonly Omit<GateResult, "evidence">[];
};

/** Logs decisions for later explanations. Never blocks; failures are written to the server log. */
export interface DecisionLog {
  note(app: AppRecord, person: Person, contents: PublishedContents, facts: PersonFacts, now_ms: number): void;
}

/**
 * Logs all decisions for watched people, and a sample for others. The sample keeps the same people for a day, so that
 * their entries are coherent. Entries are deleted after 30 days.
 */
export function createDecisionLog(deps: {
  readonly clock: Pick<Clock, "now">;
  readonly rng: Pick<Rng, "bytes">;
  readonly store: Store;
  readonly log: Log;
}): DecisionLog {
  const { store } = deps;

  const write = async (...[app, person, contents, facts, now_ms]: Parameters<DecisionLog["note"]>): Promise<void> => {
    const results = loggedDecisions(app, contents, facts, now_ms);
    const row = {
      id: newId("dec", deps.clock, deps.rng),
      app_id: app.id,
      person_id: person.id,
      at: now_ms,
      config_version: app.config_version,
      verdicts: bounded(results),
    };
    await store.write([{ query: insertRow(store.db, "decision_log", row) }]);
  };

  return {
    note(app, person, contents, facts, now_ms) {
      if (person.row === undefined || person.merged || !isLogged(person, now_ms)) return;
      write(app, person, contents, facts, now_ms).catch((error: unknown) =>
        deps.log.warn("decisions_not_logged", { app_id: app.id, person_id: person.id, error }),
      );
    },
  };
}

function isLogged({ id, row }: Person, now_ms: number): boolean {
  if ((row?.watched_until ?? 0) > now_ms) return true;
  return hashBucket(`log ${Math.floor(now_ms / DAY_MS)}`, id) < BUCKET_COUNT / limits.decision_log_sample;
}

function loggedDecisions(
  app: AppRecord,
  contents: PublishedContents,
  facts: PersonFacts,
  now_ms: number,
): LoggedDecision[] {
  return contents.list.map((content) => {
    const { content_id, slug, name, version_id } = content;
    const result = evaluate(content, serverFacts(app, content, facts, now_ms));
    const gates = result.evidence.flatMap(({ gate, status, causes }) =>
      status === "pass" ? [] : [{ gate, status, causes }],
    );
    const gate = result.outcome === "hide" ? result.gate : null;
    return { content_id, slug, name, version_id, outcome: result.outcome, gate, gates };
  });
}

/** If there's too much content, keeps only the deciding gates, and then only the first items. */
function bounded(results: readonly LoggedDecision[]): string {
  const whole = toJson(results);
  if (whole.length <= limits.decision_log_bytes_max) return whole;
  const short = results.map((each) => ({ ...each, gates: each.gates.filter(({ gate }) => gate === each.gate) }));
  const each_bytes = toJson(short).length / short.length;
  return toJson(short.slice(0, Math.floor(limits.decision_log_bytes_max / each_bytes)));
}
