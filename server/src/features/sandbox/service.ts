import { z } from 'zod'
import { audit, type Tenant } from '../../platform/database/tenancy.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import { invalid, notFound } from '../../platform/problem.ts'
import { EmptyReply, type SandboxClient } from './sandbox-client.ts'
import {
  SandboxClock,
  type SandboxClockChange,
  SandboxInbox,
  SandboxPeople,
  SandboxPersonDetails,
  SandboxProvider,
  type SandboxProviderChange,
  SandboxProviders,
} from './schemas.ts'

type Paging = { offset: number; limit: number }

/** Schema of a page of the sandbox. Its offsets start at 0, those of the API at 1. */
const pageSchema = <Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z.object({ [name]: z.array(item), total_count: z.int() } as Record<Name, z.ZodArray<Item>> & {
    total_count: z.ZodInt
  })
const toSandboxQuery = ({ offset, limit }: Paging) => ({ offset: String(offset - 1), limit: String(limit) })

const unexpectedStatus = (status: number) => new Error(`sandbox returned status ${status}`)
const personNotFound = (userName: string) => (status: number) =>
  status === 404 ? notFound('Sandbox person', userName) : unexpectedStatus(status)

export async function listPeople(
  world: SandboxClient,
  { search, ...paging }: Paging & { search?: string | undefined },
) {
  const query = { ...toSandboxQuery(paging), ...(search !== undefined && { search }) }
  const schema = pageSchema('people', SandboxPeople.shape.people.element)
  const { people, total_count } = await world.get('GET', ['controls', 'people'], schema, {
    query,
    onRefusal: unexpectedStatus,
  })
  return { pagination: paginationOf(paging, people, total_count), people }
}

/** Path of the controls that affect only this client. */
const controlsOf = ({ clientId }: Tenant) => ['tenants', clientId, 'controls']

export const readPerson = (tenant: Tenant, world: SandboxClient, userName: string) =>
  world.get('GET', [...controlsOf(tenant), 'people', userName], SandboxPersonDetails, {
    onRefusal: personNotFound(userName),
  })

export const readClock = (tenant: Tenant, world: SandboxClient) =>
  world.get('GET', [...controlsOf(tenant), 'clock'], SandboxClock, { onRefusal: unexpectedStatus })

export async function moveClock(
  tenant: Tenant,
  world: SandboxClient,
  { restart, ...change }: z.output<typeof SandboxClockChange>,
) {
  const onRefusal = (status: number) =>
    status === 400
      ? invalid('The clock stays within the days of the world: see begins and ends')
      : unexpectedStatus(status)
  const path = [...controlsOf(tenant), 'clock']
  const clock = restart
    ? await world.get('DELETE', path, SandboxClock, { onRefusal: unexpectedStatus })
    : await world.get('PUT', path, SandboxClock, { json: change, onRefusal })
  await recordAction(tenant, 'sandbox.clock_moved')
  return clock
}

export const listProviders = (tenant: Tenant, world: SandboxClient) =>
  world.get('GET', [...controlsOf(tenant), 'providers'], SandboxProviders, { onRefusal: unexpectedStatus })

export async function changeProvider(
  tenant: Tenant,
  world: SandboxClient,
  id: string,
  { unlock, reset, ...change }: z.output<typeof SandboxProviderChange>,
) {
  const onRefusal = (status: number) =>
    status === 404 ? notFound('Sandbox provider', id) : unexpectedStatus(status)
  const at = [...controlsOf(tenant), 'providers', id]
  if (reset) await world.get('POST', [...at, 'reset'], SandboxProvider, { json: {}, onRefusal })
  if (unlock) await world.get('POST', [...at, 'unlock'], SandboxProvider, { json: {}, onRefusal })
  const provider = await world.get('PATCH', at, SandboxProvider, { json: change, onRefusal })
  await recordAction(tenant, 'sandbox.provider_changed')
  return provider
}

export async function setBehaviour(
  tenant: Tenant,
  world: SandboxClient,
  { user_name, provider, behaviour }: { user_name: string; provider: string; behaviour: string | null },
) {
  // Check both the person and the provider first, so that the error can say which of them does not exist.
  await readPerson(tenant, world, user_name)
  const { providers } = await listProviders(tenant, world)
  if (!providers.some(({ id }) => id === provider))
    throw invalid(`Field [provider] is invalid: there is no [${provider}] in the sandbox`)
  const path = [...controlsOf(tenant), 'providers', provider, 'behaviours', user_name]
  const onRefusal = (status: number) =>
    status === 400
      ? invalid(`Field [behaviour] is invalid: it is none that [${provider}] knows`)
      : unexpectedStatus(status)
  if (behaviour === null) await world.get('DELETE', path, EmptyReply, { onRefusal })
  else await world.get('PUT', path, z.object({}), { json: { behaviour }, onRefusal })
  await recordAction(tenant, 'sandbox.behaviour_set')
}

/**
 * Reads the client's inbox. Each client has its own inbox, named by the client id, and cannot read the inboxes of
 * others.
 */
export async function readInbox({ clientId }: Tenant, world: SandboxClient, paging: Paging) {
  const schema = pageSchema('deliveries', SandboxInbox.shape.deliveries.element)
  const { deliveries, total_count } = await world.get('GET', ['inbox', clientId, 'deliveries'], schema, {
    query: toSandboxQuery(paging),
    onRefusal: unexpectedStatus,
  })
  return {
    url: `${world.url}/inbox/${clientId}`,
    pagination: paginationOf(paging, deliveries, total_count),
    deliveries,
  }
}

export async function setInboxKeys(tenant: Tenant, world: SandboxClient, keys: object) {
  const onRefusal = (status: number) =>
    status === 400
      ? invalid('Field [encryption_keys] is invalid: must be the Base64 text of 32 bytes')
      : unexpectedStatus(status)
  await world.get('PUT', ['inbox', tenant.clientId, 'keys'], EmptyReply, { json: keys, onRefusal })
  await recordAction(tenant, 'sandbox.inbox_keys_set')
}

/** Writes an audit line. The members of a client share its part of the sandbox. */
const recordAction = (tenant: Tenant, action: string) =>
  tenant.transaction(async (tx) => {
    audit(tx, action)
  })
