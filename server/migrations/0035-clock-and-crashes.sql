-- Partitions are dropped by the database's clock. A clock that has jumped ahead must not drop data, so a clean-up
-- drops at most one day or week per run, and only after the clock has been steady for a day.
create table clock_checks (
  name text primary key,
  checked_at timestamptz not null,
  steady_since timestamptz not null
);
alter table clock_checks enable row level security, force row level security;
create policy every_row on clock_checks to current_user using (true) with check (true);

-- Records the clock and returns whether it can be trusted. It cannot if it moved by more than a day since the last
-- run (runs are an hour apart), if this happened less than a day ago, or if the calling process has another time.
create function is_clock_steady(of_name text, process_clock timestamptz) returns boolean language plpgsql as $$
declare
  last clock_checks;
begin
  insert into clock_checks values (of_name, now(), now()) on conflict do nothing;
  select * into last from clock_checks c where c.name = of_name for update;
  if now() not between last.checked_at - interval '1 minute' and last.checked_at + interval '1 day' then
    last.steady_since := now();
  end if;
  update clock_checks c set checked_at = now(), steady_since = last.steady_since where c.name = of_name;
  return now() - last.steady_since >= interval '1 day'
    and process_clock between now() - interval '1 minute' and now() + interval '1 minute';
end $$;
revoke execute on function is_clock_steady(text, timestamptz) from public;

drop function turn_task_days(integer, integer);
-- Creates the partitions of the days ahead and drops the oldest partition past its retention. Called every hour by a
-- dispatcher.
create function turn_task_days(ahead integer, kept integer, process_clock timestamptz default now()) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  today date := (now() at time zone 'utc')::date;
  day date;
  name text;
begin
  -- Waits for concurrent runs, because a partition they are creating is not visible yet.
  perform pg_advisory_xact_lock(hashtextextended('turn_task_days', 7306));
  for day in select today + n from generate_series(0, ahead) n loop
    name := 'ended_tasks_' || to_char(day, 'YYYY_MM_DD');
    if to_regclass(name) is null then
      begin
        execute format('create table %I partition of ended_tasks for values from (%L) to (%L)',
          name, day || ' 00:00+00', (day + 1) || ' 00:00+00');
        call fence(name);
      exception when check_violation then
        -- The default partition already has tasks of this day.
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
grant execute on function turn_task_days(integer, integer, timestamptz) to payproof_system;

drop function turn_event_weeks(integer, integer);
-- Likewise for events, deliveries and delivery attempts, by week.
create function turn_event_weeks(ahead integer, kept_days integer, process_clock timestamptz default now())
  returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  this_week date := date_trunc('week', now() at time zone 'utc')::date;
  week date;
  parent text;
  name text;
  oldest text;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('turn_event_weeks', 9301));
  foreach parent in array array['events', 'deliveries', 'delivery_attempts'] loop
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
  end loop;
  if not is_clock_steady('event weeks', process_clock) then
    return 0;
  end if;
  select min(right(c.relname, 10)) into oldest from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('events'::regclass, 'deliveries'::regclass, 'delivery_attempts'::regclass)
      and c.relname ~ '_\d{4}_\d\d_\d\d$'
      and to_date(right(c.relname, 10), 'YYYY_MM_DD') + 7 < (now() at time zone 'utc')::date - kept_days;
  foreach parent in array array['delivery_attempts', 'deliveries', 'events'] loop
    name := parent || '_' || oldest;
    if to_regclass(name) is not null then
      execute format('drop table %I', name);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;
grant execute on function turn_event_weeks(integer, integer, timestamptz) to payproof_system;

-- A task that crashes its worker never ends, and its next offer crashes the next worker. So a start is recorded
-- whenever an earlier offer of the task may have been running, and the task is given up after a few starts without
-- an end.
-- started_offer is the offer that recorded the last start.
alter table tasks add column starts smallint not null default 0, add column started_offer integer;

-- Renews the leases of offers that are still valid and are about to run. Returns the number of earlier starts that
-- did not end. The first start is recorded here; later ones by count_task_start. An offer that has recorded a start is
-- not returned again: its worker may be alive and only slow, so the task waits until the lease has expired.
create function start_tasks(clients uuid[], ids uuid[], last_offers integer[], lease interval)
  returns table (id uuid, kind text, input jsonb, starts smallint)
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
    update tasks t
      set wake_at = clock_timestamp() + lease, starts = greatest(t.starts, 1::smallint),
          started_offer = case when t.starts = 0 then t.offers else t.started_offer end
      from unnest(clients, ids, last_offers) e (client_id, id, offers)
        join tasks before on before.client_id = e.client_id and before.id = e.id
      where t.client_id = e.client_id and t.id = e.id and t.offers = e.offers and t.state = 'offered'
        and (t.starts = 0 or t.started_offer is distinct from t.offers)
      returning t.id, t.kind, t.input, before.starts;
end $$;

-- Adds a start, or with change -1 takes one back: the worker was stopped, not crashed.
create function count_task_start(of_client uuid, of_task uuid, last_offer integer, change integer) returns boolean
  language plpgsql set enable_seqscan = off as $$
begin
  update tasks t
    set starts = greatest(t.starts + change, 0), started_offer = case when change > 0 then t.offers else t.started_offer end
    where t.client_id = of_client and t.id = of_task and t.offers = last_offer and t.state = 'offered';
  return found;
end $$;
-- Lets a suspect wait before its last chance. The wait is counted like a start, so that it happens once.
create function rest_task(of_client uuid, of_task uuid, last_offer integer, pause interval) returns boolean
  language plpgsql set enable_seqscan = off as $$
begin
  update tasks t set state = 'waiting', wake_at = clock_timestamp() + pause, starts = t.starts + 1
    where t.client_id = of_client and t.id = of_task and t.offers = last_offer and t.state = 'offered';
  return found;
end $$;
grant execute on function start_tasks(uuid[], uuid[], integer[], interval),
  count_task_start(uuid, uuid, integer, integer), rest_task(uuid, uuid, integer, interval) to payproof_system;

-- As in 0009. A failed run has ended, so its starts no longer count.
create or replace function postpone_tasks(
  clients uuid[], ids uuid[], last_offers integer[], wake_ats timestamptz[], reasons text[]
) returns setof uuid language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  keyed_clients uuid[];
  keys text[];
begin
  return query
    update tasks t
      set state = 'waiting', wake_at = e.wake_at, attempts = t.attempts + 1, reason = e.reason, starts = 0
      from unnest(clients, ids, last_offers, wake_ats, reasons) e (client_id, id, offers, wake_at, reason)
      where t.client_id = e.client_id and t.id = e.id and t.offers = e.offers
      returning t.id;
  select array_agg(t.client_id), array_agg(t.key) into keyed_clients, keys
    from unnest(clients, ids) e (client_id, id) join tasks t on t.client_id = e.client_id and t.id = e.id
    where t.key is not null;
  if keys is not null then
    perform look_again(keyed_clients, keys);
  end if;
end $$;

-- Partition pruning makes PostgreSQL plan these statements anew for every delivery, which costs more than running them.
alter function record_attempts(uuid, uuid, uuid[], integer[], timestamptz[], integer[], integer[], text[], bytea[],
  delivery_state[], integer[], timestamptz[], timestamptz[]) set plan_cache_mode = force_generic_plan;

-- The service's login must not be able to rewrite an audit log. Moving one is left to the owner of the tables.
revoke execute on function adopt_audit_lines(uuid, audit_lines[], audit_heads[]), forget_moved_lines(uuid)
  from payproof_system;
