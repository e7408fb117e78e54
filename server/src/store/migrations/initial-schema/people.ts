export const PEOPLE_TABLES = `
create table people (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id),
  external_id TEXT,
  anonymous_id TEXT,
  verified BIT not null check (verified in (0, 1)),
  attributes TEXT not null,
  merged_into TEXT references people (id),
  first_seen_at INTEGER not null,
  last_seen_at INTEGER not null,
  search_name TEXT,
  search_last_name TEXT,
  search_email TEXT,
  locale TEXT,
  time_zone TEXT,
  device TEXT,
  watched_until INTEGER,
  vouched TEXT,
  constraint people_have_one_name check ((external_id is null) <> (anonymous_id is null))
);
create unique index people_by_external_id on people (app_id, external_id);
create unique index people_by_anonymous_id on people (app_id, anonymous_id);
create index people_by_last_seen on people (app_id, last_seen_at, id);
create index people_by_merge on people (merged_into) where merged_into is not null;
create index people_listed_by_last_seen on people (app_id, last_seen_at, id) where merged_into is null;
create index people_listed_by_first_seen on people (app_id, first_seen_at, id) where merged_into is null;
create index people_listed_by_name on people (app_id, search_name, id) where merged_into is null;
create index people_listed_by_last_name on people (app_id, search_last_name, id) where merged_into is null;
create index people_listed_by_email on people (app_id, search_email, id) where merged_into is null;
create index people_with_email on people (app_id, id) where search_email is not null and verified = 1;
-- The expression is that of knownAs in statements/people/people-list.ts, or the index is not used.
create index people_listed_by_known on people (
  app_id,
  (case when external_id is null then 'anonymous' when verified = 1 then 'verified' else 'unverified' end),
  last_seen_at,
  id
) where merged_into is null;

create table groups (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  external_id TEXT not null,
  attributes TEXT not null,
  search_name TEXT,
  created_at INTEGER not null,
  updated_at INTEGER not null
);
create unique index groups_by_external_id on groups (app_id, external_id);
create index groups_by_name on groups (app_id, search_name, id);

create table memberships (
  person_id TEXT not null references people (id) on delete cascade,
  group_id TEXT not null references groups (id) on delete cascade,
  attributes TEXT not null,
  created_at INTEGER not null,
  constraint memberships_key primary key (person_id, group_id)
);
create index memberships_by_group on memberships (group_id, person_id);

create table segment_people (
  segment_id TEXT not null references segments (id) on delete cascade,
  person_id TEXT not null references people (id) on delete cascade,
  app_id TEXT not null references apps (id) on delete cascade,
  added_at INTEGER not null,
  constraint segment_people_key primary key (person_id, segment_id)
);
create index segment_people_by_segment on segment_people (segment_id, app_id, added_at, person_id);
create index segment_people_by_app on segment_people (app_id);

create table attribute_definitions (
  app_id TEXT not null references apps (id) on delete cascade,
  owner TEXT not null,
  name TEXT not null,
  type TEXT not null,
  created_at INTEGER not null,
  mismatches INTEGER not null,
  last_mismatch_type TEXT,
  last_mismatch_at INTEGER,
  constraint attribute_definitions_key primary key (app_id, owner, name)
);

create table suppressions (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id),
  person_id TEXT not null references people (id) on delete cascade,
  scope TEXT not null,
  target TEXT not null,
  reason TEXT not null,
  created_at INTEGER not null,
  expires_at INTEGER not null,
  constraint suppressions_one_each unique (person_id, scope, target)
);
create index suppressions_by_target on suppressions (app_id, scope, target);

create table decision_log (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  person_id TEXT not null references people (id) on delete cascade,
  at INTEGER not null,
  config_version INTEGER not null,
  verdicts TEXT not null
);
create index decision_log_by_person on decision_log (person_id, at);
create index decision_log_by_time on decision_log (at);

create table erasures (
  app_id TEXT not null references apps (id) on delete cascade,
  name_hash TEXT not null,
  erased_at INTEGER not null,
  constraint erasures_key primary key (app_id, name_hash)
);

create table people_imports (
  id TEXT not null primary key,
  app_id TEXT not null references apps (id) on delete cascade,
  state TEXT not null,
  file_name TEXT not null,
  reader TEXT not null,
  columns TEXT not null,
  sample TEXT not null,
  bytes INTEGER not null,
  parts INTEGER not null,
  batches INTEGER not null,
  row_count INTEGER not null,
  rows_done INTEGER not null,
  made INTEGER not null,
  changed INTEGER not null,
  refused INTEGER not null,
  failure TEXT,
  member_id TEXT references members (id) on delete set null,
  created_at INTEGER not null,
  started_at INTEGER,
  ended_at INTEGER
);
create index people_imports_by_app on people_imports (app_id, id);
create unique index people_imports_running on people_imports (app_id) where state = 'running';

create table people_import_rows (
  import_id TEXT not null references people_imports (id) on delete cascade,
  seq INTEGER not null,
  rows TEXT not null,
  constraint people_import_rows_key primary key (import_id, seq)
);

create table people_import_refusals (
  import_id TEXT not null references people_imports (id) on delete cascade,
  line INTEGER not null,
  external_id TEXT,
  message TEXT not null,
  fields TEXT not null,
  constraint people_import_refusals_key primary key (import_id, line)
);
create index people_import_refusals_by_name on people_import_refusals (external_id, import_id);
`;
