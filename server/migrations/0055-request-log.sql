-- The latest requests of each client, without personal data. A ring: slot = seq modulo the number of rows kept, so that a new
-- row replaces the oldest one and nothing has to be counted.
create table request_log (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  slot integer not null,
  seq bigint not null,
  at timestamptz not null,
  method text not null,
  route text not null,
  path text not null,
  operation_id text not null,
  status smallint not null,
  duration_ms integer not null,
  actor_kind text not null check (actor_kind in ('api_key', 'member')),
  actor_id uuid not null,
  request_id text not null,
  error_code text,
  query jsonb not null,
  body_fields text[] not null,
  error_fields text[] not null,
  primary key (client_id, slot)
);
call make_tenant_table('request_log');
create index request_log_newest on request_log (client_id, seq desc);
create index request_log_age on request_log (at);

-- The last sequence number of each client's request log.
create table request_log_heads (
  client_id uuid primary key default current_client_id() references clients on delete cascade,
  last_seq bigint not null
);
call make_tenant_table('request_log_heads');
