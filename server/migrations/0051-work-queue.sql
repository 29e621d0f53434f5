-- The review of a user. review_status is a number, so that lists can sort by it: 0 registered, 1 invited, 2 opened, 3 sharing,
-- 4 stalled, 5 ready, 6 in review, 7 decided. review_announced: the last status sent to webhooks.
-- review_gross: annual gross in whole thousands of pounds, -1 if unknown. review_severity: of the worst finding, 0 none to 3 high.
-- sealed_decision, sealed_figures: the reason of the decision; employer and annual gross. Both under the user's key.
alter table users
  add column review_status smallint not null default 0,
  add column review_status_at timestamptz not null default now(),
  add column review_announced smallint not null default 0,
  add column review_updated_at timestamptz not null default now(),
  add column review_assignee uuid,
  add column review_decision text,
  add column review_decided_at timestamptz,
  add column review_decided_by text,
  add column sealed_decision bytea,
  add column review_gross integer not null default '-1',
  add column review_severity smallint not null default 0,
  add column review_finding text,
  add column sealed_figures bytea,
  add column has_search_terms boolean not null default false;

-- Keyed hashes of what people search for: beginnings of names and references, NI numbers, e-mail addresses, employers.
-- kind: 0 from the registered person, 1 from the income summary.
create table user_search_terms (
  client_id uuid not null default current_client_id(),
  hash bytea not null,
  user_id uuid not null,
  kind smallint not null,
  primary key (client_id, hash, user_id),
  foreign key (client_id, user_id) references users on delete cascade
);
call make_tenant_table('user_search_terms');
create index user_search_terms_user on user_search_terms (client_id, user_id, kind);

-- Internal notes of the team about a user, under the user's key.
create table review_notes (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('api_key', 'member')),
  actor_id uuid not null,
  sealed bytea not null,
  primary key (client_id, id),
  foreign key (client_id, user_id) references users on delete cascade
);
call make_tenant_table('review_notes');
create index review_notes_user on review_notes (client_id, user_id, created_at desc, id desc);

-- Saved views of a member, under the client's key: a filter may contain a name.
create table review_views (
  client_id uuid not null default current_client_id(),
  member_id uuid not null,
  version integer not null default 1,
  sealed bytea not null,
  primary key (client_id, member_id),
  foreign key (client_id, member_id) references members on delete cascade
);
call make_tenant_table('review_views');

-- The documents that a link asks for. Null: the whole journey.
alter table journey_links
  add column requested_kind text,
  add column requested_months text[];
