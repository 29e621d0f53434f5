import { randomBytes, randomUUID } from 'node:crypto'
import { publish } from '../../src/features/webhooks/service.ts'
import { eventually } from '../engine.ts'
import { createUser } from '../people.ts'
import {
  createAccount,
  createDocument,
  createStatement,
  createTaxIncome,
  must,
  type TenantFixture,
} from '../tenants/fixture.ts'
import { fixtureOf, userOf } from './operations.ts'
import { registerPasskey } from './passkeys.ts'
import type { ContractWorld } from './world.ts'

// Adds several objects of every kind to the fixture of the tenant matrix, so that every list has more than one page.

const more = 4
const uniqueText = () => `list ${randomBytes(40).toString('hex')}`

const scenes = new WeakMap<ContractWorld, Promise<TenantFixture>>()

/** Created once for each world. */
export function fillLists(world: ContractWorld): Promise<TenantFixture> {
  const scene = scenes.get(world) ?? fill(world)
  scenes.set(world, scene)
  return scene
}

async function fill(world: ContractWorld) {
  const fixture = await fixtureOf(world)
  for (let n = 0; n < more; n++) await addOne(world, fixture)
  await must(world.owner, 'POST', '/api-keys', { name: 'ü'.repeat(200) })
  await fillHistory(world, fixture)
  await fillInbox(world)
  return fixture
}

/** Adds one object of every kind that belongs to the client or to the subject. */
async function addOne(world: ContractWorld, { acme }: TenantFixture) {
  const { api } = world
  const { user_id, authorisation_id, submission_id } = acme.ids
  const own = { user_id, authorisation_id }
  await createUser(world.acme, { ext_id: uniqueText().slice(0, 60) })
  await must(world.acme, 'POST', '/authorisations', { user_id, user_agent: uniqueText() })
  await must(world.acme, 'POST', '/authorisations/terms', {
    name: uniqueText(),
    authorisation_text: uniqueText(),
    authorisation_category: 'recurring',
  })
  await must(world.acme, 'POST', '/members', {
    email: `${randomBytes(16).toString('hex')}@team.example`,
    role: 'Support',
  })
  await must(world.acme, 'POST', '/webhooks', {
    name: uniqueText(),
    events: ['user-taxauth-data-submitted'],
    url: `https://${randomBytes(16).toString('hex')}.invalid/hook`,
  })
  await must(api.anonymous, 'POST', '/members/signin', {
    username: 'owner@acme.example',
    password: api.world.clients.acme.ownerPassword,
  })
  for (let each = 0; each < 2; each++) await registerPasskey(world.owner, uniqueText().slice(0, 60))
  await createAccount(api, 'acme', uniqueText, own)
  await createTaxIncome(api, 'acme', uniqueText, own)
  const document_id = await createDocument(api, 'acme', () => uniqueText().slice(0, 60), own)
  await createStatement(api, 'acme', uniqueText, { ...own, document_id })
  const note = { subject: 'job', submission_id, field: 'other', text: uniqueText() }
  await must(await userOf(world, 'subject'), 'POST', '/journeys/current/notes', note)
  await must(world.acme, 'POST', `/users/${user_id}/review/notes`, { text: uniqueText() })
  const rules = [
    { name: uniqueText().slice(0, 80), kind: 'min_months_covered', limit: '3', outcome: 'refer' },
  ]
  await must(world.acme, 'PUT', '/reviews/rules', { rules })
  // The number of open links is limited, so expired ones are inserted; the list shows them too.
  await api.sql(
    `insert into report_links (client_id, user_id, report_id, code_hash, expires_at, actor_kind, actor_id)
      select client_id, id, $2, $3, now(), 'api_key', $2 from users where id = $1`,
    [user_id, randomUUID(), randomBytes(32)],
  )
  await api.sql(
    `insert into request_log (client_id, slot, seq, at, method, route, path, operation_id, status, duration_ms, actor_kind, actor_id,
        request_id, query, body_fields, error_fields)
      select client_id, -n, n, now() - interval '2 hours', 'GET', '/users', '/users', 'listUsers', 200, 5, 'api_key', $2,
          'req_' || n, '{}', '{}', '{}'
        from users, generate_series(1, 6) n where id = $1
      on conflict do nothing`,
    [user_id, randomUUID()],
  )
  await publishPayrollEventOf(world, user_id)
}

const publishPayrollEventOf = (world: ContractWorld, user_id: string) =>
  world.inTransaction(world.api.world.clients.acme.clientId, (tx) =>
    publish(tx, {
      event: 'user-payroll-submitted',
      user_id,
      fields: { entry_id: randomUUID(), account_id: null },
    }),
  )

/** Inserts the status transitions of years of reconnecting. */
async function fillHistory({ api }: ContractWorld, { acme }: TenantFixture) {
  await api.sql(
    `insert into account_moves (client_id, id, account_id, at, from_status, status, reason)
      select client_id, gen_random_uuid(), account_id, at - interval '1 hour' * n, from_status, status, reason
        from account_moves, generate_series(1, ${more * 3}) n where account_id = $1`,
    [acme.ids.account_id],
  )
}

/** Sends deliveries to the client's own inbox in the sandbox. */
async function fillInbox(world: ContractWorld) {
  const { url } = await must(world.acme, 'GET', '/sandbox/inbox')
  const name = uniqueText()
  await must(world.acme, 'POST', '/webhooks', { name, url, events: ['user-bank-statement-submitted'] })
  const { clientId } = world.api.world.clients.acme
  const { user_id } = await createUser(world.acme)
  for (let n = 0; n < more; n++)
    await world.inTransaction(clientId, (tx) =>
      publish(tx, {
        event: 'user-bank-statement-submitted',
        user_id,
        fields: { document_external_ids: [uniqueText()] },
      }),
    )
  await eventually(async () => {
    const { pagination } = await must(world.acme, 'GET', '/sandbox/inbox')
    return pagination.total_count >= more
  })
}
