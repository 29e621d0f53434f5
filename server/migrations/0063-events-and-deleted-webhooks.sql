-- As in 0012, but the webhooks cannot be deleted until the event is committed. A deletion in between made the references of the new rows
-- fail, and with them the transaction of the event: withdrawing consent, for example, was answered with 404.
create or replace function publish_event(of_id uuid, of_kind text, of_user uuid, of_at timestamptz, is_omitted boolean, of_body bytea)
  returns table (webhook_id uuid, is_idle boolean) language plpgsql as $$
#variable_conflict use_column
declare
  mine uuid := current_client_id();
  targets uuid[] := array(
    select w.id from webhooks w where w.client_id = mine and of_kind = any (w.events) order by w.id for key share);
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
