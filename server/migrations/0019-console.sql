-- Search by name: keyed hashes of the surname and of forename and surname, folded, beside that of ext_id. Null until the
-- service has written the row or the operator has run fill-name-hashes: only the service has the key.
alter table users add column surname_hash bytea;
alter table users add column name_hash bytea;
-- Every row is null, so that only a scan of the table holds writers up.
-- squawk-ignore require-concurrent-index-creation
create index users_surname on users (client_id, surname_hash, position) where surname_hash is not null;
-- squawk-ignore require-concurrent-index-creation
create index users_name on users (client_id, name_hash, position) where name_hash is not null;

-- How much happened on a day. Whoever counts adds a row and waits for nobody; housekeeping adds rows up to one for each
-- client, day and name. Nobody can be told from these, so they stay when a user goes. No foreign key, because its check
-- would lock the client's row with every delivery.
create table activity_counts (
  client_id uuid not null default current_client_id(),
  day date not null default (now() at time zone 'utc')::date,
  name text not null,
  happened bigint not null default 1,
  is_sum boolean not null default false
) with (fillfactor = 50);
call make_tenant_table('activity_counts');
create unique index activity_counts_sum on activity_counts (client_id, day, name) where is_sum;
create index activity_counts_age on activity_counts (day) where is_sum;
create index activity_counts_loose on activity_counts (client_id) where not is_sum;

-- For any table whose rows have a created_at: counts new ones under the name that the trigger gives.
create function count_created() returns trigger language plpgsql as $$
begin
  insert into activity_counts (client_id, day, name, happened)
    select client_id, (created_at at time zone 'utc')::date, tg_argv[0], count(*) from added group by 1, 2;
  return null;
end $$;
create trigger count_created after insert on users referencing new table as added
  for each statement execute function count_created('users_registered');
create trigger count_created after insert on payroll_submissions referencing new table as added
  for each statement execute function count_created('payroll_submissions');
create trigger count_created after insert on bank_statement_submissions referencing new table as added
  for each statement execute function count_created('bank_statement_submissions');
create trigger count_created after insert on tax_income_submissions referencing new table as added
  for each statement execute function count_created('tax_income_submissions');

create function count_moves() returns trigger language plpgsql as $$
begin
  insert into activity_counts (client_id, day, name, happened)
    select client_id, (at at time zone 'utc')::date, name, count(*)
      from added, lateral (values
        ('connections_started', status = 'PENDING' or status = 'AUTHORISED' and from_status is distinct from 'PENDING'),
        ('connections_succeeded', status = 'AUTHORISED'),
        ('connections_failed', from_status = 'PENDING' and status <> 'AUTHORISED')
      ) counted (name, is_so)
      where is_so group by 1, 2, 3;
  return null;
end $$;
create trigger count_moves after insert on account_moves referencing new table as added
  for each statement execute function count_moves();

create function count_delivery() returns trigger language plpgsql as $$
begin
  insert into activity_counts (client_id, name)
    values (new.client_id, case new.state when 'delivered' then 'deliveries_succeeded' else 'deliveries_failed' end);
  return null;
end $$;
-- Tests are about nobody.
create trigger count_delivery after update of state on deliveries for each row
  when (new.state is distinct from old.state and new.state in ('delivered', 'dead') and new.user_id is not null)
  execute function count_delivery();

create function forget_client_activity() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform set_config('app.client_id', old.id::text, true);
  delete from activity_counts where client_id = old.id;
  return null;
end $$;
create policy forget on activity_counts to current_user using (client_id = current_client_id());
create trigger forget_client_activity after delete on clients for each row execute function forget_client_activity();
grant execute on function count_created(), count_moves(), count_delivery() to payproof_tenant, payproof_system;

-- What the timeline of a user tells from the log. Reads are most of the log, and none of these.
-- squawk-ignore require-concurrent-index-creation
create index audit_lines_told on audit_lines (client_id, subject_id, at) where action in (
  'user.changed', 'user_token.issued', 'user_token.revoked', 'journey.opened', 'journey.ended', 'data.erased',
  'account.requested', 'account.refused', 'account.reconnecting', 'payroll.requested', 'payroll.refused',
  'tax_income.requested', 'tax_income.refused', 'document.submitted', 'document.discarded');

-- What needs attention, newest or next first.
-- squawk-ignore require-concurrent-index-creation
create index accounts_second_factor on accounts (client_id, pending_until) where pending_kind = 'mfa';
-- squawk-ignore require-concurrent-index-creation
create index account_moves_ended on account_moves (client_id, at) where status in ('EXPIRED', 'INVALID');
-- squawk-ignore require-concurrent-index-creation
create index authorisations_expiry on authorisations (client_id, expires_at) where revoked_at is null;
-- squawk-ignore require-concurrent-index-creation
create index uploads_unread on uploads (client_id, taken_at) where taken_at is not null and done_at is null;
