-- Clients on their way from one cell to another. At the source: copying (the client notices nothing), draining (no task of it
-- is handed out any more), closed (it may read), moved. At the target: arriving. cell: the other one. No foreign
-- key: at the source the row outlives the client, at the target it comes before it.
create table client_moves (
  client_id uuid primary key,
  state text not null check (state in ('copying', 'draining', 'closed', 'moved', 'arriving')),
  cell text not null,
  begun_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
call fence('client_moves');
grant select, insert, update, delete on client_moves to payproof_system;
-- For audit_append and the functions at the end of this file, which run as the owner.
create policy looked_at on client_moves for select to current_user using (true);

create function is_leaving(of_client uuid) returns boolean language sql stable parallel safe
  return exists (
    select from client_moves m where m.client_id = of_client and m.state <> 'copying');
grant execute on function is_leaving(uuid) to payproof_system;

-- True in a transaction that writes rows as they were elsewhere: what is counted from rows comes with them.
create function is_arriving() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.arriving', true) = 'yes', false);
grant execute on function is_arriving() to payproof_tenant, payproof_system;

-- Every transaction of a tenant that writes comes through here with its commit, so here a closed client is refused. It is
-- as it was in 0004 but for that.
create or replace function audit_append(actor_kind text, actor_id text, request_id text, actions text[], subjects uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_heads;
  any_lane smallint := floor(random() * 8);
  move_state text := (select m.state from client_moves m where m.client_id = current_client_id());
begin
  -- Before anything is locked here: only a transaction that wrote has a number by now.
  if move_state in ('moved', 'arriving') or move_state = 'closed' and pg_current_xact_id_if_assigned() is not null then
    raise exception 'the client is being moved to another cell' using errcode = 'PM001';
  end if;
  select * into head from audit_heads h where h.client_id = current_client_id() limit 1 for update skip locked;
  if not found then
    select * into head from audit_heads h
      where h.client_id = current_client_id() and h.lane = any_lane for update;
  end if;
  if not found then
    raise exception 'no audit chain for client %', current_client_id();
  end if;
  -- Times go up along a lane, so reading by time reads every lane in order.
  head.at := greatest(clock_timestamp(), head.at);
  for i in 1 .. cardinality(actions) loop
    head.seq := head.seq + 1;
    head.hash := sha256(head.hash || convert_to(concat_ws(E'\x1f',
      head.client_id, head.lane, head.seq, (extract(epoch from head.at) * 1000000)::bigint,
      actor_kind, actor_id, actions[i], coalesce(subjects[i]::text, ''), request_id), 'UTF8'));
    insert into audit_lines values (head.client_id, head.at, head.lane, head.seq,
      actor_kind, actor_id, actions[i], subjects[i], request_id, head.hash);
  end loop;
  update audit_heads h set seq = head.seq, at = head.at, hash = head.hash
    where h.client_id = head.client_id and h.lane = head.lane;
end $$;

-- As in 0009, but for clients that are leaving or arriving. Without jit: the few rows of client_moves are read one after the other, which
-- the settings above make look so dear that every plan would be compiled.
create or replace function claim_tasks(
  of_lane text, after_at timestamptz, after_id uuid, most integer, lease interval, lane_ms double precision, lane_burst integer
) returns table (
  id uuid, client_id uuid, kind text, input jsonb, offers integer, attempts integer, awaited boolean, keyed boolean,
  due_at timestamptz, looked_at integer, last_at timestamptz, last_id uuid, more_in double precision
) language plpgsql set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
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
          and t.client_id not in (select m.client_id from client_moves m where m.state <> 'copying')
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

-- The functions of a courier, as in 0012: while its client is leaving nothing is due, and it goes.
create or replace function list_due(
  of_client uuid, of_webhook uuid, from_at timestamptz, in_hand uuid[], most integer, ahead interval
) returns table (
  id uuid, event_id uuid, kind text, user_id uuid, sequence bigint, attempts integer, tries integer, due text,
  at timestamptz, is_payload_omitted boolean, body bytea, wrapped bytea, client_key_version integer
) language plpgsql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set enable_bitmapscan = off set enable_sort = off as $$
#variable_conflict use_column
begin
  if is_leaving(of_client) then
    return;
  end if;
  return query
    select d.id, d.event_id, d.kind, d.user_id, d.sequence, d.attempts, d.tries, d.due_at::text,
        e.at, e.is_payload_omitted, e.body, k.wrapped, k.client_key_version
      from (
        select * from deliveries w
          where w.client_id = of_client and w.webhook_id = of_webhook and w.state = 'waiting'
            and w.due_at >= from_at and w.due_at <= clock_timestamp() + ahead and w.id <> all (in_hand)
          order by w.due_at, w.id limit most
      ) d
      left join events e on e.client_id = d.client_id and e.id = d.event_id
      left join user_keys k on k.client_id = d.client_id and k.user_id = d.user_id;
end $$;

create or replace function leave_queue(
  of_client uuid, of_webhook uuid, hold_until timestamptz, of_version integer, ahead interval
)
  returns table (has_left boolean, sleep_until timestamptz, wakes_late boolean)
  language plpgsql set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  moment timestamptz;
  next_at timestamptz;
  sleeping_until timestamptz;
  known_version integer;
begin
  -- Whoever carries on is called where the client arrives.
  if is_leaving(of_client) then
    update webhook_queues q set work_at = null, timer_at = null where q.client_id = of_client and q.webhook_id = of_webhook;
    return query select true, null::timestamptz, false;
    return;
  end if;
  if not pg_try_advisory_xact_lock(webhook_lock(of_webhook)) then
    return query select false, null::timestamptz, false;
    return;
  end if;
  moment := clock_timestamp() + ahead;
  select greatest(d.due_at, hold_until) into next_at
    from deliveries d
    where d.client_id = of_client and d.webhook_id = of_webhook and d.state = 'waiting'
      and exists (select from webhooks w where w.client_id = of_client and w.id = of_webhook and w.paused_at is null)
    order by d.due_at limit 1;
  if next_at <= moment then
    return query select false, null::timestamptz, false;
    return;
  end if;
  select q.timer_at, q.health_version into sleeping_until, known_version from webhook_queues q
    where q.client_id = of_client and q.webhook_id = of_webhook for update;
  if known_version <> of_version then
    return query select false, null::timestamptz, false;
    return;
  end if;
  if sleeping_until <= moment then
    sleeping_until := null;
  end if;
  update webhook_queues q
    set work_at = next_at, held_until = hold_until, timer_at = least(sleeping_until, next_at)
    where q.client_id = of_client and q.webhook_id = of_webhook;
  return query select true, case when next_at < coalesce(sleeping_until, 'infinity') then next_at end,
    coalesce(sleeping_until > next_at, false);
end $$;

-- What counts rows, as before, but not those that arrive with their counts.
create or replace function count_added() returns trigger language plpgsql as $$
begin
  if is_arriving() then
    return null;
  end if;
  insert into list_counts as counts (client_id, list, bits, block, live)
    select client_id, tg_table_name, bits, position >> bits, count(*)
      from added, (values (8::smallint), (18::smallint)) level (bits)
      group by 1, 3, 4 order by 1, 3, 4
    on conflict (client_id, list, bits, block) do update set live = counts.live + excluded.live;
  return null;
end $$;

create or replace function count_removed() returns trigger language plpgsql as $$
declare
  gone record;
begin
  if is_arriving() then
    return null;
  end if;
  -- One by one and in the order of count_added, so that two transactions cannot wait for each other.
  for gone in
    select client_id, bits, position >> bits as block, count(*) as rows
      from removed, (values (8::smallint), (18::smallint)) level (bits)
      group by 1, 2, 3 order by 1, 2, 3
  loop
    update list_counts set live = live - gone.rows
      where client_id = gone.client_id and list = tg_table_name and bits = gone.bits and block = gone.block;
  end loop;
  return null;
end $$;

create or replace function start_audit_chains() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_arriving() then
    return null;
  end if;
  perform set_config('app.client_id', new.id::text, true);
  insert into audit_heads select new.id, lane, 0, now(), sha256(convert_to(new.id || ':' || lane, 'UTF8'))
    from generate_series(0, 7) lane;
  return null;
end $$;

create or replace function pass_key_on() returns trigger language plpgsql as $$
declare
  clients uuid[];
  keys text[];
begin
  if is_arriving() then
    return null;
  end if;
  select array_agg(g.client_id), array_agg(g.key) into clients, keys from gone g where g.key is not null;
  if keys is not null then
    perform look_again(clients, keys);
  end if;
  return null;
end $$;

create or replace function count_created() returns trigger language plpgsql as $$
begin
  if is_arriving() then
    return null;
  end if;
  insert into activity_counts (client_id, day, name, happened)
    select client_id, (created_at at time zone 'utc')::date, tg_argv[0], count(*) from added group by 1, 2;
  return null;
end $$;

create or replace function count_moves() returns trigger language plpgsql as $$
begin
  if is_arriving() then
    return null;
  end if;
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

create or replace function count_delivery() returns trigger language plpgsql as $$
begin
  if is_arriving() then
    return null;
  end if;
  insert into activity_counts (client_id, name)
    values (new.client_id, case new.state when 'delivered' then 'deliveries_succeeded' else 'deliveries_failed' end);
  return null;
end $$;

-- Events are read in the order of their transactions (0012), whose numbers are each database's own. A client that came from
-- elsewhere adds so much to ours that its new events come after all it brought, and cursors go on.
create table event_feeds (
  client_id uuid primary key default current_client_id() references clients on delete cascade,
  xid_ahead bigint not null
);
call fence('event_feeds');
grant select on event_feeds to payproof_tenant;
grant select, insert, update, delete on event_feeds to payproof_system;

create function feed_xid(of_xid xid8) returns xid8 language plpgsql stable parallel safe as $$
declare
  ahead bigint := (select f.xid_ahead from event_feeds f where f.client_id = current_client_id());
begin
  return case when ahead is null then of_xid else (of_xid::text::numeric + ahead)::text::xid8 end;
end $$;
grant execute on function feed_xid(xid8) to payproof_tenant, payproof_system;
alter table only events alter column xid set default feed_xid(pg_current_xact_id());

-- Public halves of the keys by which other cells signed tokens for a client before it came here; good for that client only.
create table carried_token_keys (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  kid text not null,
  public_jwk jsonb not null,
  until timestamptz not null,
  primary key (client_id, kid)
);
call fence('carried_token_keys');
grant select, insert, update, delete on carried_token_keys to payproof_system;

-- What members' passwords were hashed with in other cells, sealed under our cell key. A hash names the one it needs.
create table carried_peppers (
  id text primary key,
  sealed bytea not null
);
grant select, insert on carried_peppers to payproof_system;

-- Takes lines of the log over as they are, while a client arrives. Nobody else can write a line that was not made here.
create function adopt_audit_lines(of_client uuid, lines audit_lines[], heads audit_heads[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from client_moves m where m.client_id = of_client and m.state = 'arriving') then
    raise exception 'client % is not arriving', of_client;
  end if;
  perform set_config('app.client_id', of_client::text, true);
  insert into audit_lines select l.* from unnest(lines) l on conflict do nothing;
  insert into audit_heads as mine select h.* from unnest(heads) h
    on conflict (client_id, lane) do update set seq = excluded.seq, at = excluded.at, hash = excluded.hash;
end $$;
grant execute on function adopt_audit_lines(uuid, audit_lines[], audit_heads[]) to payproof_system;

-- The log of a client that has gone went with it; what is left of it here goes with its other rows.
create function forget_moved_lines(of_client uuid) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone bigint;
begin
  if not exists (select from client_moves m where m.client_id = of_client and m.state = 'moved') then
    raise exception 'client % has not moved away', of_client;
  end if;
  perform set_config('app.client_id', of_client::text, true);
  delete from audit_lines where client_id = of_client;
  get diagnostics gone = row_count;
  delete from audit_heads where client_id = of_client;
  return gone;
end $$;
grant execute on function forget_moved_lines(uuid) to payproof_system;
