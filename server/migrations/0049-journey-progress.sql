-- How far each journey came and how long it took, for the funnel. journey_id is null once the link is deleted; the row is
-- then anonymous and still counts. layout, is_tested: the consent layout that the person saw, and whether it was drawn by lot.
create table journey_progress (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  id uuid not null default gen_random_uuid(),
  journey_id uuid unique references journey_links (id) on delete set null,
  opened_at timestamptz not null default now(),
  agreed_at timestamptz,
  source_chosen_at timestamptz,
  shared_at timestamptz,
  finished_at timestamptz,
  last_seen_at timestamptz not null default now(),
  last_view text,
  last_error text,
  consent_seen_at timestamptz,
  layout text,
  is_tested boolean not null default false,
  primary key (client_id, id)
);
call make_tenant_table('journey_progress');
create index journey_progress_opened on journey_progress (client_id, opened_at);
create index journey_progress_age on journey_progress (opened_at);

-- Null: list. test: half of the journeys see one layout, half the other.
alter table configurations
  add column consent_layout text;
