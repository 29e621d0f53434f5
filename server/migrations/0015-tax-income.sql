-- Through these accounts come annual figures and no payslips, so recurring checks ask for no recent pay date.
alter table accounts add column is_tax_authority boolean not null default false;

-- One retrieval from the tax authority that brought something.
create table tax_income_entries (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid not null,
  account_id uuid not null,
  authorisation_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, user_id) references users on delete cascade,
  foreign key (client_id, account_id) references accounts on delete cascade,
  foreign key (client_id, authorisation_id) references authorisations
);
call make_tenant_table('tax_income_entries');
create index tax_income_entries_user on tax_income_entries (client_id, user_id, created_at desc, id desc);
create index tax_income_entries_account on tax_income_entries (client_id, account_id, created_at desc, id desc);
create index tax_income_entries_authorisation on tax_income_entries (client_id, authorisation_id);

-- What the authority says of one tax year. sealed: year, employers and amounts, under the user's key. income_hash: the same
-- content, keyed by the client; equal content is stored once for an account.
create table tax_income_submissions (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid not null,
  account_id uuid not null,
  entry_id uuid not null,
  authorisation_id uuid not null,
  created_at timestamptz not null default now(),
  income_hash bytea not null,
  sealed bytea not null,
  primary key (client_id, id),
  foreign key (client_id, user_id) references users on delete cascade,
  foreign key (client_id, entry_id) references tax_income_entries on delete cascade
);
call make_tenant_table('tax_income_submissions');
create index tax_income_submissions_user on tax_income_submissions (client_id, user_id, created_at desc, id desc);
create index tax_income_submissions_account
  on tax_income_submissions (client_id, account_id, created_at desc, id desc);
create index tax_income_submissions_entry on tax_income_submissions (client_id, entry_id, created_at desc, id desc);
create unique index tax_income_submissions_once on tax_income_submissions (client_id, account_id, income_hash);

-- Providers that count our requests over all clients and processes. free_at: before this nobody may send one.
create table turn_lines (payroll_provider text primary key, free_at timestamptz not null);
alter table turn_lines enable row level security, force row level security;
create policy every_row on turn_lines to payproof_system using (true) with check (true);
grant select, insert, update, delete on turn_lines to payproof_system;

-- Requests that wait for their turn. taker: the client they are for; seen_at: when their process last said so.
create table turn_waiters (
  payroll_provider text not null,
  id uuid not null,
  taker uuid not null,
  is_urgent boolean not null,
  asked_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (payroll_provider, id)
) with (fillfactor = 50);
alter table turn_waiters enable row level security, force row level security;
create policy every_row on turn_waiters to payproof_system using (true) with check (true);
grant select, insert, update, delete on turn_waiters to payproof_system;

-- When a client had its last turn: who has waited longest for one is next.
create table turn_takers (
  payroll_provider text not null,
  taker uuid not null,
  last_at timestamptz not null,
  primary key (payroll_provider, taker)
) with (fillfactor = 50);
alter table turn_takers enable row level security, force row level security;
create policy every_row on turn_takers to payproof_system using (true) with check (true);
grant select, insert, update, delete on turn_takers to payproof_system;

-- A process asks for one of its requests that wait. It gets one (and has to call spend_turn when it has sent it), or hears
-- in how many milliseconds to ask again. Of the clients that wait the one goes whose last turn is longest ago, so each
-- gets the same share, however many requests it has. A turn that is never spent holds the line up for held_ms.
create function take_turn(
  of_provider text, ids uuid[], takers uuid[], urgent boolean[], held_ms double precision, gone_ms double precision
) returns table (turn uuid, wait_ms double precision) language plpgsql as $$
declare
  line_free_at timestamptz;
  moment timestamptz;
  next_id uuid;
  next_taker uuid;
begin
  insert into turn_lines values (of_provider, '-infinity') on conflict do nothing;
  select l.free_at into line_free_at from turn_lines l where l.payroll_provider = of_provider for update;
  -- After the lock: it may have been waited for.
  moment := clock_timestamp();
  insert into turn_waiters as w (payroll_provider, id, taker, is_urgent, asked_at, seen_at)
    select of_provider, n.id, n.taker, n.is_urgent, moment, moment
      from unnest(ids, takers, urgent) n (id, taker, is_urgent)
    on conflict (payroll_provider, id) do update set seen_at = moment;
  if line_free_at > moment then
    return query select null::uuid, extract(epoch from line_free_at - moment)::double precision * 1000;
    return;
  end if;
  delete from turn_waiters w
    where w.payroll_provider = of_provider and w.seen_at < moment - gone_ms * interval '1 ms';
  select w.id, w.taker into next_id, next_taker
    from turn_waiters w
    left join turn_takers t on t.payroll_provider = w.payroll_provider and t.taker = w.taker
    where w.payroll_provider = of_provider
    order by t.last_at nulls first, w.is_urgent desc, w.asked_at, w.id limit 1;
  if next_id is null or next_id <> all (ids) then
    -- Somebody else's, who is about to ask.
    return query select null::uuid, 20::double precision;
    return;
  end if;
  delete from turn_waiters w where w.payroll_provider = of_provider and w.id = next_id;
  insert into turn_takers values (of_provider, next_taker, moment)
    on conflict (payroll_provider, taker) do update set last_at = excluded.last_at;
  update turn_lines l set free_at = moment + held_ms * interval '1 ms' where l.payroll_provider = of_provider;
  return query select next_id, 0::double precision;
end $$;

-- The request has been sent: from now on the next one has to wait so long. Counted from here and not from the moment the turn
-- was given, so that no delay on the way brings two requests closer together.
create function spend_turn(of_provider text, step_ms double precision) returns void language sql as $$
  update turn_lines set free_at = clock_timestamp() + step_ms * interval '1 ms' where payroll_provider = of_provider
$$;
grant execute on function take_turn(text, uuid[], uuid[], boolean[], double precision, double precision),
  spend_turn(text, double precision) to payproof_system;
