import { gateResult } from "@fanfare/contract/gates/evaluate";
import { newId, type VersionId } from "@fanfare/contract/lib/ids";
import { MINUTE_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { ExplainedContent, ExplainReport } from "@fanfare/contract/schema/responses/people/explain";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { personChannelId } from "../../people/identity/identity.ts";
import type { Person } from "../../people/person/find-person.ts";
import { findPersonByName } from "../../people/person/person-by-name.ts";
import { fromJson, toIso } from "../../store/columns.ts";
import { decisionsAt, runsBetween } from "../../store/statements/content/decision-log.ts";
import type { PersonRow } from "../../store/statements/people/people.ts";
import { stateOfRow } from "../live-updates/recipients.ts";
import type { LoggedDecision } from "./decision-log.ts";
import { isRequested, withPageUrl } from "./explain.ts";
import { type ExplainNowDeps, explainNow, startersOf } from "./explain-now.ts";
import { resolveNames } from "./resolve-names.ts";

interface MemberQuestion {
  readonly person: string;
  /** ID or slug. */
  readonly content_id?: string | undefined;
  readonly url?: string | undefined;
  readonly at?: string | undefined;
}

/** How far after the given time to look for runs. */
const SHOWN_WITHIN_MS = 10 * MINUTE_MS;

/**
 * Explains what a person sees on a page, now or at a logged time in the last 30 days. An unknown person is treated as a
 * new visitor.
 *
 * @throws ProblemError `content_not_found`; `decision_not_logged` if nothing was logged for that time.
 */
export async function explainForMember(
  deps: ExplainNowDeps,
  app: AppRecord,
  question: MemberQuestion,
): Promise<ExplainReport> {
  const now_ms = deps.clock.now();
  const row = await findPersonByName(deps, app, question.person);
  const past = question.at === undefined ? undefined : Date.parse(question.at);
  const about = {
    person: {
      external_id: question.person,
      known: row !== undefined,
      watched: (row?.watched_until ?? 0) > now_ms,
      messages: stateOfRow(row),
    },
  };
  if (past !== undefined && past < now_ms) {
    const items = await explainFromLog(deps, app, row, question, past);
    const runs = row === undefined ? [] : await runsBetween(deps.store.db, row.id, past, past + SHOWN_WITHIN_MS);
    const shown = runs.map(({ content_id, started_at }) => ({ content_id, started_at: toIso(started_at) }));
    const names = await resolveNames(deps.store, app.id, items);
    const started_by = await startersOf(deps, app, question.content_id);
    return { ...about, url: question.url ?? null, at: toIso(past), source: "log", items, names, started_by, shown };
  }
  const subject = { person: findSubject(deps, question.person, row), call_context: { groups: [], context: {} } };
  return { ...about, ...(await explainNow(deps, app, subject, question)), source: "now", shown: [] };
}

async function explainFromLog(
  deps: ExplainNowDeps,
  app: AppRecord,
  row: PersonRow | undefined,
  { content_id: content_ref, url }: MemberQuestion,
  at_ms: number,
): Promise<readonly ExplainedContent[]> {
  const entry = row === undefined ? undefined : await decisionsAt(deps.store.db, row.id, at_ms);
  if (entry === undefined) {
    throw new ProblemError(
      "decision_not_logged",
      "Nothing was logged for this person at that time. Watch the person from now on (watch_days of PATCH /api/people/{id}) to keep every decision for 30 days.",
    );
  }
  // Cast: the log wrote this column.
  const results = fromJson(entry.verdicts, (value) => value as readonly LoggedDecision[]);
  const { list } = await deps.published(app);
  return results
    .filter((each) => isRequested(each, content_ref))
    .map(({ content_id, slug, name, version_id, outcome, gate, gates }) => {
      const same = list.find((each) => each.version_id === (version_id as VersionId));
      const logged = { outcome, gate, gates: gates.map((each) => gateResult(each, each.causes)) };
      return { content_id, slug, name, ...withPageUrl(logged, same, url) };
    });
}

/** The person with this ID, or a new visitor. */
export function findSubject(
  deps: Pick<ExplainNowDeps, "clock" | "rng">,
  name: string,
  row: PersonRow | undefined,
): Person {
  const anonymous = name.startsWith("anon-");
  return {
    id: row?.id ?? newId("per", deps.clock, deps.rng),
    external_id: anonymous ? null : name,
    channel_id: anonymous ? name : personChannelId(name),
    verified: row?.verified === 1,
    merged: row !== undefined && row.merged_into !== null,
    row,
  };
}
