-- The login role owns nothing and may read nothing. Every transaction first steps into one of two
-- roles, so a query that forgot its tenant is refused instead of answered.
do $$ begin
  if not exists (select from pg_roles where rolname = 'payproof_login') then
    create role payproof_tenant nologin;
    create role payproof_system nologin;
    create role payproof_login login noinherit;
    grant payproof_tenant, payproof_system to payproof_login;
  end if;
exception when unique_violation or duplicate_object then
  -- Roles belong to the whole cluster: another of its databases, migrated at the same moment, has made them.
  null;
end $$;

revoke create on schema public from public;
revoke all on all functions in schema public from public;
alter default privileges revoke execute on functions from public;
grant usage on schema public to payproof_tenant, payproof_system;

create function current_client_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.client_id', true), '')::uuid;
grant execute on function current_client_id() to payproof_tenant, payproof_system;

-- The fence: a tenant sees its own rows, the system role sees all, the owner sees none (forced).
-- No role bypasses row level security; test/fence.test.ts fails for any table left outside.
create procedure fence(name regclass, owner_column name default 'client_id') language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', name);
  execute format('create policy own_rows on %s to payproof_tenant
                    using (%2$I = current_client_id()) with check (%2$I = current_client_id())', name, owner_column);
  execute format('create policy every_row on %s to payproof_system using (true) with check (true)', name);
end $$;

create procedure make_tenant_table(name regclass) language plpgsql as $$
begin
  call fence(name);
  execute format('grant select, insert, update, delete on %s to payproof_tenant, payproof_system', name);
end $$;

create table clients (
  id uuid primary key,
  name text not null unique,
  created_at timestamptz not null default now()
);
call fence('clients', 'id');
grant select on clients to payproof_tenant;
grant select, insert, update, delete on clients to payproof_system;

-- Every client's effective settings; a user's own fields go over these.
create table configurations (
  client_id uuid primary key default current_client_id() references clients on delete cascade,
  payslip_upload_enabled boolean not null default true,
  payroll_period_months integer not null default 36,
  client_logo text,
  client_callback_url text,
  recurring_checks_enabled boolean not null default false,
  recurring_check_frequency text,
  recurring_check_end_date timestamptz,
  payroll_connections_enabled boolean not null default true,
  taxauth_enabled boolean not null default false,
  client_display_name text
);
call make_tenant_table('configurations');
