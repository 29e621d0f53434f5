create table api_keys (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- The readable part of the key; its first two letters name the cell.
  prefix text not null unique,
  secret_hash bytea not null,
  last_four text not null,
  name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (client_id, id)
);
call make_tenant_table('api_keys');

-- sealed: e-mail address and name under the client's data key. email_hash is keyed by the cell, because a
-- member signs in without saying for which client.
create table members (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  id uuid not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  token_version integer not null default 1,
  sealed bytea not null,
  email_hash bytea not null,
  role text not null check (role in ('Owner', 'Admin', 'FullMember', 'Support')),
  status text not null default 'unconfirmed',
  mfa_status text not null default 'email' check (mfa_status in ('sms', 'email', 'disabled')),
  password_hash text,
  primary key (client_id, id)
);
call make_tenant_table('members');
create unique index members_email on members (client_id, email_hash) where status <> 'archived';
create index members_sign_in on members (email_hash) where status <> 'archived';

-- Single-use secrets sent by e-mail: invitations, password resets and second factors.
create table member_codes (
  client_id uuid not null default current_client_id(),
  member_id uuid not null,
  purpose text not null check (purpose in ('invitation', 'password-reset', 'mfa')),
  code_hash bytea not null,
  -- Only for mfa: the session the code belongs to, and the tries left.
  session_hash bytea unique,
  tries_left integer not null default 5,
  expires_at timestamptz not null,
  primary key (client_id, member_id, purpose),
  foreign key (client_id, member_id) references members on delete cascade
);
call make_tenant_table('member_codes');
create unique index member_codes_code on member_codes (code_hash) where purpose <> 'mfa';

-- Failed sign-ins by keyed hash of the name given (known or not) and of the address it came from.
create table sign_in_failures (
  subject_hash bytea primary key,
  failures integer not null,
  blocked_until timestamptz not null,
  last_failed_at timestamptz not null
);
grant select, insert, update, delete on sign_in_failures to payproof_system;

-- Private halves are sealed under the cell key; a retired key stays published while its tokens live.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
grant select, insert, update, delete on signing_keys to payproof_system;

create table journey_links (
  client_id uuid not null default current_client_id(),
  user_id uuid not null,
  code_hash bytea not null,
  token_version integer not null,
  expires_at timestamptz not null,
  primary key (client_id, code_hash),
  foreign key (client_id, user_id) references users on delete cascade
);
call make_tenant_table('journey_links');
create index journey_links_user on journey_links (client_id, user_id);
create index journey_links_expiry on journey_links (expires_at);
