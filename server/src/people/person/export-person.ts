import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { toIso } from "../../store/columns.ts";
import { tasksDoneBy } from "../../store/statements/people/group-tasks.ts";
import {
  allSuppressionsOf,
  emailsOf,
  eventsOf,
  exposuresOf,
  pushesOf,
  readsOf,
  runsOf,
} from "../../store/statements/people/person-export.ts";
import { unsubscribedAt } from "../../store/statements/realtime/message-emails.ts";
import { pushSubscriptionsOf } from "../../store/statements/realtime/push-subscriptions.ts";
import type { Store } from "../../store/store.ts";
import { parseAttributes } from "../rules/rule-facts.ts";
import { loadPersonProfile } from "./person-profile.ts";

/**
 * All stored data about a person, for data access requests. Includes their earlier anonymous visitors.
 *
 * @throws ProblemError `person_not_found`.
 */
export async function exportPerson(deps: { readonly store: Pick<Store, "db"> }, app: AppRecord, name: string) {
  const { db } = deps.store;
  const { row, groups, lists } = await loadPersonProfile(deps, app, name);
  const [events, runs, suppressions, reads, exposures, emails, unsubscribed_ms, pushes, subscriptions, tasks] =
    await Promise.all([
      eventsOf(db, row.id),
      runsOf(db, row.id),
      allSuppressionsOf(db, row.id),
      readsOf(db, row.id),
      exposuresOf(db, row.id),
      emailsOf(db, row.id),
      unsubscribedAt(db, row.id),
      pushesOf(db, row.id),
      pushSubscriptionsOf(db, row.id),
      tasksDoneBy(db, row.id),
    ]);
  return {
    person: {
      id: row.id,
      external_id: row.external_id,
      anonymous_id: row.anonymous_id,
      verified: row.verified === 1,
      attributes: parseAttributes(row.attributes),
      vouched: parseAttributes(row.vouched ?? "{}"),
      locale: row.locale,
      time_zone: row.time_zone,
      device: row.device,
      first_seen_at: toIso(row.first_seen_at),
      last_seen_at: toIso(row.last_seen_at),
    },
    groups: groups.map((group) => ({
      external_id: group.external_id,
      attributes: parseAttributes(group.attributes),
      membership: parseAttributes(group.membership),
    })),
    events: events.map(({ id, name: event, props, happened_at, received_at }) => ({
      ...{ id, name: event, props: JSON.parse(props) },
      ...{ happened_at: toIso(happened_at), received_at: toIso(received_at) },
    })),
    runs: runs.map(({ started_at, ended_at, ...run }) => ({
      ...run,
      started_at: toIso(started_at),
      ended_at: ended_at === null ? null : toIso(ended_at),
    })),
    lists: lists.map(({ segment_id, name, added_at }) => ({ segment_id, name, added_at: toIso(added_at) })),
    suppressions: suppressions.map(({ created_at, expires_at, ...each }) => ({
      ...each,
      created_at: toIso(created_at),
      expires_at: toIso(expires_at),
    })),
    experiments: exposures.map(({ exposed_at, ...each }) => ({ ...each, exposed_at: toIso(exposed_at) })),
    live_update_emails: emails.map(({ changed_at, ...each }) => ({ ...each, changed_at: toIso(changed_at) })),
    emails_unsubscribed_at: unsubscribed_ms === null ? null : toIso(unsubscribed_ms),
    live_update_pushes: pushes.map(({ changed_at, opened_at, ...each }) => ({
      ...each,
      changed_at: toIso(changed_at),
      opened_at: opened_at === null ? null : toIso(opened_at),
    })),
    // Without endpoints and keys, which are enough to notify the person.
    push_subscriptions: subscriptions.map(({ id, service, created_at, confirmed_at }) => ({
      ...{ id, service, created_at: toIso(created_at), confirmed_at: toIso(confirmed_at) },
    })),
    group_tasks: tasks.map(({ done_at, ...each }) => ({ ...each, done_at: toIso(done_at) })),
    feed_reads: reads.map(({ item, read_at }) => ({ item, read_at: toIso(read_at) })),
  };
}
