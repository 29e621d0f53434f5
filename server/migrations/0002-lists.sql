-- Long lists that stay flat at any offset. A row of such a list has a position, counted up per client.
-- Live rows are counted per block of 256 positions and per block of 262,144, so the row at any offset is
-- found by adding up a few hundred small numbers, and the total is exact without counting rows.
create table list_heads (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  list text not null,
  last_position bigint not null,
  last_at timestamptz not null,
  primary key (client_id, list)
) with (fillfactor = 20);
call make_tenant_table('list_heads');

create table list_counts (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  list text not null,
  -- 8 or 18: how many low bits of the position one block spans.
  bits smallint not null,
  block bigint not null,
  live bigint not null,
  primary key (client_id, list, bits, block)
) with (fillfactor = 50);
call make_tenant_table('list_counts');

-- Before insert: takes the next position. The head row is locked until commit, so positions and
-- creation times of one client have the same order: newest first is highest position first.
create function take_position() returns trigger language plpgsql as $$
begin
  if new.position = 0 then
    insert into list_heads as head (client_id, list, last_position, last_at)
      values (new.client_id, tg_table_name, 1, clock_timestamp())
      on conflict (client_id, list) do update
        set last_position = head.last_position + 1,
            last_at = greatest(clock_timestamp(), head.last_at + interval '1 microsecond')
      returning last_position, last_at into new.position, new.created_at;
  end if;
  return new;
end $$;

create function count_added() returns trigger language plpgsql as $$
begin
  insert into list_counts as counts (client_id, list, bits, block, live)
    select client_id, tg_table_name, bits, position >> bits, count(*)
      from added, (values (8::smallint), (18::smallint)) level (bits)
      group by 1, 3, 4 order by 1, 3, 4
    on conflict (client_id, list, bits, block) do update set live = counts.live + excluded.live;
  return null;
end $$;

create function count_removed() returns trigger language plpgsql as $$
declare
  gone record;
begin
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

-- Where a page begins: rows at or below from_position, leaving out the first `rest` of them.
-- Stable, so it reads the same snapshot as the page query it is part of: total and page agree.
create function seek_page(of_list text, skip bigint, out total bigint, out from_position bigint, out rest bigint)
  language plpgsql stable as $$
declare
  wide record;
  narrow record;
begin
  rest := skip;
  select coalesce(sum(live), 0) into total
    from list_counts where client_id = current_client_id() and list = of_list and bits = 18;
  for wide in
    select block, live from list_counts
      where client_id = current_client_id() and list = of_list and bits = 18 order by block desc
  loop
    if rest < wide.live then
      for narrow in
        select block, live from list_counts
          where client_id = current_client_id() and list = of_list and bits = 8
            and block between wide.block << 10 and (wide.block << 10) + 1023
          order by block desc
      loop
        if rest < narrow.live then
          from_position := (narrow.block << 8) + 255;
          return;
        end if;
        rest := rest - narrow.live;
      end loop;
    end if;
    rest := rest - wide.live;
  end loop;
end $$;
grant execute on function take_position(), count_added(), count_removed(), seek_page(text, bigint)
  to payproof_tenant, payproof_system;

create procedure make_flat_list(name regclass) language plpgsql as $$
begin
  execute format('create unique index on %s (client_id, position)', name);
  execute format('create trigger take_position before insert on %s for each row execute function take_position()', name);
  execute format('create trigger count_added after insert on %s referencing new table as added
                    for each statement execute function count_added()', name);
  execute format('create trigger count_removed after delete on %s referencing old table as removed
                    for each statement execute function count_removed()', name);
end $$;
