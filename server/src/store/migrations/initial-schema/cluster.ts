export const CLUSTER_TABLES = `
create table nodes (
  id TEXT not null primary key,
  process TEXT not null,
  host TEXT not null,
  port INTEGER not null,
  version TEXT not null,
  state TEXT not null check (state in ('active', 'standby', 'draining', 'superseded')),
  started_at INTEGER not null,
  seen_at INTEGER not null,
  connections INTEGER not null,
  degraded TEXT
);

create table moves (
  id INTEGER primary key check (id = 1),
  installation_id TEXT not null,
  foreign_keys TEXT not null,
  finished_at INTEGER
);

create table leases (
  name TEXT not null primary key,
  node_id TEXT not null,
  token INTEGER not null,
  until INTEGER not null
);
`;
