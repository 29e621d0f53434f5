-- Low-trust documents that count towards the income of their user all the same. sealed: the reason given, under the user's key.
create table income_inclusions (
  client_id uuid not null default current_client_id(),
  user_id uuid not null,
  document_id uuid not null,
  created_at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('api_key', 'member')),
  actor_id uuid not null,
  sealed bytea not null,
  primary key (client_id, document_id),
  foreign key (client_id, user_id) references users on delete cascade,
  foreign key (client_id, document_id) references documents on delete cascade
);
call make_tenant_table('income_inclusions');
create index income_inclusions_user on income_inclusions (client_id, user_id);

-- The last announced income summary of each user, as a keyed hash of its content. The event income-summary-updated is published by the
-- transaction that changes it.
create table income_summaries (
  client_id uuid not null default current_client_id(),
  user_id uuid not null,
  model_id text not null,
  content_hash bytea not null,
  updated_at timestamptz not null default now(),
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references users on delete cascade
);
call make_tenant_table('income_summaries');
