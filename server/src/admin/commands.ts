import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'
import type { Config } from '../config.ts'
import {
  issueApiKey,
  type NotifyAdministrators,
  requireApiKeyId,
  revokeApiKey,
} from '../features/access/service.ts'
import { releaseLogin } from '../features/accounts/login/guard.ts'
import { createClient, findClient, listClients, tenantForOperator } from '../features/clients/service.ts'
import { quarantine } from '../features/documents/storage-keys.ts'
import { markMissingSummaries } from '../features/income-changes/service.ts'
import { notifyAdministrators } from '../features/members/service.ts'
import { fillReviewStatuses } from '../features/reviews/service.ts'
import { fillSearchTerms } from '../features/users/service.ts'
import { type AuditHead, readAuditHeads, verifyAuditChains } from '../platform/database/audit-chain.ts'
import { openDatabase, type Tenancy, type Tenant } from '../platform/database/tenancy.ts'
import { readExportedHeads } from '../platform/objects/audit-heads.ts'
import { openObjectStore } from '../platform/objects/objects.ts'
import {
  openAttestations,
  prepareAttestationKey,
  rotateAttestationKey,
} from '../platform/secrets/attestations.ts'
import { prepareCellKey } from '../platform/secrets/cell-keys.ts'
import { openPasswords } from '../platform/secrets/passwords.ts'
import { createRootKeyFile, openRootKey } from '../platform/secrets/root-key.ts'
import { rotateClientKey, rotateRootKey } from '../platform/secrets/rotation.ts'
import { prepareSigningKey, rotateSigningKey } from '../platform/secrets/tokens.ts'
import {
  cancelTasks,
  findCancellableTasks,
  findRetryableTasks,
  listTasks,
  retryTasks,
  type TaskFilter,
  type TaskRef,
} from '../platform/tasks/admin-queries.ts'
import { noProgress, type ProgressReporter } from '../platform/telemetry/progress.ts'
import { objectSettings } from '../process/dependencies.ts'
import { cellCommands } from './cells/commands.ts'
import { recoveryCommands } from './recovery/commands.ts'
import { removeOldCellKeys, rotateCellKey } from './rotate-cell-key.ts'
import { type AdminCell, type CommandOptions, requireOption, withCell } from './with-cell.ts'

type AdminCommand = {
  usage: string
  description: string
  run(config: Config, options: CommandOptions, progress: ProgressReporter): Promise<unknown>
}

const FirstPassword = z.enum(['change', 'keep']).default('change')
const TaskStates = z.enum(['waiting', 'offered', 'blocked', 'dead']).optional()

/** Operator commands. Each prints one line of JSON for scripts. */
export const commands: Record<string, AdminCommand> = {
  'create-root-key': {
    usage: '',
    description: 'creates the root key file that ROOT_KEY names (file:///… only)',
    async run(config) {
      await createRootKeyFile(new URL(config.ROOT_KEY).pathname)
      return { created: config.ROOT_KEY }
    },
  },
  'prepare-cell': {
    usage: '',
    description: 'creates the cell key and the first signing keys if there are none',
    async run(config) {
      const root = await openRootKey(config.ROOT_KEY, { token: config.VAULT_TOKEN })
      const database = openDatabase({ url: config.DATABASE_URL, connections: 2, acquireTimeoutMs: 5_000 })
      await prepareCellKey(root, database).finally(() => database.close())
      return withCell(config, async ({ database: opened, keyring }) => {
        await prepareSigningKey(opened, keyring.cellKey('signing keys'))
        await prepareAttestationKey(opened, keyring.cellKey('attestation keys'))
        return { prepared: true }
      })
    },
  },
  'create-client': {
    usage:
      '--name NAME --owner-email ADDRESS --owner-name NAME [--owner-mfa email|disabled] [--first-password change|keep]',
    description:
      'creates a client with its owner and first API key; password and key are shown once; the owner must change the password at the first sign-in, unless it is kept',
    run: (config, options) =>
      withCell(config, (cell) =>
        createClient(
          {
            ...cell,
            passwords: openPasswords(cell.keyring.cellKeys('password pepper'), {
              memoryKiB: config.PASSWORD_MEMORY_KIB,
            }),
            issuer: { environment: config.ENVIRONMENT, cell: config.CELL },
          },
          {
            name: requireOption(options, 'name'),
            owner: {
              email: requireOption(options, 'owner-email'),
              name: requireOption(options, 'owner-name'),
              mfa_status: options['owner-mfa'] === 'disabled' ? 'disabled' : 'email',
              keepsFirstPassword: FirstPassword.parse(options['first-password']) === 'keep',
            },
          },
        ),
      ),
  },
  'list-clients': {
    usage: '',
    description: 'lists the clients of this cell',
    run: (config) => withCell(config, async ({ database }) => ({ clients: await listClients(database) })),
  },
  'prepare-bucket': {
    usage: '[--keep-versions DAYS]',
    description:
      'creates missing buckets and sets their lifecycle rules; versions are kept for 30 days by default',
    async run(config, options) {
      const versionDays = z.coerce.number().int().min(1).default(30).parse(options['keep-versions'])
      const objects = openObjectStore(objectSettings(config))
      const { keepsVersions } = await objects.ensureBuckets({ temporary: quarantine, versionDays })
      await objects.close()
      if (config.AUDIT_HEADS_BUCKET) await prepareHeadsBucket(config)
      return { bucket: config.S3_BUCKET, ...(keepsVersions && { versions_kept_days: versionDays }) }
    },
  },
  ...recoveryCommands,
  'create-api-key': {
    usage: '--client NAME_OR_ID --name NAME',
    description: 'creates an API key for a client that has lost its own',
    run: (config, options) =>
      withCell(config, async (cell) => {
        const client = await findClient(cell.database, requireOption(options, 'client'))
        const tenant = await tenantForOperator(cell, client.id, 'create-api-key')
        const issuer = { environment: config.ENVIRONMENT, cell: config.CELL }
        const notify = noticesOf(config)
        return issueApiKey(tenant, { issuer, notify }, { name: requireOption(options, 'name') })
      }),
  },
  'revoke-api-key': {
    usage: '--client NAME_OR_ID --prefix PREFIX',
    description:
      'revokes an API key by its readable start, such as svc_live_a0Xy12Zq; it is refused within a second',
    run: (config, options) =>
      withCell(config, async (cell) => {
        const client = await findClient(cell.database, requireOption(options, 'client'))
        const tenant = await tenantForOperator(cell, client.id, 'revoke-api-key')
        const id = await requireApiKeyId(tenant, requireOption(options, 'prefix'))
        // Processes read keys again after less than a second, so nothing is announced.
        await revokeApiKey(tenant, { revocations: { announce: () => {} }, notify: noticesOf(config) }, id)
        return { revoked: id }
      }),
  },
  'tasks list': {
    usage:
      '[--state waiting|offered|blocked|dead] [--lane LANE] [--kind KIND] [--client NAME_OR_ID] [--id ID] [--limit N]',
    description:
      'lists unfinished tasks: live ones in order, or with --state dead those that failed for good',
    run: (config, options) =>
      withCell(config, async ({ database }) => {
        const state = TaskStates.parse(options.state)
        const limit = z.coerce.number().int().min(1).max(1_000).default(50).parse(options.limit)
        return {
          tasks: await listTasks(database, { ...(await taskFilter(database, options)), state, limit }),
        }
      }),
  },
  'tasks retry': {
    usage: '[--id ID] [--lane LANE] [--kind KIND] [--client NAME_OR_ID]',
    description: 'retries up to 1000 dead tasks; with --id also runs a waiting task now',
    run: (config, options) =>
      withCell(config, async (cell) => {
        const filter = await requireFilter(cell.database, options)
        const matches = await findRetryableTasks(cell.database, filter)
        return { retried: await actByClient(cell, 'tasks retry', matches, retryTasks) }
      }),
  },
  'tasks cancel': {
    usage: '[--id ID] [--lane LANE] [--kind KIND] [--client NAME_OR_ID]',
    description: 'cancels up to 1000 live and dead tasks; the result of a running task is discarded',
    run: (config, options) =>
      withCell(config, async (cell) => {
        const filter = await requireFilter(cell.database, options)
        const matches = await findCancellableTasks(cell.database, filter)
        return { cancelled: await actByClient(cell, 'tasks cancel', matches, cancelTasks) }
      }),
  },
  'release-login': {
    usage: '--provider ID --user-name NAME',
    description: 'clears the failed attempts of one login, after the person has reset it at the provider',
    run: (config, options) =>
      withCell(config, async ({ database, keyring }) => ({
        released: await releaseLogin(
          { database, key: keyring.cellKeys('login attempts') },
          { provider: requireOption(options, 'provider'), userName: requireOption(options, 'user-name') },
        ),
      })),
  },
  'backfill-users': {
    usage: '--client NAME_OR_ID',
    description:
      'gives users who were created by an older version what search and the work queue need: search terms, review status, figures; the service keeps running',
    run: (config, options) =>
      withCell(config, async (cell) => {
        const client = await findClient(cell.database, requireOption(options, 'client'))
        const tenant = await tenantForOperator(cell, client.id, 'backfill-users')
        return {
          searchable: await fillSearchTerms(tenant),
          statuses: await fillReviewStatuses(tenant),
          summaries: await markMissingSummaries(tenant),
        }
      }),
  },
  'rotate-root-key': {
    usage: '',
    description: 'creates a new root key version and rewraps all client keys with it',
    run: (config) => withCell(config, ({ root, database }) => rotateRootKey(root, database)),
  },
  'rotate-cell-key': {
    usage: '[--lead-seconds N]',
    description:
      'creates a new cell key and renews everything that is sealed or hashed with it; the service keeps running; run it again to continue',
    run: (config, options) =>
      withCell(config, (cell) => {
        const leadSeconds = z.coerce
          .number()
          .int()
          .min(0)
          .max(3_600)
          .optional()
          .parse(options['lead-seconds'])
        return rotateCellKey(cell, leadSeconds === undefined ? {} : { leadSeconds })
      }),
  },
  'remove-old-cell-keys': {
    usage: '[--early yes]',
    description:
      'destroys the old versions of the cell key, a day after the rotation; with --early yes at once, after a leak',
    run: (config, options) =>
      withCell(config, (cell) => removeOldCellKeys(cell, { isEarly: options.early === 'yes' })),
  },
  'rotate-client-key': {
    usage: '--client NAME_OR_ID',
    description:
      'creates a new key for a client and rewraps all of its user keys with it; the service keeps running',
    run: (config, options) =>
      withCell(config, async ({ root, database }) => {
        const client = await findClient(database, requireOption(options, 'client'))
        return rotateClientKey(root, database, client.id)
      }),
  },
  'rotate-signing-key': {
    usage: '',
    description: 'signs new tokens with a new key; existing tokens stay valid until they expire',
    run: (config) =>
      withCell(config, async ({ database, keyring }) => ({
        kid: await rotateSigningKey(database, keyring.cellKey('signing keys')),
      })),
  },
  'rotate-attestation-key': {
    usage: '',
    description:
      'signs new copies of submissions with a new key; the public half of the old one stays published',
    run: (config) =>
      withCell(config, async ({ database, keyring }) => ({
        kid: await rotateAttestationKey(database, keyring.cellKey('attestation keys')),
      })),
  },
  'verify-audit': {
    usage: '[--client NAME_OR_ID] [--heads FILE] [--exported-since TIME]',
    description:
      'verifies the audit chains; with the output of audit-heads, or with exported heads, also detects truncated or rewritten chains',
    run: (config, options, progress) =>
      withCell(config, async ({ database, keyring }) => {
        const knownHeads = options.heads ? parseHeads(await readFile(options.heads, 'utf8')) : []
        const since = options['exported-since']
        if (since)
          knownHeads.push(...(await readHeadsOfStore(config, { database, keyring }, new Date(since))))
        const clients = options.client
          ? [await findClient(database, options.client)]
          : await listClients(database)
        // Clients in the heads file that are no longer listed are verified too, because their log may have been
        // deleted.
        const ids = new Set(clients.map(({ id }) => id))
        if (!options.client) for (const { client_id } of knownHeads) ids.add(client_id)
        const heads = await database.system((tx) => readAuditHeads(tx))
        const lines = heads
          .filter(({ client_id }) => ids.has(client_id))
          .reduce((sum, { seq }) => sum + seq, 0)
        progress.step('verifying audit chains', lines, 'lines')
        const verdicts = []
        for (const id of ids) verdicts.push(await verifyAuditChains(database, id, knownHeads, progress))
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
    description: 'prints the head of every audit chain; store it outside the database',
    run: (config) => withCell(config, ({ database }) => database.system((tx) => readAuditHeads(tx))),
  },
  ...cellCommands,
}

export async function runAdmin(config: Config, args: string[], progress: ProgressReporter = noProgress) {
  const nameLength = args[0] === 'tasks' ? 2 : 1
  const command = commands[args.slice(0, nameLength).join(' ')]
  const rest = args.slice(nameLength)
  if (!command) throw new Error(`usage: admin <command>\n${describeCommands()}`)
  const names = [...command.usage.matchAll(/--([a-z-]+)/g)].map(([, option = '']) => option)
  const options = Object.fromEntries(names.map((option) => [option, { type: 'string' as const }]))
  const { values } = parseArgs({ args: rest, options })
  try {
    return await command.run(config, values, progress)
  } finally {
    progress.end()
  }
}

const openHeadsStore = (config: Config) =>
  openObjectStore({
    ...objectSettings(config),
    bucket: config.AUDIT_HEADS_BUCKET ?? '',
    temporary: undefined,
  })

async function prepareHeadsBucket(config: Config) {
  const objects = openHeadsStore(config)
  await objects.ensureLockedBucket()
  await objects.close()
}

async function readHeadsOfStore(
  config: Config,
  { database, keyring }: Pick<AdminCell, 'database' | 'keyring'>,
  since: Date,
) {
  if (!config.AUDIT_HEADS_BUCKET) throw new Error('AUDIT_HEADS_BUCKET is not set')
  const sealingKey = keyring.cellKeys('attestation keys')
  const attestations = openAttestations({ database, sealingKey, issuer: config.BASE_URL })
  const objects = openHeadsStore(config)
  try {
    const keys = { keys: await attestations.publicKeys() } as JSONWebKeySet
    return await readExportedHeads(objects, keys, since)
  } finally {
    await objects.close()
  }
}

function describeCommands() {
  return Object.entries(commands)
    .map(([name, { usage, description }]) => `  ${name} ${usage}\n      ${description}`)
    .join('\n')
}

async function taskFilter(
  database: Tenancy,
  { lane, kind, id, client }: CommandOptions,
): Promise<TaskFilter> {
  const clientId = client ? (await findClient(database, client)).id : undefined
  return { lane, kind, clientId, id: z.uuid().optional().parse(id) }
}

async function requireFilter(database: Tenancy, options: CommandOptions) {
  const filter = await taskFilter(database, options)
  if (Object.values(filter).some((value) => value !== undefined)) return filter
  throw new Error('Select tasks with --id, --lane, --kind or --client')
}

/**
 * Processes each client's tasks in a separate transaction, so that the audit log of the client records the action.
 */
async function actByClient(
  cell: AdminCell,
  command: string,
  matches: TaskRef[],
  act: (tenant: Tenant, ids: string[]) => Promise<number>,
) {
  let count = 0
  for (const [clientId, tasks] of Map.groupBy(matches, ({ client_id }) => client_id)) {
    const tenant = await tenantForOperator(cell, clientId, command)
    count += await act(
      tenant,
      tasks.map(({ id }) => id),
    )
  }
  return count
}

const noticesOf =
  ({ BASE_URL }: Config): NotifyAdministrators =>
  (tx, tenant, notice) =>
    notifyAdministrators(tx, tenant, { baseUrl: BASE_URL }, notice)

const parseHeads = (text: string): AuditHead[] => JSON.parse(text)
