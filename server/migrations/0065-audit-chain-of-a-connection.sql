-- Each connection starts with a chain of its own when it looks for a free one. All connections started with the first chain, so with 64
-- busy connections an append tried dozens of locked chains, and the rate of writes fell by a sixth.
create or replace function lock_audit_head() returns audit_heads language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  of_client uuid := current_client_id();
  first integer := pg_backend_pid() % 64;
  tried integer := 0;
  free integer := first;
  head audit_heads;
begin
  while tried < 64 and not pg_try_advisory_xact_lock(audit_chain_lock(of_client, free)) loop
    tried := tried + 1;
    free := (first + tried) % 64;
  end loop;
  if tried = 64 then
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
