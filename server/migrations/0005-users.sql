-- sealed: the person's fields as JSON under the user's own key. ext_id_hash: keyed, for exact look-up.
create table users (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  id uuid not null,
  -- 0 asks take_position for the next one.
  position bigint not null default 0,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  token_version integer not null default 1,
  sealed bytea not null,
  ext_id_hash bytea,
  payroll_period_months integer,
  recurring_checks_enabled boolean,
  recurring_check_frequency text,
  recurring_check_end_date timestamptz,
  taxauth_enabled boolean,
  payslip_upload_enabled boolean,
  payroll_connections_enabled boolean,
  primary key (client_id, id)
);
call make_tenant_table('users');
call make_flat_list('users');
create index users_ext_id on users (client_id, ext_id_hash, position) where ext_id_hash is not null;
create index users_recurring on users (client_id, recurring_checks_enabled, position);

-- Apart from users, so that backups of keys can be kept shorter than backups of data.
create table user_keys (
  client_id uuid not null default current_client_id(),
  user_id uuid not null,
  wrapped bytea not null,
  client_key_version integer not null,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references users on delete cascade,
  foreign key (client_id, client_key_version) references client_keys
);
call make_tenant_table('user_keys');
create index user_keys_version on user_keys (client_id, client_key_version);
