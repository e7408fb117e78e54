import { expect, test } from "bun:test";
import type {
  AccountLinkId,
  ApiTokenId,
  AuditId,
  GroupId,
  LiveUpdateId,
  MemberId,
  RunId,
  WebhookDeliveryId,
  WebhookId,
} from "@fanfare/contract/lib/ids";
import type { EventFunnelStep } from "@fanfare/contract/schema/analytics/event-funnel";
import type { Kysely } from "kysely";
import { planOf, queriesOf, WHOLE_TABLE } from "../../test/support/query-plans.ts";
import { sampleRows } from "../../test/support/sample-rows.ts";
import type { Schema } from "./schema/schema.ts";
import { activeLink, invitesAfter } from "./statements/accounts/account-links.ts";
import { tokenByHash, tokensAfter } from "./statements/accounts/api-tokens.ts";
import { auditPage, chainAfter, chainHead, unsealedEntries } from "./statements/accounts/audit-log.ts";
import { signInByHash } from "./statements/accounts/sign-ins.ts";
import { membersAfter, signInsOf } from "./statements/accounts/team.ts";
import { runsOfContent } from "./statements/analytics/content-runs.ts";
import { latestOccurrences } from "./statements/analytics/event-funnel.ts";
import { nextRows } from "./statements/analytics/exports.ts";
import { groupEvents } from "./statements/analytics/group-event-days.ts";
import { shownParts } from "./statements/analytics/rollups.ts";
import { answersTo, nextResponses } from "./statements/analytics/survey-answers.ts";
import { appsOfContents } from "./statements/content/publications.ts";
import { latestEditions } from "./statements/content/versions.ts";
import { identitiesOf, memberByIdentity } from "./statements/identity/member-identities.ts";
import { sessionByHash, signInsOfSessions } from "./statements/identity/provider-sessions.ts";
import { firstEvent, latestEvents } from "./statements/people/event-history.ts";
import { listGroups, membersOf, searchGroups } from "./statements/people/groups.ts";
import { countListed, nextPeople } from "./statements/people/people-list.ts";
import { eventCounts } from "./statements/people/person-facts.ts";
import { listingsOf, listPage, listsOf } from "./statements/people/segment-people.ts";
import { deliveriesBefore, eventsBefore, milestonesBefore, runsBefore } from "./statements/people/timeline.ts";
import { liveUpdatesFor, settledBy } from "./statements/realtime/feed.ts";
import { deliveryCounts, furthestStates } from "./statements/realtime/live-update-deliveries.ts";
import { haveLiveUpdates, liveUpdatesOf } from "./statements/realtime/live-updates.ts";
import { attemptsOf } from "./statements/realtime/webhook-attempts.ts";
import {
  countDeliveries,
  type DeliveryFilter,
  deliveriesOf,
  searchDeliveries,
  settledCounts,
} from "./statements/realtime/webhook-deliveries.ts";
import type { Store } from "./store.ts";

type Ask = (db: Kysely<Schema>) => Promise<unknown>;
const LIMIT = 51;

const FUNNEL_STEPS: readonly EventFunnelStep[] = [
  { kind: "event", name: "signed_up" },
  { kind: "content", content_id: "cnt_1", state: "viewed" },
  { kind: "content", content_id: "cnt_1", state: "completed" },
  { kind: "goal", goal_id: "gol_1" },
];

/** Lists of the server and what it looks up on every call, each as it is asked for behind its first page. */
function asks(): Readonly<Record<string, Ask>> {
  const { apps, people, contents, segments } = sampleRows("plans");
  const segment_id = segments.id;
  // The IDs don't need to exist: only the query plan matters.
  const [member_id, group_id, audit] = ["mem_1" as MemberId, "grp_1" as GroupId, "aud_1" as AuditId];
  const page = { before: audit, limit: LIMIT };
  const issuer = "https://accounts.example.com";
  const part = { person_id: people.id, before: { at: 5, order: 5, id: "x" }, limit: LIMIT };
  const at = { app_id: apps.id, content_id: contents.id };
  const lists: readonly LiveUpdateId[] = ["lup_1" as LiveUpdateId, "lup_2" as LiveUpdateId];
  const ordered = { name: "ordered", since: 5 };
  const calls: DeliveryFilter = {
    ...{ app_id: apps.id, receivers: "webhooks" },
    ...{ webhook_id: "whk_1" as WebhookId, before: "wde_1" as WebhookDeliveryId },
  };
  return {
    "the audit log": (db) => auditPage(db, page),
    "what a member did": (db) => auditPage(db, { ...page, member_id }),
    "one kind of deed": (db) => auditPage(db, { ...page, action: "content.publish" }),
    "what was done in an app": (db) => auditPage(db, { ...page, app_id: apps.id }),
    "what was done to an object": (db) =>
      auditPage(db, { ...page, resource_type: "content", resource_id: contents.id }),
    "entries without a place": (db) => unsealedEntries(db, LIMIT),
    "the head of the chain": chainHead,
    "the chain": (db) => chainAfter(db, 5, LIMIT),
    "open invitations": (db) => invitesAfter(db, { after: "lnk_1" as AccountLinkId, limit: LIMIT, now_ms: 5 }),
    "a link that works once": (db) => activeLink(db, "reset", "hash", 5),
    "API tokens": (db) => tokensAfter(db, { after: "tok_1" as ApiTokenId, limit: LIMIT }),
    "an API token": (db) => tokenByHash(db, "hash"),
    members: (db) => membersAfter(db, { after: member_id, limit: LIMIT }),
    "a member's sign-ins": (db) => signInsOf(db, member_id, LIMIT),
    "a sign-in": (db) => signInByHash(db, "hash"),
    "the provider's session behind a sign-in": (db) => sessionByHash(db, "hash"),
    "sign-ins behind a person of the provider": (db) =>
      signInsOfSessions(db, { issuer, subject: "248", sid: undefined }),
    "sign-ins behind a session of the provider": (db) =>
      signInsOfSessions(db, { issuer, subject: undefined, sid: "s" }),
    "sign-ins behind both": (db) => signInsOfSessions(db, { issuer, subject: "248", sid: "s" }),
    "whose an identity is": (db) => memberByIdentity(db, { issuer, subject: "248" }),
    "a member's identities": (db) => identitiesOf(db, member_id),
    groups: (db) => listGroups(db, apps.id, "acme", LIMIT),
    "a search for groups": (db) => searchGroups(db, apps.id, { typed: "Ac", lower: "ac" }, LIMIT),
    "people of a group": (db) => membersOf(db, group_id, "per_1", LIMIT),
    "people on a list": (db) => listPage(db, { segment_id, app_id: apps.id }, { added_at: 5, id: "per_1" }, LIMIT),
    "number of people on a list": (db) => countListed(db, { segment_id, app_id: apps.id }),
    "a person's place on lists": (db) => listingsOf(db, [people.id], [segment_id]),
    "lists of a person": (db) => listsOf(db, people.id),
    "runs of a person": (db) => runsBefore(db, part),
    "events of a person": (db) => eventsBefore(db, part),
    "how often a person triggered events": (db) => eventCounts(db, [people.id], [{ ...ordered, count_max: 9 }]),
    "a person's latest events of some names": (db) =>
      latestEvents(
        db,
        [people.id],
        [
          { ...ordered, rows_max: 9 },
          { ...ordered, name: "viewed", rows_max: 1 },
        ],
      ),
    "a person's first event": (db) => firstEvent(db, { person_id: people.id, name: "ordered" }),
    "events of a person's groups": (db) => groupEvents(db, [group_id], [ordered], ["ordered"]),
    "live updates of a person": (db) => deliveriesBefore(db, part),
    "milestones of a person": (db) => milestonesBefore(db, part),
    "runs of one content": (db) => runsOfContent(db, at, { started_at: 5, id: "run_1" as RunId }, LIMIT),
    ...Object.fromEntries(
      FUNNEL_STEPS.map((step) => [
        `latest occurrences of the step ${JSON.stringify(step)}`,
        (db: Kysely<Schema>) =>
          latestOccurrences(db, { app_id: apps.id, from: 1, to: 9 }, step, { before: undefined, rows_max: LIMIT }),
      ]),
    ),
    "parts of one content that pages have shown": (db) => shownParts(db, contents.id),
    "apps of some content": (db) => appsOfContents(db, [contents.id]),
    "editions of one content": (db) => latestEditions(db, contents.id, LIMIT),
    "answers to a question": (db) =>
      answersTo(db, { ...at, question_id: "why" }, { answered_at: 5, run_id: "run_1" }, LIMIT),
    "responses to a survey": (db) => nextResponses(db, { ...at, range: {} }, "run_1", LIMIT),
    "live updates of an app": (db) => liveUpdatesOf(db, { app_id: apps.id, before: 5, limit: LIMIT }),
    "results of live updates": (db) => deliveryCounts(db, lists),
    "people by results of live updates": (db) => furthestStates(db, lists),
    "the feed of a person": (db) => liveUpdatesFor(db, { app_id: apps.id, targets: ["everyone"], now_ms: 5 }, LIMIT),
    "what a person has done with": (db) => settledBy(db, people.id, lists),
    "attempts of a delivery": (db) => attemptsOf(db, "whd_1" as WebhookDeliveryId, LIMIT),
    "results of the latest calls": (db) => settledCounts(db, apps.id, { since: 5 }),
    "whether messages may wait": (db) => haveLiveUpdates(db, { app_id: apps.id, targets: ["all", "u"], now_ms: 5 }),
    "calls to a webhook": (db) => deliveriesOf(db, calls, LIMIT),
    "a search for calls": (db) => searchDeliveries(db, calls, { text: "order", searched_max: LIMIT, limit: LIMIT }),
    "number of calls": (db) => countDeliveries(db, calls, { text: "order", counted_max: LIMIT }),
  };
}

export function planContract(open: () => Store): void {
  test("uses an index for every list and lookup", async () => {
    const store = open();
    const whole: string[] = [];
    for (const [name, runQuery] of Object.entries(asks())) {
      const queries = await queriesOf(store.db, runQuery);
      expect([name, queries.length > 0]).toEqual([name, true]);
      for (const query of queries) {
        const plan = await planOf(store, query);
        if (WHOLE_TABLE.test(plan)) whole.push(`${name}: ${plan}`);
      }
    }
    expect(whole).toEqual([]);
  });

  test("reads batches of an export in order, without sorting", async () => {
    const store = open();
    // PostgreSQL chooses by the number of rows, and there are none.
    if (store.dialect === "postgres") return;
    const { apps, contents } = sampleRows("plans");
    const responses = { app_id: apps.id, content_id: contents.id };
    const batches: readonly Ask[] = [
      (db) => nextRows(db, "people", apps.id, { id: "per_1" }, LIMIT),
      (db) => nextRows(db, "events", apps.id, { id: "evt_1" }, LIMIT),
      (db) => nextPeople(db, apps.id, {}, "per_1", LIMIT),
      (db) => nextResponses(db, { ...responses, range: {} }, "run_1", LIMIT),
      (db) => nextResponses(db, { ...responses, range: { from: 1, to: 9 } }, "", LIMIT),
    ];
    const plans: string[] = [];
    for (const batch of batches) {
      for (const query of await queriesOf(store.db, batch)) plans.push(await planOf(store, query));
    }
    expect(plans).toHaveLength(batches.length);
    expect(plans.filter((plan) => /B-TREE/.test(plan))).toEqual([]);
    // Of a survey, only its own answers.
    for (const plan of plans.slice(-2)) expect(plan).toContain("COVERING INDEX survey_answers_by_run");
  });
}
