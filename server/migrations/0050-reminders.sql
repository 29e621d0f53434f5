-- Days after an invitation on which people who have not finished are reminded by mail. Null or empty: no reminders.
alter table configurations add column reminder_days smallint[];

-- When the person stopped reminders. Remembered for later invitations.
alter table users add column reminders_stopped_at timestamptz;

-- One planned reminder of an invitation. sealed: address, link and language, sealed with the user's key; null once sent.
-- stop_hash: SHA-256 of the code in the mail's stop link; null until sent. A sent row is kept while its stop link works.
create table journey_reminders (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid not null,
  journey_id uuid not null,
  sealed bytea,
  stop_hash bytea unique,
  invited_at timestamptz not null,
  due_at timestamptz not null,
  sent_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, user_id) references users on delete cascade
);
call make_tenant_table('journey_reminders');
create index journey_reminders_user on journey_reminders (client_id, user_id, due_at);
create index journey_reminders_age on journey_reminders (due_at);
