-- A user's way to a payroll provider. sealed: user name and the employee's name, under the user's key; session and
-- pending (tokens and cookies, never a password) under the same key, each bound to its row and number.
create table accounts (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  payroll_provider text not null,
  version integer not null default 1,
  sealed bytea not null,
  -- Provider and user name, keyed: which accounts of a client are the same login. Null until the user name is known.
  login_hash bytea,
  status text not null check (status in ('PENDING', 'AUTHORISED', 'INVALID', 'EXPIRED')),
  mfa_enabled boolean not null default false,
  is_direct boolean not null default false,
  authorisation_id uuid not null,
  -- What the first retrieval shall look for, where the caller said so.
  period_from date,
  period_to date,
  session bytea,
  session_version integer not null default 0,
  session_ends_at timestamptz,
  -- What waits for the person: a second factor (mfa) or their return from the provider (oauth2).
  pending bytea,
  pending_kind text check (pending_kind in ('mfa', 'oauth2')),
  pending_version integer not null default 0,
  pending_until timestamptz,
  latest_pay_date date,
  -- True once every employment that is known through this account has ended.
  is_employment_over boolean not null default false,
  fetched_at timestamptz,
  -- When the sweep looks at the account next: the next moment at which any frequency would check it, whatever the
  -- settings say now, so that a change of settings needs no rewrite. check_failed_at: the last check has to be tried again.
  next_look_at timestamptz,
  check_failed_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, user_id) references users on delete cascade,
  foreign key (client_id, authorisation_id) references authorisations
) with (fillfactor = 80);
call make_tenant_table('accounts');
create index accounts_user on accounts (client_id, user_id, created_at desc, id desc);
create index accounts_authorisation on accounts (client_id, authorisation_id);
create index accounts_login on accounts (client_id, login_hash, fetched_at desc) where login_hash is not null;
create index accounts_look on accounts (payroll_provider, next_look_at)
  where next_look_at is not null and status = 'AUTHORISED' and not mfa_enabled;
create index accounts_pending on accounts (pending_until) where pending_until is not null;

-- Every move of an account, with its reason. Ids begin with their time.
create table account_moves (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  account_id uuid not null,
  at timestamptz not null default now(),
  from_status text,
  status text not null,
  reason text not null,
  primary key (client_id, id),
  foreign key (client_id, account_id) references accounts on delete cascade
);
call make_tenant_table('account_moves');
create index account_moves_account on account_moves (client_id, account_id, at desc, id desc);

-- People on their way to an OAuth2 provider and back. They return without a credential of ours, so they are found by
-- hashes: of the ticket in the link that starts it, and of the state that comes back. browser_hash: of a cookie.
create table oauth2_journeys (
  client_id uuid not null default current_client_id(),
  account_id uuid not null,
  ticket_hash bytea not null,
  state_hash bytea,
  browser_hash bytea,
  expires_at timestamptz not null,
  primary key (client_id, account_id),
  foreign key (client_id, account_id) references accounts on delete cascade
);
call make_tenant_table('oauth2_journeys');
create unique index oauth2_journeys_ticket on oauth2_journeys (ticket_hash);
create unique index oauth2_journeys_state on oauth2_journeys (state_hash) where state_hash is not null;

-- How often a login at a provider was tried and not found right, over all clients. The hash is keyed by the cell. An
-- attempt is counted before it is sent; held_by: the task that is trying right now, until held_until. lost: of used, those
-- whose worker died, and which may still reach the provider until lost_until; a success does not forget them before.
create table login_attempts (
  login_hash bytea primary key,
  payroll_provider text not null,
  used integer not null default 0,
  held_by uuid,
  held_until timestamptz,
  lost integer not null default 0,
  lost_until timestamptz,
  counted_at timestamptz not null default now()
) with (fillfactor = 50);
alter table login_attempts enable row level security, force row level security;
create policy every_row on login_attempts to payproof_system using (true) with check (true);
grant select, insert, update, delete on login_attempts to payproof_system;
create index login_attempts_age on login_attempts (counted_at);

-- One retrieval that brought something: by a connection (account_id), or by uploaded payslips.
create table payroll_entries (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid not null,
  account_id uuid,
  authorisation_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, user_id) references users on delete cascade,
  foreign key (client_id, account_id) references accounts on delete cascade,
  foreign key (client_id, authorisation_id) references authorisations
);
call make_tenant_table('payroll_entries');
create index payroll_entries_user on payroll_entries (client_id, user_id, created_at desc, id desc);
create index payroll_entries_account on payroll_entries (client_id, account_id, created_at desc, id desc);
create index payroll_entries_authorisation on payroll_entries (client_id, authorisation_id);

-- sealed: the payslip, under the user's key; figures: the few of it that sums over many payslips need, likewise.
-- natural_hash: account, employer, pay date, interval and amounts, keyed; the same payslip is stored once.
-- employment_hash: which submissions are of one employment.
create table payroll_submissions (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid not null,
  account_id uuid,
  entry_id uuid not null,
  authorisation_id uuid not null,
  created_at timestamptz not null default now(),
  source text not null,
  pay_date date not null,
  employment_hash bytea not null,
  natural_hash bytea not null,
  document_id uuid,
  document_external_hash bytea,
  trust_score text check (trust_score in ('Low', 'Medium', 'High')),
  sealed bytea not null,
  figures bytea not null,
  primary key (client_id, id),
  foreign key (client_id, user_id) references users on delete cascade,
  foreign key (client_id, entry_id) references payroll_entries on delete cascade
);
call make_tenant_table('payroll_submissions');
alter table payroll_submissions alter column sealed set storage external;
create index payroll_submissions_user on payroll_submissions (client_id, user_id, created_at desc, id desc);
create index payroll_submissions_account on payroll_submissions (client_id, account_id, created_at desc, id desc)
  where account_id is not null;
create index payroll_submissions_entry on payroll_submissions (client_id, entry_id, created_at desc, id desc);
create index payroll_submissions_employment on payroll_submissions (client_id, user_id, employment_hash, pay_date desc);
create unique index payroll_submissions_once on payroll_submissions (client_id, account_id, natural_hash)
  where account_id is not null;
create index payroll_submissions_document on payroll_submissions (client_id, user_id, document_external_hash)
  where document_external_hash is not null;

-- What providers did, by minute, over all clients. refused: the provider answered as it should, but not with what was
-- asked for. buckets: counts of durations, as features/providers knows them.
create table provider_minutes (
  minute timestamptz not null,
  payroll_provider text not null,
  good integer not null default 0,
  refused integer not null default 0,
  bad integer not null default 0,
  buckets integer[] not null,
  primary key (minute, payroll_provider)
) with (fillfactor = 50);
alter table provider_minutes enable row level security, force row level security;
create policy every_row on provider_minutes to payproof_system using (true) with check (true);
grant select, insert, update, delete on provider_minutes to payproof_system;

-- Providers that are left alone after failures, until open_until; then one call may try. opened: how often in a row,
-- 0 is closed; since: when it was opened or closed.
create table provider_breakers (
  payroll_provider text primary key,
  opened integer not null,
  since timestamptz not null,
  open_until timestamptz not null,
  probe_by uuid,
  probe_until timestamptz
);
alter table provider_breakers enable row level security, force row level security;
create policy every_row on provider_breakers to payproof_system using (true) with check (true);
grant select, insert, update, delete on provider_breakers to payproof_system;
