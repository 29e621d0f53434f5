-- Who wants to be told of what. Secrets and keys are sealed with the client's key and never shown.
create table webhooks (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  id uuid not null,
  position bigint not null default 0,
  name text not null,
  events text[] not null,
  url text not null,
  include_payload boolean not null default false,
  encrypted_content_type text not null default 'text/plain',
  signing_secret bytea,
  -- A rotation: the incoming secret, since when, and whether it was promoted by hand before its time.
  next_secret bytea,
  next_added_at timestamptz,
  next_promoted_at timestamptz,
  encryption_key bytea,
  encryption_key_id uuid,
  paused_at timestamptz,
  pause_reason text,
  created_at timestamptz not null default now(),
  primary key (client_id, id),
  unique (client_id, name)
);
call make_tenant_table('webhooks');
call make_flat_list('webhooks');

-- One line of waiting deliveries per webhook, and who looks after it. work_at: when somebody will look; in the past, a
-- task is on its way or at work, null means nobody. timer_at: when the task sleeps that looks later. held_until: the
-- receiver is left alone until then.
create table webhook_queues (
  client_id uuid not null default current_client_id(),
  webhook_id uuid not null,
  work_at timestamptz,
  timer_at timestamptz,
  held_until timestamptz,
  -- What is known of the receiver. The version counts how often all of it was forgotten, by a resume or a new address: a
  -- courier that learnt it under an earlier one has nothing to say.
  health_version integer not null default 0,
  breaker jsonb not null default '{}',
  failing_since timestamptz,
  last_success_at timestamptz,
  key_messages bigint not null default 0,
  primary key (client_id, webhook_id),
  foreign key (client_id, webhook_id) references webhooks on delete cascade
) with (fillfactor = 50);
call make_tenant_table('webhook_queues');
create index webhook_queues_work on webhook_queues (work_at) where work_at is not null;

-- The last number given to a delivery about this user to this webhook.
create table webhook_sequences (
  client_id uuid not null default current_client_id(),
  webhook_id uuid not null,
  user_id uuid not null,
  last bigint not null,
  primary key (client_id, webhook_id, user_id),
  foreign key (client_id, webhook_id) references webhooks on delete cascade,
  foreign key (client_id, user_id) references users on delete cascade
) with (fillfactor = 80);
call make_tenant_table('webhook_sequences');
create index webhook_sequences_user on webhook_sequences (client_id, user_id);

-- What happened, for everybody who wants to know, kept 30 days and a week. body is sealed with the user's key; it goes
-- when the user goes, and then only the fact is left. xid: the transaction, by which the feed is read in an order that
-- no late commit can disturb. Ids begin with their time, so weeks of ids are weeks of events.
create table events (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  kind text not null,
  user_id uuid,
  at timestamptz not null,
  is_payload_omitted boolean not null default false,
  body bytea,
  primary key (client_id, id)
) partition by range (id);
call make_tenant_table('events');
-- Sealed data cannot be made smaller; trying costs more than the rest of the insert.
alter table events alter column body set storage external;
create index events_feed on events (client_id, xid, id);
create index events_user on events (client_id, user_id);

create type delivery_state as enum ('waiting', 'delivered', 'dead', 'dropped', 'test');

-- One event on its way to one webhook. attempts: all that were made; tries: those since it was last put in line.
create table deliveries (
  client_id uuid not null default current_client_id(),
  webhook_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  kind text not null,
  user_id uuid,
  sequence bigint,
  state delivery_state not null default 'waiting',
  attempts integer not null default 0,
  tries integer not null default 0,
  due_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (client_id, webhook_id, id)
) partition by range (id);
call make_tenant_table('deliveries');
create index deliveries_due on deliveries (client_id, webhook_id, due_at, id) where state = 'waiting';
create index deliveries_dead on deliveries (client_id, webhook_id, id) where state = 'dead';
create index deliveries_user on deliveries (client_id, user_id);

-- failure: one of few plain texts. answer: the beginning of what the receiver said, sealed: it may quote what it got.
create table delivery_attempts (
  client_id uuid not null default current_client_id(),
  delivery_id uuid not null,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  status integer,
  failure text,
  answer bytea
) partition by range (delivery_id);
call make_tenant_table('delivery_attempts');
alter table delivery_attempts alter column answer set storage external;
create index delivery_attempts_delivery on delivery_attempts (client_id, delivery_id, number);

-- An id that begins with its time, as in RFC 9562 (version 7).
create function new_timed_id(at timestamptz default clock_timestamp()) returns uuid
  language sql volatile parallel safe
  return encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;

create function first_id_at(at timestamptz) returns uuid
  language sql immutable parallel safe
  return (lpad(to_hex(greatest(0, extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

create function webhook_lock(webhook_id uuid) returns bigint
  language sql immutable parallel safe
  return hashtextextended(webhook_id::text, 9301);

-- Writes an event with a delivery for every webhook that lists its kind. Returns those webhooks; is_idle: nobody looks
-- after its queue yet, so the caller schedules that in the same transaction. Until the commit it shares a lock with all
-- who publish to the webhook; a courier that wants to leave its queue must have that lock alone for a moment, so it
-- cannot miss a delivery that is not committed yet.
create function publish_event(of_id uuid, of_kind text, of_user uuid, of_at timestamptz, is_omitted boolean, of_body bytea)
  returns table (webhook_id uuid, is_idle boolean) language plpgsql as $$
#variable_conflict use_column
declare
  mine uuid := current_client_id();
  targets uuid[] := array(
    select w.id from webhooks w where w.client_id = mine and of_kind = any (w.events) order by w.id);
begin
  insert into events (client_id, id, kind, user_id, at, is_payload_omitted, body)
    values (mine, of_id, of_kind, of_user, of_at, is_omitted, of_body);
  if cardinality(targets) = 0 then
    return;
  end if;
  perform pg_advisory_xact_lock_shared(webhook_lock(t)) from unnest(targets) t;
  with numbered as (
    insert into webhook_sequences as s (client_id, webhook_id, user_id, last)
      select mine, t, of_user, 1 from unnest(targets) t
      on conflict (client_id, webhook_id, user_id) do update set last = s.last + 1
      returning s.webhook_id, s.last
  )
  insert into deliveries (client_id, webhook_id, id, event_id, kind, user_id, sequence, due_at)
    select mine, n.webhook_id, new_timed_id(), of_id, of_kind, of_user, n.last, clock_timestamp() from numbered n;
  return query
    with idle as (
      -- In order, so that two who publish to the same webhooks cannot wait for each other.
      select q.webhook_id from webhook_queues q join webhooks w on w.client_id = mine and w.id = q.webhook_id
        where q.client_id = mine and q.webhook_id = any (targets)
          and w.paused_at is null and coalesce(q.work_at, 'infinity') > clock_timestamp()
          and coalesce(q.held_until, '-infinity') <= clock_timestamp()
        order by q.webhook_id for no key update of q
    ), woken as (
      update webhook_queues q set work_at = clock_timestamp()
        from idle where q.client_id = mine and q.webhook_id = idle.webhook_id
        returning q.webhook_id
    )
    select t, exists (select from woken where woken.webhook_id = t) from unnest(targets) t;
end $$;

-- The functions of a courier keep their plans, which are made while tables are still empty. So they say what to look up
-- by index, and never join by anything else.

-- What is due, oldest first, with what it says and the key to it. in_hand: what the courier has already.
create function list_due(
  of_client uuid, of_webhook uuid, from_at timestamptz, in_hand uuid[], most integer, ahead interval
) returns table (
  id uuid, event_id uuid, kind text, user_id uuid, sequence bigint, attempts integer, tries integer, due text,
  at timestamptz, is_payload_omitted boolean, body bytea, wrapped bytea, client_key_version integer
) language plpgsql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set enable_bitmapscan = off set enable_sort = off as $$
#variable_conflict use_column
begin
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

-- What became of attempts, side by side. read_dues: when each was due as the courier read it; one that was put in line
-- again meanwhile is due at another time, and stays in line. A courier that did not hear of its commit says everything
-- again; what has its number already is left alone. One by one: for many at once the plan would go through all
-- deliveries of the webhook.
create function record_attempts(
  of_client uuid, of_webhook uuid, ids uuid[], numbers integer[], started_ats timestamptz[], durations integer[],
  statuses integer[], failures text[], answers bytea[], states delivery_state[], spent integer[], due_ats timestamptz[],
  read_dues timestamptz[]
) returns void language plpgsql set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  for n in 1 .. cardinality(ids) loop
    update deliveries d
      set attempts = greatest(d.attempts, numbers[n]),
          state = case when d.due_at = read_dues[n] then states[n] else d.state end,
          tries = case when d.due_at = read_dues[n] then d.tries + spent[n] else d.tries end,
          due_at = case when d.due_at = read_dues[n] then due_ats[n] else d.due_at end,
          ended_at = case when d.due_at = read_dues[n] and states[n] <> 'waiting' then clock_timestamp() end
      where d.client_id = of_client and d.webhook_id = of_webhook and d.id = ids[n]
        and d.state in ('waiting', 'test') and (d.attempts < numbers[n] or numbers[n] = 0);
    if found and numbers[n] > 0 then
      insert into delivery_attempts (client_id, delivery_id, number, started_at, duration_ms, status, failure, answer)
        values (of_client, ids[n], numbers[n], started_ats[n], durations[n], statuses[n], failures[n], answers[n]);
    end if;
  end loop;
end $$;

grant execute on function new_timed_id(timestamptz), first_id_at(timestamptz), webhook_lock(uuid)
  to payproof_tenant, payproof_system;
grant execute on function publish_event(uuid, text, uuid, timestamptz, boolean, bytea) to payproof_tenant;
grant execute on function list_due(uuid, uuid, timestamptz, uuid[], integer, interval) to payproof_system;
grant execute on function record_attempts(uuid, uuid, uuid[], integer[], timestamptz[], integer[], integer[], text[],
  bytea[], delivery_state[], integer[], timestamptz[], timestamptz[]) to payproof_system;

-- With a user goes what was said about them; that something was said stays, and so do the numbers of deliveries.
create function forget_user_events() returns trigger language plpgsql as $$
begin
  update events set body = null where client_id = old.client_id and user_id = old.id and body is not null;
  update delivery_attempts a set answer = null
    from deliveries d
    where d.client_id = old.client_id and d.user_id = old.id
      and a.client_id = d.client_id and a.delivery_id = d.id and a.answer is not null;
  return null;
end $$;
grant execute on function forget_user_events() to payproof_tenant, payproof_system;
create trigger forget_user_events after delete on users for each row execute function forget_user_events();

-- With a client go all of them; no foreign key, because its check would lock the client's row with every event.
create function forget_client_events() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform set_config('app.client_id', old.id::text, true);
  delete from delivery_attempts where client_id = old.id;
  delete from deliveries where client_id = old.id;
  delete from events where client_id = old.id;
  return null;
end $$;
create policy forget on delivery_attempts to current_user using (client_id = current_client_id());
create policy forget on deliveries to current_user using (client_id = current_client_id());
create policy forget on events to current_user using (client_id = current_client_id());
create trigger forget_client_events after delete on clients for each row execute function forget_client_events();

-- Weeks to come get their partitions, weeks past their time are dropped. Run by migrate and, every hour, by a
-- dispatcher; as the owner, because the system role may not change tables.
create function turn_event_weeks(ahead integer, kept_days integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  this_week date := date_trunc('week', now() at time zone 'utc')::date;
  week date;
  parent text;
  name text;
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
          -- Rows of this week are in the default partition already, and the rest of the week joins them.
          null;
        end;
      end if;
    end loop;
    for name in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = parent::regclass and c.relname ~ '_\d{4}_\d\d_\d\d$'
          and to_date(right(c.relname, 10), 'YYYY_MM_DD') + 7 < (now() at time zone 'utc')::date - kept_days
    loop
      execute format('drop table %I', name);
      dropped := dropped + 1;
    end loop;
  end loop;
  return dropped;
end $$;
grant execute on function turn_event_weeks(integer, integer) to payproof_system;
create table events_other partition of events default;
create table deliveries_other partition of deliveries default;
create table delivery_attempts_other partition of delivery_attempts default;
call fence('events_other');
call fence('deliveries_other');
call fence('delivery_attempts_other');
select turn_event_weeks(4, 30);

-- The end of a courier's work at a queue. Fails (has_left false) if somebody is publishing to it right now, something is
-- due, or what the courier knows of the receiver is out of date. Otherwise says when to look again: sleep_until, if a task has to be put to sleep for it, and whether one
-- that sleeps longer is to be taken back. ahead: how far the caller's clock is before ours; tests live in the future.
create function leave_queue(
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
grant execute on function leave_queue(uuid, uuid, timestamptz, integer, interval) to payproof_system;
