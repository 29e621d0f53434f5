-- Links to income reports that anyone with the code can open until they expire or are revoked. sealed: the signed report as it was
-- when the link was created, under the user's key; emptied when the link is revoked.
create table report_links (
  client_id uuid not null default current_client_id(),
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  report_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened integer not null default 0,
  last_opened_at timestamptz,
  actor_kind text not null check (actor_kind in ('api_key', 'member')),
  actor_id uuid not null,
  sealed bytea,
  primary key (client_id, id),
  foreign key (client_id, user_id) references users on delete cascade
);
call make_tenant_table('report_links');
create unique index report_links_code on report_links (code_hash);
create index report_links_user on report_links (client_id, user_id, created_at);
create index report_links_expiry on report_links (expires_at);
