-- Logins that a provider refused before there was an account, so that support can see the provider and the reason. No login name
-- and no password. task_id: the task that sent the login.
create table failed_logins (
  client_id uuid not null default current_client_id(),
  task_id uuid not null,
  user_id uuid not null,
  payroll_provider text not null,
  reason text not null,
  at timestamptz not null default now(),
  primary key (client_id, task_id),
  foreign key (client_id, user_id) references users on delete cascade
);
call make_tenant_table('failed_logins');
create index failed_logins_user on failed_logins (client_id, user_id, at);
create index failed_logins_age on failed_logins (at);
