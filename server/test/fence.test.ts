import { randomBytes } from 'node:crypto'
import { sql as statement } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { isWrite } from '../src/platform/database/scoped-connection.ts'
import { audit, openDatabase, requireRowLevelSecurity, type Tx } from '../src/platform/database/tenancy.ts'
import { openCoreDependencies } from '../src/process/dependencies.ts'
import { cloneDatabase, runSql, startApi } from './api.ts'
import { atEnd } from './at-end.ts'
import { createUser } from './people.ts'

const api = await startApi()
const { sql, world, config } = api
const superuserUrl = `postgres://postgres@${world.postgres.host}:${world.postgres.port}/${api.databaseName}`
const { database, keyring } = await openCoreDependencies(config)
afterAll(() => database.close())

const ids = { acme: world.clients.acme.clientId, rival: world.clients.rival.clientId }
const actor = { kind: 'operator', id: 'test', requestId: 'test' } as const
const acme = database.tenant(ids.acme, actor, await keyring.of(ids.acme))
const aWebhook = { name: 'fence', events: ['user-payroll-submitted'], url: 'https://receiver.example/hook' }
const roles = ['payproof_login', 'payproof_tenant', 'payproof_system']

/**
 * Lists every way around row-level security that the system catalog shows, e.g. policies that a new migration forgot.
 */
async function listGaps(url: string): Promise<string[]> {
  const rows = await runSql(
    url,
    `with relation as (
       select c.oid, c.oid::regclass::text as name, c.relkind, c.relrowsecurity, c.relforcerowsecurity,
              exists (select from pg_attribute where attrelid = c.oid and attname = 'client_id' and not attisdropped) as owned,
              has_any_column_privilege('payproof_tenant', c.oid, 'select, insert, update')
                or has_table_privilege('payproof_tenant', c.oid, 'delete, truncate, trigger') as open
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p', 'f', 'v', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
     ), policy as (
       select polrelid, pg_get_expr(polqual, polrelid) as seen, pg_get_expr(polwithcheck, polrelid) as written
         from pg_policy where polroles && array[0, 'payproof_tenant'::regrole]::oid[]
     )
     select name, gap from relation, lateral (values
       ('is not a table, and only tables can be fenced', relkind not in ('r', 'p') and (owned or open)),
       ('has no row level security', relkind in ('r', 'p') and not relrowsecurity and (owned or open)),
       ('does not force row level security', relkind in ('r', 'p') and relrowsecurity and not relforcerowsecurity),
       ('has no policy for the tenant', relkind in ('r', 'p') and (owned or open)
         and not exists (select from policy where polrelid = relation.oid)),
       ('has a policy that lets other rows through', exists (select from policy where polrelid = relation.oid
         and (seen, written) is distinct from ('(client_id = current_client_id())', '(client_id = current_client_id())')
         and (relation.name, seen, written) is distinct from ('clients', '(id = current_client_id())', '(id = current_client_id())')))
     ) as fault (gap, found) where found order by 1, 2`,
  )
  return rows.map(({ name, gap }) => `${name} ${gap}`)
}

const listTables = async () =>
  (
    await sql(
      `select oid::regclass::text as name, relkind from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') order by 1`,
    )
  ).map(({ name }) => name as string)

test('row-level security covers every client table and its partitions', async () => {
  expect(await listGaps(superuserUrl)).toEqual([])
  const tables = await listTables()
  const some = [
    'users',
    'user_keys',
    'audit_lines',
    'audit_lines_other',
    'webhooks',
    'accounts',
    'account_moves',
    'oauth2_journeys',
    'payroll_submissions',
    'tax_income_submissions',
    'events',
    'events_other',
  ]
  expect(tables).toEqual(expect.arrayContaining(some))
  expect(tables.length).toBeGreaterThan(40)
})

test('reports a table, view or partition that a migration left unprotected', async () => {
  const { superuserUrl: url, drop } = await cloneDatabase(world)
  atEnd(drop)
  await runSql(
    url,
    `create table forgotten (client_id uuid);
     create table half (client_id uuid);
     alter table half enable row level security;
     create policy own_rows on half to payproof_tenant
       using (client_id = current_client_id()) with check (client_id = current_client_id());
     create table wide (client_id uuid);
     alter table wide enable row level security, force row level security;
     create policy everything on wide to public using (true) with check (true);
     create table read_only_check (client_id uuid);
     alter table read_only_check enable row level security, force row level security;
     create policy own_rows on read_only_check to payproof_tenant
       using (client_id = current_client_id()) with check (true);
     create table shared (id uuid);
     grant select on shared to payproof_tenant;
     create view all_users as select * from users;
     create schema aside;
     create table aside.hidden (client_id uuid);
     create table audit_lines_1999 partition of audit_lines for values from ('1999-01-01') to ('1999-02-01');
     create table fenced (client_id uuid);
     call make_tenant_table('fenced');`,
  )
  expect(await listGaps(url)).toEqual(
    [
      'aside.hidden has no policy for the tenant',
      'aside.hidden has no row level security',
      'all_users is not a table, and only tables can be fenced',
      'audit_lines_1999 has no policy for the tenant',
      'audit_lines_1999 has no row level security',
      'forgotten has no policy for the tenant',
      'forgotten has no row level security',
      'half does not force row level security',
      'read_only_check has a policy that lets other rows through',
      'shared has no policy for the tenant',
      'shared has no row level security',
      'wide has a policy that lets other rows through',
    ].sort(),
  )
})

test('the login role can read nothing outside a scoped transaction', async () => {
  const login = new pg.Client({ connectionString: config.DATABASE_URL })
  await login.connect()
  try {
    for (const table of await listTables()) {
      const denied = { code: '42501' }
      await expect(login.query(`select from ${table}`), table).rejects.toMatchObject(denied)
      await expect(login.query(`delete from ${table}`), table).rejects.toMatchObject(denied)
      await expect(login.query(`insert into ${table} default values`), table).rejects.toMatchObject(denied)
    }
  } finally {
    await login.end()
  }
  const callable = await sql(
    `select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace
       and has_function_privilege('payproof_login', oid, 'execute')`,
  )
  expect(callable).toEqual([])
})

test("the service's roles cannot bypass row-level security and own nothing", async () => {
  expect(
    await sql(
      `select rolname from pg_roles where rolname = any($1)
         and not (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,
      [roles],
    ),
  ).toHaveLength(3)
  const owned = await sql(
    `select from pg_shdepend where refclassid = 'pg_authid'::regclass and deptype = 'o'
       and refobjid = any($1::text[]::regrole[]::oid[])`,
    [roles],
  )
  expect(owned).toEqual([])
  expect(
    await sql(
      `select from pg_auth_members where member = any($1::text[]::regrole[]::oid[])
       and roleid <> all($1::text[]::regrole[]::oid[])`,
      [roles],
    ),
  ).toEqual([])
})

test('security finding 10: the login of the service cannot forget an audit log and adopt an invented one', async () => {
  const setMoveState = (state: string) =>
    database.system((tx) =>
      statement`insert into client_moves (client_id, state, cell) values (${ids.rival}, ${state}, 'b0')
        on conflict (client_id) do update set state = excluded.state`.execute(tx),
    )
  const count = async () =>
    Number((await sql('select count(*) from audit_lines where client_id = $1', [ids.rival]))[0].count)
  const before = await count()
  expect(before).toBeGreaterThan(0)
  try {
    await setMoveState('moved')
    const forget = statement`select forget_moved_lines(${ids.rival})`
    await expect(database.system((tx) => forget.execute(tx))).rejects.toMatchObject({ code: '42501' })
    await setMoveState('arriving')
    const adopt = statement`select adopt_audit_lines(${ids.rival}, array[]::audit_lines[], array[]::audit_heads[])`
    await expect(database.system((tx) => adopt.execute(tx))).rejects.toMatchObject({ code: '42501' })
  } finally {
    await sql('delete from client_moves where client_id = $1', [ids.rival])
  }
  expect(await count()).toBe(before)
})

test('only the listed functions run as the table owner', async () => {
  const definers = await sql(
    `select proname, proconfig from pg_proc
       where pronamespace = 'public'::regnamespace and prosecdef order by 1`,
  )
  const proconfig = ['search_path=public, pg_temp']
  expect(definers).toEqual([
    { proname: 'adopt_audit_lines', proconfig },
    { proname: 'audit_append', proconfig },
    { proname: 'audit_append_group', proconfig },
    { proname: 'follow_clock', proconfig },
    { proname: 'forget_client_activity', proconfig },
    { proname: 'forget_client_events', proconfig },
    { proname: 'forget_moved_lines', proconfig },
    { proname: 'forget_tasks', proconfig },
    { proname: 'is_ledger_applied', proconfig },
    { proname: 'note_ledger_check', proconfig },
    { proname: 'prepare_audit_months', proconfig },
    { proname: 'start_audit_chains', proconfig },
    { proname: 'turn_event_weeks', proconfig },
    { proname: 'turn_task_days', proconfig },
    { proname: 'turn_weeks', proconfig },
  ])
})

test('a call of a function that writes, and that a tenant may call, counts as a write', async () => {
  const functions = await sql(
    `select proname from pg_proc
       where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
         and provolatile = 'v' and prosrc ~* '\\m(insert into|update|delete from|perform)\\M'
         and has_function_privilege('payproof_tenant', oid, 'execute') order by 1`,
  )
  expect(functions.map(({ proname }) => proname)).toContain('publish_event')
  for (const { proname } of functions) {
    if (proname !== 'audit_append') expect(isWrite(`select ${proname}($1)`), proname).toBe(true)
  }
})

test('in every table a tenant sees only its own rows and cannot create or move rows of others', async () => {
  for (const client of [api.acme, api.rival]) {
    const { user_id } = await createUser(client)
    await client('POST', '/user-tokens', { user_id }, { 'idempotency-key': 'fence' })
    await client('POST', '/authorisations', { user_id, user_agent: 'test' })
    await client('POST', '/members', { email: 'm@team.example', role: 'Support' })
    await client('POST', '/webhooks', aWebhook)
    await client('POST', '/accounts', { user_id, payroll_provider: 'sandbox-cloud' })
  }
  const open = await sql(
    `select c.oid::regclass::text as name, has_table_privilege('payproof_tenant', c.oid, 'insert') as writable
       from pg_class c where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
         and relname <> 'clients' and has_table_privilege('payproof_tenant', c.oid, 'select') order by 1`,
  )
  expect(open.length).toBeGreaterThan(12)
  // Tasks and mails are processed quickly, so their tables may be empty; rows are therefore inserted.
  await sql(`insert into outgoing_mails (client_id, id, sealed)
    select id, gen_random_uuid(), '\\x00' from clients`)
  await sql(`insert into tasks (client_id, id, kind, lane, input, wake_at)
    select id, gen_random_uuid(), 'test.fence', 'none', '{}', now() + interval '1 day' from clients`)
  await sql(`insert into dead_tasks (client_id, id, kind, lane, once, input, offers, attempts, due_at, reason)
    select id, gen_random_uuid(), 'test.fence', 'none', false, '{}', 1, 1, now(), 'test' from clients`)
  await sql(`insert into ended_tasks (client_id, id, kind, lane, input, state, offers, attempts, due_at, ended_at)
    select id, gen_random_uuid(), 'test.fence', 'none', '{}', 'done', 1, 1, now(), now() from clients`)
  // Inserts feeds as if both clients had been moved from another cell.
  await sql('insert into event_feeds (client_id, xid_ahead) select id, 0 from clients')
  // Inserts rows as a retrieval would.
  await sql(`insert into payroll_entries (client_id, id, user_id, account_id, authorisation_id)
    select client_id, new_timed_id(), user_id, id, authorisation_id from accounts`)
  await sql(`insert into payroll_submissions (client_id, id, user_id, account_id, entry_id, authorisation_id, source,
      pay_date, employment_hash, natural_hash, sealed, figures)
    select client_id, new_timed_id(), user_id, account_id, id, authorisation_id, 'test', now(), '\\x00', '\\x00', '\\x00', '\\x00'
      from payroll_entries`)
  await sql(`insert into reading_times (client_id, user_id, hour, ms)
    select client_id, id, date_trunc('hour', now()), 1 from users`)
  await sql(`insert into login_tries (client_id, task_id, user_id, payroll_provider, login_hash)
    select client_id, id, user_id, payroll_provider, '\\x00' from accounts`)
  await sql(`insert into failed_logins (client_id, task_id, user_id, payroll_provider, reason)
    select client_id, id, user_id, payroll_provider, 'login-refused' from accounts`)
  await sql(`insert into identity_reviews (client_id, id, user_id, account_id, authorisation_id)
    select client_id, id, user_id, id, authorisation_id from accounts`)
  await sql(`insert into tax_income_entries (client_id, id, user_id, account_id, authorisation_id)
    select client_id, new_timed_id(), user_id, id, authorisation_id from accounts`)
  await sql(`insert into tax_income_submissions (client_id, id, user_id, account_id, entry_id, authorisation_id, income_hash,
      sealed)
    select client_id, new_timed_id(), user_id, account_id, id, authorisation_id, '\\x00', '\\x00' from tax_income_entries`)
  // Inserts rows as an upload would.
  await sql(`insert into uploads (client_id, id, user_id, type, expires_at, sealed)
    select client_id, gen_random_uuid(), user_id, 'payslip', now(), '\\x00' from authorisations`)
  await sql(`insert into documents (client_id, id, user_id, authorisation_id, type, bytes, pages, file_hash, reader_version,
      sealed)
    select client_id, gen_random_uuid(), user_id, id, 'bank_statement', 1, 1, '\\x00', 'test', '\\x00' from authorisations`)
  await sql(`insert into bank_statement_submissions (client_id, id, user_id, document_id, authorisation_id, sealed, provenance,
      credits)
    select client_id, gen_random_uuid(), user_id, id, authorisation_id, '\\x00', '\\x00', '\\x00' from documents`)
  await sql(`insert into income_inclusions (client_id, user_id, document_id, actor_kind, actor_id, sealed)
    select client_id, user_id, id, 'member', gen_random_uuid(), '\\x00' from documents`)
  await sql(`insert into income_summaries (client_id, user_id, model_id, content_hash)
    select client_id, id, 'test', '\\x00' from users`)
  await sql(`insert into member_sessions (client_id, id, member_id, kind, expires_at, sealed)
    select client_id, gen_random_uuid(), id, 'token', now(), '\\x00' from members`)
  await sql(`insert into member_totp (client_id, member_id, sealed)
    select client_id, id, '\\x00' from members`)
  await sql(`insert into member_passkeys (client_id, id, member_id, credential_hash, sealed, challenge_at)
    select client_id, gen_random_uuid(), id, sha256(id::text::bytea), '\\x00', now() from members`)
  await sql(`insert into sso_providers (client_id, organisation, issuer, oidc_client_id, sealed)
    select id, id::text, 'https://login.fence.example', 'payproof', '\\x00' from clients`)
  await sql(`insert into member_sso_links (client_id, member_id, issuer, subject)
    select client_id, id, 'https://login.fence.example', id::text from members`)
  await sql('insert into member_policies (client_id) select id from clients')
  await sql(`insert into report_links (client_id, user_id, report_id, code_hash, expires_at, actor_kind, actor_id)
    select client_id, id, gen_random_uuid(), sha256(id::text::bytea), now(), 'member', gen_random_uuid() from users`)
  await sql(`insert into review_notes (client_id, id, user_id, actor_kind, actor_id, sealed)
    select client_id, gen_random_uuid(), id, 'member', gen_random_uuid(), '\\x00' from users`)
  await sql(
    `insert into review_views (client_id, member_id, sealed) select client_id, id, '\\x00' from members`,
  )
  await sql(`insert into review_rule_versions (client_id, version, actor_kind, actor_id, rules)
    select id, 1, 'member', gen_random_uuid(), '[]' from clients`)
  await sql(`insert into request_log_heads (client_id, last_seq) select id, 1 from clients
    on conflict (client_id) do nothing`)
  await sql(`insert into request_log (client_id, slot, seq, at, method, route, path, operation_id, status, duration_ms,
      actor_kind, actor_id, request_id, query, body_fields, error_fields)
    select id, 999999, 999999, now(), 'GET', '/users', '/users', 'listUsers', 200, 1, 'member', gen_random_uuid(), 'req_1', '{}',
      '{}', '{}' from clients`)
  // Inserts rows as a journey would.
  await sql(`insert into journey_notes (client_id, id, user_id, job_id, sealed)
    select client_id, gen_random_uuid(), user_id, id, '\\x00' from payroll_submissions`)
  await sql(
    `insert into journey_steps (client_id, journey_id, thing) select client_id, id, '\\x00' from journey_links`,
  )
  await sql('insert into journey_progress (client_id, journey_id) select client_id, id from journey_links')
  await sql(`insert into journey_invitations (client_id, user_id) select client_id, id from users`)
  await sql(`insert into journey_reminders (client_id, id, user_id, journey_id, invited_at, due_at)
    select client_id, gen_random_uuid(), id, gen_random_uuid(), now(), now() from users`)
  await sql(
    `insert into journey_devices (client_id, id, user_id) select client_id, gen_random_uuid(), id from users`,
  )
  await sql(`insert into journey_return_codes (client_id, id, user_id, hash, tries_left, expires_at)
    select client_id, gen_random_uuid(), id, '\\x00', 5, now() from users`)
  await sql(`insert into missing_documents (client_id, user_id, kind, reason)
    select client_id, id, 'payslips', 'lost' from users`)
  await sql(`insert into employer_search_misses (client_id, hash, journeys, last_day)
    select id, '\\x00', 1, now() from clients`)
  await sql(`insert into journey_counts (client_id, day, name, detail, provider, lane, journeys)
    select id, now(), 'open', '', '', 0, 1 from clients`)
  // Events are inserted directly rather than published, so that no delivery worker changes them.
  await sql(`insert into events (client_id, id, kind, user_id, at)
    select client_id, new_timed_id(), 'user-payroll-submitted', id, now() from users`)
  await sql(`insert into webhook_sequences (client_id, webhook_id, user_id, last)
    select client_id, w.id, u.id, 1 from webhooks w join users u using (client_id)`)
  await sql(`insert into deliveries (client_id, webhook_id, id, event_id, kind, state)
    select client_id, w.id, new_timed_id(), e.id, e.kind, 'dead' from webhooks w join events e using (client_id)`)
  await sql(`insert into delivery_attempts (client_id, delivery_id, number, started_at, duration_ms)
    select client_id, id, 1, now(), 1 from deliveries`)
  const run = (text: string) =>
    acme.transaction(async (tx) => {
      audit(tx, 'test')
      return (await statement.raw<{ count: string }>(text).execute(tx)).rows
    })
  for (const { name, writable } of open) {
    const [{ own, all }] = await sql(
      `select count(*) filter (where client_id = $1) as own, count(*) as all from ${name}`,
      [ids.acme],
    )
    expect(Number(own), `${name} has rows of this client`).toBeGreaterThan(0)
    expect(Number(all), `${name} has rows of the other`).toBeGreaterThan(Number(own))
    if (name !== 'audit_lines') {
      expect(await run(`select count(*) from ${name}`), name).toEqual([{ count: own }])
    }
    expect(await run(`select from ${name} where client_id <> '${ids.acme}'`), name).toEqual([])
    if (!writable) continue
    const refused = { code: '42501', message: expect.stringContaining('row-level security') }
    await expect(run(`update ${name} set client_id = '${ids.rival}'`), name).rejects.toMatchObject(refused)
    const copy = `insert into ${name} select (jsonb_populate_record(row, '{"client_id": "${ids.rival}"}')).*
      from ${name} row limit 1`
    await expect(run(copy), name).rejects.toMatchObject(refused)
    const gone = `with gone as (delete from ${name} where client_id = '${ids.rival}' returning 1)
      select count(*) from gone`
    expect(await run(gone), name).toEqual([{ count: '0' }])
  }
  expect(await run('select id as count from clients')).toEqual([{ count: ids.acme }])
})

test('a scope that names no client sees nothing', async () => {
  const login = new pg.Client({ connectionString: config.DATABASE_URL })
  await login.connect()
  await login.query('begin; set local role payproof_tenant')
  expect((await login.query('select from users')).rowCount).toBe(0)
  await login.query("select set_config('app.client_id', '', true)")
  expect((await login.query('select from configurations')).rowCount).toBe(0)
  await login.end()
})

test('an invalid client id never reaches the database and holds no connection', async () => {
  const single = openDatabase({ url: config.DATABASE_URL, connections: 1, acquireTimeoutMs: 1_000 })
  const hostile = single.tenant("'; drop table users; --", actor, acme.keys)
  const selectOne = (tx: Tx) => statement`select 1`.execute(tx)
  await expect(hostile.transaction(selectOne)).rejects.toThrow('Not a client id')
  await expect(single.system(selectOne)).resolves.toBeDefined()
  await single.close()
})

test('the scope ends with its transaction, also on a reused connection', async () => {
  const single = openDatabase({ url: config.DATABASE_URL, connections: 1, acquireTimeoutMs: 5_000 })
  const scope = (tx: Tx) =>
    statement<{ role: string; client: string }>`
      select current_user as role, current_setting('app.client_id', true) as client`.execute(tx)
  const tenant = single.tenant(ids.rival, actor, acme.keys)
  expect((await tenant.transaction(scope)).rows).toEqual([{ role: 'payproof_tenant', client: ids.rival }])
  expect((await single.system(scope)).rows).toEqual([{ role: 'payproof_system', client: '' }])
  await expect(tenant.transaction((tx) => statement`select 1 / 0`.execute(tx))).rejects.toThrow('division')
  expect((await single.system(scope)).rows).toEqual([{ role: 'payproof_system', client: '' }])
  await single.close()
})

test('a failed transaction leaves no rows, and the next one on its connection is unaffected', async () => {
  const one = openDatabase({ url: config.DATABASE_URL, connections: 1, acquireTimeoutMs: 5_000 })
  const tenant = one.tenant(ids.acme, actor, acme.keys)
  const rename = (tx: Tx, name: string) => {
    audit(tx, 'configuration.changed')
    return tx.updateTable('configurations').set({ client_logo: name }).execute()
  }
  const failing = tenant.transaction(async (tx) => {
    await rename(tx, 'half done')
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  await tenant.transaction(async (tx) => audit(tx, 'test.later'))
  const [{ client_logo }] = await sql('select client_logo from configurations where client_id = $1', [
    ids.acme,
  ])
  expect(client_logo).toBeNull()
  await tenant.transaction((tx) => rename(tx, 'done'))
  const [after] = await sql('select client_logo from configurations where client_id = $1', [ids.acme])
  expect(after.client_logo).toBe('done')
  await one.close()
})

test('a query after the end of its transaction is refused', async () => {
  let kept: Tx | undefined
  await acme.transaction(async (tx) => {
    kept = tx
    await tx.selectFrom('users').select('id').execute()
  })
  const late = kept?.selectFrom('users').select('id').execute()
  await expect(late).rejects.toThrow('This transaction has already ended')
  await expect(
    acme.transaction(async (tx) => {
      kept = tx
      throw new Error('refused by a rule')
    }),
  ).rejects.toThrow('refused by a rule')
  await expect(kept?.selectFrom('users').select('id').execute()).rejects.toThrow(
    'This transaction has already ended',
  )
  await expect(acme.transaction((tx) => tx.transaction().execute(async () => {}))).rejects.toThrow(
    'already open',
  )
})

test('a write without an audit line is rolled back', async () => {
  const rename = (name: string) => (tx: Tx) =>
    tx.updateTable('configurations').set({ client_display_name: name }).execute()
  const shownName = async () =>
    (await sql('select client_display_name from configurations where client_id = $1', [ids.acme]))[0]
      .client_display_name
  await expect(acme.transaction(rename('silent'))).rejects.toThrow('without leaving an audit line')
  await expect(
    acme.transaction((tx) => statement`update configurations set client_display_name = 'raw'`.execute(tx)),
  ).rejects.toThrow('without leaving an audit line')
  await expect(
    acme.transaction((tx) =>
      tx
        .with('changed', (cte) =>
          cte.updateTable('configurations').set({ client_display_name: 'nested' }).returning('client_id'),
        )
        .selectFrom('changed')
        .selectAll()
        .execute(),
    ),
  ).rejects.toThrow('without leaving an audit line')
  expect(await shownName()).toBe('acme')
  await acme.transaction(async (tx) => {
    await rename('told')(tx)
    audit(tx, 'configuration.changed')
  })
  expect(await shownName()).toBe('told')
})

test('audit lines are only ever appended, and only by the function for it', async () => {
  const count = async () =>
    Number((await sql('select count(*) from audit_lines where client_id = $1', [ids.acme]))[0].count)
  const before = await count()
  const forbidden = [
    'update audit_lines set action = action',
    'delete from audit_lines',
    'truncate audit_lines',
    'insert into audit_lines select * from audit_lines limit 1',
    'update audit_lines_other set action = action',
    'delete from audit_lines_other',
    'select from audit_lines_other',
    'update audit_heads set seq = 0',
    'delete from audit_heads',
    'insert into audit_heads select * from audit_heads',
    'alter table audit_lines disable row level security',
    'drop table audit_lines',
  ]
  for (const text of forbidden) {
    const run = (tx: Tx) => statement.raw(text).execute(tx)
    await expect(acme.transaction(run), `tenant: ${text}`).rejects.toMatchObject({ code: '42501' })
    await expect(database.system(run), `system: ${text}`).rejects.toMatchObject({ code: '42501' })
  }
  const append = statement`select audit_append('operator', 'x', 'x', array['forged'], array[null]::uuid[])`
  await expect(database.system((tx) => append.execute(tx))).rejects.toMatchObject({ code: '42501' })
  expect(await count()).toBe(before)
  await acme.transaction(async (tx) => audit(tx, 'told'))
  expect(await count()).toBe(before + 1)
})

test('the service refuses to start with a database role that could bypass row-level security', async () => {
  const check = async (user: string) => {
    const url = config.DATABASE_URL.replace('payproof_login', user)
    const opened = openDatabase({ url, connections: 1, acquireTimeoutMs: 5_000 })
    await requireRowLevelSecurity(opened).finally(() => opened.close())
  }
  const refusal = 'can bypass row level security'
  await expect(check('payproof_login')).resolves.toBeUndefined()
  await expect(check('postgres')).rejects.toThrow(refusal)

  const role = `sneak_${randomBytes(4).toString('hex')}`
  await sql(`create role ${role} login noinherit bypassrls; grant payproof_system to ${role}`)
  try {
    await expect(check(role)).rejects.toThrow(refusal)
    await sql(
      `alter role ${role} nobypassrls; create table ${role}_owned (); alter table ${role}_owned owner to ${role}`,
    )
    await expect(check(role)).rejects.toThrow(refusal)
    await sql(`drop table ${role}_owned`)
    await expect(check(role)).resolves.toBeUndefined()
    // The role is not the owner but can SET ROLE to it.
    await sql(`grant postgres to ${role}`)
    await expect(check(role)).rejects.toThrow(refusal)
  } finally {
    await sql(`drop table if exists ${role}_owned; drop role ${role}`)
  }
})
