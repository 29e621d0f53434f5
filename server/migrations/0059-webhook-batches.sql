-- Outcomes of attempts are recorded for many webhooks at once, and counted once per batch.

-- Records outcomes, one per element of each array. read_dues: when each delivery was due when its delivery worker read
-- it; if it has changed since, the delivery was requeued and stays so. An outcome that was recorded before is ignored,
-- because a worker that lost the reply to its commit sends it again. Partition pruning would make PostgreSQL plan the
-- statement for every call, and other plans than nested loops would read all deliveries of a webhook.
create function record_outcomes(
  clients uuid[], webhooks uuid[], ids uuid[], numbers integer[], started_ats timestamptz[], durations integer[],
  statuses integer[], failures text[], answers bytea[], states delivery_state[], spents integer[], due_ats timestamptz[],
  read_dues timestamptz[], process_clock timestamptz
) returns void language plpgsql set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off
  set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
declare
  behind interval := clock_timestamp() - process_clock;
begin
  -- As by_database_clock in 0056.
  if behind between interval '-1 minute' and interval '1 minute' then
    behind := interval '0';
  end if;
  with recorded as (
    update deliveries d
      set attempts = greatest(d.attempts, r.number),
          state = case when d.due_at = r.read_due then r.state else d.state end,
          tries = case when d.due_at = r.read_due then d.tries + r.spent else d.tries end,
          due_at = case when d.due_at = r.read_due then r.due_at + behind else d.due_at end,
          ended_at = case when d.due_at = r.read_due and r.state <> 'waiting' then clock_timestamp() end
      from unnest(clients, webhooks, ids, numbers, started_ats, durations, statuses, failures, answers, states, spents,
          due_ats, read_dues)
        r (client_id, webhook_id, id, number, started_at, duration, status, failure, answer, state, spent, due_at, read_due)
      where d.client_id = r.client_id and d.webhook_id = r.webhook_id and d.id = r.id
        and d.state in ('waiting', 'test') and (d.attempts < r.number or r.number = 0)
      returning r.client_id, r.id, r.number, r.started_at, r.duration, r.status, r.failure, r.answer,
        d.user_id, d.state as state_after
  ), attempted as (
    insert into delivery_attempts (client_id, delivery_id, number, started_at, duration_ms, status, failure, answer)
      select client_id, id, number, started_at, duration, status, failure, answer from recorded where number > 0
  )
  -- Test deliveries have no user and are not counted.
  insert into activity_counts (client_id, name, happened)
    select client_id, case state_after when 'delivered' then 'deliveries_succeeded' else 'deliveries_failed' end, count(*)
      from recorded where state_after in ('delivered', 'dead') and user_id is not null and not is_arriving()
      group by 1, 2;
end $$;
grant execute on function record_outcomes(uuid[], uuid[], uuid[], integer[], timestamptz[], integer[], integer[], text[],
  bytea[], delivery_state[], integer[], timestamptz[], timestamptz[], timestamptz) to payproof_system;

-- For processes of the previous version, which correct the times themselves.
create or replace function record_attempts(
  of_client uuid, of_webhook uuid, ids uuid[], numbers integer[], started_ats timestamptz[], durations integer[],
  statuses integer[], failures text[], answers bytea[], states delivery_state[], spent integer[], due_ats timestamptz[],
  read_dues timestamptz[]
) returns void language plpgsql as $$
begin
  perform record_outcomes(array_fill(of_client, array[cardinality(ids)]), array_fill(of_webhook, array[cardinality(ids)]),
    ids, numbers, started_ats, durations, statuses, failures, answers, states, spent, due_ats, read_dues,
    clock_timestamp());
end $$;

-- record_outcomes counts instead.
drop trigger count_delivery on deliveries;
drop function count_delivery();

-- As list_due, but without the bodies of events, because several webhooks receive the same event. has_body: whether the
-- event has a body, which is deleted with the user's data.
create function list_due_deliveries(
  of_client uuid, of_webhook uuid, from_at timestamptz, in_hand uuid[], most integer, ahead interval
) returns table (
  id uuid, event_id uuid, kind text, user_id uuid, sequence bigint, attempts integer, tries integer, due text,
  at timestamptz, is_payload_omitted boolean, has_body boolean, wrapped bytea, client_key_version integer
) language plpgsql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set enable_bitmapscan = off set enable_sort = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select d.id, d.event_id, d.kind, d.user_id, d.sequence, d.attempts, d.tries, d.due_at::text,
        e.at, e.is_payload_omitted, e.body is not null, k.wrapped, k.client_key_version
      from (
        select * from deliveries w
          where w.client_id = of_client and w.webhook_id = of_webhook and w.state = 'waiting'
            and w.due_at >= from_at and w.due_at <= clock_timestamp() + ahead and w.id <> all (in_hand)
          order by w.due_at, w.id limit most
      ) d
      left join events e on e.client_id = d.client_id and e.id = d.event_id
      left join user_keys k on k.client_id = d.client_id and k.user_id = d.user_id;
end $$;
grant execute on function list_due_deliveries(uuid, uuid, timestamptz, uuid[], integer, interval) to payproof_system;

create function read_event_bodies(of_client uuid, ids uuid[]) returns table (id uuid, body bytea)
  language plpgsql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select e.id, e.body from events e where e.client_id = of_client and e.id = any (ids);
end $$;
grant execute on function read_event_bodies(uuid, uuid[]) to payproof_system;
