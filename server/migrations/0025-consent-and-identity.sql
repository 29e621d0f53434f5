-- Who recorded and who withdrew an authorisation. Null in rows of older releases, and in rows that their processes write during
-- the upgrade: not known.
alter table authorisations
  add column recorded_by text check (recorded_by in ('person', 'client')),
  add column withdrawn_by text check (withdrawn_by in ('person', 'client')),
  -- The person withdrew with the token of a journey link, not with a token that the client requested.
  add column withdrawn_in_journey boolean not null default false;

-- How well the person whom a source shows agrees with the registered person. Null in rows of older releases: not compared.
alter table accounts
  add column identity_match text,
  add column identity_accepted_at timestamptz;
alter table documents
  add column identity_match text,
  add column identity_accepted_at timestamptz;
alter table payroll_submissions add column identity_match text;
alter table bank_statement_submissions add column identity_match text;
alter table configurations add column hold_unmatched_data boolean;

-- Accounts and documents of another person, as far as can be seen, until a member accepts them. id: that of the account or document.
-- sealed: with hold_unmatched_data, the data that is not stored as submissions yet, under the user's key.
create table identity_reviews (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid not null,
  account_id uuid,
  document_id uuid,
  authorisation_id uuid not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  sealed bytea,
  primary key (client_id, id),
  foreign key (client_id, user_id) references users on delete cascade,
  foreign key (client_id, account_id) references accounts on delete cascade,
  foreign key (client_id, document_id) references documents on delete cascade,
  check (num_nonnulls(account_id, document_id) = 1)
);
call make_tenant_table('identity_reviews');
create index identity_reviews_user on identity_reviews (client_id, user_id);
create index identity_reviews_account on identity_reviews (client_id, account_id);
create index identity_reviews_document on identity_reviews (client_id, document_id);
create index identity_reviews_created on identity_reviews (client_id, created_at);
