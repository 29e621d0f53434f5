-- The number of the last line becomes part of the key of a chain's head. While a long snapshot is open, PostgreSQL can remove no old
-- version of a head. All versions of a head had the same key, so that each append read all of them. Now an append reads only the
-- newest entry of the index. A head is still updated in place, so every snapshot sees exactly one head of each chain.
-- The table has 64 small rows per client, so that the index is built at once.
alter table audit_heads drop constraint audit_heads_pkey;
-- squawk-ignore constraint-missing-not-valid, adding-serial-primary-key-field
alter table audit_heads add primary key (client_id, lane, seq);

create function audit_chain_lock(client_id uuid, lane integer) returns bigint language sql immutable parallel safe
  return hashtextextended(client_id::text, 40 + lane);

-- The plans are made while the table may be small, and kept while it grows. So both functions look up heads by index only.

-- Locks a free chain of the current client. If all are locked, it waits for a random one. A chain is locked by an advisory lock and not by
-- its head, because skipping a locked row would mean to read its old versions.
create or replace function lock_audit_head() returns audit_heads language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  of_client uuid := current_client_id();
  free integer := 0;
  head audit_heads;
begin
  while free < 64 and not pg_try_advisory_xact_lock(audit_chain_lock(of_client, free)) loop
    free := free + 1;
  end loop;
  if free = 64 then
    free := floor(random() * 64);
    perform pg_advisory_xact_lock(audit_chain_lock(of_client, free));
  end if;
  select * into head from audit_heads h where h.client_id = of_client and h.lane = free order by h.seq desc limit 1;
  if not found then
    raise exception 'no audit chain for client %', of_client;
  end if;
  -- Times increase along a chain, so lines ordered by time are in order within each chain.
  head.at := greatest(clock_timestamp(), head.at);
  return head;
end $$;

-- As before, but the head is updated only if it is still the one that was read.
create or replace function extend_audit_chain(
  head audit_heads, actor_kinds text[], actor_ids text[], request_ids text[], actions text[], subjects uuid[]
) returns void language plpgsql set enable_seqscan = off set enable_bitmapscan = off as $$
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
    where h.client_id = head.client_id and h.lane = head.lane and h.seq = first_seq;
  if not found then
    raise exception 'the head of audit chain % of client % has changed', head.lane, head.client_id;
  end if;
end $$;

-- As before, but a chain has no unique key of its own any more.
create or replace function adopt_audit_lines(of_client uuid, lines audit_lines[], heads audit_heads[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from client_moves m where m.client_id = of_client and m.state = 'arriving') then
    raise exception 'client % is not arriving', of_client;
  end if;
  perform set_config('app.client_id', of_client::text, true);
  insert into audit_lines select l.* from unnest(lines) l on conflict do nothing;
  delete from audit_heads mine using unnest(heads) h where mine.client_id = h.client_id and mine.lane = h.lane;
  insert into audit_heads select h.* from unnest(heads) h;
end $$;
