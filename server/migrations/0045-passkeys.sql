-- Passkeys (WebAuthn) with which members sign in. credential_hash: SHA-256 of the credential's id, by which it is found before the client
-- is known. sealed: name, credential id and public key, under the client's data key. challenge_at: when the challenge of the last accepted
-- response was issued; responses to it and to earlier ones are refused.
create table member_passkeys (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  member_id uuid not null,
  credential_hash bytea not null,
  sealed bytea not null,
  sign_count bigint not null default 0,
  challenge_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (client_id, id),
  unique (client_id, credential_hash),
  foreign key (client_id, member_id) references members on delete cascade
);
create index member_passkeys_by_credential on member_passkeys (credential_hash);
create index member_passkeys_by_member on member_passkeys (client_id, member_id, created_at desc);
call make_tenant_table('member_passkeys');
