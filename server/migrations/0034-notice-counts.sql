-- Notices to the administrators of a client today, to limit the mails that a leaked API key can cause.
create table notice_counts (
  client_id uuid primary key default current_client_id() references clients on delete cascade,
  day date not null default current_date,
  sent integer not null default 1
);
call make_tenant_table('notice_counts');
