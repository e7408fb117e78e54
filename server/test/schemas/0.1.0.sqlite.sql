CREATE TABLE schema_migrations (
  number integer primary key,
  name text not null,
  min_reader integer not null,
  applied_at integer not null
) strict;
CREATE TABLE workspace (
  id integer primary key check (id = 1),
  name text not null,
  created_at integer not null,
  installation_id text not null
) strict;
CREATE TABLE members (
  id text not null primary key,
  email text not null unique,
  name text not null,
  role text not null,
  password_hash text not null,
  created_at integer not null
) strict;
CREATE TABLE custom_roles (
  id text not null primary key,
  name text not null unique,
  permissions text not null,
  created_at integer not null,
  updated_at integer not null
) strict;
CREATE TABLE sign_ins (
  id text not null primary key,
  token_hash text not null unique,
  member_id text not null references members (id) on delete cascade,
  user_agent text not null,
  created_at integer not null,
  last_seen_at integer not null,
  expires_at integer not null
) strict;
CREATE INDEX sign_ins_by_member on sign_ins (member_id, created_at);
CREATE INDEX sign_ins_by_expiry on sign_ins (expires_at);
CREATE TABLE setup_links (
  id integer primary key check (id = 1),
  token_hash text not null,
  expires_at integer not null
) strict;
CREATE TABLE second_factors (
  member_id text not null primary key references members (id) on delete cascade,
  sealed text not null,
  confirmed_at integer,
  last_step integer not null,
  recovery_hashes text not null
) strict;
CREATE TABLE account_links (
  id text not null primary key,
  token_hash text not null unique,
  purpose text not null check (purpose in ('invite', 'reset')),
  email text not null,
  role text,
  member_id text references members (id) on delete cascade,
  created_by text references members (id) on delete set null,
  created_at integer not null,
  expires_at integer not null,
  constraint account_links_one_each unique (email, purpose)
) strict;
CREATE INDEX account_links_by_purpose on account_links (purpose, id);
CREATE INDEX account_links_by_member on account_links (member_id);
CREATE INDEX account_links_by_maker on account_links (created_by);
CREATE TABLE api_tokens (
  id text not null primary key,
  token_hash text not null unique,
  name text not null,
  scopes text not null,
  member_id text references members (id) on delete cascade,
  created_at integer not null,
  last_used_at integer,
  expires_at integer
) strict;
CREATE INDEX api_tokens_by_member on api_tokens (member_id, id);
CREATE TABLE mail_server (
  id integer not null primary key,
  server text not null,
  sealed text,
  revision integer not null,
  updated_at integer not null
) strict;
CREATE TABLE notification_settings (
  member_id text not null primary key references members (id) on delete cascade,
  settings text not null,
  updated_at integer not null,
  summary_week text
) strict;
CREATE TABLE single_sign_on (
  id integer not null primary key,
  provider text not null,
  sealed text,
  revision integer not null,
  updated_at integer not null
) strict;
CREATE TABLE provisioned_members (
  member_id text not null primary key references members (id) on delete cascade,
  user_name text not null unique,
  external_id text,
  deactivated_at integer,
  updated_at integer not null
) strict;
CREATE INDEX provisioned_members_by_external_id on provisioned_members (external_id);
CREATE TABLE provisioned_groups (
  id text not null primary key,
  display_name text not null unique,
  external_id text,
  role text not null,
  created_at integer not null,
  updated_at integer not null
) strict;
CREATE TABLE provisioned_group_members (
  group_id text not null references provisioned_groups (id) on delete cascade,
  member_id text not null references members (id) on delete cascade,
  constraint provisioned_group_members_key primary key (group_id, member_id)
) strict;
CREATE INDEX provisioned_group_members_by_member on provisioned_group_members (member_id);
CREATE TABLE saml_settings (
  id integer not null primary key,
  provider text not null,
  revision integer not null,
  updated_at integer not null
) strict;
CREATE TABLE saml_assertions (
  id_hash text not null primary key,
  expires_at integer not null
) strict;
CREATE INDEX saml_assertions_by_expiry on saml_assertions (expires_at);
CREATE TABLE member_identities (
  issuer text not null,
  subject text not null,
  member_id text not null references members (id) on delete cascade,
  created_at integer not null,
  last_used_at integer not null,
  constraint member_identities_key primary key (issuer, subject),
  constraint member_identities_one_each unique (member_id, issuer)
) strict;
CREATE TABLE provider_sessions (
  sign_in_id text not null primary key references sign_ins (id) on delete cascade,
  issuer text not null,
  subject text not null,
  sid text,
  sealed text
) strict;
CREATE INDEX provider_sessions_by_subject on provider_sessions (issuer, subject);
CREATE INDEX provider_sessions_by_sid on provider_sessions (issuer, sid);
CREATE TABLE idempotent_answers (
  key_hash text not null primary key,
  request_hash text not null,
  sealed text,
  created_at integer not null
) strict;
CREATE INDEX idempotent_answers_by_age on idempotent_answers (created_at);
CREATE TABLE debug_link_uses (
  link_id text not null primary key,
  panel_hash text not null,
  expires_at integer not null
) strict;
CREATE INDEX debug_link_uses_by_expiry on debug_link_uses (expires_at);
CREATE TABLE audit_keys (
  key_id text not null primary key,
  sealed text not null
) strict;
CREATE TABLE sign_in_attempts (
  name_hash text not null primary key,
  left_ms integer not null,
  at_ms integer not null
) strict;
CREATE INDEX sign_in_attempts_by_age on sign_in_attempts (at_ms);
CREATE TABLE apps (
  id text not null primary key,
  key text not null unique,
  name text not null,
  paused integer not null check (paused in (0, 1)),
  system integer not null check (system in (0, 1)),
  require_identity integer not null check (require_identity in (0, 1)),
  allowed_origins text not null,
  config_version integer not null,
  config_raised_at integer not null,
  created_at integer not null,
  settings text default '{}' not null,
  revision integer default 1 not null,
  first_page_at integer,
  changes integer default 1 not null
) strict;
CREATE TABLE member_app_roles (
  member_id text not null references members (id) on delete cascade,
  app_id text not null references apps (id) on delete cascade,
  role_id text not null references custom_roles (id),
  constraint member_app_roles_key primary key (member_id, app_id)
) strict;
CREATE INDEX member_app_roles_by_app on member_app_roles (app_id);
CREATE INDEX member_app_roles_by_role on member_app_roles (role_id);
CREATE TABLE app_secrets (
  id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  sealed text not null,
  created_at integer not null,
  revoked_at integer,
  last_used_at integer
) strict;
CREATE INDEX app_secrets_by_app on app_secrets (app_id);
CREATE TABLE deleted_apps (
  app_id text not null primary key references apps (id) on delete cascade,
  deleted_at integer not null
) strict;
CREATE TABLE audit_entries (
  id text not null primary key,
  at integer not null,
  member_id text,
  action text not null,
  resource_type text not null,
  resource_id text not null,
  app_id text,
  detail text not null,
  seq integer,
  hash text
) strict;
CREATE INDEX audit_entries_by_time on audit_entries (at, id);
CREATE UNIQUE INDEX audit_entries_by_seq on audit_entries (seq);
CREATE INDEX audit_entries_unsealed on audit_entries (id) where seq is null;
CREATE INDEX audit_entries_by_member on audit_entries (member_id, id);
CREATE INDEX audit_entries_by_action on audit_entries (action, id);
CREATE INDEX audit_entries_by_app on audit_entries (app_id, id);
CREATE INDEX audit_entries_by_object on audit_entries (resource_type, resource_id, id);
CREATE TABLE contents (
  id text not null primary key,
  type text not null,
  slug text not null unique,
  name text not null,
  draft text not null,
  revision integer not null,
  system integer not null check (system in (0, 1)),
  created_at integer not null,
  updated_at integer not null,
  updated_by text references members (id) on delete set null,
  archived_at integer,
  draft_issues integer default 0 not null
) strict;
CREATE INDEX contents_by_update on contents (updated_at, id);
CREATE TABLE builder_sessions (
  id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  content_id text references contents (id) on delete cascade,
  step_id text,
  tracker_id text,
  tracker text,
  sign_in_id text not null references sign_ins (id) on delete cascade,
  origin text not null,
  language text not null,
  code_hash text not null unique,
  token_hash text unique,
  created_at integer not null,
  last_used_at integer not null,
  constraint builder_sessions_subject check ((content_id is null) <> (tracker is null))
) strict;
CREATE INDEX builder_sessions_by_sign_in on builder_sessions (sign_in_id);
CREATE INDEX builder_sessions_by_app on builder_sessions (app_id, id);
CREATE INDEX builder_sessions_by_content on builder_sessions (content_id);
CREATE TABLE preview_links (
  id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  content_id text not null references contents (id) on delete cascade,
  member_id text not null references members (id) on delete cascade,
  origin text not null,
  token_hash text not null unique,
  created_at integer not null,
  expires_at integer not null,
  last_used_at integer
) strict;
CREATE INDEX preview_links_by_app on preview_links (app_id, id);
CREATE INDEX preview_links_by_content on preview_links (content_id);
CREATE INDEX preview_links_by_member on preview_links (member_id);
CREATE INDEX contents_by_name on contents (name, id);
CREATE INDEX contents_by_type on contents (type, updated_at, id);
CREATE INDEX contents_by_archive on contents (archived_at, updated_at, id);
CREATE TABLE versions (
  id text not null primary key,
  content_id text not null references contents (id) on delete cascade,
  number integer not null,
  edition text not null,
  revision integer not null,
  frozen_at integer not null,
  created_by text references members (id) on delete set null,
  constraint versions_by_number unique (content_id, number)
) strict;
CREATE TABLE publications (
  content_id text not null references contents (id) on delete cascade,
  app_id text not null references apps (id) on delete cascade,
  version_id text not null references versions (id),
  published_at integer not null,
  published_by text references members (id) on delete set null,
  paused_at integer,
  constraint publications_key primary key (content_id, app_id)
) strict;
CREATE INDEX publications_by_app on publications (app_id, content_id);
CREATE INDEX publications_by_version on publications (version_id);
CREATE TABLE scheduled_publications (
  content_id text not null references contents (id) on delete cascade,
  app_id text not null references apps (id) on delete cascade,
  version_id text not null references versions (id),
  publish_at integer not null,
  scheduled_by text references members (id) on delete set null,
  constraint scheduled_publications_key primary key (content_id, app_id)
) strict;
CREATE INDEX scheduled_publications_by_app on scheduled_publications (app_id);
CREATE INDEX scheduled_publications_by_member on scheduled_publications (scheduled_by);
CREATE INDEX scheduled_publications_by_time on scheduled_publications (publish_at);
CREATE INDEX scheduled_publications_by_version on scheduled_publications (version_id);
CREATE TABLE reviews (
  content_id text not null references contents (id) on delete cascade,
  app_id text not null references apps (id) on delete cascade,
  revision integer not null,
  requested_at integer not null,
  requested_by text references members (id) on delete set null,
  approved_at integer,
  approved_by text references members (id) on delete set null,
  constraint reviews_key primary key (content_id, app_id, revision)
) strict;
CREATE INDEX reviews_by_app on reviews (app_id, approved_at);
CREATE INDEX reviews_by_requester on reviews (requested_by);
CREATE INDEX reviews_by_approver on reviews (approved_by);
CREATE TABLE review_reviewers (
  content_id text not null,
  app_id text not null,
  revision integer not null,
  member_id text not null references members (id) on delete cascade,
  constraint review_reviewers_key primary key (content_id, app_id, revision, member_id),
  foreign key (content_id, app_id, revision) references reviews (content_id, app_id, revision) on delete cascade
) strict;
CREATE INDEX review_reviewers_by_member on review_reviewers (member_id);
CREATE TABLE comments (
  id text not null primary key,
  content_id text not null references contents (id) on delete cascade,
  step_id text not null,
  text text not null,
  member_id text references members (id) on delete set null,
  created_at integer not null,
  resolved_at integer,
  resolved_by text references members (id) on delete set null
) strict;
CREATE INDEX comments_by_content on comments (content_id, id);
CREATE INDEX comments_by_member on comments (member_id);
CREATE INDEX comments_by_resolver on comments (resolved_by);
CREATE TABLE templates (
  id text not null primary key,
  name text not null,
  description text not null,
  type text not null,
  draft text not null,
  revision integer default 1 not null,
  created_at integer not null,
  updated_at integer not null,
  updated_by text references members (id) on delete set null
) strict;
CREATE UNIQUE INDEX templates_by_name on templates (name);
CREATE INDEX templates_by_member on templates (updated_by);
CREATE TABLE themes (
  id text not null primary key,
  name text not null unique,
  theme text not null,
  is_default integer not null,
  revision integer not null,
  created_at integer not null,
  updated_at integer not null,
  updated_by text references members (id) on delete set null,
  archived_at integer
) strict;
CREATE UNIQUE INDEX themes_default on themes (is_default) where is_default = 1;
CREATE INDEX themes_by_member on themes (updated_by);
CREATE TABLE images (
  hash text not null primary key,
  name text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  data text not null,
  created_at integer not null,
  created_by text references members (id) on delete set null
) strict;
CREATE INDEX images_by_time on images (created_at, hash);
CREATE INDEX images_by_member on images (created_by);
CREATE TABLE help_feeds (
  url text not null primary key,
  articles text not null,
  article_count integer not null,
  etag text,
  last_modified text,
  changed_at integer not null,
  read_at integer,
  tried_at integer not null,
  next_read_at integer not null,
  failure text
) strict;
CREATE INDEX help_feeds_by_time on help_feeds (next_read_at, url);
CREATE TABLE segments (
  id text not null primary key,
  name text not null unique,
  rule text not null,
  revision integer not null,
  created_at integer not null,
  updated_at integer not null,
  updated_by text references members (id) on delete set null,
  archived_at integer
) strict;
CREATE TABLE cap_groups (
  id text not null primary key,
  name text not null unique,
  runs_max integer not null,
  window_hours integer not null,
  covers text not null,
  revision integer not null,
  created_at integer not null,
  updated_at integer not null
) strict;
CREATE TABLE pushed_items (
  path text not null primary key,
  hash text not null,
  source text not null,
  pushed_at integer not null
) strict;
CREATE TABLE people (
  id text not null primary key,
  app_id text not null references apps (id),
  external_id text,
  anonymous_id text,
  verified integer not null check (verified in (0, 1)),
  attributes text not null,
  merged_into text references people (id),
  first_seen_at integer not null,
  last_seen_at integer not null,
  search_name text,
  search_last_name text,
  search_email text,
  locale text,
  time_zone text,
  device text,
  watched_until integer,
  vouched text,
  constraint people_have_one_name check ((external_id is null) <> (anonymous_id is null))
) strict;
CREATE UNIQUE INDEX people_by_external_id on people (app_id, external_id);
CREATE UNIQUE INDEX people_by_anonymous_id on people (app_id, anonymous_id);
CREATE INDEX people_by_last_seen on people (app_id, last_seen_at, id);
CREATE INDEX people_by_merge on people (merged_into) where merged_into is not null;
CREATE INDEX people_listed_by_last_seen on people (app_id, last_seen_at, id) where merged_into is null;
CREATE INDEX people_listed_by_first_seen on people (app_id, first_seen_at, id) where merged_into is null;
CREATE INDEX people_listed_by_name on people (app_id, search_name, id) where merged_into is null;
CREATE INDEX people_listed_by_last_name on people (app_id, search_last_name, id) where merged_into is null;
CREATE INDEX people_listed_by_email on people (app_id, search_email, id) where merged_into is null;
CREATE INDEX people_with_email on people (app_id, id) where search_email is not null and verified = 1;
CREATE INDEX people_listed_by_known on people (
  app_id,
  (case when external_id is null then 'anonymous' when verified = 1 then 'verified' else 'unverified' end),
  last_seen_at,
  id
) where merged_into is null;
CREATE TABLE groups (
  id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  external_id text not null,
  attributes text not null,
  search_name text,
  created_at integer not null,
  updated_at integer not null
) strict;
CREATE UNIQUE INDEX groups_by_external_id on groups (app_id, external_id);
CREATE INDEX groups_by_name on groups (app_id, search_name, id);
CREATE TABLE memberships (
  person_id text not null references people (id) on delete cascade,
  group_id text not null references groups (id) on delete cascade,
  attributes text not null,
  created_at integer not null,
  constraint memberships_key primary key (person_id, group_id)
) strict;
CREATE INDEX memberships_by_group on memberships (group_id, person_id);
CREATE TABLE segment_people (
  segment_id text not null references segments (id) on delete cascade,
  person_id text not null references people (id) on delete cascade,
  app_id text not null references apps (id) on delete cascade,
  added_at integer not null,
  constraint segment_people_key primary key (person_id, segment_id)
) strict;
CREATE INDEX segment_people_by_segment on segment_people (segment_id, app_id, added_at, person_id);
CREATE INDEX segment_people_by_app on segment_people (app_id);
CREATE TABLE attribute_definitions (
  app_id text not null references apps (id) on delete cascade,
  owner text not null,
  name text not null,
  type text not null,
  created_at integer not null,
  mismatches integer not null,
  last_mismatch_type text,
  last_mismatch_at integer,
  constraint attribute_definitions_key primary key (app_id, owner, name)
) strict;
CREATE TABLE suppressions (
  id text not null primary key,
  app_id text not null references apps (id),
  person_id text not null references people (id) on delete cascade,
  scope text not null,
  target text not null,
  reason text not null,
  created_at integer not null,
  expires_at integer not null,
  constraint suppressions_one_each unique (person_id, scope, target)
) strict;
CREATE INDEX suppressions_by_target on suppressions (app_id, scope, target);
CREATE TABLE decision_log (
  id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  person_id text not null references people (id) on delete cascade,
  at integer not null,
  config_version integer not null,
  verdicts text not null
) strict;
CREATE INDEX decision_log_by_person on decision_log (person_id, at);
CREATE INDEX decision_log_by_time on decision_log (at);
CREATE TABLE erasures (
  app_id text not null references apps (id) on delete cascade,
  name_hash text not null,
  erased_at integer not null,
  constraint erasures_key primary key (app_id, name_hash)
) strict;
CREATE TABLE people_imports (
  id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  state text not null,
  file_name text not null,
  reader text not null,
  columns text not null,
  sample text not null,
  bytes integer not null,
  parts integer not null,
  batches integer not null,
  row_count integer not null,
  rows_done integer not null,
  made integer not null,
  changed integer not null,
  refused integer not null,
  failure text,
  member_id text references members (id) on delete set null,
  created_at integer not null,
  started_at integer,
  ended_at integer
) strict;
CREATE INDEX people_imports_by_app on people_imports (app_id, id);
CREATE UNIQUE INDEX people_imports_running on people_imports (app_id) where state = 'running';
CREATE TABLE people_import_rows (
  import_id text not null references people_imports (id) on delete cascade,
  seq integer not null,
  rows text not null,
  constraint people_import_rows_key primary key (import_id, seq)
) strict;
CREATE TABLE people_import_refusals (
  import_id text not null references people_imports (id) on delete cascade,
  line integer not null,
  external_id text,
  message text not null,
  fields text not null,
  constraint people_import_refusals_key primary key (import_id, line)
) strict;
CREATE INDEX people_import_refusals_by_name on people_import_refusals (external_id, import_id);
CREATE TABLE runs (
  id text not null primary key,
  app_id text not null references apps (id),
  person_id text not null references people (id) on delete cascade,
  content_id text not null references contents (id) on delete cascade,
  version_id text not null references versions (id) on delete cascade,
  state text not null,
  step_id text not null,
  seq integer not null,
  start_reason text not null,
  end_reason text,
  started_at integer not null,
  ended_at integer,
  done text default '[]' not null,
  variant text default '' not null,
  reset_at integer
) strict;
CREATE UNIQUE INDEX runs_one_active on runs (person_id, content_id) where state = 'active';
CREATE INDEX runs_by_person on runs (person_id, content_id, started_at);
CREATE INDEX runs_by_content on runs (content_id, app_id, started_at);
CREATE INDEX runs_by_version on runs (version_id);
CREATE INDEX runs_by_start on runs (person_id, started_at);
CREATE TABLE exposures (
  person_id text not null references people (id) on delete cascade,
  content_id text not null,
  experiment text not null,
  app_id text not null,
  arm text not null,
  version integer not null,
  exposed_at integer not null,
  crossed integer not null,
  constraint exposures_key primary key (person_id, content_id, experiment)
) strict;
CREATE INDEX exposures_by_experiment on exposures (content_id, app_id, experiment, arm, person_id);
CREATE TABLE events (
  id text not null primary key,
  app_id text not null references apps (id),
  person_id text not null references people (id) on delete cascade,
  name text not null,
  props text not null,
  happened_at integer not null,
  received_at integer not null,
  batch text default '' not null,
  content_id text default '' not null,
  facets text default '' not null
) strict;
CREATE INDEX events_by_name on events (app_id, name, received_at);
CREATE INDEX events_by_person on events (person_id, received_at);
CREATE INDEX events_by_person_and_name on events (person_id, name, received_at);
CREATE INDEX events_by_time on events (app_id, received_at);
CREATE TABLE event_rollups (
  app_id text not null references apps (id) on delete cascade,
  day integer not null,
  name text not null,
  content_id text not null,
  facets text not null,
  events integer not null,
  constraint event_rollups_key primary key (app_id, day, name, content_id, facets)
) strict;
CREATE INDEX event_rollups_by_content on event_rollups (app_id, content_id, day);
CREATE TABLE event_counts (
  person_id text not null references people (id) on delete cascade,
  name text not null,
  filter text not null,
  events integer not null,
  constraint event_counts_key primary key (person_id, name, filter)
) strict;
CREATE TABLE group_event_days (
  group_id text not null references groups (id) on delete cascade,
  name text not null,
  day integer not null,
  app_id text not null references apps (id) on delete cascade,
  events integer not null,
  first_at integer not null,
  last_at integer not null,
  constraint group_event_days_key primary key (group_id, name, day)
) strict;
CREATE INDEX group_event_days_by_day on group_event_days (app_id, day);
CREATE TABLE group_tasks (
  group_id text not null references groups (id) on delete cascade,
  content_id text not null references contents (id) on delete cascade,
  task_id text not null,
  app_id text not null references apps (id) on delete cascade,
  done_by text references people (id) on delete set null,
  done_at integer not null,
  constraint group_tasks_key primary key (group_id, content_id, task_id)
) strict;
CREATE INDEX group_tasks_by_content on group_tasks (content_id, app_id, group_id);
CREATE INDEX group_tasks_by_person on group_tasks (done_by, content_id) where done_by is not null;
CREATE INDEX group_tasks_by_app on group_tasks (app_id);
CREATE TABLE occasions (
  person_id text not null references people (id) on delete cascade,
  content_id text not null,
  milestone text not null,
  reached_at integer not null,
  shown_at integer,
  constraint occasions_key primary key (person_id, content_id, milestone)
) strict;
CREATE TABLE goals (
  id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  name text not null,
  event_name text not null,
  props text not null,
  window_ms integer not null,
  attribution text not null,
  celebration text,
  created_at integer not null,
  revision integer default 1 not null,
  archived_at integer
) strict;
CREATE INDEX goals_by_app on goals (app_id, id);
CREATE TABLE dashboards (
  id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  name text not null,
  charts text not null,
  revision integer default 1 not null,
  created_at integer not null,
  updated_at integer not null,
  updated_by text references members (id) on delete set null
) strict;
CREATE UNIQUE INDEX dashboards_by_name on dashboards (app_id, name);
CREATE INDEX dashboards_by_member on dashboards (updated_by);
CREATE TABLE dashboard_links (
  id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  dashboard_id text not null references dashboards (id) on delete cascade,
  member_id text references members (id) on delete cascade,
  token_hash text not null unique,
  created_at integer not null,
  expires_at integer not null,
  last_viewed_at integer
) strict;
CREATE INDEX dashboard_links_by_dashboard on dashboard_links (dashboard_id, id);
CREATE INDEX dashboard_links_by_app on dashboard_links (app_id);
CREATE INDEX dashboard_links_by_member on dashboard_links (member_id);
CREATE TABLE dashboard_emails (
  id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  dashboard_id text not null references dashboards (id) on delete cascade,
  member_id text references members (id) on delete cascade,
  schedule text not null,
  time_zone text not null,
  language text not null,
  days integer not null,
  next_at integer not null,
  due_at integer not null,
  attempts integer not null,
  failure text,
  last_sent_at integer,
  created_at integer not null
) strict;
CREATE INDEX dashboard_emails_by_dashboard on dashboard_emails (dashboard_id, id);
CREATE INDEX dashboard_emails_by_app on dashboard_emails (app_id);
CREATE INDEX dashboard_emails_by_member on dashboard_emails (member_id);
CREATE INDEX dashboard_emails_by_time on dashboard_emails (due_at);
CREATE TABLE dashboard_email_recipients (
  id text not null primary key,
  dashboard_email_id text not null references dashboard_emails (id) on delete cascade,
  email text not null,
  sent_for integer,
  constraint dashboard_email_recipients_one_each unique (dashboard_email_id, email)
) strict;
CREATE TABLE trackers (
  id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  name text not null,
  rule text not null,
  revision integer default 1 not null,
  live text,
  live_revision integer,
  published_at integer,
  paused_at integer,
  created_at integer not null,
  updated_at integer not null,
  updated_by text references members (id) on delete set null,
  archived_at integer
) strict;
CREATE INDEX trackers_by_member on trackers (updated_by);
CREATE UNIQUE INDEX trackers_by_name on trackers (app_id, name) where archived_at is null;
CREATE TABLE milestones (
  goal_id text not null references goals (id) on delete cascade,
  person_id text not null references people (id) on delete cascade,
  app_id text not null,
  event_id text not null,
  run_id text,
  content_id text,
  reached_at integer not null,
  constraint milestones_key primary key (goal_id, person_id)
) strict;
CREATE INDEX milestones_by_person on milestones (person_id);
CREATE INDEX milestones_by_time on milestones (goal_id, reached_at);
CREATE TABLE funnel_runs (
  person_id text not null references people (id) on delete cascade,
  content_id text not null,
  run_id text not null,
  app_id text not null references apps (id) on delete cascade,
  version integer,
  variant text not null,
  locale text not null,
  first_at integer not null,
  seen integer not null,
  unseen integer not null,
  suppressed integer not null,
  outcome text not null,
  start_reason text,
  end_reason text,
  error text,
  ended_at integer,
  wait_ms_max integer,
  constraint funnel_runs_key primary key (person_id, content_id, run_id)
) strict;
CREATE INDEX funnel_runs_by_content on funnel_runs (content_id, app_id, first_at);
CREATE INDEX funnel_runs_by_content_end on funnel_runs (content_id, app_id, ended_at) where ended_at is not null;
CREATE INDEX funnel_runs_by_end on funnel_runs (app_id, ended_at);
CREATE INDEX funnel_runs_by_start on funnel_runs (app_id, first_at);
CREATE TABLE funnel_steps (
  person_id text not null references people (id) on delete cascade,
  content_id text not null,
  run_id text not null,
  step_id text not null,
  seen integer not null,
  done integer not null,
  missing integer not null,
  skipped integer default 0 not null,
  skip_event text default '' not null,
  near text not null,
  unready text not null,
  obstructed text default '' not null,
  constraint funnel_steps_key primary key (person_id, content_id, run_id, step_id)
) strict;
CREATE TABLE survey_answers (
  run_id text not null,
  question_id text not null,
  ordinal integer not null,
  event_id text not null,
  app_id text not null references apps (id) on delete cascade,
  content_id text not null,
  version integer not null,
  person_id text references people (id) on delete cascade,
  number integer,
  part text,
  option text,
  text text,
  answered_at integer not null,
  constraint survey_answers_key primary key (run_id, question_id, ordinal)
) strict;
CREATE INDEX survey_answers_by_question on survey_answers (content_id, app_id, question_id, answered_at, run_id);
CREATE INDEX survey_answers_by_run on survey_answers (content_id, app_id, run_id, answered_at);
CREATE INDEX survey_answers_by_person on survey_answers (person_id);
CREATE TABLE survey_responses (
  run_id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  content_id text not null,
  person_id text references people (id) on delete cascade,
  counted integer not null
) strict;
CREATE INDEX survey_responses_by_app on survey_responses (app_id);
CREATE INDEX survey_responses_by_person on survey_responses (person_id);
CREATE TABLE survey_response_counts (
  app_id text not null references apps (id) on delete cascade,
  content_id text not null,
  day integer not null,
  responses integer not null,
  constraint survey_response_counts_key primary key (app_id, content_id, day)
) strict;
CREATE TABLE live_updates (
  id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  position integer not null,
  audience text not null,
  people integer,
  body text not null,
  priority text not null,
  require_ack integer not null,
  collapse_key text,
  devices text not null,
  created_at integer not null,
  timing text,
  expires_at integer not null,
  created_by text references members (id) on delete set null,
  resend_of text,
  experiment text,
  email_after_hours integer,
  emails_at integer,
  emails_cursor text,
  push_after_minutes integer,
  pushes_at integer,
  pushes_cursor text
) strict;
CREATE UNIQUE INDEX live_updates_by_position on live_updates (app_id, position);
CREATE INDEX live_updates_timed on live_updates (app_id, expires_at) where timing is not null;
CREATE INDEX live_updates_resent on live_updates (resend_of, position) where resend_of is not null;
CREATE INDEX live_updates_with_email on live_updates (app_id, position) where email_after_hours is not null;
CREATE INDEX live_updates_emailed on live_updates (emails_at) where emails_at is not null;
CREATE INDEX live_updates_with_push on live_updates (app_id, position) where push_after_minutes is not null;
CREATE INDEX live_updates_pushed on live_updates (pushes_at) where pushes_at is not null;
CREATE TABLE push_keys (
  app_id text not null primary key references apps (id) on delete cascade,
  public_key text not null,
  sealed text not null,
  created_at integer not null
) strict;
CREATE TABLE push_subscriptions (
  id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  person_id text not null references people (id) on delete cascade,
  endpoint_hash text not null,
  service text not null,
  sealed text not null,
  created_at integer not null,
  confirmed_at integer not null
) strict;
CREATE UNIQUE INDEX push_subscriptions_by_endpoint on push_subscriptions (app_id, endpoint_hash);
CREATE INDEX push_subscriptions_by_app on push_subscriptions (app_id, person_id);
CREATE INDEX push_subscriptions_by_person on push_subscriptions (person_id, confirmed_at);
CREATE TABLE live_update_pushes (
  live_update_id text not null references live_updates (id) on delete cascade,
  person_id text not null references people (id) on delete cascade,
  state text not null check (state in ('pending', 'claimed', 'sent', 'failed', 'skipped')),
  reason text,
  attempts integer not null,
  next_at integer not null,
  changed_at integer not null,
  opened_at integer,
  constraint live_update_pushes_key primary key (live_update_id, person_id)
) strict;
CREATE INDEX live_update_pushes_by_person on live_update_pushes (person_id);
CREATE INDEX live_update_pushes_pending on live_update_pushes (next_at) where state = 'pending';
CREATE INDEX live_update_pushes_claimed on live_update_pushes (changed_at) where state = 'claimed';
CREATE TABLE live_update_emails (
  live_update_id text not null references live_updates (id) on delete cascade,
  person_id text not null references people (id) on delete cascade,
  state text not null check (state in ('pending', 'claimed', 'sent', 'failed', 'skipped')),
  reason text,
  attempts integer not null,
  next_at integer not null,
  changed_at integer not null,
  constraint live_update_emails_key primary key (live_update_id, person_id)
) strict;
CREATE INDEX live_update_emails_by_person on live_update_emails (person_id);
CREATE INDEX live_update_emails_pending on live_update_emails (next_at) where state = 'pending';
CREATE INDEX live_update_emails_claimed on live_update_emails (changed_at) where state = 'claimed';
CREATE TABLE email_unsubscribes (
  person_id text not null primary key references people (id) on delete cascade,
  live_update_id text references live_updates (id) on delete set null,
  created_at integer not null
) strict;
CREATE INDEX email_unsubscribes_by_live_update on email_unsubscribes (live_update_id);
CREATE TABLE scheduled_live_updates (
  id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  send_at integer not null,
  input text not null,
  created_at integer not null,
  created_by text references members (id) on delete set null
) strict;
CREATE INDEX scheduled_live_updates_by_app on scheduled_live_updates (app_id, send_at);
CREATE INDEX scheduled_live_updates_by_member on scheduled_live_updates (created_by);
CREATE INDEX scheduled_live_updates_by_time on scheduled_live_updates (send_at);
CREATE TABLE live_update_targets (
  live_update_id text not null references live_updates (id) on delete cascade,
  app_id text not null,
  target text not null,
  expires_at integer not null,
  constraint live_update_targets_key primary key (live_update_id, target)
) strict;
CREATE INDEX live_update_targets_by_target on live_update_targets (app_id, target, expires_at);
CREATE INDEX live_update_targets_by_end on live_update_targets (expires_at);
CREATE TABLE live_update_deliveries (
  live_update_id text not null references live_updates (id) on delete cascade,
  person_id text not null references people (id) on delete cascade,
  device text not null,
  state text not null,
  claimed_by text not null,
  claimed_at integer not null,
  delivered_at integer,
  seen_at integer,
  ended_at integer,
  variant text,
  constraint live_update_deliveries_key primary key (live_update_id, person_id, device)
) strict;
CREATE INDEX live_update_deliveries_by_person on live_update_deliveries (person_id);
CREATE TABLE feed_reads (
  person_id text not null references people (id) on delete cascade,
  item text not null,
  read_at integer not null,
  constraint feed_reads_key primary key (person_id, item)
) strict;
CREATE TABLE webhooks (
  id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  kind text not null check (kind in ('channels', 'engagement', 'destination')),
  url text not null,
  events text not null,
  filter text not null,
  signing_secrets text not null,
  name text,
  preset text,
  destination text,
  sealed_secrets text,
  enabled integer not null check (enabled in (0, 1)),
  created_at integer not null,
  archived_at integer,
  failing_since integer,
  stopped_at integer,
  constraint webhooks_destination check ((kind = 'destination') = (preset is not null))
) strict;
CREATE INDEX webhooks_by_app on webhooks (app_id, id);
CREATE TABLE webhook_deliveries (
  id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  webhook_id text not null references webhooks (id) on delete cascade,
  message_id text,
  body text not null,
  created_at integer not null,
  stamped_at integer not null,
  attempts integer not null,
  next_attempt_at integer not null,
  state text not null check (state in ('pending', 'delivered', 'dead')),
  last_status integer,
  last_error text,
  delivered_at integer
) strict;
CREATE INDEX webhook_deliveries_due on webhook_deliveries (webhook_id, id) where state = 'pending';
CREATE INDEX webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, state, id);
CREATE INDEX webhook_deliveries_by_app on webhook_deliveries (app_id, id);
CREATE TABLE alerts (
  id text not null primary key,
  key text not null,
  kind text not null,
  app_id text references apps (id) on delete cascade,
  content_id text references contents (id) on delete cascade,
  step_id text,
  receiver_id text references webhooks (id) on delete cascade,
  data text not null,
  opened_at integer not null,
  healthy_since integer,
  resolved_at integer,
  resolution text,
  constraint alerts_resolved check ((resolved_at is null) = (resolution is null))
) strict;
CREATE UNIQUE INDEX alerts_open on alerts (key) where resolved_at is null;
CREATE INDEX alerts_by_app on alerts (app_id, id);
CREATE INDEX alerts_by_content on alerts (content_id);
CREATE INDEX alerts_by_receiver on alerts (receiver_id);
CREATE TABLE alert_emails (
  alert_id text not null references alerts (id) on delete cascade,
  member_id text not null references members (id) on delete cascade,
  event text not null check (event in ('opened', 'resolved')),
  state text not null check (state in ('pending', 'sent')),
  attempts integer not null,
  constraint alert_emails_key primary key (alert_id, member_id, event)
) strict;
CREATE INDEX alert_emails_by_member on alert_emails (member_id);
CREATE INDEX alert_emails_pending on alert_emails (member_id) where state = 'pending';
CREATE TABLE webhook_journal (
  id text not null primary key,
  app_id text not null references apps (id) on delete cascade,
  events text not null
) strict;
CREATE TABLE facts (
  id text not null primary key,
  app_id text references apps (id) on delete cascade,
  source text not null check (source in ('event', 'goal', 'person', 'audit', 'alert')),
  ref text not null,
  webhook_id text references webhooks (id) on delete cascade
) strict;
CREATE TABLE terminated_users (
  app_id text not null references apps (id) on delete cascade,
  user_hash text not null,
  terminated_at integer not null,
  constraint terminated_users_key primary key (app_id, user_hash)
) strict;
CREATE INDEX terminated_users_by_time on terminated_users (terminated_at);
CREATE TABLE webhook_occupancy (
  app_id text not null references apps (id) on delete cascade,
  channel text not null,
  user_id text not null,
  constraint webhook_occupancy_key primary key (app_id, channel, user_id)
) strict;
CREATE TABLE webhook_attempts (
  delivery_id text not null references webhook_deliveries (id) on delete cascade,
  began_at integer not null,
  duration_ms integer not null,
  status integer,
  error text,
  answer text not null,
  constraint webhook_attempts_key primary key (delivery_id, began_at)
) strict;
CREATE TABLE nodes (
  id text not null primary key,
  process text not null,
  host text not null,
  port integer not null,
  version text not null,
  state text not null check (state in ('active', 'standby', 'draining', 'superseded')),
  started_at integer not null,
  seen_at integer not null,
  connections integer not null,
  degraded text
) strict;
CREATE TABLE moves (
  id integer primary key check (id = 1),
  installation_id text not null,
  foreign_keys text not null,
  finished_at integer
) strict;
CREATE TABLE leases (
  name text not null primary key,
  node_id text not null,
  token integer not null,
  until integer not null
) strict;

insert into "schema_migrations" ("number", "name", "min_reader", "applied_at") values (1, 'initial schema', 1, 0);
insert into "workspace" ("id", "name", "created_at", "installation_id") values (1, 'Acme', 1795262400789, '01a205e3-bc26-779e-9def-99a11e05893c');
insert into "members" ("id", "email", "name", "role", "password_hash", "created_at") values ('mem-release', 'release@x.test', 'Ada', 'owner', '$argon2id$…', 1795262400789);
insert into "custom_roles" ("id", "name", "permissions", "created_at", "updated_at") values ('rol-release', 'Translator release', '["content.read"]', 1795262400789, 1795262400789);
insert into "sign_ins" ("id", "token_hash", "member_id", "user_agent", "created_at", "last_seen_at", "expires_at") values ('sgn-release', 'hash-release', 'mem-release', 'Test/1', 1795262400789, 1795262400790, 1795262400791);
insert into "setup_links" ("id", "token_hash", "expires_at") values (1, 'setup-release', 1795262400789);
insert into "apps" ("id", "key", "name", "paused", "system", "require_identity", "allowed_origins", "config_version", "config_raised_at", "created_at", "settings", "revision", "first_page_at", "changes") values ('app-release', 'key-release', 'Shop', 0, 0, 1, '["https://shop.test"]', 1, 1795262400789, 1795262400789, '{"client_events":true}', 3, 1795262400789, 1);
insert into "member_app_roles" ("member_id", "app_id", "role_id") values ('mem-release', 'app-release', 'rol-release');
insert into "app_secrets" ("id", "app_id", "sealed", "created_at", "revoked_at", "last_used_at") values ('sec-release', 'app-release', 'c2VhbGVk', 1795262400789, null, 1795262400789);
insert into "audit_entries" ("id", "at", "member_id", "action", "resource_type", "resource_id", "app_id", "detail", "seq", "hash") values ('aud-release', 1795262400789, 'mem-release', 'content.publish', 'content', 'cnt-release', 'app-release', '{}', null, null);
insert into "api_tokens" ("id", "token_hash", "name", "scopes", "member_id", "created_at", "last_used_at", "expires_at") values ('tok-release', 'token-release', 'Deploy', '["content.read"]', 'mem-release', 1795262400789, null, 1795262400790);
insert into "account_links" ("id", "token_hash", "purpose", "email", "role", "member_id", "created_by", "created_at", "expires_at") values ('lnk-release', 'link-release', 'invite', 'new-release@x.test', 'editor', null, 'mem-release', 1795262400789, 1795262400790);
insert into "second_factors" ("member_id", "sealed", "confirmed_at", "last_step", "recovery_hashes") values ('mem-release', 'c2VhbGVk', 1795262400789, 59000000, '["hash"]');
insert into "mail_server" ("id", "server", "sealed", "revision", "updated_at") values (1, '{}', 'c2VhbGVk', 1, 1795262400789);
insert into "notification_settings" ("member_id", "settings", "updated_at", "summary_week") values ('mem-release', '{}', 1795262400789, '2026-11-23');
insert into "provisioned_members" ("member_id", "user_name", "external_id", "deactivated_at", "updated_at") values ('mem-release', 'user-release', 'external-release', 1795262400789, 1795262400789);
insert into "provisioned_groups" ("id", "display_name", "external_id", "role", "created_at", "updated_at") values ('pgr-release', 'Editors release', 'ext-release', 'editor', 1795262400789, 1795262400789);
insert into "provisioned_group_members" ("group_id", "member_id") values ('pgr-release', 'mem-release');
insert into "saml_settings" ("id", "provider", "revision", "updated_at") values (1, '{}', 1, 1795262400789);
insert into "saml_assertions" ("id_hash", "expires_at") values ('assertion-release', 1795262400789);
insert into "single_sign_on" ("id", "provider", "sealed", "revision", "updated_at") values (1, '{}', 'c2VhbGVk', 1, 1795262400789);
insert into "member_identities" ("issuer", "subject", "member_id", "created_at", "last_used_at") values ('https://accounts.x.test', 'sub-release', 'mem-release', 1795262400789, 1795262400790);
insert into "provider_sessions" ("sign_in_id", "issuer", "subject", "sid", "sealed") values ('sgn-release', 'https://accounts.x.test', 'sub-release', 'session', 'c2VhbGVk');
insert into "idempotent_answers" ("key_hash", "request_hash", "sealed", "created_at") values ('key-release', 'request', null, 1795262400789);
insert into "debug_link_uses" ("link_id", "panel_hash", "expires_at") values ('link-release', 'hash', 1795262400790);
insert into "audit_keys" ("key_id", "sealed") values ('key-release', 'c2VhbGVk');
insert into "sign_in_attempts" ("name_hash", "left_ms", "at_ms") values ('name-release', 540000, 1795262400789);
insert into "deleted_apps" ("app_id", "deleted_at") values ('app-release', 1795262400789);
insert into "people" ("id", "app_id", "external_id", "anonymous_id", "verified", "attributes", "merged_into", "first_seen_at", "last_seen_at", "search_name", "search_last_name", "search_email", "locale", "time_zone", "device", "watched_until", "vouched") values ('per-release', 'app-release', 'ext-release', null, 1, '{}', null, 1795262400789, 1795262400789, 'ada lovelace', 'lovelace', 'ada@shop.test', 'de-CH', 'Europe/Zurich', 'phone', 1795262400790, '{"plan":"pro"}');
insert into "groups" ("id", "app_id", "external_id", "attributes", "search_name", "created_at", "updated_at") values ('grp-release', 'app-release', 'acme-release', '{}', 'acme', 1795262400789, 1795262400789);
insert into "memberships" ("person_id", "group_id", "attributes", "created_at") values ('per-release', 'grp-release', '{"role":"admin"}', 1795262400789);
insert into "attribute_definitions" ("app_id", "owner", "name", "type", "created_at", "mismatches", "last_mismatch_type", "last_mismatch_at") values ('app-release', 'person', 'plan', 'text', 1795262400789, 1, 'number', 1795262400789);
insert into "segments" ("id", "name", "rule", "revision", "created_at", "updated_at", "updated_by", "archived_at") values ('seg-release', 'Segment release', '{}', 1, 1795262400789, 1795262400789, 'mem-release', null);
insert into "segment_people" ("segment_id", "person_id", "app_id", "added_at") values ('seg-release', 'per-release', 'app-release', 1795262400789);
insert into "erasures" ("app_id", "name_hash", "erased_at") values ('app-release', 'hash-release', 1795262400789);
insert into "people_imports" ("id", "app_id", "state", "file_name", "reader", "columns", "sample", "bytes", "parts", "batches", "row_count", "rows_done", "made", "changed", "refused", "failure", "member_id", "created_at", "started_at", "ended_at") values ('imp-release', 'app-release', 'ready', 'people.csv', '{}', '[]', '[]', 12, 1, 1, 1, 0, 0, 0, 0, null, 'mem-release', 1795262400789, null, null);
insert into "people_import_rows" ("import_id", "seq", "rows") values ('imp-release', 0, '[]');
insert into "people_import_refusals" ("import_id", "line", "external_id", "message", "fields") values ('imp-release', 2, 'ext-release', 'No id.', '[]');
insert into "cap_groups" ("id", "name", "runs_max", "window_hours", "covers", "revision", "created_at", "updated_at") values ('cap-release', 'Cap release', 1, 24, '{}', 1, 1795262400789, 1795262400789);
insert into "templates" ("id", "name", "description", "type", "draft", "revision", "created_at", "updated_at", "updated_by") values ('tpl-release', 'Template release', '', 'tour', '{}', 1, 1795262400789, 1795262400789, 'mem-release');
insert into "themes" ("id", "name", "theme", "is_default", "revision", "created_at", "updated_at", "updated_by", "archived_at") values ('thm-release', 'Theme release', '{}', 0, 1, 1795262400789, 1795262400789, 'mem-release', null);
insert into "images" ("hash", "name", "width", "height", "bytes", "data", "created_at", "created_by") values ('image-release', 'chart.png', 2, 1, 3, 'AAAA', 1795262400789, 'mem-release');
insert into "help_feeds" ("url", "articles", "article_count", "etag", "last_modified", "changed_at", "read_at", "tried_at", "next_read_at", "failure") values ('https://help-release.example/feed.json', '[]', 0, null, null, 1795262400789, 1795262400789, 1795262400789, 1795262400789, null);
insert into "pushed_items" ("path", "hash", "source", "pushed_at") values ('contents/slug-release', '0000000000000000000000000000000000000000000000000000000000000000', 'git', 1795262400789);
insert into "decision_log" ("id", "app_id", "person_id", "at", "config_version", "verdicts") values ('dec-release', 'app-release', 'per-release', 1795262400789, 1, '[]');
insert into "contents" ("id", "type", "slug", "name", "draft", "revision", "system", "created_at", "updated_at", "updated_by", "archived_at", "draft_issues") values ('cnt-release', 'tour', 'slug-release', 'Welcome', '{}', 7, 0, 1795262400789, 1795262400789, 'mem-release', null, 2);
insert into "builder_sessions" ("id", "app_id", "content_id", "step_id", "tracker_id", "tracker", "sign_in_id", "origin", "language", "code_hash", "token_hash", "created_at", "last_used_at") values ('bld-release', 'app-release', 'cnt-release', null, null, null, 'sgn-release', 'https://shop.example', 'en', 'code-release', 'builder-release', 1795262400789, 1795262400790);
insert into "preview_links" ("id", "app_id", "content_id", "member_id", "origin", "token_hash", "created_at", "expires_at", "last_used_at") values ('prv-release', 'app-release', 'cnt-release', 'mem-release', 'https://shop.example', 'preview-release', 1795262400789, 1795262400790, null);
insert into "versions" ("id", "content_id", "number", "edition", "revision", "frozen_at", "created_by") values ('ver-release', 'cnt-release', 1, '{}', 7, 1795262400789, 'mem-release');
insert into "comments" ("id", "content_id", "step_id", "text", "member_id", "created_at", "resolved_at", "resolved_by") values ('cmt-release', 'cnt-release', 'one', 'Shorter?', 'mem-release', 1795262400789, 1795262400789, 'mem-release');
insert into "scheduled_publications" ("content_id", "app_id", "version_id", "publish_at", "scheduled_by") values ('cnt-release', 'app-release', 'ver-release', 1795262400789, 'mem-release');
insert into "reviews" ("content_id", "app_id", "revision", "requested_at", "requested_by", "approved_at", "approved_by") values ('cnt-release', 'app-release', 3, 1795262400789, 'mem-release', 1795262400789, 'mem-release');
insert into "review_reviewers" ("content_id", "app_id", "revision", "member_id") values ('cnt-release', 'app-release', 3, 'mem-release');
insert into "publications" ("content_id", "app_id", "version_id", "published_at", "published_by", "paused_at") values ('cnt-release', 'app-release', 'ver-release', 1795262400789, 'mem-release', 1795262400789);
insert into "runs" ("id", "app_id", "person_id", "content_id", "version_id", "state", "step_id", "seq", "start_reason", "end_reason", "started_at", "ended_at", "done", "variant", "reset_at") values ('run-release', 'app-release', 'per-release', 'cnt-release', 'ver-release', 'active', 'one', 0, 'rule', null, 1795262400789, null, '[]', 'b', null);
insert into "exposures" ("person_id", "content_id", "experiment", "app_id", "arm", "version", "exposed_at", "crossed") values ('per-release', 'cnt-release', 'seed', 'app-release', 'b', 1, 1795262400789, 0);
insert into "suppressions" ("id", "app_id", "person_id", "scope", "target", "reason", "created_at", "expires_at") values ('sup-release', 'app-release', 'per-release', 'content', 'cnt-release', 'do_not_show_again', 1795262400789, 1826798400789);
insert into "events" ("id", "app_id", "person_id", "name", "props", "happened_at", "received_at", "batch", "content_id", "facets") values ('evt-release', 'app-release', 'per-release', 'tour_started', '{}', 1795262400789, 1795262400789, 'batch', 'cnt-release', '{"version":1}');
insert into "event_rollups" ("app_id", "day", "name", "content_id", "facets", "events") values ('app-release', 1795262400789, 'tour_started', 'cnt-release', '', 3);
insert into "goals" ("id", "app_id", "name", "event_name", "props", "window_ms", "attribution", "celebration", "created_at", "revision", "archived_at") values ('gol-release', 'app-release', 'First order', 'order_shipped', '[]', 1000, 'last', 'burst', 1795262400789, 3, null);
insert into "alerts" ("id", "key", "kind", "app_id", "content_id", "step_id", "receiver_id", "data", "opened_at", "healthy_since", "resolved_at", "resolution") values ('alr-release', 'target_lost release', 'target_lost', 'app-release', 'cnt-release', 'one', null, '{"content":"Welcome"}', 1795262400789, 1795262400789, 1795262400789, 'healed');
insert into "dashboards" ("id", "app_id", "name", "charts", "revision", "created_at", "updated_at", "updated_by") values ('dsh-release', 'app-release', 'Growth', '[]', 1, 1795262400789, 1795262400789, 'mem-release');
insert into "dashboard_links" ("id", "app_id", "dashboard_id", "member_id", "token_hash", "created_at", "expires_at", "last_viewed_at") values ('dsl-release', 'app-release', 'dsh-release', 'mem-release', 'dashboard-release', 1795262400789, 1795262400790, null);
insert into "dashboard_emails" ("id", "app_id", "dashboard_id", "member_id", "schedule", "time_zone", "language", "days", "next_at", "due_at", "attempts", "failure", "last_sent_at", "created_at") values ('dse-release', 'app-release', 'dsh-release', 'mem-release', '{"every":"day","time":"08:00"}', 'Europe/Zurich', 'en', 30, 1795262400789, 1795262400789, 0, null, null, 1795262400789);
insert into "dashboard_email_recipients" ("id", "dashboard_email_id", "email", "sent_for") values ('dsr-release', 'dse-release', 'release@reader.example', null);
insert into "trackers" ("id", "app_id", "name", "rule", "revision", "live", "live_revision", "published_at", "paused_at", "created_at", "updated_at", "updated_by", "archived_at") values ('trk-release', 'app-release', 'upgrade_clicked', '{"on":{"kind":"page"},"urls":{"include":["/plans"],"exclude":[]}}', 2, '{"id":"trk-1","name":"upgrade_clicked","on":{"kind":"page"},"urls":{"include":["/"],"exclude":[]}}', 1, 1795262400789, 1795262400789, 1795262400789, 1795262400789, 'mem-release', null);
insert into "milestones" ("goal_id", "person_id", "app_id", "event_id", "run_id", "content_id", "reached_at") values ('gol-release', 'per-release', 'app-release', 'evt-release', 'run-release', 'cnt-release', 1795262400789);
insert into "event_counts" ("person_id", "name", "filter", "events") values ('per-release', 'order_shipped', '', 9);
insert into "group_event_days" ("group_id", "name", "day", "app_id", "events", "first_at", "last_at") values ('grp-release', 'order_shipped', 1795262400789, 'app-release', 9, 1795262400789, 1795262400789);
insert into "group_tasks" ("group_id", "content_id", "task_id", "app_id", "done_by", "done_at") values ('grp-release', 'cnt-release', 'invite', 'app-release', 'per-release', 1795262400789);
insert into "occasions" ("person_id", "content_id", "milestone", "reached_at", "shown_at") values ('per-release', 'cnt-release', 'event:order_shipped:10', 1795262400789, null);
insert into "funnel_runs" ("person_id", "content_id", "run_id", "app_id", "version", "variant", "locale", "first_at", "seen", "unseen", "suppressed", "outcome", "start_reason", "end_reason", "error", "ended_at", "wait_ms_max") values ('per-release', 'cnt-release', 'run-release', 'app-release', 1, 'b', 'en', 1795262400789, 1, 0, 0, 'completed', 'rule', 'completed', null, 1795262400789, 100);
insert into "funnel_steps" ("person_id", "content_id", "run_id", "step_id", "seen", "done", "missing", "skipped", "skip_event", "near", "unready", "obstructed") values ('per-release', 'cnt-release', 'run-release', 'one', 1, 1, 0, 0, '', '', '', '');
insert into "survey_answers" ("run_id", "question_id", "ordinal", "event_id", "app_id", "content_id", "version", "person_id", "number", "part", "option", "text", "answered_at") values ('run-release', 'why', 0, 'evt-release', 'app-release', 'cnt-release', 1, 'per-release', 9, null, null, null, 1795262400789);
insert into "survey_responses" ("run_id", "app_id", "content_id", "person_id", "counted") values ('run-release', 'app-release', 'cnt-release', 'per-release', 1);
insert into "survey_response_counts" ("app_id", "content_id", "day", "responses") values ('app-release', 'cnt-release', -1, 1);
insert into "alert_emails" ("alert_id", "member_id", "event", "state", "attempts") values ('alr-release', 'mem-release', 'opened', 'sent', 0);
insert into "live_updates" ("id", "app_id", "position", "audience", "people", "body", "priority", "require_ack", "collapse_key", "devices", "created_at", "timing", "expires_at", "created_by", "resend_of", "experiment", "email_after_hours", "emails_at", "emails_cursor", "push_after_minutes", "pushes_at", "pushes_cursor") values ('lup-release', 'app-release', 1, '{"kind":"everyone"}', null, '{}', 'normal', 0, null, 'all', 1795262400789, null, 1795262400790, 'mem-release', null, null, 4, 1795262400790, null, 0, 1795262400790, null);
insert into "live_update_emails" ("live_update_id", "person_id", "state", "reason", "attempts", "next_at", "changed_at") values ('lup-release', 'per-release', 'pending', null, 0, 1795262400790, 1795262400789);
insert into "live_update_pushes" ("live_update_id", "person_id", "state", "reason", "attempts", "next_at", "changed_at", "opened_at") values ('lup-release', 'per-release', 'pending', null, 0, 1795262400790, 1795262400789, null);
insert into "push_keys" ("app_id", "public_key", "sealed", "created_at") values ('app-release', 'public-release', 'c2VhbGVk', 1795262400789);
insert into "push_subscriptions" ("id", "app_id", "person_id", "endpoint_hash", "service", "sealed", "created_at", "confirmed_at") values ('psh-release', 'app-release', 'per-release', 'endpoint-release', 'push.example', 'c2VhbGVk', 1795262400789, 1795262400789);
insert into "email_unsubscribes" ("person_id", "live_update_id", "created_at") values ('per-release', 'lup-release', 1795262400789);
insert into "scheduled_live_updates" ("id", "app_id", "send_at", "input", "created_at", "created_by") values ('lup-release', 'app-release', 1795262400790, '{}', 1795262400789, 'mem-release');
insert into "live_update_targets" ("live_update_id", "app_id", "target", "expires_at") values ('lup-release', 'app-release', 'everyone', 1795262400790);
insert into "live_update_deliveries" ("live_update_id", "person_id", "device", "state", "claimed_by", "claimed_at", "delivered_at", "seen_at", "ended_at", "variant") values ('lup-release', 'per-release', '', 'seen', 'device-1', 1795262400789, 1795262400789, 1795262400790, null, null);
insert into "feed_reads" ("person_id", "item", "read_at") values ('per-release', 'cnt-release', 1795262400789);
insert into "webhooks" ("id", "app_id", "kind", "url", "events", "filter", "signing_secrets", "name", "preset", "destination", "sealed_secrets", "enabled", "created_at", "archived_at", "failing_since", "stopped_at") values ('whk-release', 'app-release', 'channels', 'https://shop.test/hook', '"all"', '{}', '[]', null, null, null, null, 1, 1795262400789, null, null, null);
insert into "facts" ("id", "app_id", "source", "ref", "webhook_id") values ('fact-release', 'app-release', 'person', 'per-release', 'whk-release');
insert into "webhook_journal" ("id", "app_id", "events") values ('whj-release', 'app-release', '[{"name":"cache_miss","channel":"cache-news"}]');
insert into "terminated_users" ("app_id", "user_hash", "terminated_at") values ('app-release', 'user-release', 1795262400789);
insert into "webhook_occupancy" ("app_id", "channel", "user_id") values ('app-release', 'presence-room', 'user-release');
insert into "webhook_deliveries" ("id", "app_id", "webhook_id", "message_id", "body", "created_at", "stamped_at", "attempts", "next_attempt_at", "state", "last_status", "last_error", "delivered_at") values ('whd-release', 'app-release', 'whk-release', null, '{"time_ms":1,"events":[]}', 1795262400789, 1795262400789, 2, 1795262400790, 'pending', 503, null, null);
insert into "webhook_attempts" ("delivery_id", "began_at", "duration_ms", "status", "error", "answer") values ('whd-release', 1795262400789, 12, 503, null, 'later');
insert into "nodes" ("id", "process", "host", "port", "version", "state", "started_at", "seen_at", "connections", "degraded") values ('nod-release', 'fanfare 7 on one', '127.0.0.1', 4000, '0.1.0', 'active', 1795262400789, 1795262400790, 12, null);
insert into "leases" ("name", "node_id", "token", "until") values ('work-release', 'nod-release', 1, 1795262400789);
insert into "moves" ("id", "installation_id", "foreign_keys", "finished_at") values (1, 'an installation', '[]', 1795262400789);
