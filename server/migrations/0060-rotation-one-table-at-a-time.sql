-- Partitions are created and dropped under an exclusive lock of their table. turn_event_weeks (0035) took those of three
-- tables in one transaction, so it could deadlock with a transaction that uses two of them in another order. Now a
-- transaction locks one table, and waits for nothing afterwards that another session could hold.

-- How long a rotation waits for its table. Everybody else who needs the table queues behind it meanwhile, so a rotation
-- behind a long reader gives up soon and is tried again later.
create function limit_rotation_wait() returns void language sql
  return set_config('lock_timeout', '250ms', true);
revoke execute on function limit_rotation_wait() from public;

-- As turn_event_weeks, for one of its tables. Creates the partitions of the weeks ahead and drops the oldest one past its
-- retention. turn_event_weeks stays until no process of an earlier release can run.
create function turn_weeks(parent text, ahead integer, kept_days integer, process_clock timestamptz)
  returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  this_week date := date_trunc('week', now() at time zone 'utc')::date;
  week date;
  name text;
begin
  if parent not in ('events', 'deliveries', 'delivery_attempts') then
    raise exception 'table % has no weekly partitions', parent;
  end if;
  -- Waits for concurrent runs, because a partition they are creating is not visible yet.
  perform pg_advisory_xact_lock(hashtextextended('turn_event_weeks', 9301));
  perform limit_rotation_wait();
  for week in select this_week + 7 * n from generate_series(-1, ahead) n loop
    name := parent || to_char(week, '_YYYY_MM_DD');
    if to_regclass(name) is null then
      begin
        execute format('create table %I partition of %I for values from (%L) to (%L)',
          name, parent, first_id_at(week at time zone 'utc'), first_id_at((week + 7) at time zone 'utc'));
        call fence(name);
      exception when check_violation then
        -- The default partition already has rows of this week.
        null;
      end;
    end if;
  end loop;
  if not is_clock_steady(parent || ' weeks', process_clock) then
    return 0;
  end if;
  select c.relname into name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent::regclass and c.relname ~ '_\d{4}_\d\d_\d\d$'
      and to_date(right(c.relname, 10), 'YYYY_MM_DD') + 7 < (now() at time zone 'utc')::date - kept_days
    order by 1 limit 1;
  if not found then
    return 0;
  end if;
  execute format('drop table %I', name);
  return 1;
end $$;
revoke execute on function turn_weeks(text, integer, integer, timestamptz) from public;
grant execute on function turn_weeks(text, integer, integer, timestamptz) to payproof_system;
-- The checks of the clock were one for all tables.
insert into clock_checks select parent || ' weeks', checked_at, steady_since
  from clock_checks, unnest(array['events', 'deliveries', 'delivery_attempts']) parent where name = 'event weeks';

-- As in 0035, with a limited wait.
create or replace function turn_task_days(ahead integer, kept integer, process_clock timestamptz default now()) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  today date := (now() at time zone 'utc')::date;
  day date;
  name text;
begin
  perform pg_advisory_xact_lock(hashtextextended('turn_task_days', 7306));
  perform limit_rotation_wait();
  for day in select today + n from generate_series(0, ahead) n loop
    name := 'ended_tasks_' || to_char(day, 'YYYY_MM_DD');
    if to_regclass(name) is null then
      begin
        execute format('create table %I partition of ended_tasks for values from (%L) to (%L)',
          name, day || ' 00:00+00', (day + 1) || ' 00:00+00');
        call fence(name);
      exception when check_violation then
        null;
      end;
    end if;
  end loop;
  if not is_clock_steady('task days', process_clock) then
    return 0;
  end if;
  select c.relname into name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'ended_tasks'::regclass and c.relname ~ '^ended_tasks_\d{4}_\d\d_\d\d$'
      and to_date(right(c.relname, 10), 'YYYY_MM_DD') < today - kept
    order by 1 limit 1;
  if not found then
    return 0;
  end if;
  execute format('drop table %I', name);
  return 1;
end $$;
