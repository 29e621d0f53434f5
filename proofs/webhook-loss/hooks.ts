import { randomBytes } from 'node:crypto'
import { aUser } from '../../server/test/people.ts'
import type { HookPlan } from '../programs/webhook-plan.ts'
import type { RetryingClient } from './client.ts'

export type CreatedWebhook = HookPlan & { id: string }

const webhooks = 20
const concurrency = 10

/**
 * Plans webhooks that alternate between plain, signed, encrypted, signed and encrypted, and the same with the
 * payload.
 */
export function planHooks(): HookPlan[] {
  return Array.from({ length: webhooks }, (_, index) => {
    const form = index % 5
    return {
      index,
      ...([1, 3, 4].includes(form) && { secret: randomBytes(24).toString('hex') }),
      ...(form >= 2 && { encryptionKey: randomBytes(32).toString('base64') }),
      includesPayload: form === 4,
    }
  })
}

export async function subscribeAll(
  client: RetryingClient,
  plans: readonly HookPlan[],
  urlOf: (index: number) => string,
) {
  const hooks: CreatedWebhook[] = []
  for (const plan of plans) {
    const { index, secret, encryptionKey, includesPayload } = plan
    const { webhook_id } = await client.call('POST', '/webhooks', {
      name: `hook ${index}`,
      url: urlOf(index),
      events: ['user-payroll-submitted'],
      ...(secret && { signing_secret: secret }),
      ...(encryptionKey && { encryption_key: encryptionKey }),
      config: { include_payload: includesPayload },
    })
    hooks.push({ ...plan, id: webhook_id })
  }
  return hooks
}

export async function createUsers(client: RetryingClient, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const some = Array.from({ length: Math.min(concurrency, count - ids.length) }, () =>
      client.call('POST', '/users', aUser()),
    )
    for (const { user_id } of await Promise.all(some)) ids.push(user_id)
  }
  return ids
}
