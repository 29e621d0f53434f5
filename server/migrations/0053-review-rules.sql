-- Review rules of a client. A change adds a version, so that earlier values stay readable. The highest version is in force.
-- applied_at: when the rules were last checked against all users, because ages change without new data.
create table review_rule_versions (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  version integer not null,
  created_at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('api_key', 'member')),
  actor_id uuid not null,
  rules jsonb not null,
  applied_at timestamptz not null default now(),
  primary key (client_id, version)
);
call make_tenant_table('review_rule_versions');
create index review_rule_versions_applied on review_rule_versions (applied_at);

-- Advice of the rules: 0 none, 1 ok, 2 incomplete, 3 refer, 4 decline suggested.
alter table users
  add column review_advice smallint not null default 0;
