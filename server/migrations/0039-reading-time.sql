-- Time that document readers spent on files of a user, by hour, to limit what one user and one client can use.
create table reading_times (
  client_id uuid not null default current_client_id(),
  user_id uuid not null,
  hour timestamptz not null,
  ms bigint not null,
  primary key (client_id, user_id, hour),
  foreign key (client_id, user_id) references users on delete cascade
);
call make_tenant_table('reading_times');
create index reading_times_hour on reading_times (client_id, hour) include (ms);
create index reading_times_age on reading_times (hour);
