-- Authenticator apps (RFC 6238) as the second factor of members. sealed: the secret, under the client's data key. confirmed_at: null until
-- the member has entered a first code. last_step: the time step of the last accepted code; codes of it and of earlier steps are refused.
-- recovery_hashes: SHA-256 hashes of the unused recovery codes.
create table member_totp (
  client_id uuid not null default current_client_id(),
  member_id uuid not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_step integer not null default 0,
  recovery_hashes bytea[] not null default '{}',
  primary key (client_id, member_id),
  foreign key (client_id, member_id) references members on delete cascade
);
call make_tenant_table('member_totp');
