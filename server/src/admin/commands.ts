import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { issueApiKey } from '../features/access/service.ts'
import { releaseLogin } from '../features/accounts/login/guard.ts'
import { createClient, findClient, listClients, tenantForOperator } from '../features/clients/service.ts'
import { quarantine } from '../features/documents/storage-keys.ts'
import { fillNameHashes } from '../features/users/service.ts'
import { type Head, readHeads, verifyAudit } from '../platform/database/audit-chain.ts'
import { openDatabase, type Tenancy, type Tenant } from '../platform/database/tenancy.ts'
import { openObjects } from '../platform/objects/objects.ts'
import { prepareAttestationKey, rotateAttestationKey } from '../platform/secrets/attestations.ts'
import { prepareCellKey } from '../platform/secrets/keyring.ts'
import { openPasswords } from '../platform/secrets/passwords.ts'
import { createRootKeyFile, openRootKey } from '../platform/secrets/root-key.ts'
import { rotateClientKey, rotateRootKey } from '../platform/secrets/rotation.ts'
import { prepareSigningKey, rotateSigningKey } from '../platform/secrets/tokens.ts'
import {
  cancelTasks,
  type Found,
  findToCancel,
  findToRetry,
  listTasks,
  retryTasks,
  type TaskFilter,
} from '../platform/tasks/admin-queries.ts'
import { type Foundation, objectSettings, openFoundation } from '../process/dependencies.ts'
import { cellCommands } from './cells/commands.ts'
import { recoveryCommands } from './recovery/commands.ts'
import { type Options, required } from './with-cell.ts'

type Command = { usage: string; does: string; run(config: Config, options: Options): Promise<unknown> }

const TaskStates = z.enum(['waiting', 'offered', 'blocked', 'dead']).optional()

/** The operator's commands. Each prints one line of JSON, so that scripts can read it. */
export const commands: Record<string, Command> = {
  'create-root-key': {
    usage: '',
    does: 'makes the file that ROOT_KEY names (file:///… only)',
    async run(config) {
      await createRootKeyFile(new URL(config.ROOT_KEY).pathname)
      return { created: config.ROOT_KEY }
    },
  },
  'prepare-cell': {
    usage: '',
    does: 'makes the cell key and the first signing keys where there are none',
    async run(config) {
      const root = await openRootKey(config.ROOT_KEY, { token: config.VAULT_TOKEN })
      const database = openDatabase({ url: config.DATABASE_URL, connections: 2, waitMs: 5_000 })
      await prepareCellKey(root, database).finally(() => database.close())
      return withFoundation(config, async ({ database: opened, keyring }) => {
        await prepareSigningKey(opened, keyring.cellKey('signing keys'))
        await prepareAttestationKey(opened, keyring.cellKey('attestation keys'))
        return { prepared: true }
      })
    },
  },
  'create-client': {
    usage: '--name NAME --owner-email ADDRESS --owner-name NAME [--owner-mfa email|disabled]',
    does: 'makes a client with its owner and first API key; password and key are shown once',
    run: (config, options) =>
      withFoundation(config, (foundation) =>
        createClient(
          {
            ...foundation,
            passwords: openPasswords(foundation.keyring.cellKey('password pepper'), {
              memoryKiB: config.PASSWORD_MEMORY_KIB,
            }),
            issuer: { environment: config.ENVIRONMENT, cell: config.CELL },
          },
          {
            name: required(options, 'name'),
            owner: {
              email: required(options, 'owner-email'),
              name: required(options, 'owner-name'),
              mfa_status: options['owner-mfa'] === 'disabled' ? 'disabled' : 'email',
            },
          },
        ),
      ),
  },
  'list-clients': {
    usage: '',
    does: 'shows the clients of this cell',
    run: (config) =>
      withFoundation(config, async ({ database }) => ({ clients: await listClients(database) })),
  },
  'prepare-bucket': {
    usage: '[--keep-versions DAYS]',
    does: 'makes the buckets for files where there are none, and sets their rules; versions are kept 30 days',
    async run(config, options) {
      const versionDays = z.coerce.number().int().min(1).default(30).parse(options['keep-versions'])
      const objects = openObjects(objectSettings(config))
      const { keepsVersions } = await objects.ensureBuckets({ passing: quarantine, versionDays })
      await objects.close()
      return { bucket: config.S3_BUCKET, ...(keepsVersions && { versions_kept_days: versionDays }) }
    },
  },
  ...recoveryCommands,
  'create-api-key': {
    usage: '--client NAME_OR_ID --name NAME',
    does: 'makes an API key for a client that has lost its own',
    run: (config, options) =>
      withFoundation(config, async (foundation) => {
        const client = await findClient(foundation.database, required(options, 'client'))
        const tenant = await tenantForOperator(foundation, client.id, 'create-api-key')
        const issuer = { environment: config.ENVIRONMENT, cell: config.CELL }
        return issueApiKey(tenant, issuer, { name: required(options, 'name') })
      }),
  },
  'tasks list': {
    usage:
      '[--state waiting|offered|blocked|dead] [--lane LANE] [--kind KIND] [--client NAME_OR_ID] [--id ID] [--limit N]',
    does: 'shows tasks that are not done: live ones in their order, with --state dead those that need you',
    run: (config, options) =>
      withFoundation(config, async ({ database }) => {
        const state = TaskStates.parse(options.state)
        const limit = z.coerce.number().int().min(1).max(1_000).default(50).parse(options.limit)
        return {
          tasks: await listTasks(database, { ...(await taskFilter(database, options)), state, limit }),
        }
      }),
  },
  'tasks retry': {
    usage: '[--id ID] [--lane LANE] [--kind KIND] [--client NAME_OR_ID]',
    does: 'starts dead tasks again, up to a thousand; with --id also makes a waiting one try now',
    run: (config, options) =>
      withFoundation(config, async (foundation) => {
        const filter = await requireFilter(foundation.database, options)
        const found = await findToRetry(foundation.database, filter)
        return { retried: await actByClient(foundation, 'tasks retry', found, retryTasks) }
      }),
  },
  'tasks cancel': {
    usage: '[--id ID] [--lane LANE] [--kind KIND] [--client NAME_OR_ID]',
    does: 'takes live and dead tasks back, up to a thousand; what a running one comes to is not kept',
    run: (config, options) =>
      withFoundation(config, async (foundation) => {
        const filter = await requireFilter(foundation.database, options)
        const found = await findToCancel(foundation.database, filter)
        return { cancelled: await actByClient(foundation, 'tasks cancel', found, cancelTasks) }
      }),
  },
  'release-login': {
    usage: '--provider ID --user-name NAME',
    does: 'forgets the wrong tries of one login, after the person has reset it at the provider',
    run: (config, options) =>
      withFoundation(config, async ({ database, keyring }) => ({
        released: await releaseLogin(
          { database, key: keyring.cellKey('login attempts') },
          { provider: required(options, 'provider'), userName: required(options, 'user-name') },
        ),
      })),
  },
  'fill-name-hashes': {
    usage: '--client NAME_OR_ID',
    does: 'lets users be found by name who were registered before that was possible; while the service runs',
    run: (config, options) =>
      withFoundation(config, async (foundation) => {
        const client = await findClient(foundation.database, required(options, 'client'))
        const tenant = await tenantForOperator(foundation, client.id, 'fill-name-hashes')
        return { filled: await fillNameHashes(tenant) }
      }),
  },
  'rotate-root-key': {
    usage: '',
    does: 'makes a new root key and wraps all client keys under it',
    run: (config) => withFoundation(config, ({ root, database }) => rotateRootKey(root, database)),
  },
  'rotate-client-key': {
    usage: '--client NAME_OR_ID',
    does: 'gives a client a new key and wraps all its user keys under it; the service keeps running',
    run: (config, options) =>
      withFoundation(config, async ({ root, database }) => {
        const client = await findClient(database, required(options, 'client'))
        return rotateClientKey(root, database, client.id)
      }),
  },
  'rotate-signing-key': {
    usage: '',
    does: 'signs new tokens with a new key; tokens of the old one stay good until they end',
    run: (config) =>
      withFoundation(config, async ({ database, keyring }) => ({
        kid: await rotateSigningKey(database, keyring.cellKey('signing keys')),
      })),
  },
  'rotate-attestation-key': {
    usage: '',
    does: 'signs new copies of submissions with a new key; the public half of the old one stays published',
    run: (config) =>
      withFoundation(config, async ({ database, keyring }) => ({
        kid: await rotateAttestationKey(database, keyring.cellKey('attestation keys')),
      })),
  },
  'verify-audit': {
    usage: '[--client NAME_OR_ID] [--heads FILE]',
    does: 'checks the audit chains; with the output of audit-heads also that nothing was cut off or written anew',
    run: (config, options) =>
      withFoundation(config, async ({ database }) => {
        const noted = options.heads ? readNotedHeads(await readFile(options.heads, 'utf8')) : []
        const clients = options.client
          ? [await findClient(database, options.client)]
          : await listClients(database)
        // A client that was noted and is no longer listed took its log with it.
        const ids = new Set(clients.map(({ id }) => id))
        if (!options.client) for (const { client_id } of noted) ids.add(client_id)
        const verdicts = []
        for (const id of ids) verdicts.push(await verifyAudit(database, id, noted))
        const faults = verdicts.filter(({ fault }) => fault)
        if (faults.length > 0) throw new Error(`The audit log was tampered with: ${JSON.stringify(faults)}`)
        return {
          clients: verdicts.length,
          lines: verdicts.reduce((sum, { lines }) => sum + lines, 0),
          intact: true,
        }
      }),
  },
  'audit-heads': {
    usage: '',
    does: 'prints where every audit chain ends; keep it somewhere the database cannot reach',
    run: (config) => withFoundation(config, ({ database }) => database.system((tx) => readHeads(tx))),
  },
  ...cellCommands,
}

export async function runAdmin(config: Config, words: string[]) {
  const length = words[0] === 'tasks' ? 2 : 1
  const command = commands[words.slice(0, length).join(' ')]
  const rest = words.slice(length)
  if (!command) throw new Error(`usage: admin <command>\n${describeCommands()}`)
  const names = [...command.usage.matchAll(/--([a-z-]+)/g)].map(([, option = '']) => option)
  const options = Object.fromEntries(names.map((option) => [option, { type: 'string' as const }]))
  const { values } = parseArgs({ args: rest, options })
  return command.run(config, values)
}

function describeCommands() {
  return Object.entries(commands)
    .map(([name, { usage, does }]) => `  ${name} ${usage}\n      ${does}`)
    .join('\n')
}

async function taskFilter(database: Tenancy, { lane, kind, id, client }: Options): Promise<TaskFilter> {
  const clientId = client ? (await findClient(database, client)).id : undefined
  return { lane, kind, clientId, id: z.uuid().optional().parse(id) }
}

async function requireFilter(database: Tenancy, options: Options) {
  const filter = await taskFilter(database, options)
  if (Object.values(filter).some((value) => value !== undefined)) return filter
  throw new Error('Which tasks? Give --id, --lane, --kind or --client')
}

/** Each client's tasks in its own transaction, so that its own log tells of it. */
async function actByClient(
  foundation: Foundation,
  command: string,
  found: Found[],
  act: (tenant: Tenant, ids: string[]) => Promise<number>,
) {
  let count = 0
  for (const [clientId, tasks] of Map.groupBy(found, ({ client_id }) => client_id)) {
    const tenant = await tenantForOperator(foundation, clientId, command)
    count += await act(
      tenant,
      tasks.map(({ id }) => id),
    )
  }
  return count
}

async function withFoundation<T>(
  config: Config,
  work: (foundation: Awaited<ReturnType<typeof openFoundation>>) => Promise<T>,
) {
  const foundation = await openFoundation(config)
  try {
    return await work(foundation)
  } finally {
    await foundation.database.close()
  }
}

const readNotedHeads = (text: string): Head[] => JSON.parse(text)
