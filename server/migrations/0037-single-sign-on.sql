-- OpenID provider of a client, at which its members sign in. organisation: the name that members enter on the sign-in page. sealed: the
-- secret of our registration at the provider, under the client's data key. role_mapping: roles by values of the claim role_claim.
create table sso_providers (
  client_id uuid primary key default current_client_id() references clients on delete cascade,
  organisation text not null unique,
  issuer text not null,
  oidc_client_id text not null,
  sealed bytea not null,
  role_claim text,
  role_mapping jsonb not null default '[]',
  is_required boolean not null default false,
  changed_at timestamptz not null default now()
);
call make_tenant_table('sso_providers');

-- The person at the OpenID provider (issuer and subject) as whom a member signs in.
create table member_sso_links (
  client_id uuid not null default current_client_id(),
  member_id uuid not null,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null default now(),
  primary key (client_id, member_id),
  unique (client_id, issuer, subject),
  foreign key (client_id, member_id) references members on delete cascade
);
call make_tenant_table('member_sso_links');

-- Rules of a client for the accounts of its members.
create table member_policies (
  client_id uuid primary key default current_client_id() references clients on delete cascade,
  require_second_factor boolean not null default false,
  changed_at timestamptz not null default now()
);
call make_tenant_table('member_policies');

-- How the member of a session signed in: with a password, or at the OpenID provider of the client.
alter table member_sessions add column method text not null default 'password';
