-- In steps: the table may have many rows.
-- While a lane is behind, its tasks are claimed in turn: client by client, so that a client with many waiting tasks
-- does not delay another. Each index leads to the next client with an open task, and to that client's earliest task,
-- in one descent. Blocked tasks are left out: they are not due.
drop index concurrently if exists tasks_turn;
-- step
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists tasks_turn on tasks (lane, client_id, wake_at, id) where state <> 'blocked';
-- step
drop index concurrently if exists tasks_turn_awaited;
-- step
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists tasks_turn_awaited
  on tasks (lane, client_id, wake_at, id) where state <> 'blocked' and awaited;
-- step
-- Lists up to `most` clients with due tasks in a lane, beginning after a client and wrapping around. Clients that are
-- moving to another cell are left out. Looks at no more than `max_looks` clients, because clients whose tasks are all
-- due later cost a look as well; `looked_to` is the last one.
create or replace function list_clients_in_turn(
  of_lane text, after_client uuid, moment timestamptz, most integer, max_looks integer, only_awaited boolean,
  out clients uuid[], out looked_to uuid
) language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  leaving uuid[] := array(select m.client_id from client_moves m where m.state <> 'copying');
  is_wrapped boolean := after_client = nil;
  next_client uuid;
  next_wake_at timestamptz;
begin
  clients := '{}';
  looked_to := after_client;
  for n in 1 .. max_looks loop
    if only_awaited then
      select t.client_id, t.wake_at into next_client, next_wake_at from tasks t
        where t.lane = of_lane and t.client_id > looked_to and t.state <> 'blocked' and t.awaited
        order by t.lane, t.client_id, t.wake_at, t.id limit 1;
    else
      select t.client_id, t.wake_at into next_client, next_wake_at from tasks t
        where t.lane = of_lane and t.client_id > looked_to and t.state <> 'blocked'
        order by t.lane, t.client_id, t.wake_at, t.id limit 1;
    end if;
    if next_client is null then
      exit when is_wrapped;
      is_wrapped := true;
      looked_to := nil;
      continue;
    end if;
    exit when is_wrapped and next_client > after_client and after_client <> nil;
    looked_to := next_client;
    if next_wake_at <= moment and next_client <> all (leaving) then
      clients := clients || next_client;
      exit when cardinality(clients) >= most;
    end if;
  end loop;
end $$;

-- As claim_tasks, but in turn: awaited tasks first, then others, with equal shares for the clients that have due tasks.
-- The last row has no id: it says how many tasks were looked at, and after which client the next turn begins.
create or replace function claim_tasks_in_turn(
  of_lane text, after_client uuid, most integer, lease interval, lane_ms double precision, lane_burst integer
) returns table (
  id uuid, client_id uuid, kind text, input jsonb, offers integer, attempts integer, awaited boolean, keyed boolean,
  due_at timestamptz, looked_at integer, last_client uuid, more_in double precision
) language plpgsql set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
#variable_conflict use_column
declare
  max_looks constant integer := 256;
  moment timestamptz := clock_timestamp();
  lane_free_at timestamptz;
  turn record;
  turn_client uuid;
  is_awaited_turn boolean;
  share integer;
  go tid[] := '{}';
  careful tid[] := '{}';
  some_go tid[];
  some_careful tid[];
  seen integer := 0;
  next_after uuid := after_client;
  taken integer := 0;
begin
  if lane_ms is not null then
    insert into task_paces values ('lane ' || of_lane, moment) on conflict do nothing;
    select greatest(p.free_at, moment - lane_burst * lane_ms * interval '1 ms') into lane_free_at
      from task_paces p where p.name = 'lane ' || of_lane for update;
    most := least(most, floor(extract(epoch from moment - lane_free_at) * 1000 / lane_ms));
    if most < 1 then
      return query select null::uuid, null::uuid, null, null::jsonb, 0, 0, false, false, null::timestamptz, 0,
        after_client, lane_ms - extract(epoch from moment - lane_free_at) * 1000;
      return;
    end if;
  end if;

  foreach is_awaited_turn in array array[true, false] loop
    exit when seen >= most;
    select * into turn from list_clients_in_turn(of_lane, after_client, moment, most - seen, max_looks, is_awaited_turn);
    next_after := turn.looked_to;
    share := ceil((most - seen)::float8 / greatest(cardinality(turn.clients), 1));
    foreach turn_client in array turn.clients loop
      exit when seen >= most;
      -- The rows stay locked until we commit, so their ctid identifies them. Two statements, because each needs its
      -- own index.
      if is_awaited_turn then
        select coalesce(array_agg(d.place) filter (where not d.careful), '{}'),
            coalesce(array_agg(d.place) filter (where d.careful), '{}')
          into some_go, some_careful
          from (
            select t.ctid as place, t.state <> 'offered' and (t.key is not null or t.pace is not null) as careful
              from tasks t
              where t.lane = of_lane and t.client_id = turn_client and t.state <> 'blocked' and t.awaited
                and t.wake_at <= moment
              order by t.lane, t.client_id, t.wake_at, t.id limit least(share, most - seen) for update skip locked
          ) d;
      else
        select coalesce(array_agg(d.place) filter (where not d.careful), '{}'),
            coalesce(array_agg(d.place) filter (where d.careful), '{}')
          into some_go, some_careful
          from (
            select t.ctid as place, t.state <> 'offered' and (t.key is not null or t.pace is not null) as careful
              from tasks t
              where t.lane = of_lane and t.client_id = turn_client and t.state <> 'blocked'
                and t.wake_at <= moment and t.ctid <> all (go || careful)
              order by t.lane, t.client_id, t.wake_at, t.id limit least(share, most - seen) for update skip locked
          ) d;
      end if;
      go := go || some_go;
      careful := careful || some_careful;
      seen := cardinality(go) + cardinality(careful);
    end loop;
  end loop;

  if cardinality(careful) > 0 then
    go := go || take_slots(choose_first_in_line(careful), moment);
  end if;
  return query
    update tasks t set state = 'offered', offers = t.offers + 1, wake_at = moment + lease, has_slot = false
      where t.ctid = any (go)
      returning t.id, t.client_id, t.kind, t.input, t.offers, t.attempts, t.awaited, t.key is not null, t.due_at, 0,
        null::uuid, null::double precision;
  get diagnostics taken = row_count;
  if lane_ms is not null and taken > 0 then
    update task_paces set free_at = lane_free_at + taken * lane_ms * interval '1 ms' where name = 'lane ' || of_lane;
  end if;
  return query
    select null::uuid, null::uuid, null, null::jsonb, 0, 0, false, false, null::timestamptz, seen, next_after,
      case when seen > 0 then 0::double precision end;
end $$;

grant execute on function
  list_clients_in_turn(text, uuid, timestamptz, integer, integer, boolean),
  claim_tasks_in_turn(text, uuid, integer, interval, double precision, integer)
  to payproof_system;
