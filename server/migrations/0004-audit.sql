-- Append-only, hash-chained, written in the transaction it tells of. A client has eight chains (lanes):
-- a transaction takes any lane that is free, so requests of one client do not wait for each other's commit.
create table audit_heads (
  client_id uuid not null references clients on delete cascade,
  lane smallint not null,
  seq bigint not null,
  at timestamptz not null,
  hash bytea not null,
  primary key (client_id, lane)
) with (fillfactor = 20);

create table audit_lines (
  client_id uuid not null,
  at timestamptz not null,
  lane smallint not null,
  seq bigint not null,
  actor_kind text not null,
  actor_id text not null,
  action text not null,
  subject_id uuid,
  request_id text not null,
  hash bytea not null,
  primary key (client_id, at, lane, seq)
) partition by range (at);
create index audit_lines_subject on audit_lines (client_id, subject_id, at) where subject_id is not null;

call fence('audit_heads');
call fence('audit_lines');
grant select on audit_lines to payproof_tenant, payproof_system;
grant select on audit_heads to payproof_system;

-- Months to come get their partition ahead of time; run by every migrate. What no month fits falls into
-- the default partition, so that an overdue operator delays nothing.
create procedure prepare_audit_months(ahead integer) language plpgsql as $$
declare
  month date;
  name text;
begin
  for month in
    select date_trunc('month', now() at time zone 'utc') + make_interval(months => n) from generate_series(0, ahead) n
  loop
    name := 'audit_lines_' || to_char(month, 'YYYY_MM');
    if to_regclass(name) is null then
      begin
        execute format('create table %I partition of audit_lines for values from (%L) to (%L)',
          name, month || ' 00:00+00', (month + interval '1 month')::date || ' 00:00+00');
        call fence(name);
      exception when check_violation then
        -- Lines of this month are in the default partition already, and the rest of the month joins them.
        null;
      end;
    end if;
  end loop;
end $$;
create table audit_lines_other partition of audit_lines default;
call fence('audit_lines_other');
call prepare_audit_months(24);

-- The only writer of audit lines; it runs as the owner, the tenant role may only call it. The policies
-- above name roles, so the owner needs its own way through the forced fence.
create policy append on audit_heads to current_user
  using (client_id = current_client_id()) with check (client_id = current_client_id());
create policy append on audit_lines to current_user
  using (client_id = current_client_id()) with check (client_id = current_client_id());

create function audit_append(actor_kind text, actor_id text, request_id text, actions text[], subjects uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_heads;
  any_lane smallint := floor(random() * 8);
begin
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
grant execute on function audit_append(text, text, text, text[], uuid[]) to payproof_tenant;

create function start_audit_chains() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.client_id', new.id::text, true);
  insert into audit_heads select new.id, lane, 0, now(), sha256(convert_to(new.id || ':' || lane, 'UTF8'))
    from generate_series(0, 7) lane;
  return null;
end $$;
create trigger start_audit_chains after insert on clients for each row execute function start_audit_chains();
