-- Browsers that opened a journey. secret_hash: SHA-256 of the user's id and the secret that the browser keeps; null if it sent none. brought_at: when it first
-- shared data. confirmed_at: when the person on it proved who they are.
create table journey_devices (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid not null,
  secret_hash bytea,
  brought_at timestamptz,
  confirmed_at timestamptz,
  used_at timestamptz not null default now(),
  primary key (client_id, id),
  unique (client_id, user_id, secret_hash),
  foreign key (client_id, user_id) references users on delete cascade
);
call make_tenant_table('journey_devices');
create index journey_devices_age on journey_devices (used_at);

-- One-time codes with which a person opens a journey again. hash: keyed hash, because a code has six digits only.
create table journey_return_codes (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid not null,
  hash bytea not null,
  tries_left smallint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, user_id) references users on delete cascade
);
call make_tenant_table('journey_return_codes');
create index journey_return_codes_user on journey_return_codes (client_id, user_id, created_at desc);
create index journey_return_codes_age on journey_return_codes (created_at);

-- Wrong answers to the question about the person, on all devices that opened this link.
alter table journey_links add column failed_confirmations smallint not null default 0;
