-- The audit log: 64 chains per client instead of 8, and lines of reads appended in groups.

create or replace function start_audit_chains() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_arriving() then
    return null;
  end if;
  perform set_config('app.client_id', new.id::text, true);
  insert into audit_heads select new.id, lane, 0, now(), sha256(convert_to(new.id || ':' || lane, 'UTF8'))
    from generate_series(0, 63) lane;
  return null;
end $$;

-- The owner may see no client, so the policy exists only until the missing chains are started.
create policy start_chains on clients for select to current_user using (true);
do $$
declare
  of_client uuid;
begin
  for of_client in select c.id from clients c loop
    perform set_config('app.client_id', of_client::text, true);
    insert into audit_heads select of_client, lane, 0, now(), sha256(convert_to(of_client || ':' || lane, 'UTF8'))
      from generate_series(0, 63) lane on conflict do nothing;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
drop policy start_chains on clients;

-- Locks a free chain of the current client. If all are locked, it waits for a random one.
create function lock_audit_head() returns audit_heads language plpgsql as $$
declare
  head audit_heads;
begin
  select * into head from audit_heads h where h.client_id = current_client_id()
    order by h.lane limit 1 for update skip locked;
  if not found then
    select * into head from audit_heads h
      where h.client_id = current_client_id() and h.lane = floor(random() * 64)::smallint for update;
  end if;
  if not found then
    raise exception 'no audit chain for client %', current_client_id();
  end if;
  -- Times increase along a chain, so lines ordered by time are in order within each chain.
  head.at := greatest(clock_timestamp(), head.at);
  return head;
end $$;

-- Appends lines of the current client to a locked chain: all hashes first, then one insert and one update.
create function extend_audit_chain(
  head audit_heads, actor_kinds text[], actor_ids text[], request_ids text[], actions text[], subjects uuid[]
) returns void language plpgsql as $$
declare
  first_seq bigint := head.seq;
  at_micros text := (extract(epoch from head.at) * 1000000)::bigint::text;
  hashes bytea[] := '{}';
begin
  for i in 1 .. cardinality(actions) loop
    head.seq := head.seq + 1;
    head.hash := sha256(head.hash || convert_to(concat_ws(E'\x1f', head.client_id, head.lane, head.seq, at_micros,
      actor_kinds[i], actor_ids[i], actions[i], coalesce(subjects[i]::text, ''), request_ids[i]), 'UTF8'));
    hashes[i] := head.hash;
  end loop;
  insert into audit_lines
    select head.client_id, head.at, head.lane, first_seq + line.n, line.actor_kind, line.actor_id, line.action,
        line.subject_id, line.request_id, line.hash
      from unnest(actor_kinds, actor_ids, actions, subjects, request_ids, hashes) with ordinality
        line (actor_kind, actor_id, action, subject_id, request_id, hash, n);
  update audit_heads h set seq = head.seq, at = head.at, hash = head.hash
    where h.client_id = head.client_id and h.lane = head.lane;
end $$;

-- Called with the commit of every tenant transaction that writes, so a client that is closed for a move is refused here.
create or replace function audit_append(actor_kind text, actor_id text, request_id text, actions text[], subjects uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  move_state text := (select m.state from client_moves m where m.client_id = current_client_id());
  lines integer := cardinality(actions);
begin
  -- Checked before a chain is locked: only a transaction that wrote has a transaction id by now.
  if move_state in ('moved', 'arriving') or move_state = 'closed' and pg_current_xact_id_if_assigned() is not null then
    raise exception 'the client is being moved to another cell' using errcode = 'PM001';
  end if;
  perform extend_audit_chain(lock_audit_head(), array_fill(actor_kind, array[lines]), array_fill(actor_id, array[lines]),
    array_fill(request_id, array[lines]), actions, subjects);
end $$;

-- Appends the lines of finished reads of several clients. Refuses the group if a client moved to another cell; the caller then sends
-- each line alone. A client that is closed for a move may still be read. Chains are locked in the order of client ids, so that groups cannot
-- deadlock.
create function audit_append_group(
  clients uuid[], actor_kinds text[], actor_ids text[], request_ids text[], actions text[], subjects uuid[]
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  batch record;
begin
  if exists (select from client_moves m where m.client_id = any(clients) and m.state in ('moved', 'arriving')) then
    raise exception 'a client is being moved to another cell' using errcode = 'PM001';
  end if;
  for batch in
    select line.client_id, array_agg(line.actor_kind order by line.n) as actor_kinds,
        array_agg(line.actor_id order by line.n) as actor_ids, array_agg(line.request_id order by line.n) as request_ids,
        array_agg(line.action order by line.n) as actions, array_agg(line.subject_id order by line.n) as subjects
      from unnest(clients, actor_kinds, actor_ids, request_ids, actions, subjects) with ordinality
        line (client_id, actor_kind, actor_id, request_id, action, subject_id, n)
      group by line.client_id order by line.client_id
  loop
    perform set_config('app.client_id', batch.client_id::text, true);
    perform extend_audit_chain(lock_audit_head(), batch.actor_kinds, batch.actor_ids, batch.request_ids, batch.actions,
      batch.subjects);
  end loop;
end $$;
grant execute on function audit_append_group(uuid[], text[], text[], text[], text[], uuid[]) to payproof_system;
