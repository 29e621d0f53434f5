-- Times that processes compute, timers that were set while the database's clock was ahead, and starts without the
-- erasure ledger.

-- Corrects a time that a process computed with a wrong clock. A difference of less than a minute is left alone, because
-- it may be the time that the statement waited for its transaction.
create function by_database_clock(at timestamptz, process_clock timestamptz) returns timestamptz
  language sql volatile parallel safe
  return case when clock_timestamp() - process_clock not between interval '-1 minute' and interval '1 minute'
    then at + (clock_timestamp() - process_clock) else at end;
grant execute on function by_database_clock(timestamptz, timestamptz) to payproof_tenant, payproof_system;

-- Records the clock, every few seconds. If it was set back by more than a minute, returns by how much, and the times
-- since and until which it was ahead. Returns no row otherwise, or if another process is recording it.
create function follow_clock() returns table (set_back interval, since timestamptz, until timestamptz)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  moment timestamptz := clock_timestamp();
  last clock_checks;
begin
  insert into clock_checks values ('timers', moment, moment) on conflict do nothing;
  select * into last from clock_checks c where c.name = 'timers' for update skip locked;
  if not found then
    return;
  end if;
  update clock_checks c set checked_at = moment,
      steady_since = case when moment between last.checked_at - interval '1 minute' and last.checked_at + interval '1 minute'
        then last.steady_since else moment end
    where c.name = 'timers';
  if last.checked_at - moment > interval '1 minute' then
    return query select last.checked_at - moment,
      greatest(last.steady_since, moment) - interval '1 minute', last.checked_at;
  end if;
end $$;
revoke execute on function follow_clock() from public;
grant execute on function follow_clock() to payproof_system;

-- Moves leases, retries and rate limits that were set while the clock was ahead, so that none waits until the clock has
-- caught up. Only timers that can be a retry: a retry of a task waits for up to an hour, of a delivery for up to 30.
create function move_timers(set_back interval, since timestamptz, until timestamptz) returns integer language plpgsql as $$
declare
  moved integer;
begin
  update tasks t set wake_at = t.wake_at - set_back
    where t.state <> 'blocked' and t.wake_at between since and until + interval '1 hour';
  get diagnostics moved = row_count;
  update deliveries d set due_at = d.due_at - set_back
    where d.state = 'waiting' and d.due_at between since and until + interval '30 hours';
  update webhook_queues q
    set work_at = case when q.work_at >= since then q.work_at - set_back else q.work_at end,
        timer_at = case when q.timer_at >= since then q.timer_at - set_back else q.timer_at end,
        held_until = case when q.held_until >= since then q.held_until - set_back else q.held_until end
    where q.work_at >= since or q.timer_at >= since or q.held_until >= since;
  update task_paces p
    set free_at = case when p.free_at >= since then p.free_at - set_back else p.free_at end,
        out_at = case when p.out_at >= since then p.out_at - set_back else p.out_at end
    where p.free_at >= since or p.out_at >= since;
  update turn_lines l set free_at = l.free_at - set_back where l.free_at >= since;
  -- Their processes ask again. Rows of dead processes would otherwise look alive until the clock has caught up.
  delete from turn_waiters w where w.seen_at >= since;
  return moved;
end $$;
grant execute on function move_timers(interval, timestamptz, timestamptz) to payproof_system;

-- As in 0035. A task that was due earlier may be blocked behind the resting one. It goes first from now on, so it must be
-- woken: the resting task would wait for it.
create or replace function rest_task(of_client uuid, of_task uuid, last_offer integer, pause interval) returns boolean
  language plpgsql set enable_seqscan = off as $$
declare
  of_key text;
begin
  update tasks t set state = 'waiting', wake_at = clock_timestamp() + pause, starts = t.starts + 1
    where t.client_id = of_client and t.id = of_task and t.offers = last_offer and t.state = 'offered'
    returning t.key into of_key;
  if not found then
    return false;
  end if;
  if of_key is not null then
    perform look_again(array[of_client], array[of_key]);
  end if;
  return true;
end $$;

-- When the erasure ledger was last applied, and to which database. A restored copy is another one: a physical copy runs in
-- a server that was started later, and a restored dump has a table that was created later.
create table ledger_checks (
  is_only boolean primary key default true check (is_only),
  server_started_at timestamptz not null,
  database_oid oid not null,
  table_oid oid not null,
  file_node oid not null,
  checked_at timestamptz not null
);
alter table ledger_checks enable row level security, force row level security;
create policy every_row on ledger_checks to current_user using (true) with check (true);

create function note_ledger_check() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from ledger_checks;
  insert into ledger_checks (server_started_at, database_oid, table_oid, file_node, checked_at)
    select pg_postmaster_start_time(), d.oid, 'ledger_checks'::regclass, pg_relation_filenode('ledger_checks'), now()
      from pg_database d where d.datname = current_database();
end $$;

-- Whether the ledger was applied to this very database, which has been running since.
create function is_ledger_applied() returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return exists (
    select from ledger_checks c join pg_database d on d.oid = c.database_oid and d.datname = current_database()
      where c.server_started_at = pg_postmaster_start_time() and c.table_oid = 'ledger_checks'::regclass
        and c.file_node = pg_relation_filenode('ledger_checks'));
end $$;
revoke execute on function note_ledger_check(), is_ledger_applied() from public;
grant execute on function note_ledger_check(), is_ledger_applied() to payproof_system;
