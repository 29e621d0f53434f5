-- Sessions of members. id: the `jti` of the token. A session of the console (kind browser) also ends 15 minutes after last_used_at.
-- sealed: address and browser of the sign-in, under the client's data key.
create table member_sessions (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  member_id uuid not null,
  kind text not null check (kind in ('browser', 'token')),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  sealed bytea not null,
  primary key (client_id, id),
  foreign key (client_id, member_id) references members on delete cascade
);
call make_tenant_table('member_sessions');
create index member_sessions_member on member_sessions (client_id, member_id, created_at);
create index member_sessions_expiry on member_sessions (expires_at);
