-- When people were sent a journey link by mail, for a day: there are limits by user and by client. Addresses are not kept.
-- A row outlives its user, or whoever erases people and registers them anew could write to them without limit.
create table journey_invitations (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  created_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, user_id) references users on delete set null (user_id)
);
call make_tenant_table('journey_invitations');
create index journey_invitations_client on journey_invitations (client_id, created_at);
create index journey_invitations_user on journey_invitations (client_id, user_id) where user_id is not null;
create index journey_invitations_age on journey_invitations (created_at);

-- A mail to a person goes with the person. The table holds what waits to be sent, so it is small.
alter table outgoing_mails add column user_id uuid;
-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table outgoing_mails add foreign key (client_id, user_id) references users on delete cascade;
-- squawk-ignore require-concurrent-index-creation
create index outgoing_mails_user on outgoing_mails (client_id, user_id) where user_id is not null;
