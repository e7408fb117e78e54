export const ANALYTICS_TABLES = `
create table runs (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id),
  person_id TEXT not null references people (id) on delete cascade,
  content_id TEXT not null references contents (id) on delete cascade,
  version_id TEXT not null references versions (id) on delete cascade,
  state TEXT not null,
  step_id TEXT not null,
  seq INTEGER not null,
  start_reason TEXT not null,
  end_reason TEXT,
  started_at INTEGER not null,
  ended_at INTEGER,
  done TEXT default '[]' not null,
  variant TEXT default '' not null,
  reset_at INTEGER
);
create unique index runs_one_active on runs (person_id, content_id) where state = 'active';
create index runs_by_person on runs (person_id, content_id, started_at);
create index runs_by_content on runs (content_id, app_id, started_at);
create index runs_by_version on runs (version_id);
create index runs_by_start on runs (person_id, started_at);

create table exposures (
  person_id TEXT not null references people (id) on delete cascade,
  content_id TEXT not null,
  experiment TEXT not null,
  app_id TEXT not null,
  arm TEXT not null,
  version INTEGER not null,
  exposed_at INTEGER not null,
  crossed BIT not null,
  constraint exposures_key primary key (person_id, content_id, experiment)
);
create index exposures_by_experiment on exposures (content_id, app_id, experiment, arm, person_id);

create table events (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id),
  person_id TEXT not null references people (id) on delete cascade,
  name TEXT not null,
  props TEXT not null,
  happened_at INTEGER not null,
  received_at INTEGER not null,
  batch TEXT default '' not null,
  content_id TEXT default '' not null,
  facets TEXT default '' not null
);
create index events_by_name on events (app_id, name, received_at);
create index events_by_person on events (person_id, received_at);
create index events_by_person_and_name on events (person_id, name, received_at);
create index events_by_time on events (app_id, received_at);

create table event_rollups (
  app_id TEXT not null references apps (id) on delete cascade,
  day INTEGER not null,
  name TEXT not null,
  content_id TEXT not null,
  facets TEXT not null,
  events INTEGER not null,
  constraint event_rollups_key primary key (app_id, day, name, content_id, facets)
);
create index event_rollups_by_content on event_rollups (app_id, content_id, day);

create table event_counts (
  person_id TEXT not null references people (id) on delete cascade,
  name TEXT not null,
  filter TEXT not null,
  events INTEGER not null,
  constraint event_counts_key primary key (person_id, name, filter)
);

create table group_event_days (
  group_id TEXT not null references groups (id) on delete cascade,
  name TEXT not null,
  day INTEGER not null,
  app_id TEXT not null references apps (id) on delete cascade,
  events INTEGER not null,
  first_at INTEGER not null,
  last_at INTEGER not null,
  constraint group_event_days_key primary key (group_id, name, day)
);
create index group_event_days_by_day on group_event_days (app_id, day);

create table group_tasks (
  group_id TEXT not null references groups (id) on delete cascade,
  content_id TEXT not null references contents (id) on delete cascade,
  task_id TEXT not null,
  app_id TEXT not null references apps (id) on delete cascade,
  done_by TEXT references people (id) on delete set null,
  done_at INTEGER not null,
  constraint group_tasks_key primary key (group_id, content_id, task_id)
);
create index group_tasks_by_content on group_tasks (content_id, app_id, group_id);
create index group_tasks_by_person on group_tasks (done_by, content_id) where done_by is not null;
create index group_tasks_by_app on group_tasks (app_id);

create table occasions (
  person_id TEXT not null references people (id) on delete cascade,
  content_id TEXT not null,
  milestone TEXT not null,
  reached_at INTEGER not null,
  shown_at INTEGER,
  constraint occasions_key primary key (person_id, content_id, milestone)
);

create table goals (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  name TEXT not null,
  event_name TEXT not null,
  props TEXT not null,
  window_ms INTEGER not null,
  attribution TEXT not null,
  celebration TEXT,
  created_at INTEGER not null,
  revision INTEGER default 1 not null,
  archived_at INTEGER
);
create index goals_by_app on goals (app_id, id);

create table dashboards (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  name TEXT not null,
  charts TEXT not null,
  revision INTEGER default 1 not null,
  created_at INTEGER not null,
  updated_at INTEGER not null,
  updated_by TEXT references members (id) on delete set null
);
create unique index dashboards_by_name on dashboards (app_id, name);
create index dashboards_by_member on dashboards (updated_by);

create table dashboard_links (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  dashboard_id TEXT not null references dashboards (id) on delete cascade,
  member_id TEXT references members (id) on delete cascade,
  token_hash TEXT not null unique,
  created_at INTEGER not null,
  expires_at INTEGER not null,
  last_viewed_at INTEGER
);
create index dashboard_links_by_dashboard on dashboard_links (dashboard_id, id);
create index dashboard_links_by_app on dashboard_links (app_id);
create index dashboard_links_by_member on dashboard_links (member_id);

create table dashboard_emails (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  dashboard_id TEXT not null references dashboards (id) on delete cascade,
  member_id TEXT references members (id) on delete cascade,
  schedule TEXT not null,
  time_zone TEXT not null,
  language TEXT not null,
  days INTEGER not null,
  next_at INTEGER not null,
  due_at INTEGER not null,
  attempts INTEGER not null,
  failure TEXT,
  last_sent_at INTEGER,
  created_at INTEGER not null
);
create index dashboard_emails_by_dashboard on dashboard_emails (dashboard_id, id);
create index dashboard_emails_by_app on dashboard_emails (app_id);
create index dashboard_emails_by_member on dashboard_emails (member_id);
create index dashboard_emails_by_time on dashboard_emails (due_at);

create table dashboard_email_recipients (
  id TEXT not null primary key,
  dashboard_email_id TEXT not null references dashboard_emails (id) on delete cascade,
  email TEXT not null,
  sent_for INTEGER,
  constraint dashboard_email_recipients_one_each unique (dashboard_email_id, email)
);

create table trackers (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  name TEXT not null,
  rule TEXT not null,
  revision INTEGER default 1 not null,
  live TEXT,
  live_revision INTEGER,
  published_at INTEGER,
  paused_at INTEGER,
  created_at INTEGER not null,
  updated_at INTEGER not null,
  updated_by TEXT references members (id) on delete set null,
  archived_at INTEGER
);
create index trackers_by_member on trackers (updated_by);
create unique index trackers_by_name on trackers (app_id, name) where archived_at is null;

create table milestones (
  goal_id TEXT not null references goals (id) on delete cascade,
  person_id TEXT not null references people (id) on delete cascade,
  app_id TEXT not null,
  event_id TEXT not null,
  run_id TEXT,
  content_id TEXT,
  reached_at INTEGER not null,
  constraint milestones_key primary key (goal_id, person_id)
);
create index milestones_by_person on milestones (person_id);
create index milestones_by_time on milestones (goal_id, reached_at);

create table funnel_runs (
  person_id TEXT not null references people (id) on delete cascade,
  content_id TEXT not null,
  run_id TEXT not null,
  app_id TEXT not null references apps (id) on delete cascade,
  version INTEGER,
  variant TEXT not null,
  locale TEXT not null,
  first_at INTEGER not null,
  seen BIT not null,
  unseen BIT not null,
  suppressed BIT not null,
  outcome TEXT not null,
  start_reason TEXT,
  end_reason TEXT,
  error TEXT,
  ended_at INTEGER,
  wait_ms_max INTEGER,
  constraint funnel_runs_key primary key (person_id, content_id, run_id)
);
create index funnel_runs_by_content on funnel_runs (content_id, app_id, first_at);
create index funnel_runs_by_content_end on funnel_runs (content_id, app_id, ended_at) where ended_at is not null;
create index funnel_runs_by_end on funnel_runs (app_id, ended_at);
create index funnel_runs_by_start on funnel_runs (app_id, first_at);

create table funnel_steps (
  person_id TEXT not null references people (id) on delete cascade,
  content_id TEXT not null,
  run_id TEXT not null,
  step_id TEXT not null,
  seen BIT not null,
  done BIT not null,
  missing BIT not null,
  skipped BIT default 0 not null,
  skip_event TEXT default '' not null,
  near TEXT not null,
  unready TEXT not null,
  obstructed TEXT default '' not null,
  constraint funnel_steps_key primary key (person_id, content_id, run_id, step_id)
);

create table survey_answers (
  run_id TEXT not null,
  question_id TEXT not null,
  ordinal INTEGER not null,
  event_id TEXT not null,
  app_id TEXT not null references apps (id) on delete cascade,
  content_id TEXT not null,
  version INTEGER not null,
  person_id TEXT references people (id) on delete cascade,
  number INTEGER,
  part TEXT,
  option TEXT,
  text TEXT,
  answered_at INTEGER not null,
  constraint survey_answers_key primary key (run_id, question_id, ordinal)
);
create index survey_answers_by_question on survey_answers (content_id, app_id, question_id, answered_at, run_id);
create index survey_answers_by_run on survey_answers (content_id, app_id, run_id, answered_at);
create index survey_answers_by_person on survey_answers (person_id);

create table survey_responses (
  run_id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  content_id TEXT not null,
  person_id TEXT references people (id) on delete cascade,
  counted BIT not null
);
create index survey_responses_by_app on survey_responses (app_id);
create index survey_responses_by_person on survey_responses (person_id);

create table survey_response_counts (
  app_id TEXT not null references apps (id) on delete cascade,
  content_id TEXT not null,
  day INTEGER not null,
  responses INTEGER not null,
  constraint survey_response_counts_key primary key (app_id, content_id, day)
);
`;
