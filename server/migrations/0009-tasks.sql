-- What still has to be done. A row leaves this table in the transaction that stores its result, never before;
-- NATS only carries copies. wake_at: when the dispatcher looks at it next (due, retried, or its lease has ended).
create type task_state as enum ('waiting', 'offered', 'blocked');

-- No check constraints and no foreign key to clients: PostgreSQL prepares each check anew for every insert, and the
-- key would lock the client's row. The code that writes here (platform/tasks) and a trigger do their work.
create table tasks (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid,
  -- Compared byte by byte: the claim index is asked about the lane more often than about anything else.
  lane text collate "C" not null,
  kind text collate "C" not null,
  -- Tasks of one key run one at a time, in the order of due_at and id. once: and only one of its kind at all.
  key text collate "C",
  once boolean not null default false,
  -- Ids only, never personal data.
  input jsonb not null,
  awaited boolean not null default false,
  -- Tasks of one pace start at least pace_ms apart, after a burst. has_slot: its turn is at wake_at.
  pace text,
  pace_ms double precision,
  pace_burst integer,
  has_slot boolean not null default false,
  due_at timestamptz not null default now(),
  wake_at timestamptz not null default now(),
  state task_state not null default 'waiting',
  -- How often it was handed to NATS. With the id it names one offer: only the last one may end the task.
  offers integer not null default 0,
  attempts integer not null default 0,
  reason text,
  primary key (client_id, id),
  foreign key (client_id, user_id) references users on delete cascade
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
call make_tenant_table('tasks');
-- The claim index. Timers lie at its far end; blocked tasks wake a thousand years after they were due, behind all of
-- them and in order, so that the oldest is found without an index of its own.
create index tasks_wake on tasks (lane, wake_at, id);
create index tasks_user on tasks (client_id, user_id) where user_id is not null;
create index tasks_line on tasks (client_id, key, due_at, id) where key is not null;
-- The database itself refuses that two tasks of a key are out at once.
create unique index tasks_key_out on tasks (client_id, key) where key is not null and state = 'offered';
create unique index tasks_once on tasks (client_id, kind, key) where once;

-- What was done or cancelled, by day: old days are dropped whole.
create table ended_tasks (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  lane text not null,
  kind text not null,
  key text,
  input jsonb not null,
  outcome jsonb,
  state text not null,
  offers integer not null,
  attempts integer not null,
  due_at timestamptz not null,
  ended_at timestamptz not null
) partition by range (ended_at);
call make_tenant_table('ended_tasks');
create index ended_tasks_id on ended_tasks (id);
create table ended_tasks_other partition of ended_tasks default;
call fence('ended_tasks_other');

-- What failed for the last time, kept until the operator retries or cancels it.
create table dead_tasks (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  id uuid not null,
  user_id uuid,
  lane text not null,
  kind text not null,
  key text,
  once boolean not null,
  input jsonb not null,
  pace text,
  pace_ms double precision,
  pace_burst integer,
  -- Counted on when it is retried: NATS remembers the names of offers for a while.
  offers integer not null,
  attempts integer not null,
  due_at timestamptz not null,
  died_at timestamptz not null default now(),
  reason text not null,
  primary key (client_id, id),
  foreign key (client_id, user_id) references users on delete cascade
);
call make_tenant_table('dead_tasks');
create index dead_tasks_user on dead_tasks (client_id, user_id) where user_id is not null;
create index dead_tasks_died on dead_tasks (died_at);

-- free_at: the next slot of a pace or lane that nobody has. out_at: how far the slots are used up that were handed out.
create table task_paces (name text primary key, free_at timestamptz not null, out_at timestamptz);
alter table task_paces enable row level security, force row level security;
create policy every_row on task_paces to payproof_system using (true) with check (true);
grant select, insert, update, delete on task_paces to payproof_system;

create function task_key_lock(client_id uuid, key text) returns bigint
  language sql immutable parallel safe
  return hashtextextended(client_id::text || ' ' || key, 7306);
grant execute on function task_key_lock(uuid, text) to payproof_tenant, payproof_system;

-- Lets the next blocked task of each key be looked at again. It may find itself blocked once more; what matters is
-- that it looks. Under the lock of the key, so that no dispatcher blocks a task behind one that is leaving.
create function look_again(clients uuid[], keys text[]) returns void
  language plpgsql set enable_seqscan = off as $$
begin
  perform pg_advisory_xact_lock(task_key_lock(k.client_id, k.key))
    from (select distinct u.client_id, u.key from unnest(clients, keys) u (client_id, key) order by 1, 2) k;
  update tasks t set state = 'waiting', wake_at = clock_timestamp()
    from (select distinct u.client_id, u.key from unnest(clients, keys) u (client_id, key)) k
    cross join lateral (
      select b.id from tasks b where b.client_id = k.client_id and b.key = k.key and b.state = 'blocked'
        order by b.due_at, b.id limit 1) next
    where t.client_id = k.client_id and t.id = next.id;
end $$;
grant execute on function look_again(uuid[], text[]) to payproof_tenant, payproof_system;

-- What a foreign key would do, in one statement and without its locks.
create function forget_tasks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.client_id', old.id::text, true);
  delete from tasks where client_id = old.id;
  return null;
end $$;
create policy forget on tasks to current_user
  using (client_id = current_client_id()) with check (client_id = current_client_id());
create trigger forget_tasks after delete on clients for each row execute function forget_tasks();

-- However a task leaves (done, dead, cancelled, with its user), the next of its key is looked at.
create function pass_key_on() returns trigger language plpgsql as $$
declare
  clients uuid[];
  keys text[];
begin
  select array_agg(g.client_id), array_agg(g.key) into clients, keys from gone g where g.key is not null;
  if keys is not null then
    perform look_again(clients, keys);
  end if;
  return null;
end $$;
create trigger pass_key_on after delete on tasks referencing old table as gone
  for each statement execute function pass_key_on();

-- Takes up to `most` due tasks of a lane, in the order in which they woke, beginning after a place in that order.
-- The last row has no id: it says how many were looked at, where the look ended, and in how many milliseconds there
-- may be more to take, if the look did not reach the end.
create function claim_tasks(
  of_lane text, after_at timestamptz, after_id uuid, most integer, lease interval, lane_ms double precision, lane_burst integer
) returns table (
  id uuid, client_id uuid, kind text, input jsonb, offers integer, attempts integer, awaited boolean, keyed boolean,
  due_at timestamptz, looked_at integer, last_at timestamptz, last_id uuid, more_in double precision
) language plpgsql set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  moment timestamptz := clock_timestamp();
  lane_free_at timestamptz;
  go tid[];
  careful tid[];
  first_in_line tid[];
  seen integer;
  seen_at timestamptz;
  seen_id uuid;
  taken integer := 0;
begin
  if lane_ms is not null then
    insert into task_paces values ('lane ' || of_lane, moment) on conflict do nothing;
    select greatest(p.free_at, moment - lane_burst * lane_ms * interval '1 ms') into lane_free_at
      from task_paces p where p.name = 'lane ' || of_lane for update;
    most := least(most, floor(extract(epoch from moment - lane_free_at) * 1000 / lane_ms));
    if most < 1 then
      return query select null::uuid, null::uuid, null, null::jsonb, 0, 0, false, false, null::timestamptz, 0,
        null::timestamptz, null::uuid, lane_ms - extract(epoch from moment - lane_free_at) * 1000;
      return;
    end if;
  end if;

  -- The rows stay locked until we commit, so their ctid is as good as a key, and cheaper.
  select array_agg(d.place) filter (where not d.careful), array_agg(d.place) filter (where d.careful),
      count(*), max(d.wake_at)
    into go, careful, seen, seen_at
    from (
      select t.ctid as place, t.wake_at,
          t.state <> 'offered' and (t.key is not null or t.pace is not null) as careful
        from tasks t
        where t.lane = of_lane and t.wake_at <= moment and (t.wake_at, t.id) > (after_at, after_id)
        order by t.wake_at, t.id limit most for update skip locked
    ) d;
  select t.id into seen_id from tasks t where t.ctid = any (go || careful) and t.wake_at = seen_at order by t.id desc limit 1;

  if careful is not null then
    first_in_line := choose_first_in_line(careful);
    go := go || take_slots(first_in_line, moment);
  end if;
  return query
    update tasks t set state = 'offered', offers = t.offers + 1, wake_at = moment + lease, has_slot = false
      where t.ctid = any (go)
      returning t.id, t.client_id, t.kind, t.input, t.offers, t.attempts, t.awaited, t.key is not null, t.due_at, 0,
        null::timestamptz, null::uuid, null::double precision;
  get diagnostics taken = row_count;
  if lane_ms is not null and taken > 0 then
    update task_paces set free_at = lane_free_at + taken * lane_ms * interval '1 ms' where name = 'lane ' || of_lane;
  end if;
  return query
    select null::uuid, null::uuid, null, null::jsonb, 0, 0, false, false, null::timestamptz, seen, seen_at, seen_id,
      case when seen = most then 0::double precision end;
end $$;

-- Of tasks that wait: those without a key, and those whose key is free and who are first in its line. The others
-- are blocked until the key is passed on. A key that somebody else is looking at right now is left alone.
create function choose_first_in_line(places tid[]) returns tid[] language plpgsql set enable_seqscan = off as $$
declare
  mine bigint[];
  free tid[];
  held tid[];
begin
  mine := array(
    select k.lock from (
      select distinct task_key_lock(t.client_id, t.key) as lock
        from tasks t where t.ctid = any (places) and t.key is not null) k
      where pg_try_advisory_xact_lock(k.lock));
  -- A statement of its own: it must see what was committed before the locks were ours.
  select array_agg(c.place) filter (where c.is_first), array_agg(c.place) filter (where not c.is_first)
    into free, held
    from (
      select t.ctid as place, t.key is null or not exists (
          select from tasks o where o.client_id = t.client_id and o.key = t.key and o.state = 'offered'
        ) and not exists (
          select from tasks o
            where o.client_id = t.client_id and o.key = t.key and (o.due_at, o.id) < (t.due_at, t.id)
        ) as is_first
        from tasks t
        where t.ctid = any (places) and (t.key is null or task_key_lock(t.client_id, t.key) = any (mine))
    ) c;
  update tasks t set state = 'blocked', has_slot = false, wake_at = t.due_at + interval '1000 years'
    where t.ctid = any (held);
  return free;
end $$;

-- Gives each task of a pace its slot, and returns those whose slot is now; the others wake at theirs. Those that woke
-- may go as far as the pace allows within a second (or its burst): slots that passed while nobody handed out are not
-- made up for, the tasks join the end of the line.
create function take_slots(places tid[], moment timestamptz) returns tid[] language plpgsql set enable_seqscan = off as $$
declare
  paces text[];
  now_free tid[];
begin
  paces := array(select distinct t.pace from tasks t where t.ctid = any (places) and t.pace is not null order by 1);
  if cardinality(paces) = 0 then
    return places;
  end if;
  insert into task_paces select p, '-infinity', '-infinity' from unnest(paces) p on conflict do nothing;
  perform from task_paces where name = any (paces) order by name for update;
  select array_agg(t.ctid) into now_free from tasks t where t.ctid = any (places) and t.pace is null;
  with mine as (
    select t.ctid as place, t.pace, t.has_slot, t.pace_ms * interval '1 ms' as step, t.wake_at, t.due_at, t.id, p.free_at,
        (t.pace_burst - 1) * t.pace_ms * interval '1 ms' as burst,
        greatest(p.out_at, moment
          - max(greatest((t.pace_burst - 1) * t.pace_ms, 1000)) over (partition by t.pace) * interval '1 ms') as out_at
      from tasks t join task_paces p on p.name = t.pace where t.ctid = any (places)
  ), woken as (
    select place, pace, step from (
      select m.*, out_at + sum(step) over (partition by pace order by m.wake_at, m.id) - step as slot
        from mine m where has_slot) w
      where slot <= moment
  ), turns as (
    select place, pace, step, greatest(free_at, moment - burst)
        + sum(step) over (partition by pace order by m.due_at, m.id) - step as slot
      from mine m where place not in (select place from woken)
  ), going as (
    select place, pace, step from woken union all select place, pace, step from turns where slot <= moment
  ), counted as (
    update task_paces p set free_at = greatest(p.free_at, (select max(slot + step) from turns where pace = p.name)),
        out_at = (select m.out_at from mine m where m.pace = p.name limit 1)
          + coalesce((select sum(step) from going where pace = p.name), interval '0')
      where p.name = any (paces)
  ), later as (
    update tasks t set wake_at = turns.slot, has_slot = true from turns where t.ctid = turns.place and turns.slot > moment
  )
  select now_free || array_agg(place) into now_free from going;
  return now_free;
end $$;

-- Ends tasks with their outcomes. Only the last offer counts: what it does not name stays, and is not returned.
create function end_tasks(clients uuid[], ids uuid[], last_offers integer[], outcomes jsonb[]) returns setof uuid
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
    with gone as (
      delete from tasks t using unnest(clients, ids, last_offers, outcomes) e (client_id, id, offers, outcome)
        where t.client_id = e.client_id and t.id = e.id and t.offers = e.offers
        returning t.*, e.outcome
    )
    insert into ended_tasks (client_id, id, lane, kind, key, input, outcome, state, offers, attempts, due_at, ended_at)
      select client_id, id, lane, kind, key, input, outcome, 'done', offers, attempts + 1, due_at, clock_timestamp() from gone
      returning id;
end $$;

-- After a failure: wait for the next attempt. Others of the key may come first meanwhile, if they were due earlier.
create function postpone_tasks(
  clients uuid[], ids uuid[], last_offers integer[], wake_ats timestamptz[], reasons text[]
) returns setof uuid language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  keyed_clients uuid[];
  keys text[];
begin
  return query
    update tasks t set state = 'waiting', wake_at = e.wake_at, attempts = t.attempts + 1, reason = e.reason
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

-- After the last failure.
create function bury_tasks(clients uuid[], ids uuid[], last_offers integer[], reasons text[]) returns setof uuid
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
    with gone as (
      delete from tasks t using unnest(clients, ids, last_offers, reasons) e (client_id, id, offers, why)
        where t.client_id = e.client_id and t.id = e.id and t.offers = e.offers
        returning t.*, e.why
    )
    insert into dead_tasks
        (client_id, id, user_id, lane, kind, key, once, input, pace, pace_ms, pace_burst, offers, attempts, due_at, reason)
      select client_id, id, user_id, lane, kind, key, once, input, pace, pace_ms, pace_burst, offers, attempts + 1, due_at, why
        from gone
        -- Scheduled by the system while its client was deleted: nobody is left to look at it.
        where exists (select from clients c where c.id = gone.client_id)
      returning id;
end $$;

-- Which of these offers still stand; they get a new lease.
create function keep_tasks(clients uuid[], ids uuid[], last_offers integer[], lease interval) returns setof uuid
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
    update tasks t set wake_at = clock_timestamp() + lease
      from unnest(clients, ids, last_offers) e (client_id, id, offers)
      where t.client_id = e.client_id and t.id = e.id and t.offers = e.offers and t.state = 'offered'
      returning t.id;
end $$;

grant execute on function
  claim_tasks(text, timestamptz, uuid, integer, interval, double precision, integer),
  choose_first_in_line(tid[]), take_slots(tid[], timestamptz),
  postpone_tasks(uuid[], uuid[], integer[], timestamptz[], text[]),
  bury_tasks(uuid[], uuid[], integer[], text[]),
  keep_tasks(uuid[], uuid[], integer[], interval)
  to payproof_system;
grant execute on function end_tasks(uuid[], uuid[], integer[], jsonb[]) to payproof_tenant, payproof_system;

-- Days to come get their partition, days past their time are dropped. Run by migrate and, every hour, by a dispatcher;
-- as the owner, because the system role may not change tables.
create function turn_task_days(ahead integer, kept integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  today date := (now() at time zone 'utc')::date;
  day date;
  name text;
  dropped integer := 0;
begin
  -- One after another: a table that somebody else is making cannot be seen yet.
  perform pg_advisory_xact_lock(hashtextextended('turn_task_days', 7306));
  for day in select today + n from generate_series(0, ahead) n loop
    name := 'ended_tasks_' || to_char(day, 'YYYY_MM_DD');
    if to_regclass(name) is null then
      begin
        execute format('create table %I partition of ended_tasks for values from (%L) to (%L)',
          name, day || ' 00:00+00', (day + 1) || ' 00:00+00');
        call fence(name);
      exception when check_violation then
        -- Tasks of this day are in the default partition already, and the rest of the day joins them.
        null;
      end;
    end if;
  end loop;
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'ended_tasks'::regclass and c.relname ~ '^ended_tasks_\d{4}_\d\d_\d\d$'
        and to_date(right(c.relname, 10), 'YYYY_MM_DD') < today - kept
  loop
    execute format('drop table %I', name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
grant execute on function turn_task_days(integer, integer) to payproof_system;
select turn_task_days(7, 7);

-- The same hand prepares the months of the audit log.
alter procedure prepare_audit_months(integer) security definer;
alter procedure prepare_audit_months(integer) set search_path = public, pg_temp;
grant execute on procedure prepare_audit_months(integer) to payproof_system;
