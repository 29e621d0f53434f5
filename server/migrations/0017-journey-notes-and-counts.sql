-- What people say of data about them: a note lies beside the data and never changes it. It goes with what it is about, which
-- one of the three columns names. sealed: the field and the words, under the user's key.
create table journey_notes (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  job_id uuid,
  bank_account_id uuid,
  tax_year_id uuid,
  sealed bytea not null,
  primary key (client_id, id),
  check (num_nonnulls(job_id, bank_account_id, tax_year_id) = 1),
  foreign key (client_id, user_id) references users on delete cascade,
  foreign key (client_id, job_id) references payroll_submissions on delete cascade,
  foreign key (client_id, bank_account_id) references bank_statement_submissions on delete cascade,
  foreign key (client_id, tax_year_id) references tax_income_submissions on delete cascade
);
call make_tenant_table('journey_notes');
create index journey_notes_user on journey_notes (client_id, user_id, created_at desc, id desc);
create index journey_notes_job on journey_notes (client_id, job_id) where job_id is not null;
create index journey_notes_bank_account on journey_notes (client_id, bank_account_id) where bank_account_id is not null;
create index journey_notes_tax_year on journey_notes (client_id, tax_year_id) where tax_year_id is not null;

-- What a journey was counted for already, so that it counts once. thing: a keyed hash; whoever reads the table learns only
-- how many different things a journey did. It goes with the link.
create table journey_steps (
  client_id uuid not null default current_client_id(),
  journey_id uuid not null references journey_links (id) on delete cascade,
  thing bytea not null,
  primary key (journey_id, thing)
);
call make_tenant_table('journey_steps');

-- How many journeys did a thing for the first time on a day. Nobody can be told from these. detail, provider: '' where the
-- thing has none. Journeys of a client that come together write in different lanes; whoever reads adds them up.
create table journey_counts (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  day date not null,
  name text not null,
  detail text not null,
  provider text not null,
  lane smallint not null,
  journeys integer not null,
  primary key (client_id, day, name, detail, provider, lane)
) with (fillfactor = 50);
call make_tenant_table('journey_counts');
create index journey_counts_age on journey_counts (day);
-- Lanes of days that are over are added up in lane 0.
create index journey_counts_lanes on journey_counts (day) where lane > 0;
