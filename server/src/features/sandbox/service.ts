import { z } from 'zod'
import { audit, type Tenant } from '../../platform/database/tenancy.ts'
import { invalid, notFound } from '../../platform/problem.ts'
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
import { nothing, type SandboxWorld } from './sandbox-client.ts'

type Paging = { offset: number; limit: number }

/** Pages of the sandbox count from 0, those of the interface from 1. */
const paged = <Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z.object({ [name]: z.array(item), total_count: z.int() } as Record<Name, z.ZodArray<Item>> & {
    total_count: z.ZodInt
  })
const queryOf = ({ offset, limit }: Paging) => ({ offset: String(offset - 1), limit: String(limit) })
const paginationOf = (paging: Paging, count: number, total_count: number) => ({
  ...paging,
  count,
  total_count,
})

const odd = (status: number) => new Error(`the sandbox answered ${status}`)
const nobody = (userName: string) => (status: number) =>
  status === 404 ? notFound('Sandbox person', userName) : odd(status)

export async function listPeople(
  world: SandboxWorld,
  { search, ...paging }: Paging & { search?: string | undefined },
) {
  const query = { ...queryOf(paging), ...(search !== undefined && { search }) }
  const promised = paged('people', SandboxPeople.shape.people.element)
  const { people, total_count } = await world.get('GET', ['controls', 'people'], promised, {
    query,
    refused: odd,
  })
  return { pagination: paginationOf(paging, people.length, total_count), people }
}

export const readPerson = (world: SandboxWorld, userName: string) =>
  world.get('GET', ['controls', 'people', userName], SandboxPersonDetails, { refused: nobody(userName) })

export const readClock = (world: SandboxWorld) =>
  world.get('GET', ['controls', 'clock'], SandboxClock, { refused: odd })

export async function moveClock(
  tenant: Tenant,
  world: SandboxWorld,
  { restart, ...change }: z.output<typeof SandboxClockChange>,
) {
  const refused = (status: number) =>
    status === 400
      ? invalid('The clock stays within the days of the world: see begins and ends')
      : odd(status)
  const clock = restart
    ? await world.get('DELETE', ['controls', 'clock'], SandboxClock, { refused: odd })
    : await world.get('PUT', ['controls', 'clock'], SandboxClock, { json: change, refused })
  await told(tenant, 'sandbox.clock_moved')
  return clock
}

export const listProviders = (world: SandboxWorld) =>
  world.get('GET', ['controls', 'providers'], SandboxProviders, { refused: odd })

export async function changeProvider(
  tenant: Tenant,
  world: SandboxWorld,
  id: string,
  { unlock, ...change }: z.output<typeof SandboxProviderChange>,
) {
  const refused = (status: number) => (status === 404 ? notFound('Sandbox provider', id) : odd(status))
  const at = ['controls', 'providers', id]
  if (unlock) await world.get('POST', [...at, 'unlock'], SandboxProvider, { json: {}, refused })
  const provider = await world.get('PATCH', at, SandboxProvider, { json: change, refused })
  await told(tenant, 'sandbox.provider_changed')
  return provider
}

export async function behave(
  tenant: Tenant,
  world: SandboxWorld,
  { user_name, provider, behaviour }: { user_name: string; provider: string; behaviour: string | null },
) {
  // Both are found out first, so that a refusal can say which is not there.
  await readPerson(world, user_name)
  const { providers } = await listProviders(world)
  if (!providers.some(({ id }) => id === provider))
    throw invalid(`Field [provider] is invalid: there is no [${provider}] in the sandbox`)
  const path = ['controls', 'providers', provider, 'behaviours', user_name]
  const refused = (status: number) =>
    status === 400
      ? invalid(`Field [behaviour] is invalid: it is none that [${provider}] knows`)
      : odd(status)
  if (behaviour === null) await world.get('DELETE', path, nothing, { refused })
  else await world.get('PUT', path, z.object({}), { json: { behaviour }, refused })
  await told(tenant, 'sandbox.behaviour_set')
}

/** Each client has an inbox of its own, named after it: what others are sent is not for it. */
export async function readInbox({ clientId }: Tenant, world: SandboxWorld, paging: Paging) {
  const promised = paged('deliveries', SandboxInbox.shape.deliveries.element)
  const { deliveries, total_count } = await world.get('GET', ['inbox', clientId, 'deliveries'], promised, {
    query: queryOf(paging),
    refused: odd,
  })
  return {
    url: `${world.url}/inbox/${clientId}`,
    pagination: paginationOf(paging, deliveries.length, total_count),
    deliveries,
  }
}

export async function giveInboxKeys(tenant: Tenant, world: SandboxWorld, keys: object) {
  const refused = (status: number) =>
    status === 400
      ? invalid('Field [encryption_keys] is invalid: must be the Base64 text of 32 bytes')
      : odd(status)
  await world.get('PUT', ['inbox', tenant.clientId, 'keys'], nothing, { json: keys, refused })
  await told(tenant, 'sandbox.inbox_keys_set')
}

/** The world is shared: whoever wonders what changed it finds who did. */
const told = (tenant: Tenant, action: string) =>
  tenant.transaction(async (tx) => {
    audit(tx, action)
  })
