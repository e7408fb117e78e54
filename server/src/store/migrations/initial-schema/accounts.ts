export const ACCOUNT_TABLES = `
create table workspace (
  id INTEGER primary key check (id = 1),
  name TEXT not null,
  created_at INTEGER not null,
  installation_id TEXT not null
);

create table members (
  id TEXT not null primary key,
  email TEXT not null unique,
  name TEXT not null,
  role TEXT not null,
  password_hash TEXT not null,
  created_at INTEGER not null
);

create table custom_roles (
  id TEXT not null primary key,
  name TEXT not null unique,
  permissions TEXT not null,
  created_at INTEGER not null,
  updated_at INTEGER not null
);

create table sign_ins (
  id TEXT not null primary key,
  token_hash TEXT not null unique,
  member_id TEXT not null references members (id) on delete cascade,
  user_agent TEXT not null,
  created_at INTEGER not null,
  last_seen_at INTEGER not null,
  expires_at INTEGER not null
);
create index sign_ins_by_member on sign_ins (member_id, created_at);
create index sign_ins_by_expiry on sign_ins (expires_at);

create table setup_links (
  id INTEGER primary key check (id = 1),
  token_hash TEXT not null,
  expires_at INTEGER not null
);

create table second_factors (
  member_id TEXT not null primary key references members (id) on delete cascade,
  sealed TEXT not null,
  confirmed_at INTEGER,
  last_step INTEGER not null,
  recovery_hashes TEXT not null
);

-- One link of each purpose for an address: a new link replaces the last one.
create table account_links (
  id TEXT not null primary key,
  token_hash TEXT not null unique,
  purpose TEXT not null check (purpose in ('invite', 'reset')),
  email TEXT not null,
  role TEXT,
  member_id TEXT references members (id) on delete cascade,
  created_by TEXT references members (id) on delete set null,
  created_at INTEGER not null,
  expires_at INTEGER not null,
  constraint account_links_one_each unique (email, purpose)
);
create index account_links_by_purpose on account_links (purpose, id);
create index account_links_by_member on account_links (member_id);
create index account_links_by_maker on account_links (created_by);

create table api_tokens (
  id TEXT not null primary key,
  token_hash TEXT not null unique,
  name TEXT not null,
  scopes TEXT not null,
  member_id TEXT references members (id) on delete cascade,
  created_at INTEGER not null,
  last_used_at INTEGER,
  expires_at INTEGER
);
create index api_tokens_by_member on api_tokens (member_id, id);

create table mail_server (
  id INTEGER not null primary key,
  server TEXT not null,
  sealed TEXT,
  revision INTEGER not null,
  updated_at INTEGER not null
);

create table notification_settings (
  member_id TEXT not null primary key references members (id) on delete cascade,
  settings TEXT not null,
  updated_at INTEGER not null,
  summary_week TEXT
);

create table single_sign_on (
  id INTEGER not null primary key,
  provider TEXT not null,
  sealed TEXT,
  revision INTEGER not null,
  updated_at INTEGER not null
);

-- What the identity provider's provisioning knows about members. Deactivated members can't act, but keep what they made.
create table provisioned_members (
  member_id TEXT not null primary key references members (id) on delete cascade,
  user_name TEXT not null unique,
  external_id TEXT,
  deactivated_at INTEGER,
  updated_at INTEGER not null
);
create index provisioned_members_by_external_id on provisioned_members (external_id);

create table provisioned_groups (
  id TEXT not null primary key,
  display_name TEXT not null unique,
  external_id TEXT,
  role TEXT not null,
  created_at INTEGER not null,
  updated_at INTEGER not null
);

create table provisioned_group_members (
  group_id TEXT not null references provisioned_groups (id) on delete cascade,
  member_id TEXT not null references members (id) on delete cascade,
  constraint provisioned_group_members_key primary key (group_id, member_id)
);
create index provisioned_group_members_by_member on provisioned_group_members (member_id);

create table saml_settings (
  id INTEGER not null primary key,
  provider TEXT not null,
  revision INTEGER not null,
  updated_at INTEGER not null
);

-- Assertions that started a session, until they expire. Each works once, on all nodes.
create table saml_assertions (
  id_hash TEXT not null primary key,
  expires_at INTEGER not null
);
create index saml_assertions_by_expiry on saml_assertions (expires_at);

-- An address that passes to someone else never opens the account of the member who had it.
create table member_identities (
  issuer TEXT not null,
  subject TEXT not null,
  member_id TEXT not null references members (id) on delete cascade,
  created_at INTEGER not null,
  last_used_at INTEGER not null,
  constraint member_identities_key primary key (issuer, subject),
  constraint member_identities_one_each unique (member_id, issuer)
);

create table provider_sessions (
  sign_in_id TEXT not null primary key references sign_ins (id) on delete cascade,
  issuer TEXT not null,
  subject TEXT not null,
  sid TEXT,
  sealed TEXT
);
create index provider_sessions_by_subject on provider_sessions (issuer, subject);
create index provider_sessions_by_sid on provider_sessions (issuer, sid);

create table idempotent_answers (
  key_hash TEXT not null primary key,
  request_hash TEXT not null,
  sealed TEXT,
  created_at INTEGER not null
);
create index idempotent_answers_by_age on idempotent_answers (created_at);

create table debug_link_uses (
  link_id TEXT not null primary key,
  panel_hash TEXT not null,
  expires_at INTEGER not null
);
create index debug_link_uses_by_expiry on debug_link_uses (expires_at);

create table audit_keys (
  key_id TEXT not null primary key,
  sealed TEXT not null
);

create table sign_in_attempts (
  name_hash TEXT not null primary key,
  left_ms INTEGER not null,
  at_ms INTEGER not null
);
create index sign_in_attempts_by_age on sign_in_attempts (at_ms);

create table apps (
  id TEXT not null primary key,
  key TEXT not null unique,
  name TEXT not null,
  paused BIT not null check (paused in (0, 1)),
  system BIT not null check (system in (0, 1)),
  require_identity BIT not null check (require_identity in (0, 1)),
  allowed_origins TEXT not null,
  config_version INTEGER not null,
  config_raised_at INTEGER not null,
  created_at INTEGER not null,
  settings TEXT default '{}' not null,
  revision INTEGER default 1 not null,
  first_page_at INTEGER,
  changes INTEGER default 1 not null
);

-- A custom role in use can't be deleted.
create table member_app_roles (
  member_id TEXT not null references members (id) on delete cascade,
  app_id TEXT not null references apps (id) on delete cascade,
  role_id TEXT not null references custom_roles (id),
  constraint member_app_roles_key primary key (member_id, app_id)
);
create index member_app_roles_by_app on member_app_roles (app_id);
create index member_app_roles_by_role on member_app_roles (role_id);

create table app_secrets (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  sealed TEXT not null,
  created_at INTEGER not null,
  revoked_at INTEGER,
  last_used_at INTEGER
);
create index app_secrets_by_app on app_secrets (app_id);

create table deleted_apps (
  app_id TEXT not null primary key references apps (id) on delete cascade,
  deleted_at INTEGER not null
);

-- No references: an entry outlives what it is about.
create table audit_entries (
  id TEXT not null primary key,
  at INTEGER not null,
  member_id TEXT,
  action TEXT not null,
  resource_type TEXT not null,
  resource_id TEXT not null,
  app_id TEXT,
  detail TEXT not null,
  seq INTEGER,
  hash TEXT
);
create index audit_entries_by_time on audit_entries (at, id);
create unique index audit_entries_by_seq on audit_entries (seq);
-- Entries without a place in the chain: few rows.
create index audit_entries_unsealed on audit_entries (id) where seq is null;
create index audit_entries_by_member on audit_entries (member_id, id);
create index audit_entries_by_action on audit_entries (action, id);
create index audit_entries_by_app on audit_entries (app_id, id);
create index audit_entries_by_object on audit_entries (resource_type, resource_id, id);
`;
