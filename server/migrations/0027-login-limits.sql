-- Password logins that were requested for a user in the last day, to limit guessing with one applicant's token. task_id: the task that sends
-- the login. Hashes are keyed by client. is_wrong: false once the provider has accepted the password; a login whose result is not known
-- counts as wrong.
create table login_tries (
  client_id uuid not null default current_client_id(),
  task_id uuid not null,
  user_id uuid not null,
  payroll_provider text not null,
  login_hash bytea not null,
  address_hash bytea,
  at timestamptz not null default now(),
  is_wrong boolean not null default true,
  primary key (client_id, task_id),
  foreign key (client_id, user_id) references users on delete cascade
);
call make_tenant_table('login_tries');
create index login_tries_user on login_tries (client_id, user_id, at);
create index login_tries_address on login_tries (client_id, address_hash, at) where address_hash is not null;
create index login_tries_provider on login_tries (client_id, payroll_provider, at);
create index login_tries_age on login_tries (at);
