import type {
  AccountLinkId,
  AlertId,
  ApiTokenId,
  AppId,
  AppKey,
  AuditId,
  BuilderSessionId,
  CapGroupId,
  CommentId,
  ContentId,
  DashboardEmailId,
  DashboardId,
  DashboardLinkId,
  DashboardRecipientId,
  DecisionLogId,
  EventId,
  GoalId,
  GroupId,
  LiveUpdateId,
  MemberId,
  NodeId,
  PeopleImportId,
  PersonId,
  PreviewLinkId,
  ProvisionedGroupId,
  PushSubscriptionId,
  RoleId,
  RunId,
  SegmentId,
  SignInId,
  SuppressionId,
  TemplateId,
  ThemeId,
  TrackerId,
  VersionId,
  WebhookDeliveryId,
  WebhookId,
  WebhookJournalId,
} from "@fanfare/contract/lib/ids";
import type { Schema } from "../../src/store/schema/schema.ts";

/** When everything happened. */
const at = Date.UTC(2026, 10, 21, 12, 0, 0, 789);

/** The ids of one set of rows. A test may name its rows as it likes: nothing in the store looks into an id. */
const idsOf = (of: string) => ({
  app_id: `app-${of}` as AppId,
  member_id: `mem-${of}` as MemberId,
  person_id: `per-${of}` as PersonId,
  content_id: `cnt-${of}` as ContentId,
  version_id: `ver-${of}` as VersionId,
  group_id: `grp-${of}` as GroupId,
  live_update_id: `lup-${of}` as LiveUpdateId,
  goal_id: `gol-${of}` as GoalId,
  import_id: `imp-${of}` as PeopleImportId,
  webhook_id: `whk-${of}` as WebhookId,
});
type Ids = ReturnType<typeof idsOf>;

/**
 * One full row of every table, for the store's tests. `of` makes the IDs unique, and references match. Keys are in
 * insertion order.
 *
 * @example
 * const rows = sampleRows("a");
 * rows.runs.person_id === rows.people.id; // true
 */
export function sampleRows(of: string): Schema {
  const ids = idsOf(of);
  return {
    ...accountRows(of, ids),
    ...peopleRows(of, ids),
    ...contentRows(of, ids),
    ...analyticsRows(of, ids),
    ...realtimeRows(of, ids),
  };
}

function accountRows(of: string, { app_id, member_id, content_id }: Ids) {
  return {
    workspace: { id: 1, name: "Acme", created_at: at, installation_id: "01a205e3-bc26-779e-9def-99a11e05893c" },
    members: {
      id: member_id,
      email: `${of}@x.test`,
      name: "Ada",
      role: "owner",
      password_hash: "$argon2id$…",
      created_at: at,
    },
    custom_roles: {
      ...{ id: `rol-${of}` as RoleId, name: `Translator ${of}`, permissions: '["content.read"]' },
      ...{ created_at: at, updated_at: at },
    },
    sign_ins: {
      ...{ id: `sgn-${of}` as SignInId, token_hash: `hash-${of}`, member_id, user_agent: "Test/1" },
      ...{ created_at: at, last_seen_at: at + 1, expires_at: at + 2 },
    },
    setup_links: { id: 1, token_hash: `setup-${of}`, expires_at: at },
    apps: {
      ...{ id: app_id, key: `key-${of}` as AppKey, name: "Shop", paused: 0, system: 0, require_identity: 1 },
      ...{ allowed_origins: '["https://shop.test"]', config_version: 1, config_raised_at: at, created_at: at },
      ...{ changes: 1, settings: '{"client_events":true}', revision: 3, first_page_at: at },
    },
    member_app_roles: { member_id, app_id, role_id: `rol-${of}` as RoleId },
    app_secrets: { id: `sec-${of}`, app_id, sealed: "c2VhbGVk", created_at: at, revoked_at: null, last_used_at: at },
    audit_entries: {
      ...{ id: `aud-${of}` as AuditId, at, member_id, action: "content.publish", resource_type: "content" },
      ...{ resource_id: content_id, app_id, detail: "{}", seq: null, hash: null },
    },
    api_tokens: {
      ...{ id: `tok-${of}` as ApiTokenId, token_hash: `token-${of}`, name: "Deploy", scopes: '["content.read"]' },
      ...{ member_id, created_at: at, last_used_at: null, expires_at: at + 1 },
    },
    account_links: {
      ...{ id: `lnk-${of}` as AccountLinkId, token_hash: `link-${of}`, purpose: "invite", email: `new-${of}@x.test` },
      ...{ role: "editor", member_id: null, created_by: member_id, created_at: at, expires_at: at + 1 },
    },
    second_factors: {
      ...{ member_id, sealed: "c2VhbGVk", confirmed_at: at, last_step: 59_000_000, recovery_hashes: '["hash"]' },
    },
    mail_server: { id: 1, server: "{}", sealed: "c2VhbGVk", revision: 1, updated_at: at },
    notification_settings: { member_id, settings: "{}", updated_at: at, summary_week: "2026-11-23" },
    provisioned_members: {
      ...{ member_id, user_name: `user-${of}`, external_id: `external-${of}`, deactivated_at: at, updated_at: at },
    },
    provisioned_groups: {
      ...{ id: `pgr-${of}` as ProvisionedGroupId, display_name: `Editors ${of}`, external_id: `ext-${of}` },
      ...{ role: "editor" as const, created_at: at, updated_at: at },
    },
    provisioned_group_members: { group_id: `pgr-${of}` as ProvisionedGroupId, member_id },
    saml_settings: { id: 1, provider: "{}", revision: 1, updated_at: at },
    saml_assertions: { id_hash: `assertion-${of}`, expires_at: at },
    single_sign_on: { id: 1, provider: "{}", sealed: "c2VhbGVk", revision: 1, updated_at: at },
    member_identities: {
      ...{ issuer: "https://accounts.x.test", subject: `sub-${of}`, member_id, created_at: at, last_used_at: at + 1 },
    },
    provider_sessions: {
      ...{ sign_in_id: `sgn-${of}` as SignInId, issuer: "https://accounts.x.test", subject: `sub-${of}` },
      ...{ sid: "session", sealed: "c2VhbGVk" },
    },
    idempotent_answers: { key_hash: `key-${of}`, request_hash: "request", sealed: null, created_at: at },
    debug_link_uses: { link_id: `link-${of}`, panel_hash: "hash", expires_at: at + 1 },
    audit_keys: { key_id: `key-${of}`, sealed: "c2VhbGVk" },
    sign_in_attempts: { name_hash: `name-${of}`, left_ms: 540_000, at_ms: at },
    deleted_apps: { app_id, deleted_at: at },
  } satisfies Partial<Schema>;
}

function peopleRows(of: string, { app_id, member_id, person_id, group_id, import_id }: Ids) {
  return {
    people: {
      ...{ id: person_id, app_id, external_id: `ext-${of}`, anonymous_id: null, verified: 1, attributes: "{}" },
      ...{ merged_into: null, first_seen_at: at, last_seen_at: at, search_name: "ada lovelace" },
      ...{ search_last_name: "lovelace", search_email: "ada@shop.test", locale: "de-CH", time_zone: "Europe/Zurich" },
      ...{ device: "phone", watched_until: at + 1, vouched: '{"plan":"pro"}' },
    },
    groups: {
      ...{ id: group_id, app_id, external_id: `acme-${of}`, attributes: "{}", search_name: "acme" },
      ...{ created_at: at, updated_at: at },
    },
    memberships: { person_id, group_id, attributes: '{"role":"admin"}', created_at: at },
    attribute_definitions: {
      ...{ app_id, owner: "person", name: "plan", type: "text", created_at: at },
      ...{ mismatches: 1, last_mismatch_type: "number", last_mismatch_at: at },
    },
    segments: {
      ...{ id: `seg-${of}` as SegmentId, name: `Segment ${of}`, rule: "{}", revision: 1 },
      ...{ created_at: at, updated_at: at, updated_by: member_id, archived_at: null },
    },
    segment_people: { segment_id: `seg-${of}` as SegmentId, person_id, app_id, added_at: at },
    erasures: { app_id, name_hash: `hash-${of}`, erased_at: at },
    people_imports: {
      ...{ id: import_id, app_id, state: "ready", file_name: "people.csv", reader: "{}", columns: "[]", sample: "[]" },
      ...{ bytes: 12, parts: 1, batches: 1, row_count: 1, rows_done: 0, made: 0, changed: 0, refused: 0 },
      ...{ failure: null, member_id, created_at: at, started_at: null, ended_at: null },
    },
    people_import_rows: { import_id, seq: 0, rows: "[]" },
    people_import_refusals: { import_id, line: 2, external_id: `ext-${of}`, message: "No id.", fields: "[]" },
  } satisfies Partial<Schema>;
}

function contentRows(of: string, { app_id, member_id, person_id, content_id, version_id }: Ids) {
  return {
    cap_groups: {
      ...{ id: `cap-${of}` as CapGroupId, name: `Cap ${of}`, runs_max: 1, window_hours: 24, covers: "{}", revision: 1 },
      ...{ created_at: at, updated_at: at },
    },
    templates: {
      ...{ id: `tpl-${of}` as TemplateId, name: `Template ${of}`, description: "", type: "tour", draft: "{}" },
      ...{ revision: 1, created_at: at, updated_at: at, updated_by: member_id },
    },
    themes: {
      ...{ id: `thm-${of}` as ThemeId, name: `Theme ${of}`, theme: "{}", is_default: 0, revision: 1 },
      ...{ created_at: at, updated_at: at, updated_by: member_id, archived_at: null },
    },
    images: {
      ...{ hash: `image-${of}`, name: "chart.png", width: 2, height: 1, bytes: 3, data: "AAAA" },
      ...{ created_at: at, created_by: member_id },
    },
    help_feeds: {
      ...{ url: `https://help-${of}.example/feed.json`, articles: "[]", article_count: 0, etag: null },
      ...{ last_modified: null, changed_at: at, read_at: at, tried_at: at, next_read_at: at, failure: null },
    },
    pushed_items: { path: `contents/slug-${of}`, hash: "0".repeat(64), source: "git", pushed_at: at },
    decision_log: {
      ...{ id: `dec-${of}` as DecisionLogId, app_id, person_id, at, config_version: 1, verdicts: "[]" },
    },
    contents: {
      ...{ id: content_id, type: "tour", slug: `slug-${of}`, name: "Welcome", draft: "{}", revision: 7, system: 0 },
      draft_issues: 2,
      ...{ archived_at: null, created_at: at, updated_at: at, updated_by: member_id },
    },
    builder_sessions: {
      ...{
        id: `bld-${of}` as BuilderSessionId,
        app_id,
        content_id,
        step_id: null,
        ...{ tracker_id: null, tracker: null },
        sign_in_id: `sgn-${of}` as SignInId,
      },
      ...{ origin: "https://shop.example", language: "en", code_hash: `code-${of}`, token_hash: `builder-${of}` },
      ...{ created_at: at, last_used_at: at + 1 },
    },
    preview_links: {
      ...{ id: `prv-${of}` as PreviewLinkId, app_id, content_id, member_id, origin: "https://shop.example" },
      ...{ token_hash: `preview-${of}`, created_at: at, expires_at: at + 1, last_used_at: null },
    },
    versions: {
      id: version_id,
      content_id,
      number: 1,
      edition: "{}",
      revision: 7,
      frozen_at: at,
      created_by: member_id,
    },
    comments: {
      ...{ id: `cmt-${of}` as CommentId, content_id, step_id: "one", text: "Shorter?", member_id, created_at: at },
      ...{ resolved_at: at, resolved_by: member_id },
    },
    scheduled_publications: { content_id, app_id, version_id, publish_at: at, scheduled_by: member_id },
    reviews: {
      ...{ content_id, app_id, revision: 3, requested_at: at, requested_by: member_id },
      ...{ approved_at: at, approved_by: member_id },
    },
    review_reviewers: { content_id, app_id, revision: 3, member_id },
    publications: { content_id, app_id, version_id, published_at: at, published_by: member_id, paused_at: at },
    runs: {
      ...{
        id: `run-${of}` as RunId,
        app_id,
        person_id,
        content_id,
        version_id,
        state: "active",
        step_id: "one",
        seq: 0,
      },
      ...{
        start_reason: "rule",
        end_reason: null,
        started_at: at,
        ended_at: null,
        done: "[]",
        variant: "b",
        reset_at: null,
      },
    },
    exposures: {
      ...{ person_id, content_id, experiment: "seed", app_id, arm: "b", version: 1, exposed_at: at, crossed: 0 },
    },
    suppressions: {
      ...{ id: `sup-${of}` as SuppressionId, app_id, person_id, scope: "content", target: content_id },
      ...{ reason: "do_not_show_again", created_at: at, expires_at: at + 365 * 86_400_000 },
    },
  } satisfies Partial<Schema>;
}

function analyticsRows(of: string, { app_id, member_id, person_id, content_id, goal_id }: Ids) {
  return {
    events: {
      ...{ id: `evt-${of}` as EventId, app_id, person_id, name: "tour_started", props: "{}" },
      ...{ happened_at: at, received_at: at, batch: "batch", content_id, facets: '{"version":1}' },
    },
    event_rollups: { app_id, day: at, name: "tour_started", content_id, facets: "", events: 3 },
    goals: {
      ...{ id: goal_id, app_id, name: "First order", event_name: "order_shipped", props: "[]", window_ms: 1_000 },
      ...{ attribution: "last", celebration: "burst", created_at: at, revision: 3, archived_at: null },
    },
    alerts: {
      ...{ id: `alr-${of}` as AlertId, key: `target_lost ${of}`, kind: "target_lost", app_id, content_id },
      ...{ step_id: "one", receiver_id: null, data: '{"content":"Welcome"}', opened_at: at, healthy_since: at },
      ...{ resolved_at: at, resolution: "healed" },
    },
    dashboards: {
      ...{ id: `dsh-${of}` as DashboardId, app_id, name: "Growth", charts: "[]", revision: 1 },
      ...{ created_at: at, updated_at: at, updated_by: member_id },
    },
    dashboard_links: {
      ...{ id: `dsl-${of}` as DashboardLinkId, app_id, dashboard_id: `dsh-${of}` as DashboardId, member_id },
      ...{ token_hash: `dashboard-${of}`, created_at: at, expires_at: at + 1, last_viewed_at: null },
    },
    dashboard_emails: {
      ...{ id: `dse-${of}` as DashboardEmailId, app_id, dashboard_id: `dsh-${of}` as DashboardId, member_id },
      ...{ schedule: '{"every":"day","time":"08:00"}', time_zone: "Europe/Zurich", language: "en", days: 30 },
      ...{ next_at: at, due_at: at, attempts: 0, failure: null, last_sent_at: null, created_at: at },
    },
    dashboard_email_recipients: {
      ...{ id: `dsr-${of}` as DashboardRecipientId, dashboard_email_id: `dse-${of}` as DashboardEmailId },
      ...{ email: `${of}@reader.example`, sent_for: null },
    },
    trackers: {
      ...{ id: `trk-${of}` as TrackerId, app_id, name: "upgrade_clicked", revision: 2, live_revision: 1 },
      rule: '{"on":{"kind":"page"},"urls":{"include":["/plans"],"exclude":[]}}',
      live: '{"id":"trk-1","name":"upgrade_clicked","on":{"kind":"page"},"urls":{"include":["/"],"exclude":[]}}',
      ...{ published_at: at, paused_at: at, created_at: at, updated_at: at, updated_by: member_id, archived_at: null },
    },
    milestones: {
      ...{ goal_id, person_id, app_id, event_id: `evt-${of}` as EventId, run_id: `run-${of}` as RunId },
      ...{ content_id, reached_at: at },
    },
    event_counts: { person_id, name: "order_shipped", filter: "", events: 9 },
    group_event_days: {
      ...{
        group_id: `grp-${of}` as GroupId,
        name: "order_shipped",
        day: at,
        app_id,
        events: 9,
        first_at: at,
        last_at: at,
      },
    },
    group_tasks: {
      ...{ group_id: `grp-${of}` as GroupId, content_id, task_id: "invite", app_id, done_by: person_id, done_at: at },
    },
    occasions: { person_id, content_id, milestone: "event:order_shipped:10", reached_at: at, shown_at: null },
    funnel_runs: {
      ...{ person_id, content_id, run_id: `run-${of}`, app_id, version: 1, variant: "b", locale: "en", first_at: at },
      ...{ seen: 1, unseen: 0, suppressed: 0, outcome: "completed", start_reason: "rule", end_reason: "completed" },
      ...{ error: null, ended_at: at, wait_ms_max: 100 },
    },
    funnel_steps: {
      ...{ person_id, content_id, run_id: `run-${of}`, step_id: "one", seen: 1, done: 1, missing: 0 },
      ...{ skipped: 0, skip_event: "", near: "", unready: "", obstructed: "" },
    },
    survey_answers: {
      ...{ run_id: `run-${of}`, question_id: "why", ordinal: 0, event_id: `evt-${of}` as EventId, app_id, content_id },
      ...{ version: 1, person_id, number: 9, part: null, option: null, text: null, answered_at: at },
    },
    survey_responses: { run_id: `run-${of}`, app_id, content_id, person_id, counted: 1 },
    survey_response_counts: { app_id, content_id, day: -1, responses: 1 },
  } satisfies Partial<Schema>;
}

function realtimeRows(of: string, { app_id, member_id, person_id, content_id, live_update_id, webhook_id }: Ids) {
  return {
    alert_emails: { alert_id: `alr-${of}` as AlertId, member_id, event: "opened", state: "sent", attempts: 0 },
    live_updates: {
      ...{ id: live_update_id, app_id, position: 1, audience: '{"kind":"everyone"}', people: null, body: "{}" },
      ...{ priority: "normal", require_ack: 0, collapse_key: null, devices: "all" },
      ...{ created_at: at, timing: null, expires_at: at + 1, created_by: member_id, resend_of: null, experiment: null },
      ...{ email_after_hours: 4, emails_at: at + 1, emails_cursor: null },
      ...{ push_after_minutes: 0, pushes_at: at + 1, pushes_cursor: null },
    },
    live_update_emails: {
      ...{ live_update_id, person_id, state: "pending", reason: null, attempts: 0, next_at: at + 1, changed_at: at },
    },
    live_update_pushes: {
      ...{ live_update_id, person_id, state: "pending", reason: null, attempts: 0, next_at: at + 1, changed_at: at },
      opened_at: null,
    },
    push_keys: { app_id, public_key: `public-${of}`, sealed: "c2VhbGVk", created_at: at },
    push_subscriptions: {
      ...{ id: `psh-${of}` as PushSubscriptionId, app_id, person_id, endpoint_hash: `endpoint-${of}` },
      ...{ service: "push.example", sealed: "c2VhbGVk", created_at: at, confirmed_at: at },
    },
    email_unsubscribes: { person_id, live_update_id, created_at: at },
    scheduled_live_updates: {
      ...{ id: live_update_id, app_id, send_at: at + 1, input: "{}", created_at: at, created_by: member_id },
    },
    live_update_targets: { live_update_id, app_id, target: "everyone", expires_at: at + 1 },
    live_update_deliveries: {
      ...{ live_update_id, person_id, device: "", state: "seen", claimed_by: "device-1", claimed_at: at },
      ...{ delivered_at: at, seen_at: at + 1, ended_at: null, variant: null },
    },
    feed_reads: { person_id, item: content_id, read_at: at },
    webhooks: {
      ...{ id: webhook_id, app_id, url: "https://shop.test/hook", events: '"all"', enabled: 1, created_at: at },
      ...{ archived_at: null, failing_since: null, stopped_at: null },
      ...{
        kind: "channels",
        filter: "{}",
        signing_secrets: "[]",
        name: null,
        preset: null,
        destination: null,
        sealed_secrets: null,
      },
    },
    facts: {
      ...{ id: `fact-${of}`, app_id, source: "person", ref: person_id, webhook_id },
    },
    webhook_journal: {
      ...{ id: `whj-${of}` as WebhookJournalId, app_id, events: '[{"name":"cache_miss","channel":"cache-news"}]' },
    },
    terminated_users: { app_id, user_hash: `user-${of}`, terminated_at: at },
    webhook_occupancy: { app_id, channel: "presence-room", user_id: `user-${of}` },
    webhook_deliveries: {
      ...{
        id: `whd-${of}` as WebhookDeliveryId,
        app_id,
        webhook_id,
        message_id: null,
        body: '{"time_ms":1,"events":[]}',
        created_at: at,
      },
      ...{ stamped_at: at, attempts: 2, next_attempt_at: at + 1, state: "pending" },
      ...{ last_status: 503, last_error: null, delivered_at: null },
    },
    webhook_attempts: {
      ...{ delivery_id: `whd-${of}` as WebhookDeliveryId, began_at: at, duration_ms: 12 },
      ...{ status: 503, error: null, answer: "later" },
    },
    nodes: {
      ...{ id: `nod-${of}` as NodeId, process: "fanfare 7 on one", host: "127.0.0.1", port: 4000, version: "0.1.0" },
      ...{ state: "active", started_at: at, seen_at: at + 1, connections: 12, degraded: null },
    },
    leases: { name: `work-${of}`, node_id: `nod-${of}` as NodeId, token: 1, until: at },
    moves: { id: 1, installation_id: "an installation", foreign_keys: "[]", finished_at: at },
  } satisfies Partial<Schema>;
}
