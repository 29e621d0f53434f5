create table authorisation_terms (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  is_active boolean not null default true,
  is_system_term boolean not null default false,
  authorisation_version integer not null,
  name text not null,
  authorisation_text text not null,
  authorisation_category text not null check (authorisation_category in ('one_time', 'recurring')),
  primary key (client_id, id),
  unique (client_id, authorisation_version)
);
call make_tenant_table('authorisation_terms');

-- sealed: address, browser and fingerprint of the moment of consent, under the user's key.
create table authorisations (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid not null,
  term_id uuid not null,
  sealed bytea not null,
  accepted_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, user_id) references users on delete cascade,
  foreign key (client_id, term_id) references authorisation_terms
);
call make_tenant_table('authorisations');
create index authorisations_user on authorisations (client_id, user_id, created_at desc, id desc);
create index authorisations_term on authorisations (client_id, term_id);
