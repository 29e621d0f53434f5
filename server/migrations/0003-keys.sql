-- Root key → key of the client → key of the user. Only wrapped keys are stored.
create table cell_keys (
  name text primary key,
  wrapped bytea not null,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on cell_keys to payproof_system;

create table client_keys (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  version integer not null,
  wrapped bytea not null,
  created_at timestamptz not null default now(),
  primary key (client_id, version)
);
call fence('client_keys');
grant select on client_keys to payproof_tenant;
grant select, insert, update, delete on client_keys to payproof_system;

-- What seals a client's own fields (members, idempotent replies). Wrapped by the client key like a
-- user's, so that rotating the client key means wrapping again, never sealing again.
create table client_data_keys (
  client_id uuid primary key default current_client_id() references clients on delete cascade,
  wrapped bytea not null,
  client_key_version integer not null,
  foreign key (client_id, client_key_version) references client_keys
);
call fence('client_data_keys');
grant select on client_data_keys to payproof_tenant;
grant select, insert, update, delete on client_data_keys to payproof_system;
