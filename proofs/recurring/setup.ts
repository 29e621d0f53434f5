import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Program, startProgram } from '../../dev/faults/processes.ts'
import { runAdmin } from '../../server/src/admin/commands.ts'
import { readConfig } from '../../server/src/config.ts'
import { cloneDatabase } from '../../server/test/open-test-api.ts'
import { environmentFor, type World } from '../../server/test/template.ts'
import { openCosts, type ProofServices } from '../timers/costs.ts'
import { writeCatalogue } from './catalogue.ts'
import { monday } from './moments.ts'
import type { ClockOrder, ProviderFigures } from './provider.ts'
import { seedAccounts } from './seed.ts'
import type { RecurringSizes } from './sizes.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const main = at('../../server/src/main.ts')

export type RecurringSetup = Awaited<ReturnType<typeof openSetup>>

/** Sets up clients with users, the providers, and the service in separate processes as an operator runs it. */
export async function openSetup(
  { world, services }: { world: World; services: ProofServices },
  sizes: RecurringSizes,
  progress: (line: string) => void,
) {
  const copy = await cloneDatabase(world)
  const folder = await mkdtemp(join(tmpdir(), 'payproof-recurring-'))
  const closing: (() => Promise<unknown>)[] = [
    () => copy.drop(),
    () => rm(folder, { recursive: true, force: true }),
  ]
  const close = async () => {
    for (const end of closing.reverse()) await end()
  }
  try {
    const start = async <Message>(
      name: string,
      program: string,
      args: string[],
      env: Record<string, string>,
    ) => {
      const started = await startProgram<Message>({ name, program, args, env })
      closing.push(() => started.kill())
      return started
    }
    const numbers = [sizes.users, sizes.clients, sizes.providers].map(String)
    const provider = await start<{ listening: string }>('provider', at('provider.ts'), numbers, {})
    const setClock = (clock: ClockOrder) => provider.ask({ clock })
    await setClock({ now: new Date(monday.getTime() - 60_000).toISOString(), speed: 0 })
    const catalogue = join(folder, 'catalogue.json')
    writeCatalogue(catalogue, sizes)
    const env = {
      ...environmentFor(world, copy.name),
      CATALOGUE: catalogue,
      SANDBOX_URL: provider.message.listening,
      SANDBOX_CLOCK: 'true',
      CHECK_REPLIES: 'false',
      LANES: 'retrieve:concurrency=64',
      DATABASE_CONNECTIONS: '16',
    }
    const sql = new pg.Client({ connectionString: copy.superuserUrl })
    await sql.connect()
    closing.push(() => sql.end())
    const query = async <Row extends object>(text: string, values: unknown[] = []) =>
      (await sql.query<Row>(text, values)).rows

    const apiKey = await seedClients(world, copy.superuserUrl, env, sizes)
    progress(
      `${sizes.users} users of ${sizes.clients} clients, each with a session at one of ${sizes.providers} providers`,
    )
    await query('vacuum (freeze, analyze) users, user_keys, authorisations, accounts')
    const api = await start<{ listening: string }>('api', main, ['api'], env)
    const dispatcher: Program = await start('dispatcher', main, ['dispatcher'], env)
    const worker: Program = await start('worker', main, ['worker', 'retrieve'], env)

    return {
      dispatcher,
      worker,
      provider,
      query,
      setClock,
      close,
      readCosts: openCosts(services, { dispatcher, worker, sql: query }),
      figures: () => provider.ask<ProviderFigures>({}),
      /** Counts the accounts whose check is due by this time. */
      async countDue(now: Date) {
        const [row] = await query<{ count: number }>(
          `select count(*)::int from accounts
             where status = 'AUTHORISED' and not mfa_enabled and next_look_at <= $1`,
          [now],
        )
        return row?.count ?? 0
      },
      async countTasks() {
        const [row] = await query<{ count: number }>(
          `select count(*)::int from tasks where lane = 'retrieve'`,
        )
        return row?.count ?? 0
      },
      /** Disables recurring checks for the large client; returns the time of the acknowledgement. */
      async switchOff() {
        const reply = await fetch(`${api.message.listening}/configuration`, {
          method: 'PATCH',
          headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
          body: JSON.stringify({ recurring_checks_enabled: false }),
        })
        if (reply.status !== 200) throw new Error(`could not disable recurring checks: ${await reply.text()}`)
        return Date.now()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Creates the clients. The first is the large one, whose API key is returned; the others share the rest of the users.
 */
async function seedClients(
  world: World,
  databaseUrl: string,
  env: Record<string, string>,
  sizes: RecurringSizes,
) {
  const { users, clients, ofBig, providers } = sizes
  const config = readConfig(env)
  const usersPerClient = (users - ofBig) / (clients - 1)
  let from = 0
  let apiKey = ''
  for (let clientNumber = 0; clientNumber < clients; clientNumber++) {
    const created = (await runAdmin(config, [
      'create-client',
      '--name',
      `client ${clientNumber}`,
      '--owner-mfa',
      'disabled',
      '--owner-email',
      `owner@client${clientNumber}.example`,
      '--owner-name',
      'Olive Owner',
    ])) as { clientId: string; apiKey: string }
    if (clientNumber === 0) apiKey = created.apiKey
    const to = clientNumber === clients - 1 ? users : Math.round(ofBig + clientNumber * usersPerClient)
    const { clientId } = created
    await seedAccounts(world, { databaseUrl, clientId, clientNumber, from, to, providers })
    from = to
  }
  return apiKey
}
