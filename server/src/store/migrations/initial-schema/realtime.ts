export const REALTIME_TABLES = `
create table live_updates (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  position INTEGER not null,
  audience TEXT not null,
  people INTEGER,
  body TEXT not null,
  priority TEXT not null,
  require_ack BIT not null,
  collapse_key TEXT,
  devices TEXT not null,
  created_at INTEGER not null,
  timing TEXT,
  expires_at INTEGER not null,
  created_by TEXT references members (id) on delete set null,
  resend_of TEXT,
  experiment TEXT,
  email_after_hours INTEGER,
  emails_at INTEGER,
  emails_cursor TEXT,
  push_after_minutes INTEGER,
  pushes_at INTEGER,
  pushes_cursor TEXT
);
-- Pages show live updates in this order.
create unique index live_updates_by_position on live_updates (app_id, position);
create index live_updates_timed on live_updates (app_id, expires_at) where timing is not null;
create index live_updates_resent on live_updates (resend_of, position) where resend_of is not null;

create index live_updates_with_email on live_updates (app_id, position) where email_after_hours is not null;
create index live_updates_emailed on live_updates (emails_at) where emails_at is not null;
create index live_updates_with_push on live_updates (app_id, position) where push_after_minutes is not null;
create index live_updates_pushed on live_updates (pushes_at) where pushes_at is not null;

create table push_keys (
  app_id TEXT not null primary key references apps (id) on delete cascade,
  public_key TEXT not null,
  sealed TEXT not null,
  created_at INTEGER not null
);

create table push_subscriptions (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  person_id TEXT not null references people (id) on delete cascade,
  endpoint_hash TEXT not null,
  service TEXT not null,
  sealed TEXT not null,
  created_at INTEGER not null,
  confirmed_at INTEGER not null
);
create unique index push_subscriptions_by_endpoint on push_subscriptions (app_id, endpoint_hash);
create index push_subscriptions_by_app on push_subscriptions (app_id, person_id);
create index push_subscriptions_by_person on push_subscriptions (person_id, confirmed_at);

create table live_update_pushes (
  live_update_id TEXT not null references live_updates (id) on delete cascade,
  person_id TEXT not null references people (id) on delete cascade,
  state TEXT not null check (state in ('pending', 'claimed', 'sent', 'failed', 'skipped')),
  reason TEXT,
  attempts INTEGER not null,
  next_at INTEGER not null,
  changed_at INTEGER not null,
  opened_at INTEGER,
  constraint live_update_pushes_key primary key (live_update_id, person_id)
);
create index live_update_pushes_by_person on live_update_pushes (person_id);
create index live_update_pushes_pending on live_update_pushes (next_at) where state = 'pending';
create index live_update_pushes_claimed on live_update_pushes (changed_at) where state = 'claimed';

create table live_update_emails (
  live_update_id TEXT not null references live_updates (id) on delete cascade,
  person_id TEXT not null references people (id) on delete cascade,
  state TEXT not null check (state in ('pending', 'claimed', 'sent', 'failed', 'skipped')),
  reason TEXT,
  attempts INTEGER not null,
  next_at INTEGER not null,
  changed_at INTEGER not null,
  constraint live_update_emails_key primary key (live_update_id, person_id)
);
create index live_update_emails_by_person on live_update_emails (person_id);
create index live_update_emails_pending on live_update_emails (next_at) where state = 'pending';
create index live_update_emails_claimed on live_update_emails (changed_at) where state = 'claimed';

create table email_unsubscribes (
  person_id TEXT not null primary key references people (id) on delete cascade,
  live_update_id TEXT references live_updates (id) on delete set null,
  created_at INTEGER not null
);
create index email_unsubscribes_by_live_update on email_unsubscribes (live_update_id);

create table scheduled_live_updates (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  send_at INTEGER not null,
  input TEXT not null,
  created_at INTEGER not null,
  created_by TEXT references members (id) on delete set null
);
create index scheduled_live_updates_by_app on scheduled_live_updates (app_id, send_at);
create index scheduled_live_updates_by_member on scheduled_live_updates (created_by);
create index scheduled_live_updates_by_time on scheduled_live_updates (send_at);

create table live_update_targets (
  live_update_id TEXT not null references live_updates (id) on delete cascade,
  app_id TEXT not null,
  target TEXT not null,
  expires_at INTEGER not null,
  constraint live_update_targets_key primary key (live_update_id, target)
);
create index live_update_targets_by_target on live_update_targets (app_id, target, expires_at);
create index live_update_targets_by_end on live_update_targets (expires_at);

create table live_update_deliveries (
  live_update_id TEXT not null references live_updates (id) on delete cascade,
  person_id TEXT not null references people (id) on delete cascade,
  device TEXT not null,
  state TEXT not null,
  claimed_by TEXT not null,
  claimed_at INTEGER not null,
  delivered_at INTEGER,
  seen_at INTEGER,
  ended_at INTEGER,
  variant TEXT,
  constraint live_update_deliveries_key primary key (live_update_id, person_id, device)
);
create index live_update_deliveries_by_person on live_update_deliveries (person_id);

create table feed_reads (
  person_id TEXT not null references people (id) on delete cascade,
  item TEXT not null,
  read_at INTEGER not null,
  constraint feed_reads_key primary key (person_id, item)
);

create table webhooks (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  kind TEXT not null check (kind in ('channels', 'engagement', 'destination')),
  url TEXT not null,
  events TEXT not null,
  filter TEXT not null,
  signing_secrets TEXT not null,
  name TEXT,
  preset TEXT,
  destination TEXT,
  sealed_secrets TEXT,
  enabled BIT not null check (enabled in (0, 1)),
  created_at INTEGER not null,
  archived_at INTEGER,
  failing_since INTEGER,
  stopped_at INTEGER,
  constraint webhooks_destination check ((kind = 'destination') = (preset is not null))
);
create index webhooks_by_app on webhooks (app_id, id);

create table webhook_deliveries (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  webhook_id TEXT not null references webhooks (id) on delete cascade,
  message_id TEXT,
  body TEXT not null,
  created_at INTEGER not null,
  stamped_at INTEGER not null,
  attempts INTEGER not null,
  next_attempt_at INTEGER not null,
  state TEXT not null check (state in ('pending', 'delivered', 'dead')),
  last_status INTEGER,
  last_error TEXT,
  delivered_at INTEGER
);
-- Only what is due is read for each delivery.
create index webhook_deliveries_due on webhook_deliveries (webhook_id, id) where state = 'pending';
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, state, id);
create index webhook_deliveries_by_app on webhook_deliveries (app_id, id);

create table alerts (
  id TEXT not null primary key,
  key TEXT not null,
  kind TEXT not null,
  app_id TEXT references apps (id) on delete cascade,
  content_id TEXT references contents (id) on delete cascade,
  step_id TEXT,
  receiver_id TEXT references webhooks (id) on delete cascade,
  data TEXT not null,
  opened_at INTEGER not null,
  healthy_since INTEGER,
  resolved_at INTEGER,
  resolution TEXT,
  constraint alerts_resolved check ((resolved_at is null) = (resolution is null))
);
-- The same problem is never open twice, whichever node finds it.
create unique index alerts_open on alerts (key) where resolved_at is null;
create index alerts_by_app on alerts (app_id, id);
create index alerts_by_content on alerts (content_id);
create index alerts_by_receiver on alerts (receiver_id);

create table alert_emails (
  alert_id TEXT not null references alerts (id) on delete cascade,
  member_id TEXT not null references members (id) on delete cascade,
  event TEXT not null check (event in ('opened', 'resolved')),
  state TEXT not null check (state in ('pending', 'sent')),
  attempts INTEGER not null,
  constraint alert_emails_key primary key (alert_id, member_id, event)
);
create index alert_emails_by_member on alert_emails (member_id);
create index alert_emails_pending on alert_emails (member_id) where state = 'pending';

create table webhook_journal (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  events TEXT not null
);

create table facts (
  id TEXT not null primary key,
  app_id TEXT references apps (id) on delete cascade,
  source TEXT not null check (source in ('event', 'goal', 'person', 'audit', 'alert')),
  ref TEXT not null,
  webhook_id TEXT references webhooks (id) on delete cascade
);

create table terminated_users (
  app_id TEXT not null references apps (id) on delete cascade,
  user_hash TEXT not null,
  terminated_at INTEGER not null,
  constraint terminated_users_key primary key (app_id, user_hash)
);
create index terminated_users_by_time on terminated_users (terminated_at);

create table webhook_occupancy (
  app_id TEXT not null references apps (id) on delete cascade,
  channel TEXT not null,
  user_id TEXT not null,
  constraint webhook_occupancy_key primary key (app_id, channel, user_id)
);

create table webhook_attempts (
  delivery_id TEXT not null references webhook_deliveries (id) on delete cascade,
  began_at INTEGER not null,
  duration_ms INTEGER not null,
  status INTEGER,
  error TEXT,
  answer TEXT not null,
  constraint webhook_attempts_key primary key (delivery_id, began_at)
);
`;
