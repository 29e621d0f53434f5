-- Documents that an applicant says they do not have. The reason is from a fixed list, so it is not sealed.
create table missing_documents (
  client_id uuid not null default current_client_id(),
  user_id uuid not null,
  kind text not null check (kind in ('payslips', 'bank_statements')),
  reason text not null,
  stated_at timestamptz not null default now(),
  primary key (client_id, user_id, kind),
  foreign key (client_id, user_id) references users on delete cascade
);
call make_tenant_table('missing_documents');

-- Employer searches without a result. hash: keyed hash of the normalised text. query: the text, only after several journeys
-- have searched for it, so that no text of a single person is stored.
create table employer_search_misses (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  hash bytea not null,
  query text,
  journeys integer not null,
  last_day date not null,
  primary key (client_id, hash)
);
call make_tenant_table('employer_search_misses');
create index employer_search_misses_age on employer_search_misses (last_day);

-- What happens after the journey, in the client's own words. Null: not set, and not shown.
alter table configurations
  add column next_steps text,
  add column next_steps_cy text;
