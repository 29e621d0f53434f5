import { randomBytes, randomUUID } from 'node:crypto'
import { audit, type Tenancy, type Tenant } from '../../platform/database/tenancy.ts'
import { clientKeyContext, type Keyring, storeClientKeys } from '../../platform/secrets/keyring.ts'
import type { Passwords } from '../../platform/secrets/passwords.ts'
import type { RootKey } from '../../platform/secrets/root-key.ts'
import { type Issuer, issueApiKey } from '../access/service.ts'
import { addSystemTerms } from '../authorisations/service.ts'
import { addMember } from '../members/service.ts'

export type ClientDeps = {
  database: Tenancy
  root: RootKey
  keyring: Keyring
  passwords: Passwords
  issuer: Issuer
  emailHashes(email: string): [Buffer, ...Buffer[]]
}

export type NewClientDetails = {
  name: string
  owner: {
    email: string
    name: string
    mfa_status: 'email' | 'disabled'
    /** Whether the printed password stays valid. By default the owner must change it at the first sign-in. */
    keepsFirstPassword?: boolean
  }
}

/** Creates a client with its keys, configuration, default terms, owner and first API key. For operators. */
export async function createClient(deps: ClientDeps, { name, owner }: NewClientDetails) {
  const { database, keyring } = deps
  const clientId = randomUUID()
  const key = randomBytes(32)
  const wrapped = await deps.root.wrap(key, clientKeyContext(clientId, 1))
  const ownerPassword = randomBytes(18).toString('base64url')
  const password_hash = await deps.passwords.hash(ownerPassword)
  await database.system(async (tx) => {
    await tx.insertInto('clients').values({ id: clientId, name }).execute()
    await tx.insertInto('configurations').values({ client_id: clientId, client_display_name: name }).execute()
    await storeClientKeys(tx, clientId, key, wrapped)
  })
  const tenant = database.tenant(clientId, operator('create-client'), await keyring.of(clientId))
  await tenant.transaction(async (tx) => {
    await addSystemTerms(tx)
    const member = await addMember(
      tx,
      tenant,
      { email: owner.email, name: owner.name },
      {
        role: 'Owner',
        status: owner.keepsFirstPassword ? 'confirmed' : 'force_change_password',
        mfa_status: owner.mfa_status,
        password_hash,
        email_hash: deps.emailHashes(owner.email)[0],
      },
    )
    audit(tx, 'client.created', clientId)
    audit(tx, 'member.confirmed', member?.id ?? null)
  })
  const { key: apiKey } = await issueApiKey(
    tenant,
    { issuer: deps.issuer, notify: noNotice },
    { name: 'first key' },
  )
  return { clientId, apiKey, ownerPassword }
}

/** Finds a client by name or id, for operator commands. */
export async function findClient(database: Tenancy, nameOrId: string) {
  const client = await database.system((tx) =>
    tx
      .selectFrom('clients')
      .select(['id', 'name'])
      .where(({ eb, or, cast, ref }) =>
        or([eb('name', '=', nameOrId), eb(cast(ref('id'), 'text'), '=', nameOrId)]),
      )
      .executeTakeFirst(),
  )
  if (!client) throw new Error(`There is no client ${nameOrId}`)
  return client
}

export function listClients(database: Tenancy) {
  return database.system((tx) => tx.selectFrom('clients').select(['id', 'name']).orderBy('name').execute())
}

export async function tenantForOperator(
  deps: Pick<ClientDeps, 'database' | 'keyring'>,
  clientId: string,
  command: string,
): Promise<Tenant> {
  return deps.database.tenant(clientId, operator(command), await deps.keyring.of(clientId))
}

/** The operator hands over the first key together with the owner's password. */
const noNotice = async () => {}

const operator = (command: string) =>
  ({ kind: 'operator', id: 'admin', requestId: `admin ${command}` }) as const
