export const CONTENT_TABLES = `
create table contents (
  id TEXT not null primary key,
  type TEXT not null,
  slug TEXT not null unique,
  name TEXT not null,
  draft TEXT not null,
  revision INTEGER not null,
  system BIT not null check (system in (0, 1)),
  created_at INTEGER not null,
  updated_at INTEGER not null,
  updated_by TEXT references members (id) on delete set null,
  archived_at INTEGER,
  draft_issues INTEGER default 0 not null
);
create index contents_by_update on contents (updated_at, id);

-- The code opens the session once. The token replaces it, and is replaced on each page. A session is for content, or
-- for a tracker, which may not be saved yet.
create table builder_sessions (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  content_id TEXT references contents (id) on delete cascade,
  step_id TEXT,
  tracker_id TEXT,
  tracker TEXT,
  sign_in_id TEXT not null references sign_ins (id) on delete cascade,
  origin TEXT not null,
  language TEXT not null,
  code_hash TEXT not null unique,
  token_hash TEXT unique,
  created_at INTEGER not null,
  last_used_at INTEGER not null,
  constraint builder_sessions_subject check ((content_id is null) <> (tracker is null))
);
create index builder_sessions_by_sign_in on builder_sessions (sign_in_id);
create index builder_sessions_by_app on builder_sessions (app_id, id);
create index builder_sessions_by_content on builder_sessions (content_id);
-- Each shows a draft on the pages of one origin.
create table preview_links (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  content_id TEXT not null references contents (id) on delete cascade,
  member_id TEXT not null references members (id) on delete cascade,
  origin TEXT not null,
  token_hash TEXT not null unique,
  created_at INTEGER not null,
  expires_at INTEGER not null,
  last_used_at INTEGER
);
create index preview_links_by_app on preview_links (app_id, id);
create index preview_links_by_content on preview_links (content_id);
create index preview_links_by_member on preview_links (member_id);
create index contents_by_name on contents (name, id);
create index contents_by_type on contents (type, updated_at, id);
create index contents_by_archive on contents (archived_at, updated_at, id);

create table versions (
  id TEXT not null primary key,
  content_id TEXT not null references contents (id) on delete cascade,
  number INTEGER not null,
  edition TEXT not null,
  revision INTEGER not null,
  frozen_at INTEGER not null,
  created_by TEXT references members (id) on delete set null,
  constraint versions_by_number unique (content_id, number)
);

create table publications (
  content_id TEXT not null references contents (id) on delete cascade,
  app_id TEXT not null references apps (id) on delete cascade,
  version_id TEXT not null references versions (id),
  published_at INTEGER not null,
  published_by TEXT references members (id) on delete set null,
  paused_at INTEGER,
  constraint publications_key primary key (content_id, app_id)
);
create index publications_by_app on publications (app_id, content_id);
create index publications_by_version on publications (version_id);

-- A version that is published in an app at a time. One per content and app.
create table scheduled_publications (
  content_id TEXT not null references contents (id) on delete cascade,
  app_id TEXT not null references apps (id) on delete cascade,
  version_id TEXT not null references versions (id),
  publish_at INTEGER not null,
  scheduled_by TEXT references members (id) on delete set null,
  constraint scheduled_publications_key primary key (content_id, app_id)
);
create index scheduled_publications_by_app on scheduled_publications (app_id);
create index scheduled_publications_by_member on scheduled_publications (scheduled_by);
create index scheduled_publications_by_time on scheduled_publications (publish_at);
create index scheduled_publications_by_version on scheduled_publications (version_id);

-- A revision whose review was requested before it's published in an app. A later change needs another one.
create table reviews (
  content_id TEXT not null references contents (id) on delete cascade,
  app_id TEXT not null references apps (id) on delete cascade,
  revision INTEGER not null,
  requested_at INTEGER not null,
  requested_by TEXT references members (id) on delete set null,
  approved_at INTEGER,
  approved_by TEXT references members (id) on delete set null,
  constraint reviews_key primary key (content_id, app_id, revision)
);
create index reviews_by_app on reviews (app_id, approved_at);
create index reviews_by_requester on reviews (requested_by);
create index reviews_by_approver on reviews (approved_by);

-- Members who were asked for the review. None: everyone who can approve.
create table review_reviewers (
  content_id TEXT not null,
  app_id TEXT not null,
  revision INTEGER not null,
  member_id TEXT not null references members (id) on delete cascade,
  constraint review_reviewers_key primary key (content_id, app_id, revision, member_id),
  foreign key (content_id, app_id, revision) references reviews (content_id, app_id, revision) on delete cascade
);
create index review_reviewers_by_member on review_reviewers (member_id);

-- Comments of members on a step of the draft. One thread per step: resolving it resolves its open comments.
create table comments (
  id TEXT not null primary key,
  content_id TEXT not null references contents (id) on delete cascade,
  step_id TEXT not null,
  text TEXT not null,
  member_id TEXT references members (id) on delete set null,
  created_at INTEGER not null,
  resolved_at INTEGER,
  resolved_by TEXT references members (id) on delete set null
);
create index comments_by_content on comments (content_id, id);
create index comments_by_member on comments (member_id);
create index comments_by_resolver on comments (resolved_by);

create table templates (
  id TEXT not null primary key,
  name TEXT not null,
  description TEXT not null,
  type TEXT not null,
  draft TEXT not null,
  revision INTEGER default 1 not null,
  created_at INTEGER not null,
  updated_at INTEGER not null,
  updated_by TEXT references members (id) on delete set null
);
create unique index templates_by_name on templates (name);
create index templates_by_member on templates (updated_by);

create table themes (
  id TEXT not null primary key,
  name TEXT not null unique,
  theme TEXT not null,
  is_default BIT not null,
  revision INTEGER not null,
  created_at INTEGER not null,
  updated_at INTEGER not null,
  updated_by TEXT references members (id) on delete set null,
  archived_at INTEGER
);
-- One default theme at most.
create unique index themes_default on themes (is_default) where is_default = 1;
create index themes_by_member on themes (updated_by);

-- Shared by all content. The bytes are WebP in base64, so that backups, moves, and every node have them.
create table images (
  hash TEXT not null primary key,
  name TEXT not null,
  width INTEGER not null,
  height INTEGER not null,
  bytes INTEGER not null,
  data TEXT not null,
  created_at INTEGER not null,
  created_by TEXT references members (id) on delete set null
);
create index images_by_time on images (created_at, hash);
create index images_by_member on images (created_by);

-- Articles of help centers, by the URL of their feed. Search reads the column articles as a whole.
create table help_feeds (
  url TEXT not null primary key,
  articles TEXT not null,
  article_count INTEGER not null,
  etag TEXT,
  last_modified TEXT,
  changed_at INTEGER not null,
  read_at INTEGER,
  tried_at INTEGER not null,
  next_read_at INTEGER not null,
  failure TEXT
);
create index help_feeds_by_time on help_feeds (next_read_at, url);

create table segments (
  id TEXT not null primary key,
  name TEXT not null unique,
  rule TEXT not null,
  revision INTEGER not null,
  created_at INTEGER not null,
  updated_at INTEGER not null,
  updated_by TEXT references members (id) on delete set null,
  archived_at INTEGER
);

create table cap_groups (
  id TEXT not null primary key,
  name TEXT not null unique,
  runs_max INTEGER not null,
  window_hours INTEGER not null,
  covers TEXT not null,
  revision INTEGER not null,
  created_at INTEGER not null,
  updated_at INTEGER not null
);

create table pushed_items (
  path TEXT not null primary key,
  hash TEXT not null,
  source TEXT not null,
  pushed_at INTEGER not null
);
`;
