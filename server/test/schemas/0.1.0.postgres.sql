create table account_links (
  id text collate "C" not null,
  token_hash text collate "C" not null,
  purpose text collate "C" not null,
  email text collate "C" not null,
  role text collate "C",
  member_id text collate "C",
  created_by text collate "C",
  created_at bigint not null,
  expires_at bigint not null
);
create table alert_emails (
  alert_id text collate "C" not null,
  member_id text collate "C" not null,
  event text collate "C" not null,
  state text collate "C" not null,
  attempts bigint not null
);
create table alerts (
  id text collate "C" not null,
  key text collate "C" not null,
  kind text collate "C" not null,
  app_id text collate "C",
  content_id text collate "C",
  step_id text collate "C",
  receiver_id text collate "C",
  data text collate "C" not null,
  opened_at bigint not null,
  healthy_since bigint,
  resolved_at bigint,
  resolution text collate "C"
);
create table api_tokens (
  id text collate "C" not null,
  token_hash text collate "C" not null,
  name text collate "C" not null,
  scopes text collate "C" not null,
  member_id text collate "C",
  created_at bigint not null,
  last_used_at bigint,
  expires_at bigint
);
create table app_secrets (
  id text collate "C" not null,
  app_id text collate "C" not null,
  sealed text collate "C" not null,
  created_at bigint not null,
  revoked_at bigint,
  last_used_at bigint
);
create table apps (
  id text collate "C" not null,
  key text collate "C" not null,
  name text collate "C" not null,
  paused smallint not null,
  system smallint not null,
  require_identity smallint not null,
  allowed_origins text collate "C" not null,
  config_version bigint not null,
  config_raised_at bigint not null,
  created_at bigint not null,
  settings text collate "C" default '{}'::text not null,
  revision bigint default 1 not null,
  first_page_at bigint,
  changes bigint default 1 not null
);
create table attribute_definitions (
  app_id text collate "C" not null,
  owner text collate "C" not null,
  name text collate "C" not null,
  type text collate "C" not null,
  created_at bigint not null,
  mismatches bigint not null,
  last_mismatch_type text collate "C",
  last_mismatch_at bigint
);
create table audit_entries (
  id text collate "C" not null,
  at bigint not null,
  member_id text collate "C",
  action text collate "C" not null,
  resource_type text collate "C" not null,
  resource_id text collate "C" not null,
  app_id text collate "C",
  detail text collate "C" not null,
  seq bigint,
  hash text collate "C"
);
create table audit_keys (
  key_id text collate "C" not null,
  sealed text collate "C" not null
);
create table builder_sessions (
  id text collate "C" not null,
  app_id text collate "C" not null,
  content_id text collate "C",
  step_id text collate "C",
  tracker_id text collate "C",
  tracker text collate "C",
  sign_in_id text collate "C" not null,
  origin text collate "C" not null,
  language text collate "C" not null,
  code_hash text collate "C" not null,
  token_hash text collate "C",
  created_at bigint not null,
  last_used_at bigint not null
);
create table cap_groups (
  id text collate "C" not null,
  name text collate "C" not null,
  runs_max bigint not null,
  window_hours bigint not null,
  covers text collate "C" not null,
  revision bigint not null,
  created_at bigint not null,
  updated_at bigint not null
);
create table comments (
  id text collate "C" not null,
  content_id text collate "C" not null,
  step_id text collate "C" not null,
  text text collate "C" not null,
  member_id text collate "C",
  created_at bigint not null,
  resolved_at bigint,
  resolved_by text collate "C"
);
create table contents (
  id text collate "C" not null,
  type text collate "C" not null,
  slug text collate "C" not null,
  name text collate "C" not null,
  draft text collate "C" not null,
  revision bigint not null,
  system smallint not null,
  created_at bigint not null,
  updated_at bigint not null,
  updated_by text collate "C",
  archived_at bigint,
  draft_issues bigint default 0 not null
);
create table custom_roles (
  id text collate "C" not null,
  name text collate "C" not null,
  permissions text collate "C" not null,
  created_at bigint not null,
  updated_at bigint not null
);
create table dashboard_email_recipients (
  id text collate "C" not null,
  dashboard_email_id text collate "C" not null,
  email text collate "C" not null,
  sent_for bigint
);
create table dashboard_emails (
  id text collate "C" not null,
  app_id text collate "C" not null,
  dashboard_id text collate "C" not null,
  member_id text collate "C",
  schedule text collate "C" not null,
  time_zone text collate "C" not null,
  language text collate "C" not null,
  days bigint not null,
  next_at bigint not null,
  due_at bigint not null,
  attempts bigint not null,
  failure text collate "C",
  last_sent_at bigint,
  created_at bigint not null
);
create table dashboard_links (
  id text collate "C" not null,
  app_id text collate "C" not null,
  dashboard_id text collate "C" not null,
  member_id text collate "C",
  token_hash text collate "C" not null,
  created_at bigint not null,
  expires_at bigint not null,
  last_viewed_at bigint
);
create table dashboards (
  id text collate "C" not null,
  app_id text collate "C" not null,
  name text collate "C" not null,
  charts text collate "C" not null,
  revision bigint default 1 not null,
  created_at bigint not null,
  updated_at bigint not null,
  updated_by text collate "C"
);
create table debug_link_uses (
  link_id text collate "C" not null,
  panel_hash text collate "C" not null,
  expires_at bigint not null
);
create table decision_log (
  id text collate "C" not null,
  app_id text collate "C" not null,
  person_id text collate "C" not null,
  at bigint not null,
  config_version bigint not null,
  verdicts text collate "C" not null
);
create table deleted_apps (
  app_id text collate "C" not null,
  deleted_at bigint not null
);
create table email_unsubscribes (
  person_id text collate "C" not null,
  live_update_id text collate "C",
  created_at bigint not null
);
create table erasures (
  app_id text collate "C" not null,
  name_hash text collate "C" not null,
  erased_at bigint not null
);
create table event_counts (
  person_id text collate "C" not null,
  name text collate "C" not null,
  filter text collate "C" not null,
  events bigint not null
);
create table event_rollups (
  app_id text collate "C" not null,
  day bigint not null,
  name text collate "C" not null,
  content_id text collate "C" not null,
  facets text collate "C" not null,
  events bigint not null
);
create table events (
  id text collate "C" not null,
  app_id text collate "C" not null,
  person_id text collate "C" not null,
  name text collate "C" not null,
  props text collate "C" not null,
  happened_at bigint not null,
  received_at bigint not null,
  batch text collate "C" default ''::text not null,
  content_id text collate "C" default ''::text not null,
  facets text collate "C" default ''::text not null
);
create table exposures (
  person_id text collate "C" not null,
  content_id text collate "C" not null,
  experiment text collate "C" not null,
  app_id text collate "C" not null,
  arm text collate "C" not null,
  version bigint not null,
  exposed_at bigint not null,
  crossed smallint not null
);
create table facts (
  id text collate "C" not null,
  app_id text collate "C",
  source text collate "C" not null,
  ref text collate "C" not null,
  webhook_id text collate "C"
);
create table feed_reads (
  person_id text collate "C" not null,
  item text collate "C" not null,
  read_at bigint not null
);
create table funnel_runs (
  person_id text collate "C" not null,
  content_id text collate "C" not null,
  run_id text collate "C" not null,
  app_id text collate "C" not null,
  version bigint,
  variant text collate "C" not null,
  locale text collate "C" not null,
  first_at bigint not null,
  seen smallint not null,
  unseen smallint not null,
  suppressed smallint not null,
  outcome text collate "C" not null,
  start_reason text collate "C",
  end_reason text collate "C",
  error text collate "C",
  ended_at bigint,
  wait_ms_max bigint
);
create table funnel_steps (
  person_id text collate "C" not null,
  content_id text collate "C" not null,
  run_id text collate "C" not null,
  step_id text collate "C" not null,
  seen smallint not null,
  done smallint not null,
  missing smallint not null,
  skipped smallint default 0 not null,
  skip_event text collate "C" default ''::text not null,
  near text collate "C" not null,
  unready text collate "C" not null,
  obstructed text collate "C" default ''::text not null
);
create table goals (
  id text collate "C" not null,
  app_id text collate "C" not null,
  name text collate "C" not null,
  event_name text collate "C" not null,
  props text collate "C" not null,
  window_ms bigint not null,
  attribution text collate "C" not null,
  celebration text collate "C",
  created_at bigint not null,
  revision bigint default 1 not null,
  archived_at bigint
);
create table group_event_days (
  group_id text collate "C" not null,
  name text collate "C" not null,
  day bigint not null,
  app_id text collate "C" not null,
  events bigint not null,
  first_at bigint not null,
  last_at bigint not null
);
create table group_tasks (
  group_id text collate "C" not null,
  content_id text collate "C" not null,
  task_id text collate "C" not null,
  app_id text collate "C" not null,
  done_by text collate "C",
  done_at bigint not null
);
create table groups (
  id text collate "C" not null,
  app_id text collate "C" not null,
  external_id text collate "C" not null,
  attributes text collate "C" not null,
  search_name text collate "C",
  created_at bigint not null,
  updated_at bigint not null
);
create table help_feeds (
  url text collate "C" not null,
  articles text collate "C" not null,
  article_count bigint not null,
  etag text collate "C",
  last_modified text collate "C",
  changed_at bigint not null,
  read_at bigint,
  tried_at bigint not null,
  next_read_at bigint not null,
  failure text collate "C"
);
create table idempotent_answers (
  key_hash text collate "C" not null,
  request_hash text collate "C" not null,
  sealed text collate "C",
  created_at bigint not null
);
create table images (
  hash text collate "C" not null,
  name text collate "C" not null,
  width bigint not null,
  height bigint not null,
  bytes bigint not null,
  data text collate "C" not null,
  created_at bigint not null,
  created_by text collate "C"
);
create table leases (
  name text collate "C" not null,
  node_id text collate "C" not null,
  token bigint not null,
  until bigint not null
);
create table live_update_deliveries (
  live_update_id text collate "C" not null,
  person_id text collate "C" not null,
  device text collate "C" not null,
  state text collate "C" not null,
  claimed_by text collate "C" not null,
  claimed_at bigint not null,
  delivered_at bigint,
  seen_at bigint,
  ended_at bigint,
  variant text collate "C"
);
create table live_update_emails (
  live_update_id text collate "C" not null,
  person_id text collate "C" not null,
  state text collate "C" not null,
  reason text collate "C",
  attempts bigint not null,
  next_at bigint not null,
  changed_at bigint not null
);
create table live_update_pushes (
  live_update_id text collate "C" not null,
  person_id text collate "C" not null,
  state text collate "C" not null,
  reason text collate "C",
  attempts bigint not null,
  next_at bigint not null,
  changed_at bigint not null,
  opened_at bigint
);
create table live_update_targets (
  live_update_id text collate "C" not null,
  app_id text collate "C" not null,
  target text collate "C" not null,
  expires_at bigint not null
);
create table live_updates (
  id text collate "C" not null,
  app_id text collate "C" not null,
  "position" bigint not null,
  audience text collate "C" not null,
  people bigint,
  body text collate "C" not null,
  priority text collate "C" not null,
  require_ack smallint not null,
  collapse_key text collate "C",
  devices text collate "C" not null,
  created_at bigint not null,
  timing text collate "C",
  expires_at bigint not null,
  created_by text collate "C",
  resend_of text collate "C",
  experiment text collate "C",
  email_after_hours bigint,
  emails_at bigint,
  emails_cursor text collate "C",
  push_after_minutes bigint,
  pushes_at bigint,
  pushes_cursor text collate "C"
);
create table mail_server (
  id bigint not null,
  server text collate "C" not null,
  sealed text collate "C",
  revision bigint not null,
  updated_at bigint not null
);
create table member_app_roles (
  member_id text collate "C" not null,
  app_id text collate "C" not null,
  role_id text collate "C" not null
);
create table member_identities (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  member_id text collate "C" not null,
  created_at bigint not null,
  last_used_at bigint not null
);
create table members (
  id text collate "C" not null,
  email text collate "C" not null,
  name text collate "C" not null,
  role text collate "C" not null,
  password_hash text collate "C" not null,
  created_at bigint not null
);
create table memberships (
  person_id text collate "C" not null,
  group_id text collate "C" not null,
  attributes text collate "C" not null,
  created_at bigint not null
);
create table milestones (
  goal_id text collate "C" not null,
  person_id text collate "C" not null,
  app_id text collate "C" not null,
  event_id text collate "C" not null,
  run_id text collate "C",
  content_id text collate "C",
  reached_at bigint not null
);
create table moves (
  id bigint not null,
  installation_id text collate "C" not null,
  foreign_keys text collate "C" not null,
  finished_at bigint
);
create table nodes (
  id text collate "C" not null,
  process text collate "C" not null,
  host text collate "C" not null,
  port bigint not null,
  version text collate "C" not null,
  state text collate "C" not null,
  started_at bigint not null,
  seen_at bigint not null,
  connections bigint not null,
  degraded text collate "C"
);
create table notification_settings (
  member_id text collate "C" not null,
  settings text collate "C" not null,
  updated_at bigint not null,
  summary_week text collate "C"
);
create table occasions (
  person_id text collate "C" not null,
  content_id text collate "C" not null,
  milestone text collate "C" not null,
  reached_at bigint not null,
  shown_at bigint
);
create table people (
  id text collate "C" not null,
  app_id text collate "C" not null,
  external_id text collate "C",
  anonymous_id text collate "C",
  verified smallint not null,
  attributes text collate "C" not null,
  merged_into text collate "C",
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  search_name text collate "C",
  search_last_name text collate "C",
  search_email text collate "C",
  locale text collate "C",
  time_zone text collate "C",
  device text collate "C",
  watched_until bigint,
  vouched text collate "C"
);
create table people_import_refusals (
  import_id text collate "C" not null,
  line bigint not null,
  external_id text collate "C",
  message text collate "C" not null,
  fields text collate "C" not null
);
create table people_import_rows (
  import_id text collate "C" not null,
  seq bigint not null,
  rows text collate "C" not null
);
create table people_imports (
  id text collate "C" not null,
  app_id text collate "C" not null,
  state text collate "C" not null,
  file_name text collate "C" not null,
  reader text collate "C" not null,
  columns text collate "C" not null,
  sample text collate "C" not null,
  bytes bigint not null,
  parts bigint not null,
  batches bigint not null,
  row_count bigint not null,
  rows_done bigint not null,
  made bigint not null,
  changed bigint not null,
  refused bigint not null,
  failure text collate "C",
  member_id text collate "C",
  created_at bigint not null,
  started_at bigint,
  ended_at bigint
);
create table preview_links (
  id text collate "C" not null,
  app_id text collate "C" not null,
  content_id text collate "C" not null,
  member_id text collate "C" not null,
  origin text collate "C" not null,
  token_hash text collate "C" not null,
  created_at bigint not null,
  expires_at bigint not null,
  last_used_at bigint
);
create table provider_sessions (
  sign_in_id text collate "C" not null,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  sid text collate "C",
  sealed text collate "C"
);
create table provisioned_group_members (
  group_id text collate "C" not null,
  member_id text collate "C" not null
);
create table provisioned_groups (
  id text collate "C" not null,
  display_name text collate "C" not null,
  external_id text collate "C",
  role text collate "C" not null,
  created_at bigint not null,
  updated_at bigint not null
);
create table provisioned_members (
  member_id text collate "C" not null,
  user_name text collate "C" not null,
  external_id text collate "C",
  deactivated_at bigint,
  updated_at bigint not null
);
create table publications (
  content_id text collate "C" not null,
  app_id text collate "C" not null,
  version_id text collate "C" not null,
  published_at bigint not null,
  published_by text collate "C",
  paused_at bigint
);
create table push_keys (
  app_id text collate "C" not null,
  public_key text collate "C" not null,
  sealed text collate "C" not null,
  created_at bigint not null
);
create table push_subscriptions (
  id text collate "C" not null,
  app_id text collate "C" not null,
  person_id text collate "C" not null,
  endpoint_hash text collate "C" not null,
  service text collate "C" not null,
  sealed text collate "C" not null,
  created_at bigint not null,
  confirmed_at bigint not null
);
create table pushed_items (
  path text collate "C" not null,
  hash text collate "C" not null,
  source text collate "C" not null,
  pushed_at bigint not null
);
create table review_reviewers (
  content_id text collate "C" not null,
  app_id text collate "C" not null,
  revision bigint not null,
  member_id text collate "C" not null
);
create table reviews (
  content_id text collate "C" not null,
  app_id text collate "C" not null,
  revision bigint not null,
  requested_at bigint not null,
  requested_by text collate "C",
  approved_at bigint,
  approved_by text collate "C"
);
create table runs (
  id text collate "C" not null,
  app_id text collate "C" not null,
  person_id text collate "C" not null,
  content_id text collate "C" not null,
  version_id text collate "C" not null,
  state text collate "C" not null,
  step_id text collate "C" not null,
  seq bigint not null,
  start_reason text collate "C" not null,
  end_reason text collate "C",
  started_at bigint not null,
  ended_at bigint,
  done text collate "C" default '[]'::text not null,
  variant text collate "C" default ''::text not null,
  reset_at bigint
);
create table saml_assertions (
  id_hash text collate "C" not null,
  expires_at bigint not null
);
create table saml_settings (
  id bigint not null,
  provider text collate "C" not null,
  revision bigint not null,
  updated_at bigint not null
);
create table scheduled_live_updates (
  id text collate "C" not null,
  app_id text collate "C" not null,
  send_at bigint not null,
  input text collate "C" not null,
  created_at bigint not null,
  created_by text collate "C"
);
create table scheduled_publications (
  content_id text collate "C" not null,
  app_id text collate "C" not null,
  version_id text collate "C" not null,
  publish_at bigint not null,
  scheduled_by text collate "C"
);
create table schema_migrations (
  number bigint not null,
  name text collate "C" not null,
  min_reader bigint not null,
  applied_at bigint not null
);
create table second_factors (
  member_id text collate "C" not null,
  sealed text collate "C" not null,
  confirmed_at bigint,
  last_step bigint not null,
  recovery_hashes text collate "C" not null
);
create table segment_people (
  segment_id text collate "C" not null,
  person_id text collate "C" not null,
  app_id text collate "C" not null,
  added_at bigint not null
);
create table segments (
  id text collate "C" not null,
  name text collate "C" not null,
  rule text collate "C" not null,
  revision bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  updated_by text collate "C",
  archived_at bigint
);
create table setup_links (
  id bigint not null,
  token_hash text collate "C" not null,
  expires_at bigint not null
);
create table sign_in_attempts (
  name_hash text collate "C" not null,
  left_ms bigint not null,
  at_ms bigint not null
);
create table sign_ins (
  id text collate "C" not null,
  token_hash text collate "C" not null,
  member_id text collate "C" not null,
  user_agent text collate "C" not null,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null
);
create table single_sign_on (
  id bigint not null,
  provider text collate "C" not null,
  sealed text collate "C",
  revision bigint not null,
  updated_at bigint not null
);
create table suppressions (
  id text collate "C" not null,
  app_id text collate "C" not null,
  person_id text collate "C" not null,
  scope text collate "C" not null,
  target text collate "C" not null,
  reason text collate "C" not null,
  created_at bigint not null,
  expires_at bigint not null
);
create table survey_answers (
  run_id text collate "C" not null,
  question_id text collate "C" not null,
  ordinal bigint not null,
  event_id text collate "C" not null,
  app_id text collate "C" not null,
  content_id text collate "C" not null,
  version bigint not null,
  person_id text collate "C",
  number bigint,
  part text collate "C",
  option text collate "C",
  text text collate "C",
  answered_at bigint not null
);
create table survey_response_counts (
  app_id text collate "C" not null,
  content_id text collate "C" not null,
  day bigint not null,
  responses bigint not null
);
create table survey_responses (
  run_id text collate "C" not null,
  app_id text collate "C" not null,
  content_id text collate "C" not null,
  person_id text collate "C",
  counted smallint not null
);
create table templates (
  id text collate "C" not null,
  name text collate "C" not null,
  description text collate "C" not null,
  type text collate "C" not null,
  draft text collate "C" not null,
  revision bigint default 1 not null,
  created_at bigint not null,
  updated_at bigint not null,
  updated_by text collate "C"
);
create table terminated_users (
  app_id text collate "C" not null,
  user_hash text collate "C" not null,
  terminated_at bigint not null
);
create table themes (
  id text collate "C" not null,
  name text collate "C" not null,
  theme text collate "C" not null,
  is_default smallint not null,
  revision bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  updated_by text collate "C",
  archived_at bigint
);
create table trackers (
  id text collate "C" not null,
  app_id text collate "C" not null,
  name text collate "C" not null,
  rule text collate "C" not null,
  revision bigint default 1 not null,
  live text collate "C",
  live_revision bigint,
  published_at bigint,
  paused_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  updated_by text collate "C",
  archived_at bigint
);
create table versions (
  id text collate "C" not null,
  content_id text collate "C" not null,
  number bigint not null,
  edition text collate "C" not null,
  revision bigint not null,
  frozen_at bigint not null,
  created_by text collate "C"
);
create table webhook_attempts (
  delivery_id text collate "C" not null,
  began_at bigint not null,
  duration_ms bigint not null,
  status bigint,
  error text collate "C",
  answer text collate "C" not null
);
create table webhook_deliveries (
  id text collate "C" not null,
  app_id text collate "C" not null,
  webhook_id text collate "C" not null,
  message_id text collate "C",
  body text collate "C" not null,
  created_at bigint not null,
  stamped_at bigint not null,
  attempts bigint not null,
  next_attempt_at bigint not null,
  state text collate "C" not null,
  last_status bigint,
  last_error text collate "C",
  delivered_at bigint
);
create table webhook_journal (
  id text collate "C" not null,
  app_id text collate "C" not null,
  events text collate "C" not null
);
create table webhook_occupancy (
  app_id text collate "C" not null,
  channel text collate "C" not null,
  user_id text collate "C" not null
);
create table webhooks (
  id text collate "C" not null,
  app_id text collate "C" not null,
  kind text collate "C" not null,
  url text collate "C" not null,
  events text collate "C" not null,
  filter text collate "C" not null,
  signing_secrets text collate "C" not null,
  name text collate "C",
  preset text collate "C",
  destination text collate "C",
  sealed_secrets text collate "C",
  enabled smallint not null,
  created_at bigint not null,
  archived_at bigint,
  failing_since bigint,
  stopped_at bigint
);
create table workspace (
  id bigint not null,
  name text collate "C" not null,
  created_at bigint not null,
  installation_id text collate "C" not null
);
alter table account_links add constraint account_links_one_each UNIQUE (email, purpose);
alter table account_links add constraint account_links_pkey PRIMARY KEY (id);
alter table account_links add constraint account_links_purpose_check CHECK ((purpose = ANY (ARRAY['invite'::text, 'reset'::text])));
alter table account_links add constraint account_links_token_hash_key UNIQUE (token_hash);
alter table alert_emails add constraint alert_emails_event_check CHECK ((event = ANY (ARRAY['opened'::text, 'resolved'::text])));
alter table alert_emails add constraint alert_emails_key PRIMARY KEY (alert_id, member_id, event);
alter table alert_emails add constraint alert_emails_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text])));
alter table alerts add constraint alerts_pkey PRIMARY KEY (id);
alter table alerts add constraint alerts_resolved CHECK (((resolved_at IS NULL) = (resolution IS NULL)));
alter table api_tokens add constraint api_tokens_pkey PRIMARY KEY (id);
alter table api_tokens add constraint api_tokens_token_hash_key UNIQUE (token_hash);
alter table app_secrets add constraint app_secrets_pkey PRIMARY KEY (id);
alter table apps add constraint apps_key_key UNIQUE (key);
alter table apps add constraint apps_paused_check CHECK ((paused = ANY (ARRAY[0, 1])));
alter table apps add constraint apps_pkey PRIMARY KEY (id);
alter table apps add constraint apps_require_identity_check CHECK ((require_identity = ANY (ARRAY[0, 1])));
alter table apps add constraint apps_system_check CHECK ((system = ANY (ARRAY[0, 1])));
alter table attribute_definitions add constraint attribute_definitions_key PRIMARY KEY (app_id, owner, name);
alter table audit_entries add constraint audit_entries_pkey PRIMARY KEY (id);
alter table audit_keys add constraint audit_keys_pkey PRIMARY KEY (key_id);
alter table builder_sessions add constraint builder_sessions_code_hash_key UNIQUE (code_hash);
alter table builder_sessions add constraint builder_sessions_pkey PRIMARY KEY (id);
alter table builder_sessions add constraint builder_sessions_subject CHECK (((content_id IS NULL) <> (tracker IS NULL)));
alter table builder_sessions add constraint builder_sessions_token_hash_key UNIQUE (token_hash);
alter table cap_groups add constraint cap_groups_name_key UNIQUE (name);
alter table cap_groups add constraint cap_groups_pkey PRIMARY KEY (id);
alter table comments add constraint comments_pkey PRIMARY KEY (id);
alter table contents add constraint contents_pkey PRIMARY KEY (id);
alter table contents add constraint contents_slug_key UNIQUE (slug);
alter table contents add constraint contents_system_check CHECK ((system = ANY (ARRAY[0, 1])));
alter table custom_roles add constraint custom_roles_name_key UNIQUE (name);
alter table custom_roles add constraint custom_roles_pkey PRIMARY KEY (id);
alter table dashboard_email_recipients add constraint dashboard_email_recipients_one_each UNIQUE (dashboard_email_id, email);
alter table dashboard_email_recipients add constraint dashboard_email_recipients_pkey PRIMARY KEY (id);
alter table dashboard_emails add constraint dashboard_emails_pkey PRIMARY KEY (id);
alter table dashboard_links add constraint dashboard_links_pkey PRIMARY KEY (id);
alter table dashboard_links add constraint dashboard_links_token_hash_key UNIQUE (token_hash);
alter table dashboards add constraint dashboards_pkey PRIMARY KEY (id);
alter table debug_link_uses add constraint debug_link_uses_pkey PRIMARY KEY (link_id);
alter table decision_log add constraint decision_log_pkey PRIMARY KEY (id);
alter table deleted_apps add constraint deleted_apps_pkey PRIMARY KEY (app_id);
alter table email_unsubscribes add constraint email_unsubscribes_pkey PRIMARY KEY (person_id);
alter table erasures add constraint erasures_key PRIMARY KEY (app_id, name_hash);
alter table event_counts add constraint event_counts_key PRIMARY KEY (person_id, name, filter);
alter table event_rollups add constraint event_rollups_key PRIMARY KEY (app_id, day, name, content_id, facets);
alter table events add constraint events_pkey PRIMARY KEY (id);
alter table exposures add constraint exposures_key PRIMARY KEY (person_id, content_id, experiment);
alter table facts add constraint facts_pkey PRIMARY KEY (id);
alter table facts add constraint facts_source_check CHECK ((source = ANY (ARRAY['event'::text, 'goal'::text, 'person'::text, 'audit'::text, 'alert'::text])));
alter table feed_reads add constraint feed_reads_key PRIMARY KEY (person_id, item);
alter table funnel_runs add constraint funnel_runs_key PRIMARY KEY (person_id, content_id, run_id);
alter table funnel_steps add constraint funnel_steps_key PRIMARY KEY (person_id, content_id, run_id, step_id);
alter table goals add constraint goals_pkey PRIMARY KEY (id);
alter table group_event_days add constraint group_event_days_key PRIMARY KEY (group_id, name, day);
alter table group_tasks add constraint group_tasks_key PRIMARY KEY (group_id, content_id, task_id);
alter table groups add constraint groups_pkey PRIMARY KEY (id);
alter table help_feeds add constraint help_feeds_pkey PRIMARY KEY (url);
alter table idempotent_answers add constraint idempotent_answers_pkey PRIMARY KEY (key_hash);
alter table images add constraint images_pkey PRIMARY KEY (hash);
alter table leases add constraint leases_pkey PRIMARY KEY (name);
alter table live_update_deliveries add constraint live_update_deliveries_key PRIMARY KEY (live_update_id, person_id, device);
alter table live_update_emails add constraint live_update_emails_key PRIMARY KEY (live_update_id, person_id);
alter table live_update_emails add constraint live_update_emails_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'claimed'::text, 'sent'::text, 'failed'::text, 'skipped'::text])));
alter table live_update_pushes add constraint live_update_pushes_key PRIMARY KEY (live_update_id, person_id);
alter table live_update_pushes add constraint live_update_pushes_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'claimed'::text, 'sent'::text, 'failed'::text, 'skipped'::text])));
alter table live_update_targets add constraint live_update_targets_key PRIMARY KEY (live_update_id, target);
alter table live_updates add constraint live_updates_pkey PRIMARY KEY (id);
alter table mail_server add constraint mail_server_pkey PRIMARY KEY (id);
alter table member_app_roles add constraint member_app_roles_key PRIMARY KEY (member_id, app_id);
alter table member_identities add constraint member_identities_key PRIMARY KEY (issuer, subject);
alter table member_identities add constraint member_identities_one_each UNIQUE (member_id, issuer);
alter table members add constraint members_email_key UNIQUE (email);
alter table members add constraint members_pkey PRIMARY KEY (id);
alter table memberships add constraint memberships_key PRIMARY KEY (person_id, group_id);
alter table milestones add constraint milestones_key PRIMARY KEY (goal_id, person_id);
alter table moves add constraint moves_id_check CHECK ((id = 1));
alter table moves add constraint moves_pkey PRIMARY KEY (id);
alter table nodes add constraint nodes_pkey PRIMARY KEY (id);
alter table nodes add constraint nodes_state_check CHECK ((state = ANY (ARRAY['active'::text, 'standby'::text, 'draining'::text, 'superseded'::text])));
alter table notification_settings add constraint notification_settings_pkey PRIMARY KEY (member_id);
alter table occasions add constraint occasions_key PRIMARY KEY (person_id, content_id, milestone);
alter table people add constraint people_have_one_name CHECK (((external_id IS NULL) <> (anonymous_id IS NULL)));
alter table people add constraint people_pkey PRIMARY KEY (id);
alter table people add constraint people_verified_check CHECK ((verified = ANY (ARRAY[0, 1])));
alter table people_import_refusals add constraint people_import_refusals_key PRIMARY KEY (import_id, line);
alter table people_import_rows add constraint people_import_rows_key PRIMARY KEY (import_id, seq);
alter table people_imports add constraint people_imports_pkey PRIMARY KEY (id);
alter table preview_links add constraint preview_links_pkey PRIMARY KEY (id);
alter table preview_links add constraint preview_links_token_hash_key UNIQUE (token_hash);
alter table provider_sessions add constraint provider_sessions_pkey PRIMARY KEY (sign_in_id);
alter table provisioned_group_members add constraint provisioned_group_members_key PRIMARY KEY (group_id, member_id);
alter table provisioned_groups add constraint provisioned_groups_display_name_key UNIQUE (display_name);
alter table provisioned_groups add constraint provisioned_groups_pkey PRIMARY KEY (id);
alter table provisioned_members add constraint provisioned_members_pkey PRIMARY KEY (member_id);
alter table provisioned_members add constraint provisioned_members_user_name_key UNIQUE (user_name);
alter table publications add constraint publications_key PRIMARY KEY (content_id, app_id);
alter table push_keys add constraint push_keys_pkey PRIMARY KEY (app_id);
alter table push_subscriptions add constraint push_subscriptions_pkey PRIMARY KEY (id);
alter table pushed_items add constraint pushed_items_pkey PRIMARY KEY (path);
alter table review_reviewers add constraint review_reviewers_key PRIMARY KEY (content_id, app_id, revision, member_id);
alter table reviews add constraint reviews_key PRIMARY KEY (content_id, app_id, revision);
alter table runs add constraint runs_pkey PRIMARY KEY (id);
alter table saml_assertions add constraint saml_assertions_pkey PRIMARY KEY (id_hash);
alter table saml_settings add constraint saml_settings_pkey PRIMARY KEY (id);
alter table scheduled_live_updates add constraint scheduled_live_updates_pkey PRIMARY KEY (id);
alter table scheduled_publications add constraint scheduled_publications_key PRIMARY KEY (content_id, app_id);
alter table schema_migrations add constraint schema_migrations_pkey PRIMARY KEY (number);
alter table second_factors add constraint second_factors_pkey PRIMARY KEY (member_id);
alter table segment_people add constraint segment_people_key PRIMARY KEY (person_id, segment_id);
alter table segments add constraint segments_name_key UNIQUE (name);
alter table segments add constraint segments_pkey PRIMARY KEY (id);
alter table setup_links add constraint setup_links_id_check CHECK ((id = 1));
alter table setup_links add constraint setup_links_pkey PRIMARY KEY (id);
alter table sign_in_attempts add constraint sign_in_attempts_pkey PRIMARY KEY (name_hash);
alter table sign_ins add constraint sign_ins_pkey PRIMARY KEY (id);
alter table sign_ins add constraint sign_ins_token_hash_key UNIQUE (token_hash);
alter table single_sign_on add constraint single_sign_on_pkey PRIMARY KEY (id);
alter table suppressions add constraint suppressions_one_each UNIQUE (person_id, scope, target);
alter table suppressions add constraint suppressions_pkey PRIMARY KEY (id);
alter table survey_answers add constraint survey_answers_key PRIMARY KEY (run_id, question_id, ordinal);
alter table survey_response_counts add constraint survey_response_counts_key PRIMARY KEY (app_id, content_id, day);
alter table survey_responses add constraint survey_responses_pkey PRIMARY KEY (run_id);
alter table templates add constraint templates_pkey PRIMARY KEY (id);
alter table terminated_users add constraint terminated_users_key PRIMARY KEY (app_id, user_hash);
alter table themes add constraint themes_name_key UNIQUE (name);
alter table themes add constraint themes_pkey PRIMARY KEY (id);
alter table trackers add constraint trackers_pkey PRIMARY KEY (id);
alter table versions add constraint versions_by_number UNIQUE (content_id, number);
alter table versions add constraint versions_pkey PRIMARY KEY (id);
alter table webhook_attempts add constraint webhook_attempts_key PRIMARY KEY (delivery_id, began_at);
alter table webhook_deliveries add constraint webhook_deliveries_pkey PRIMARY KEY (id);
alter table webhook_deliveries add constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'dead'::text])));
alter table webhook_journal add constraint webhook_journal_pkey PRIMARY KEY (id);
alter table webhook_occupancy add constraint webhook_occupancy_key PRIMARY KEY (app_id, channel, user_id);
alter table webhooks add constraint webhooks_destination CHECK (((kind = 'destination'::text) = (preset IS NOT NULL)));
alter table webhooks add constraint webhooks_enabled_check CHECK ((enabled = ANY (ARRAY[0, 1])));
alter table webhooks add constraint webhooks_kind_check CHECK ((kind = ANY (ARRAY['channels'::text, 'engagement'::text, 'destination'::text])));
alter table webhooks add constraint webhooks_pkey PRIMARY KEY (id);
alter table workspace add constraint workspace_id_check CHECK ((id = 1));
alter table workspace add constraint workspace_pkey PRIMARY KEY (id);
alter table account_links add constraint account_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL;
alter table account_links add constraint account_links_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE;
alter table alert_emails add constraint alert_emails_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(id) ON DELETE CASCADE;
alter table alert_emails add constraint alert_emails_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE;
alter table alerts add constraint alerts_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table alerts add constraint alerts_content_id_fkey FOREIGN KEY (content_id) REFERENCES contents(id) ON DELETE CASCADE;
alter table alerts add constraint alerts_receiver_id_fkey FOREIGN KEY (receiver_id) REFERENCES webhooks(id) ON DELETE CASCADE;
alter table api_tokens add constraint api_tokens_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE;
alter table app_secrets add constraint app_secrets_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table attribute_definitions add constraint attribute_definitions_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table builder_sessions add constraint builder_sessions_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table builder_sessions add constraint builder_sessions_content_id_fkey FOREIGN KEY (content_id) REFERENCES contents(id) ON DELETE CASCADE;
alter table builder_sessions add constraint builder_sessions_sign_in_id_fkey FOREIGN KEY (sign_in_id) REFERENCES sign_ins(id) ON DELETE CASCADE;
alter table comments add constraint comments_content_id_fkey FOREIGN KEY (content_id) REFERENCES contents(id) ON DELETE CASCADE;
alter table comments add constraint comments_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL;
alter table comments add constraint comments_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES members(id) ON DELETE SET NULL;
alter table contents add constraint contents_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES members(id) ON DELETE SET NULL;
alter table dashboard_email_recipients add constraint dashboard_email_recipients_dashboard_email_id_fkey FOREIGN KEY (dashboard_email_id) REFERENCES dashboard_emails(id) ON DELETE CASCADE;
alter table dashboard_emails add constraint dashboard_emails_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table dashboard_emails add constraint dashboard_emails_dashboard_id_fkey FOREIGN KEY (dashboard_id) REFERENCES dashboards(id) ON DELETE CASCADE;
alter table dashboard_emails add constraint dashboard_emails_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE;
alter table dashboard_links add constraint dashboard_links_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table dashboard_links add constraint dashboard_links_dashboard_id_fkey FOREIGN KEY (dashboard_id) REFERENCES dashboards(id) ON DELETE CASCADE;
alter table dashboard_links add constraint dashboard_links_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE;
alter table dashboards add constraint dashboards_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table dashboards add constraint dashboards_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES members(id) ON DELETE SET NULL;
alter table decision_log add constraint decision_log_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table decision_log add constraint decision_log_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table deleted_apps add constraint deleted_apps_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table email_unsubscribes add constraint email_unsubscribes_live_update_id_fkey FOREIGN KEY (live_update_id) REFERENCES live_updates(id) ON DELETE SET NULL;
alter table email_unsubscribes add constraint email_unsubscribes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table erasures add constraint erasures_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table event_counts add constraint event_counts_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table event_rollups add constraint event_rollups_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table events add constraint events_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id);
alter table events add constraint events_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table exposures add constraint exposures_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table facts add constraint facts_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table facts add constraint facts_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE;
alter table feed_reads add constraint feed_reads_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table funnel_runs add constraint funnel_runs_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table funnel_runs add constraint funnel_runs_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table funnel_steps add constraint funnel_steps_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table goals add constraint goals_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table group_event_days add constraint group_event_days_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table group_event_days add constraint group_event_days_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE;
alter table group_tasks add constraint group_tasks_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table group_tasks add constraint group_tasks_content_id_fkey FOREIGN KEY (content_id) REFERENCES contents(id) ON DELETE CASCADE;
alter table group_tasks add constraint group_tasks_done_by_fkey FOREIGN KEY (done_by) REFERENCES people(id) ON DELETE SET NULL;
alter table group_tasks add constraint group_tasks_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE;
alter table groups add constraint groups_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table images add constraint images_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL;
alter table live_update_deliveries add constraint live_update_deliveries_live_update_id_fkey FOREIGN KEY (live_update_id) REFERENCES live_updates(id) ON DELETE CASCADE;
alter table live_update_deliveries add constraint live_update_deliveries_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table live_update_emails add constraint live_update_emails_live_update_id_fkey FOREIGN KEY (live_update_id) REFERENCES live_updates(id) ON DELETE CASCADE;
alter table live_update_emails add constraint live_update_emails_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table live_update_pushes add constraint live_update_pushes_live_update_id_fkey FOREIGN KEY (live_update_id) REFERENCES live_updates(id) ON DELETE CASCADE;
alter table live_update_pushes add constraint live_update_pushes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table live_update_targets add constraint live_update_targets_live_update_id_fkey FOREIGN KEY (live_update_id) REFERENCES live_updates(id) ON DELETE CASCADE;
alter table live_updates add constraint live_updates_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table live_updates add constraint live_updates_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL;
alter table member_app_roles add constraint member_app_roles_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table member_app_roles add constraint member_app_roles_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE;
alter table member_app_roles add constraint member_app_roles_role_id_fkey FOREIGN KEY (role_id) REFERENCES custom_roles(id);
alter table member_identities add constraint member_identities_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE;
alter table memberships add constraint memberships_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE;
alter table memberships add constraint memberships_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table milestones add constraint milestones_goal_id_fkey FOREIGN KEY (goal_id) REFERENCES goals(id) ON DELETE CASCADE;
alter table milestones add constraint milestones_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table notification_settings add constraint notification_settings_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE;
alter table occasions add constraint occasions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table people add constraint people_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id);
alter table people add constraint people_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES people(id);
alter table people_import_refusals add constraint people_import_refusals_import_id_fkey FOREIGN KEY (import_id) REFERENCES people_imports(id) ON DELETE CASCADE;
alter table people_import_rows add constraint people_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES people_imports(id) ON DELETE CASCADE;
alter table people_imports add constraint people_imports_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table people_imports add constraint people_imports_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL;
alter table preview_links add constraint preview_links_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table preview_links add constraint preview_links_content_id_fkey FOREIGN KEY (content_id) REFERENCES contents(id) ON DELETE CASCADE;
alter table preview_links add constraint preview_links_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE;
alter table provider_sessions add constraint provider_sessions_sign_in_id_fkey FOREIGN KEY (sign_in_id) REFERENCES sign_ins(id) ON DELETE CASCADE;
alter table provisioned_group_members add constraint provisioned_group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES provisioned_groups(id) ON DELETE CASCADE;
alter table provisioned_group_members add constraint provisioned_group_members_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE;
alter table provisioned_members add constraint provisioned_members_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE;
alter table publications add constraint publications_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table publications add constraint publications_content_id_fkey FOREIGN KEY (content_id) REFERENCES contents(id) ON DELETE CASCADE;
alter table publications add constraint publications_published_by_fkey FOREIGN KEY (published_by) REFERENCES members(id) ON DELETE SET NULL;
alter table publications add constraint publications_version_id_fkey FOREIGN KEY (version_id) REFERENCES versions(id);
alter table push_keys add constraint push_keys_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table push_subscriptions add constraint push_subscriptions_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table push_subscriptions add constraint push_subscriptions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table review_reviewers add constraint review_reviewers_content_id_app_id_revision_fkey FOREIGN KEY (content_id, app_id, revision) REFERENCES reviews(content_id, app_id, revision) ON DELETE CASCADE;
alter table review_reviewers add constraint review_reviewers_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE;
alter table reviews add constraint reviews_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table reviews add constraint reviews_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES members(id) ON DELETE SET NULL;
alter table reviews add constraint reviews_content_id_fkey FOREIGN KEY (content_id) REFERENCES contents(id) ON DELETE CASCADE;
alter table reviews add constraint reviews_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES members(id) ON DELETE SET NULL;
alter table runs add constraint runs_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id);
alter table runs add constraint runs_content_id_fkey FOREIGN KEY (content_id) REFERENCES contents(id) ON DELETE CASCADE;
alter table runs add constraint runs_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table runs add constraint runs_version_id_fkey FOREIGN KEY (version_id) REFERENCES versions(id) ON DELETE CASCADE;
alter table scheduled_live_updates add constraint scheduled_live_updates_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table scheduled_live_updates add constraint scheduled_live_updates_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL;
alter table scheduled_publications add constraint scheduled_publications_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table scheduled_publications add constraint scheduled_publications_content_id_fkey FOREIGN KEY (content_id) REFERENCES contents(id) ON DELETE CASCADE;
alter table scheduled_publications add constraint scheduled_publications_scheduled_by_fkey FOREIGN KEY (scheduled_by) REFERENCES members(id) ON DELETE SET NULL;
alter table scheduled_publications add constraint scheduled_publications_version_id_fkey FOREIGN KEY (version_id) REFERENCES versions(id);
alter table second_factors add constraint second_factors_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE;
alter table segment_people add constraint segment_people_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table segment_people add constraint segment_people_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table segment_people add constraint segment_people_segment_id_fkey FOREIGN KEY (segment_id) REFERENCES segments(id) ON DELETE CASCADE;
alter table segments add constraint segments_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES members(id) ON DELETE SET NULL;
alter table sign_ins add constraint sign_ins_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE;
alter table suppressions add constraint suppressions_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id);
alter table suppressions add constraint suppressions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table survey_answers add constraint survey_answers_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table survey_answers add constraint survey_answers_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table survey_response_counts add constraint survey_response_counts_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table survey_responses add constraint survey_responses_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table survey_responses add constraint survey_responses_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table templates add constraint templates_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES members(id) ON DELETE SET NULL;
alter table terminated_users add constraint terminated_users_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table themes add constraint themes_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES members(id) ON DELETE SET NULL;
alter table trackers add constraint trackers_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table trackers add constraint trackers_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES members(id) ON DELETE SET NULL;
alter table versions add constraint versions_content_id_fkey FOREIGN KEY (content_id) REFERENCES contents(id) ON DELETE CASCADE;
alter table versions add constraint versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL;
alter table webhook_attempts add constraint webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE;
alter table webhook_deliveries add constraint webhook_deliveries_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table webhook_deliveries add constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE;
alter table webhook_journal add constraint webhook_journal_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table webhook_occupancy add constraint webhook_occupancy_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
alter table webhooks add constraint webhooks_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE;
CREATE INDEX account_links_by_maker ON public.account_links USING btree (created_by);
CREATE INDEX account_links_by_member ON public.account_links USING btree (member_id);
CREATE INDEX account_links_by_purpose ON public.account_links USING btree (purpose, id);
CREATE INDEX alert_emails_by_member ON public.alert_emails USING btree (member_id);
CREATE INDEX alert_emails_pending ON public.alert_emails USING btree (member_id) WHERE (state = 'pending'::text);
CREATE INDEX alerts_by_app ON public.alerts USING btree (app_id, id);
CREATE INDEX alerts_by_content ON public.alerts USING btree (content_id);
CREATE INDEX alerts_by_receiver ON public.alerts USING btree (receiver_id);
CREATE UNIQUE INDEX alerts_open ON public.alerts USING btree (key) WHERE (resolved_at IS NULL);
CREATE INDEX api_tokens_by_member ON public.api_tokens USING btree (member_id, id);
CREATE INDEX app_secrets_by_app ON public.app_secrets USING btree (app_id);
CREATE INDEX audit_entries_by_action ON public.audit_entries USING btree (action, id);
CREATE INDEX audit_entries_by_app ON public.audit_entries USING btree (app_id, id);
CREATE INDEX audit_entries_by_member ON public.audit_entries USING btree (member_id, id);
CREATE INDEX audit_entries_by_object ON public.audit_entries USING btree (resource_type, resource_id, id);
CREATE UNIQUE INDEX audit_entries_by_seq ON public.audit_entries USING btree (seq);
CREATE INDEX audit_entries_by_time ON public.audit_entries USING btree (at, id);
CREATE INDEX audit_entries_unsealed ON public.audit_entries USING btree (id) WHERE (seq IS NULL);
CREATE INDEX builder_sessions_by_app ON public.builder_sessions USING btree (app_id, id);
CREATE INDEX builder_sessions_by_content ON public.builder_sessions USING btree (content_id);
CREATE INDEX builder_sessions_by_sign_in ON public.builder_sessions USING btree (sign_in_id);
CREATE INDEX comments_by_content ON public.comments USING btree (content_id, id);
CREATE INDEX comments_by_member ON public.comments USING btree (member_id);
CREATE INDEX comments_by_resolver ON public.comments USING btree (resolved_by);
CREATE INDEX contents_by_archive ON public.contents USING btree (archived_at, updated_at, id);
CREATE INDEX contents_by_name ON public.contents USING btree (name, id);
CREATE INDEX contents_by_type ON public.contents USING btree (type, updated_at, id);
CREATE INDEX contents_by_update ON public.contents USING btree (updated_at, id);
CREATE INDEX dashboard_emails_by_app ON public.dashboard_emails USING btree (app_id);
CREATE INDEX dashboard_emails_by_dashboard ON public.dashboard_emails USING btree (dashboard_id, id);
CREATE INDEX dashboard_emails_by_member ON public.dashboard_emails USING btree (member_id);
CREATE INDEX dashboard_emails_by_time ON public.dashboard_emails USING btree (due_at);
CREATE INDEX dashboard_links_by_app ON public.dashboard_links USING btree (app_id);
CREATE INDEX dashboard_links_by_dashboard ON public.dashboard_links USING btree (dashboard_id, id);
CREATE INDEX dashboard_links_by_member ON public.dashboard_links USING btree (member_id);
CREATE INDEX dashboards_by_member ON public.dashboards USING btree (updated_by);
CREATE UNIQUE INDEX dashboards_by_name ON public.dashboards USING btree (app_id, name);
CREATE INDEX debug_link_uses_by_expiry ON public.debug_link_uses USING btree (expires_at);
CREATE INDEX decision_log_by_person ON public.decision_log USING btree (person_id, at);
CREATE INDEX decision_log_by_time ON public.decision_log USING btree (at);
CREATE INDEX email_unsubscribes_by_live_update ON public.email_unsubscribes USING btree (live_update_id);
CREATE INDEX event_rollups_by_content ON public.event_rollups USING btree (app_id, content_id, day);
CREATE INDEX events_by_name ON public.events USING btree (app_id, name, received_at);
CREATE INDEX events_by_person ON public.events USING btree (person_id, received_at);
CREATE INDEX events_by_person_and_name ON public.events USING btree (person_id, name, received_at);
CREATE INDEX events_by_time ON public.events USING btree (app_id, received_at);
CREATE INDEX exposures_by_experiment ON public.exposures USING btree (content_id, app_id, experiment, arm, person_id);
CREATE INDEX funnel_runs_by_content ON public.funnel_runs USING btree (content_id, app_id, first_at);
CREATE INDEX funnel_runs_by_content_end ON public.funnel_runs USING btree (content_id, app_id, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX funnel_runs_by_end ON public.funnel_runs USING btree (app_id, ended_at);
CREATE INDEX funnel_runs_by_start ON public.funnel_runs USING btree (app_id, first_at);
CREATE INDEX goals_by_app ON public.goals USING btree (app_id, id);
CREATE INDEX group_event_days_by_day ON public.group_event_days USING btree (app_id, day);
CREATE INDEX group_tasks_by_app ON public.group_tasks USING btree (app_id);
CREATE INDEX group_tasks_by_content ON public.group_tasks USING btree (content_id, app_id, group_id);
CREATE INDEX group_tasks_by_person ON public.group_tasks USING btree (done_by, content_id) WHERE (done_by IS NOT NULL);
CREATE UNIQUE INDEX groups_by_external_id ON public.groups USING btree (app_id, external_id);
CREATE INDEX groups_by_name ON public.groups USING btree (app_id, search_name, id);
CREATE INDEX help_feeds_by_time ON public.help_feeds USING btree (next_read_at, url);
CREATE INDEX idempotent_answers_by_age ON public.idempotent_answers USING btree (created_at);
CREATE INDEX images_by_member ON public.images USING btree (created_by);
CREATE INDEX images_by_time ON public.images USING btree (created_at, hash);
CREATE INDEX live_update_deliveries_by_person ON public.live_update_deliveries USING btree (person_id);
CREATE INDEX live_update_emails_by_person ON public.live_update_emails USING btree (person_id);
CREATE INDEX live_update_emails_claimed ON public.live_update_emails USING btree (changed_at) WHERE (state = 'claimed'::text);
CREATE INDEX live_update_emails_pending ON public.live_update_emails USING btree (next_at) WHERE (state = 'pending'::text);
CREATE INDEX live_update_pushes_by_person ON public.live_update_pushes USING btree (person_id);
CREATE INDEX live_update_pushes_claimed ON public.live_update_pushes USING btree (changed_at) WHERE (state = 'claimed'::text);
CREATE INDEX live_update_pushes_pending ON public.live_update_pushes USING btree (next_at) WHERE (state = 'pending'::text);
CREATE INDEX live_update_targets_by_end ON public.live_update_targets USING btree (expires_at);
CREATE INDEX live_update_targets_by_target ON public.live_update_targets USING btree (app_id, target, expires_at);
CREATE UNIQUE INDEX live_updates_by_position ON public.live_updates USING btree (app_id, "position");
CREATE INDEX live_updates_emailed ON public.live_updates USING btree (emails_at) WHERE (emails_at IS NOT NULL);
CREATE INDEX live_updates_pushed ON public.live_updates USING btree (pushes_at) WHERE (pushes_at IS NOT NULL);
CREATE INDEX live_updates_resent ON public.live_updates USING btree (resend_of, "position") WHERE (resend_of IS NOT NULL);
CREATE INDEX live_updates_timed ON public.live_updates USING btree (app_id, expires_at) WHERE (timing IS NOT NULL);
CREATE INDEX live_updates_with_email ON public.live_updates USING btree (app_id, "position") WHERE (email_after_hours IS NOT NULL);
CREATE INDEX live_updates_with_push ON public.live_updates USING btree (app_id, "position") WHERE (push_after_minutes IS NOT NULL);
CREATE INDEX member_app_roles_by_app ON public.member_app_roles USING btree (app_id);
CREATE INDEX member_app_roles_by_role ON public.member_app_roles USING btree (role_id);
CREATE INDEX memberships_by_group ON public.memberships USING btree (group_id, person_id);
CREATE INDEX milestones_by_person ON public.milestones USING btree (person_id);
CREATE INDEX milestones_by_time ON public.milestones USING btree (goal_id, reached_at);
CREATE UNIQUE INDEX people_by_anonymous_id ON public.people USING btree (app_id, anonymous_id);
CREATE UNIQUE INDEX people_by_external_id ON public.people USING btree (app_id, external_id);
CREATE INDEX people_by_last_seen ON public.people USING btree (app_id, last_seen_at, id);
CREATE INDEX people_by_merge ON public.people USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX people_import_refusals_by_name ON public.people_import_refusals USING btree (external_id, import_id);
CREATE INDEX people_imports_by_app ON public.people_imports USING btree (app_id, id);
CREATE UNIQUE INDEX people_imports_running ON public.people_imports USING btree (app_id) WHERE (state = 'running'::text);
CREATE INDEX people_listed_by_email ON public.people USING btree (app_id, search_email, id) WHERE (merged_into IS NULL);
CREATE INDEX people_listed_by_first_seen ON public.people USING btree (app_id, first_seen_at, id) WHERE (merged_into IS NULL);
CREATE INDEX people_listed_by_known ON public.people USING btree (app_id, (
CASE
    WHEN (external_id IS NULL) THEN 'anonymous'::text
    WHEN (verified = 1) THEN 'verified'::text
    ELSE 'unverified'::text
END), last_seen_at, id) WHERE (merged_into IS NULL);
CREATE INDEX people_listed_by_last_name ON public.people USING btree (app_id, search_last_name, id) WHERE (merged_into IS NULL);
CREATE INDEX people_listed_by_last_seen ON public.people USING btree (app_id, last_seen_at, id) WHERE (merged_into IS NULL);
CREATE INDEX people_listed_by_name ON public.people USING btree (app_id, search_name, id) WHERE (merged_into IS NULL);
CREATE INDEX people_with_email ON public.people USING btree (app_id, id) WHERE ((search_email IS NOT NULL) AND (verified = 1));
CREATE INDEX preview_links_by_app ON public.preview_links USING btree (app_id, id);
CREATE INDEX preview_links_by_content ON public.preview_links USING btree (content_id);
CREATE INDEX preview_links_by_member ON public.preview_links USING btree (member_id);
CREATE INDEX provider_sessions_by_sid ON public.provider_sessions USING btree (issuer, sid);
CREATE INDEX provider_sessions_by_subject ON public.provider_sessions USING btree (issuer, subject);
CREATE INDEX provisioned_group_members_by_member ON public.provisioned_group_members USING btree (member_id);
CREATE INDEX provisioned_members_by_external_id ON public.provisioned_members USING btree (external_id);
CREATE INDEX publications_by_app ON public.publications USING btree (app_id, content_id);
CREATE INDEX publications_by_version ON public.publications USING btree (version_id);
CREATE INDEX push_subscriptions_by_app ON public.push_subscriptions USING btree (app_id, person_id);
CREATE UNIQUE INDEX push_subscriptions_by_endpoint ON public.push_subscriptions USING btree (app_id, endpoint_hash);
CREATE INDEX push_subscriptions_by_person ON public.push_subscriptions USING btree (person_id, confirmed_at);
CREATE INDEX review_reviewers_by_member ON public.review_reviewers USING btree (member_id);
CREATE INDEX reviews_by_app ON public.reviews USING btree (app_id, approved_at);
CREATE INDEX reviews_by_approver ON public.reviews USING btree (approved_by);
CREATE INDEX reviews_by_requester ON public.reviews USING btree (requested_by);
CREATE INDEX runs_by_content ON public.runs USING btree (content_id, app_id, started_at);
CREATE INDEX runs_by_person ON public.runs USING btree (person_id, content_id, started_at);
CREATE INDEX runs_by_start ON public.runs USING btree (person_id, started_at);
CREATE INDEX runs_by_version ON public.runs USING btree (version_id);
CREATE UNIQUE INDEX runs_one_active ON public.runs USING btree (person_id, content_id) WHERE (state = 'active'::text);
CREATE INDEX saml_assertions_by_expiry ON public.saml_assertions USING btree (expires_at);
CREATE INDEX scheduled_live_updates_by_app ON public.scheduled_live_updates USING btree (app_id, send_at);
CREATE INDEX scheduled_live_updates_by_member ON public.scheduled_live_updates USING btree (created_by);
CREATE INDEX scheduled_live_updates_by_time ON public.scheduled_live_updates USING btree (send_at);
CREATE INDEX scheduled_publications_by_app ON public.scheduled_publications USING btree (app_id);
CREATE INDEX scheduled_publications_by_member ON public.scheduled_publications USING btree (scheduled_by);
CREATE INDEX scheduled_publications_by_time ON public.scheduled_publications USING btree (publish_at);
CREATE INDEX scheduled_publications_by_version ON public.scheduled_publications USING btree (version_id);
CREATE INDEX segment_people_by_app ON public.segment_people USING btree (app_id);
CREATE INDEX segment_people_by_segment ON public.segment_people USING btree (segment_id, app_id, added_at, person_id);
CREATE INDEX sign_in_attempts_by_age ON public.sign_in_attempts USING btree (at_ms);
CREATE INDEX sign_ins_by_expiry ON public.sign_ins USING btree (expires_at);
CREATE INDEX sign_ins_by_member ON public.sign_ins USING btree (member_id, created_at);
CREATE INDEX suppressions_by_target ON public.suppressions USING btree (app_id, scope, target);
CREATE INDEX survey_answers_by_person ON public.survey_answers USING btree (person_id);
CREATE INDEX survey_answers_by_question ON public.survey_answers USING btree (content_id, app_id, question_id, answered_at, run_id);
CREATE INDEX survey_answers_by_run ON public.survey_answers USING btree (content_id, app_id, run_id, answered_at);
CREATE INDEX survey_responses_by_app ON public.survey_responses USING btree (app_id);
CREATE INDEX survey_responses_by_person ON public.survey_responses USING btree (person_id);
CREATE INDEX templates_by_member ON public.templates USING btree (updated_by);
CREATE UNIQUE INDEX templates_by_name ON public.templates USING btree (name);
CREATE INDEX terminated_users_by_time ON public.terminated_users USING btree (terminated_at);
CREATE INDEX themes_by_member ON public.themes USING btree (updated_by);
CREATE UNIQUE INDEX themes_default ON public.themes USING btree (is_default) WHERE (is_default = 1);
CREATE INDEX trackers_by_member ON public.trackers USING btree (updated_by);
CREATE UNIQUE INDEX trackers_by_name ON public.trackers USING btree (app_id, name) WHERE (archived_at IS NULL);
CREATE INDEX webhook_deliveries_by_app ON public.webhook_deliveries USING btree (app_id, id);
CREATE INDEX webhook_deliveries_by_webhook ON public.webhook_deliveries USING btree (webhook_id, state, id);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (webhook_id, id) WHERE (state = 'pending'::text);
CREATE INDEX webhooks_by_app ON public.webhooks USING btree (app_id, id);

insert into "schema_migrations" ("number", "name", "min_reader", "applied_at") values ('1', 'initial schema', '1', '0');
insert into "workspace" ("id", "name", "created_at", "installation_id") values ('1', 'Acme', '1795262400789', '01a205e3-bc26-779e-9def-99a11e05893c');
insert into "members" ("id", "email", "name", "role", "password_hash", "created_at") values ('mem-release', 'release@x.test', 'Ada', 'owner', '$argon2id$…', '1795262400789');
insert into "custom_roles" ("id", "name", "permissions", "created_at", "updated_at") values ('rol-release', 'Translator release', '["content.read"]', '1795262400789', '1795262400789');
insert into "sign_ins" ("id", "token_hash", "member_id", "user_agent", "created_at", "last_seen_at", "expires_at") values ('sgn-release', 'hash-release', 'mem-release', 'Test/1', '1795262400789', '1795262400790', '1795262400791');
insert into "setup_links" ("id", "token_hash", "expires_at") values ('1', 'setup-release', '1795262400789');
insert into "apps" ("id", "key", "name", "paused", "system", "require_identity", "allowed_origins", "config_version", "config_raised_at", "created_at", "settings", "revision", "first_page_at", "changes") values ('app-release', 'key-release', 'Shop', 0, 0, 1, '["https://shop.test"]', '1', '1795262400789', '1795262400789', '{"client_events":true}', '3', '1795262400789', '1');
insert into "member_app_roles" ("member_id", "app_id", "role_id") values ('mem-release', 'app-release', 'rol-release');
insert into "app_secrets" ("id", "app_id", "sealed", "created_at", "revoked_at", "last_used_at") values ('sec-release', 'app-release', 'c2VhbGVk', '1795262400789', null, '1795262400789');
insert into "audit_entries" ("id", "at", "member_id", "action", "resource_type", "resource_id", "app_id", "detail", "seq", "hash") values ('aud-release', '1795262400789', 'mem-release', 'content.publish', 'content', 'cnt-release', 'app-release', '{}', null, null);
insert into "api_tokens" ("id", "token_hash", "name", "scopes", "member_id", "created_at", "last_used_at", "expires_at") values ('tok-release', 'token-release', 'Deploy', '["content.read"]', 'mem-release', '1795262400789', null, '1795262400790');
insert into "account_links" ("id", "token_hash", "purpose", "email", "role", "member_id", "created_by", "created_at", "expires_at") values ('lnk-release', 'link-release', 'invite', 'new-release@x.test', 'editor', null, 'mem-release', '1795262400789', '1795262400790');
insert into "second_factors" ("member_id", "sealed", "confirmed_at", "last_step", "recovery_hashes") values ('mem-release', 'c2VhbGVk', '1795262400789', '59000000', '["hash"]');
insert into "mail_server" ("id", "server", "sealed", "revision", "updated_at") values ('1', '{}', 'c2VhbGVk', '1', '1795262400789');
insert into "notification_settings" ("member_id", "settings", "updated_at", "summary_week") values ('mem-release', '{}', '1795262400789', '2026-11-23');
insert into "provisioned_members" ("member_id", "user_name", "external_id", "deactivated_at", "updated_at") values ('mem-release', 'user-release', 'external-release', '1795262400789', '1795262400789');
insert into "provisioned_groups" ("id", "display_name", "external_id", "role", "created_at", "updated_at") values ('pgr-release', 'Editors release', 'ext-release', 'editor', '1795262400789', '1795262400789');
insert into "provisioned_group_members" ("group_id", "member_id") values ('pgr-release', 'mem-release');
insert into "saml_settings" ("id", "provider", "revision", "updated_at") values ('1', '{}', '1', '1795262400789');
insert into "saml_assertions" ("id_hash", "expires_at") values ('assertion-release', '1795262400789');
insert into "single_sign_on" ("id", "provider", "sealed", "revision", "updated_at") values ('1', '{}', 'c2VhbGVk', '1', '1795262400789');
insert into "member_identities" ("issuer", "subject", "member_id", "created_at", "last_used_at") values ('https://accounts.x.test', 'sub-release', 'mem-release', '1795262400789', '1795262400790');
insert into "provider_sessions" ("sign_in_id", "issuer", "subject", "sid", "sealed") values ('sgn-release', 'https://accounts.x.test', 'sub-release', 'session', 'c2VhbGVk');
insert into "idempotent_answers" ("key_hash", "request_hash", "sealed", "created_at") values ('key-release', 'request', null, '1795262400789');
insert into "debug_link_uses" ("link_id", "panel_hash", "expires_at") values ('link-release', 'hash', '1795262400790');
insert into "audit_keys" ("key_id", "sealed") values ('key-release', 'c2VhbGVk');
insert into "sign_in_attempts" ("name_hash", "left_ms", "at_ms") values ('name-release', '540000', '1795262400789');
insert into "deleted_apps" ("app_id", "deleted_at") values ('app-release', '1795262400789');
insert into "people" ("id", "app_id", "external_id", "anonymous_id", "verified", "attributes", "merged_into", "first_seen_at", "last_seen_at", "search_name", "search_last_name", "search_email", "locale", "time_zone", "device", "watched_until", "vouched") values ('per-release', 'app-release', 'ext-release', null, 1, '{}', null, '1795262400789', '1795262400789', 'ada lovelace', 'lovelace', 'ada@shop.test', 'de-CH', 'Europe/Zurich', 'phone', '1795262400790', '{"plan":"pro"}');
insert into "groups" ("id", "app_id", "external_id", "attributes", "search_name", "created_at", "updated_at") values ('grp-release', 'app-release', 'acme-release', '{}', 'acme', '1795262400789', '1795262400789');
insert into "memberships" ("person_id", "group_id", "attributes", "created_at") values ('per-release', 'grp-release', '{"role":"admin"}', '1795262400789');
insert into "attribute_definitions" ("app_id", "owner", "name", "type", "created_at", "mismatches", "last_mismatch_type", "last_mismatch_at") values ('app-release', 'person', 'plan', 'text', '1795262400789', '1', 'number', '1795262400789');
insert into "segments" ("id", "name", "rule", "revision", "created_at", "updated_at", "updated_by", "archived_at") values ('seg-release', 'Segment release', '{}', '1', '1795262400789', '1795262400789', 'mem-release', null);
insert into "segment_people" ("segment_id", "person_id", "app_id", "added_at") values ('seg-release', 'per-release', 'app-release', '1795262400789');
insert into "erasures" ("app_id", "name_hash", "erased_at") values ('app-release', 'hash-release', '1795262400789');
insert into "people_imports" ("id", "app_id", "state", "file_name", "reader", "columns", "sample", "bytes", "parts", "batches", "row_count", "rows_done", "made", "changed", "refused", "failure", "member_id", "created_at", "started_at", "ended_at") values ('imp-release', 'app-release', 'ready', 'people.csv', '{}', '[]', '[]', '12', '1', '1', '1', '0', '0', '0', '0', null, 'mem-release', '1795262400789', null, null);
insert into "people_import_rows" ("import_id", "seq", "rows") values ('imp-release', '0', '[]');
insert into "people_import_refusals" ("import_id", "line", "external_id", "message", "fields") values ('imp-release', '2', 'ext-release', 'No id.', '[]');
insert into "cap_groups" ("id", "name", "runs_max", "window_hours", "covers", "revision", "created_at", "updated_at") values ('cap-release', 'Cap release', '1', '24', '{}', '1', '1795262400789', '1795262400789');
insert into "templates" ("id", "name", "description", "type", "draft", "revision", "created_at", "updated_at", "updated_by") values ('tpl-release', 'Template release', '', 'tour', '{}', '1', '1795262400789', '1795262400789', 'mem-release');
insert into "themes" ("id", "name", "theme", "is_default", "revision", "created_at", "updated_at", "updated_by", "archived_at") values ('thm-release', 'Theme release', '{}', 0, '1', '1795262400789', '1795262400789', 'mem-release', null);
insert into "images" ("hash", "name", "width", "height", "bytes", "data", "created_at", "created_by") values ('image-release', 'chart.png', '2', '1', '3', 'AAAA', '1795262400789', 'mem-release');
insert into "help_feeds" ("url", "articles", "article_count", "etag", "last_modified", "changed_at", "read_at", "tried_at", "next_read_at", "failure") values ('https://help-release.example/feed.json', '[]', '0', null, null, '1795262400789', '1795262400789', '1795262400789', '1795262400789', null);
insert into "pushed_items" ("path", "hash", "source", "pushed_at") values ('contents/slug-release', '0000000000000000000000000000000000000000000000000000000000000000', 'git', '1795262400789');
insert into "decision_log" ("id", "app_id", "person_id", "at", "config_version", "verdicts") values ('dec-release', 'app-release', 'per-release', '1795262400789', '1', '[]');
insert into "contents" ("id", "type", "slug", "name", "draft", "revision", "system", "created_at", "updated_at", "updated_by", "archived_at", "draft_issues") values ('cnt-release', 'tour', 'slug-release', 'Welcome', '{}', '7', 0, '1795262400789', '1795262400789', 'mem-release', null, '2');
insert into "builder_sessions" ("id", "app_id", "content_id", "step_id", "tracker_id", "tracker", "sign_in_id", "origin", "language", "code_hash", "token_hash", "created_at", "last_used_at") values ('bld-release', 'app-release', 'cnt-release', null, null, null, 'sgn-release', 'https://shop.example', 'en', 'code-release', 'builder-release', '1795262400789', '1795262400790');
insert into "preview_links" ("id", "app_id", "content_id", "member_id", "origin", "token_hash", "created_at", "expires_at", "last_used_at") values ('prv-release', 'app-release', 'cnt-release', 'mem-release', 'https://shop.example', 'preview-release', '1795262400789', '1795262400790', null);
insert into "versions" ("id", "content_id", "number", "edition", "revision", "frozen_at", "created_by") values ('ver-release', 'cnt-release', '1', '{}', '7', '1795262400789', 'mem-release');
insert into "comments" ("id", "content_id", "step_id", "text", "member_id", "created_at", "resolved_at", "resolved_by") values ('cmt-release', 'cnt-release', 'one', 'Shorter?', 'mem-release', '1795262400789', '1795262400789', 'mem-release');
insert into "scheduled_publications" ("content_id", "app_id", "version_id", "publish_at", "scheduled_by") values ('cnt-release', 'app-release', 'ver-release', '1795262400789', 'mem-release');
insert into "reviews" ("content_id", "app_id", "revision", "requested_at", "requested_by", "approved_at", "approved_by") values ('cnt-release', 'app-release', '3', '1795262400789', 'mem-release', '1795262400789', 'mem-release');
insert into "review_reviewers" ("content_id", "app_id", "revision", "member_id") values ('cnt-release', 'app-release', '3', 'mem-release');
insert into "publications" ("content_id", "app_id", "version_id", "published_at", "published_by", "paused_at") values ('cnt-release', 'app-release', 'ver-release', '1795262400789', 'mem-release', '1795262400789');
insert into "runs" ("id", "app_id", "person_id", "content_id", "version_id", "state", "step_id", "seq", "start_reason", "end_reason", "started_at", "ended_at", "done", "variant", "reset_at") values ('run-release', 'app-release', 'per-release', 'cnt-release', 'ver-release', 'active', 'one', '0', 'rule', null, '1795262400789', null, '[]', 'b', null);
insert into "exposures" ("person_id", "content_id", "experiment", "app_id", "arm", "version", "exposed_at", "crossed") values ('per-release', 'cnt-release', 'seed', 'app-release', 'b', '1', '1795262400789', 0);
insert into "suppressions" ("id", "app_id", "person_id", "scope", "target", "reason", "created_at", "expires_at") values ('sup-release', 'app-release', 'per-release', 'content', 'cnt-release', 'do_not_show_again', '1795262400789', '1826798400789');
insert into "events" ("id", "app_id", "person_id", "name", "props", "happened_at", "received_at", "batch", "content_id", "facets") values ('evt-release', 'app-release', 'per-release', 'tour_started', '{}', '1795262400789', '1795262400789', 'batch', 'cnt-release', '{"version":1}');
insert into "event_rollups" ("app_id", "day", "name", "content_id", "facets", "events") values ('app-release', '1795262400789', 'tour_started', 'cnt-release', '', '3');
insert into "goals" ("id", "app_id", "name", "event_name", "props", "window_ms", "attribution", "celebration", "created_at", "revision", "archived_at") values ('gol-release', 'app-release', 'First order', 'order_shipped', '[]', '1000', 'last', 'burst', '1795262400789', '3', null);
insert into "alerts" ("id", "key", "kind", "app_id", "content_id", "step_id", "receiver_id", "data", "opened_at", "healthy_since", "resolved_at", "resolution") values ('alr-release', 'target_lost release', 'target_lost', 'app-release', 'cnt-release', 'one', null, '{"content":"Welcome"}', '1795262400789', '1795262400789', '1795262400789', 'healed');
insert into "dashboards" ("id", "app_id", "name", "charts", "revision", "created_at", "updated_at", "updated_by") values ('dsh-release', 'app-release', 'Growth', '[]', '1', '1795262400789', '1795262400789', 'mem-release');
insert into "dashboard_links" ("id", "app_id", "dashboard_id", "member_id", "token_hash", "created_at", "expires_at", "last_viewed_at") values ('dsl-release', 'app-release', 'dsh-release', 'mem-release', 'dashboard-release', '1795262400789', '1795262400790', null);
insert into "dashboard_emails" ("id", "app_id", "dashboard_id", "member_id", "schedule", "time_zone", "language", "days", "next_at", "due_at", "attempts", "failure", "last_sent_at", "created_at") values ('dse-release', 'app-release', 'dsh-release', 'mem-release', '{"every":"day","time":"08:00"}', 'Europe/Zurich', 'en', '30', '1795262400789', '1795262400789', '0', null, null, '1795262400789');
insert into "dashboard_email_recipients" ("id", "dashboard_email_id", "email", "sent_for") values ('dsr-release', 'dse-release', 'release@reader.example', null);
insert into "trackers" ("id", "app_id", "name", "rule", "revision", "live", "live_revision", "published_at", "paused_at", "created_at", "updated_at", "updated_by", "archived_at") values ('trk-release', 'app-release', 'upgrade_clicked', '{"on":{"kind":"page"},"urls":{"include":["/plans"],"exclude":[]}}', '2', '{"id":"trk-1","name":"upgrade_clicked","on":{"kind":"page"},"urls":{"include":["/"],"exclude":[]}}', '1', '1795262400789', '1795262400789', '1795262400789', '1795262400789', 'mem-release', null);
insert into "milestones" ("goal_id", "person_id", "app_id", "event_id", "run_id", "content_id", "reached_at") values ('gol-release', 'per-release', 'app-release', 'evt-release', 'run-release', 'cnt-release', '1795262400789');
insert into "event_counts" ("person_id", "name", "filter", "events") values ('per-release', 'order_shipped', '', '9');
insert into "group_event_days" ("group_id", "name", "day", "app_id", "events", "first_at", "last_at") values ('grp-release', 'order_shipped', '1795262400789', 'app-release', '9', '1795262400789', '1795262400789');
insert into "group_tasks" ("group_id", "content_id", "task_id", "app_id", "done_by", "done_at") values ('grp-release', 'cnt-release', 'invite', 'app-release', 'per-release', '1795262400789');
insert into "occasions" ("person_id", "content_id", "milestone", "reached_at", "shown_at") values ('per-release', 'cnt-release', 'event:order_shipped:10', '1795262400789', null);
insert into "funnel_runs" ("person_id", "content_id", "run_id", "app_id", "version", "variant", "locale", "first_at", "seen", "unseen", "suppressed", "outcome", "start_reason", "end_reason", "error", "ended_at", "wait_ms_max") values ('per-release', 'cnt-release', 'run-release', 'app-release', '1', 'b', 'en', '1795262400789', 1, 0, 0, 'completed', 'rule', 'completed', null, '1795262400789', '100');
insert into "funnel_steps" ("person_id", "content_id", "run_id", "step_id", "seen", "done", "missing", "skipped", "skip_event", "near", "unready", "obstructed") values ('per-release', 'cnt-release', 'run-release', 'one', 1, 1, 0, 0, '', '', '', '');
insert into "survey_answers" ("run_id", "question_id", "ordinal", "event_id", "app_id", "content_id", "version", "person_id", "number", "part", "option", "text", "answered_at") values ('run-release', 'why', '0', 'evt-release', 'app-release', 'cnt-release', '1', 'per-release', '9', null, null, null, '1795262400789');
insert into "survey_responses" ("run_id", "app_id", "content_id", "person_id", "counted") values ('run-release', 'app-release', 'cnt-release', 'per-release', 1);
insert into "survey_response_counts" ("app_id", "content_id", "day", "responses") values ('app-release', 'cnt-release', '-1', '1');
insert into "alert_emails" ("alert_id", "member_id", "event", "state", "attempts") values ('alr-release', 'mem-release', 'opened', 'sent', '0');
insert into "live_updates" ("id", "app_id", "position", "audience", "people", "body", "priority", "require_ack", "collapse_key", "devices", "created_at", "timing", "expires_at", "created_by", "resend_of", "experiment", "email_after_hours", "emails_at", "emails_cursor", "push_after_minutes", "pushes_at", "pushes_cursor") values ('lup-release', 'app-release', '1', '{"kind":"everyone"}', null, '{}', 'normal', 0, null, 'all', '1795262400789', null, '1795262400790', 'mem-release', null, null, '4', '1795262400790', null, '0', '1795262400790', null);
insert into "live_update_emails" ("live_update_id", "person_id", "state", "reason", "attempts", "next_at", "changed_at") values ('lup-release', 'per-release', 'pending', null, '0', '1795262400790', '1795262400789');
insert into "live_update_pushes" ("live_update_id", "person_id", "state", "reason", "attempts", "next_at", "changed_at", "opened_at") values ('lup-release', 'per-release', 'pending', null, '0', '1795262400790', '1795262400789', null);
insert into "push_keys" ("app_id", "public_key", "sealed", "created_at") values ('app-release', 'public-release', 'c2VhbGVk', '1795262400789');
insert into "push_subscriptions" ("id", "app_id", "person_id", "endpoint_hash", "service", "sealed", "created_at", "confirmed_at") values ('psh-release', 'app-release', 'per-release', 'endpoint-release', 'push.example', 'c2VhbGVk', '1795262400789', '1795262400789');
insert into "email_unsubscribes" ("person_id", "live_update_id", "created_at") values ('per-release', 'lup-release', '1795262400789');
insert into "scheduled_live_updates" ("id", "app_id", "send_at", "input", "created_at", "created_by") values ('lup-release', 'app-release', '1795262400790', '{}', '1795262400789', 'mem-release');
insert into "live_update_targets" ("live_update_id", "app_id", "target", "expires_at") values ('lup-release', 'app-release', 'everyone', '1795262400790');
insert into "live_update_deliveries" ("live_update_id", "person_id", "device", "state", "claimed_by", "claimed_at", "delivered_at", "seen_at", "ended_at", "variant") values ('lup-release', 'per-release', '', 'seen', 'device-1', '1795262400789', '1795262400789', '1795262400790', null, null);
insert into "feed_reads" ("person_id", "item", "read_at") values ('per-release', 'cnt-release', '1795262400789');
insert into "webhooks" ("id", "app_id", "kind", "url", "events", "filter", "signing_secrets", "name", "preset", "destination", "sealed_secrets", "enabled", "created_at", "archived_at", "failing_since", "stopped_at") values ('whk-release', 'app-release', 'channels', 'https://shop.test/hook', '"all"', '{}', '[]', null, null, null, null, 1, '1795262400789', null, null, null);
insert into "facts" ("id", "app_id", "source", "ref", "webhook_id") values ('fact-release', 'app-release', 'person', 'per-release', 'whk-release');
insert into "webhook_journal" ("id", "app_id", "events") values ('whj-release', 'app-release', '[{"name":"cache_miss","channel":"cache-news"}]');
insert into "terminated_users" ("app_id", "user_hash", "terminated_at") values ('app-release', 'user-release', '1795262400789');
insert into "webhook_occupancy" ("app_id", "channel", "user_id") values ('app-release', 'presence-room', 'user-release');
insert into "webhook_deliveries" ("id", "app_id", "webhook_id", "message_id", "body", "created_at", "stamped_at", "attempts", "next_attempt_at", "state", "last_status", "last_error", "delivered_at") values ('whd-release', 'app-release', 'whk-release', null, '{"time_ms":1,"events":[]}', '1795262400789', '1795262400789', '2', '1795262400790', 'pending', '503', null, null);
insert into "webhook_attempts" ("delivery_id", "began_at", "duration_ms", "status", "error", "answer") values ('whd-release', '1795262400789', '12', '503', null, 'later');
insert into "nodes" ("id", "process", "host", "port", "version", "state", "started_at", "seen_at", "connections", "degraded") values ('nod-release', 'fanfare 7 on one', '127.0.0.1', '4000', '0.1.0', 'active', '1795262400789', '1795262400790', '12', null);
insert into "leases" ("name", "node_id", "token", "until") values ('work-release', 'nod-release', '1', '1795262400789');
insert into "moves" ("id", "installation_id", "foreign_keys", "finished_at") values ('1', 'an installation', '[]', '1795262400789');
