import { randomUUID } from 'node:crypto'
import { publish } from '../src/features/webhooks/service.ts'
import { audit } from '../src/platform/database/tenancy.ts'
import { openLog } from '../src/platform/telemetry/log.ts'
import { openDependencies } from '../src/process/dependencies.ts'
import { startApi } from './api.ts'
import { atEnd } from './at-end.ts'
import { eventually } from './engine.ts'
import type { Received, ReceiverBehaviour } from './outside/receiver.ts'
import { startOutside } from './outside/start.ts'
import { createUser } from './people.ts'

export type TestWebhook = { webhook_id: string; name: string }

export const hookPath = ({ webhook_id }: TestWebhook, rest = '') => `/webhooks/${webhook_id}${rest}`

/** Starts the whole service with an external receiver, and a way to publish events as a feature would. */
export async function startWebhooks(settings: Record<string, string> = {}) {
  const api = await startApi({ OUTBOUND_LOOPBACK: 'true', ...settings })
  const receiver = await startOutside('receiver.ts')
  atEnd(() => receiver.stop())
  const dependencies = await openDependencies(api.config, openLog('error'))
  atEnd(() => dependencies.close())
  const { clientId } = api.world.clients.acme
  const actor = { kind: 'operator', id: 'test', requestId: randomUUID() } as const
  const tenant = dependencies.database.tenant(clientId, actor, await dependencies.keyring.of(clientId))

  async function received({ name }: TestWebhook): Promise<Received[]> {
    return (await fetch(`${receiver.url}/received/${name}`)).json() as Promise<Received[]>
  }

  /** Returns the deliveries as shown in the delivery log. */
  const deliveriesOf = async (hook: TestWebhook, query = '') =>
    (await api.acme('GET', hookPath(hook, `/deliveries${query}`))).body.deliveries

  return {
    deliveriesOf,
    /** Waits until exactly this many deliveries have been delivered, and returns them. */
    settled: (hook: TestWebhook, count: number) =>
      eventually(async () => {
        const list = await deliveriesOf(hook, '?limit=100')
        return list.filter(({ state }: { state: string }) => state === 'delivered').length === count && list
      }),
    ...api,
    receiver,
    dependencies,
    tenant,
    urlOf: (name: string) => `${receiver.url}/hooks/${name}`,
    /** Creates a webhook at the receiver, under its own name. */
    async subscribe(changes: object = {}, call = api.acme): Promise<TestWebhook> {
      const name = `h${randomUUID().slice(0, 8)}`
      const events = ['user-payroll-submitted']
      const reply = await call('POST', '/webhooks', {
        name,
        events,
        url: `${receiver.url}/hooks/${name}`,
        ...changes,
      })
      if (reply.status !== 201) throw new Error(`no webhook: ${reply.text}`)
      return { webhook_id: reply.body.webhook_id, name }
    },
    async behave({ name }: TestWebhook, behaviour: ReceiverBehaviour) {
      await fetch(`${receiver.url}/behaviours/${name}`, { method: 'PUT', body: JSON.stringify(behaviour) })
    },
    received,
    /** Waits until this many requests have arrived, and returns them. */
    async arrivals(hook: TestWebhook, count: number, withinMs?: number): Promise<Received[]> {
      return eventually(async () => {
        const list = await received(hook)
        return list.length >= count && list
      }, withinMs)
    },
    aPerson: async () => (await createUser(api.acme)).user_id,
    /** Publishes a payroll event about a user. */
    publishEvent: (userId: string, payload?: object) =>
      tenant.transaction(async (tx) => {
        audit(tx, 'test.acted')
        return publish(tx, {
          event: 'user-payroll-submitted',
          user_id: userId,
          fields: { entry_id: randomUUID(), account_id: randomUUID() },
          ...(payload && { payload }),
        })
      }),
  }
}
