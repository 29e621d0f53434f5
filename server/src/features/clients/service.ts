import { randomBytes, randomUUID } from 'node:crypto'
import { audit, type Tenancy, type Tenant } from '../../platform/database/tenancy.ts'
import { clientKeyContext, type Keyring, storeClientKeys } from '../../platform/secrets/keyring.ts'
import type { Passwords } from '../../platform/secrets/passwords.ts'
import type { RootKey } from '../../platform/secrets/root-key.ts'
import { type Issuer, issueApiKey } from '../access/service.ts'
import { addSystemTerms } from '../authorisations/service.ts'
import { addMember } from '../members/service.ts'

export type ClientParts = {
  database: Tenancy
  root: RootKey
  keyring: Keyring
  passwords: Passwords
  issuer: Issuer
  emailHash(email: string): Buffer
}

export type NewClient = {
  name: string
  owner: { email: string; name: string; mfa_status: 'email' | 'disabled' }
}

/** A client with its keys, configuration, default terms, owner and first API key. The operator's work. */
export async function createClient(parts: ClientParts, { name, owner }: NewClient) {
  const { database, keyring } = parts
  const clientId = randomUUID()
  const key = randomBytes(32)
  const wrapped = await parts.root.wrap(key, clientKeyContext(clientId, 1))
  const ownerPassword = randomBytes(18).toString('base64url')
  const password_hash = await parts.passwords.hash(ownerPassword)
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
        status: 'confirmed',
        mfa_status: owner.mfa_status,
        password_hash,
        email_hash: parts.emailHash(owner.email),
      },
    )
    audit(tx, 'client.created', clientId)
    audit(tx, 'member.confirmed', member?.id ?? null)
  })
  const { key: apiKey } = await issueApiKey(tenant, parts.issuer, { name: 'first key' })
  return { clientId, apiKey, ownerPassword }
}

/** Finds a client by its name or id, for the operator's commands. */
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
  parts: Pick<ClientParts, 'database' | 'keyring'>,
  clientId: string,
  command: string,
): Promise<Tenant> {
  return parts.database.tenant(clientId, operator(command), await parts.keyring.of(clientId))
}

const operator = (command: string) =>
  ({ kind: 'operator', id: 'admin', requestId: `admin ${command}` }) as const
