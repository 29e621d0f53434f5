import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { decrypt, verifySignature } from '@payproof/sdk/webhooks'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { Received } from '../../../test/outside/receiver.ts'
import { startWebhooks, type TestWebhook } from '../../../test/webhooks.ts'

const world = await startWebhooks()
const { acme, subscribe, arrivals, received, publishEvent, aPerson, sql } = world
const [old, fresh] = ['the secret of last year', 'the secret of this year']
const rotate = ({ webhook_id }: TestWebhook, body: object) =>
  acme('POST', `/webhooks/${webhook_id}/rotate`, body)

const verifies = ({ body, headers }: Received, secret: string) => {
  try {
    new Webhook(Buffer.from(secret), { format: 'raw' }).verify(body, headers)
    return true
  } catch {
    return false
  }
}
const matchesPrimary = ({ body, headers }: Received, secret: string) =>
  verifySignature(body, headers['x-svc-signature'], secret)

test('every delivery under load can be verified with the old or the new secret through all steps', async () => {
  const hook = await subscribe({ signing_secret: old })
  const user = await aPerson()
  let isOver = false
  let published = 0
  const publishing = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        await publishEvent(user)
        published++
      }
    }),
  )
  const arrivalCounts: number[] = []
  try {
    await arrivals(hook, 50)
    for (const body of [{ signing_secret: fresh }, { step: 'promote' }, { step: 'retire' }]) {
      expect((await rotate(hook, body)).status).toBe(200)
      // Attempts that were in flight when the rotation step was confirmed may still be signed as before.
      await sleep(400)
      arrivalCounts.push((await received(hook)).length)
      await arrivals(hook, (arrivalCounts.at(-1) ?? 0) + 50)
    }
  } finally {
    isOver = true
    await publishing
  }
  const list = await arrivals(hook, published, 60_000)
  const [added = 0, promoted = 0, retired = 0] = arrivalCounts
  expect(list.filter((one) => !verifies(one, old) && !verifies(one, fresh))).toEqual([])
  expect(list.filter((one) => !matchesPrimary(one, old) && !matchesPrimary(one, fresh))).toEqual([])
  expect(list[0]?.headers).not.toHaveProperty('x-svc-signature-next')
  const step = (from: number, to?: number) => list.slice(from, to)
  const after = {
    added: step(added, added + 40),
    promoted: step(promoted, promoted + 40),
    retired: step(retired),
  }
  expect(
    after.added.every((one) => matchesPrimary(one, old) && verifies(one, old) && verifies(one, fresh)),
  ).toBe(true)
  expect(
    after.added.every(({ body, headers }) => verifySignature(body, headers['x-svc-signature-next'], fresh)),
  ).toBe(true)
  expect(
    after.promoted.every((one) => matchesPrimary(one, fresh) && verifies(one, old) && verifies(one, fresh)),
  ).toBe(true)
  expect(
    after.retired.every((one) => matchesPrimary(one, fresh) && verifies(one, fresh) && !verifies(one, old)),
  ).toBe(true)
  expect(after.retired.some(({ headers }) => 'x-svc-signature-next' in headers)).toBe(false)
})

test('promotes after 24 and retires after 48 hours automatically, and shows both times in the status', async () => {
  const hook = await subscribe({ signing_secret: old })
  const { body } = await rotate(hook, { signing_secret: fresh })
  expect(body.signing).toMatchObject({ is_signed: true, rotation: 'added' })
  expect(Date.parse(body.signing.promotes_at) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
  const age = (hours: number) =>
    sql(`update webhooks set next_added_at = now() - $2 * interval '1 hour' where id = $1`, [
      hook.webhook_id,
      hours,
    ])
  const status = async () => (await acme('GET', `/webhooks/${hook.webhook_id}/status`)).body.signing
  await age(25)
  expect(await status()).toMatchObject({
    rotation: 'promoted',
    promotes_at: null,
    retires_at: expect.any(String),
  })
  await age(49)
  expect(await status()).toMatchObject({ rotation: 'none', retires_at: null })
  await publishEvent(await aPerson())
  const [arrival] = await arrivals(hook, 1)
  expect(arrival && matchesPrimary(arrival, fresh) && !verifies(arrival, old)).toBe(true)
  // The next rotation replaces the promoted secret.
  expect((await rotate(hook, { signing_secret: 'the secret of next year' })).body.signing.rotation).toBe(
    'added',
  )
})

test('rejects a step without a rotation, and a secret during one', async () => {
  const hook = await subscribe({ signing_secret: old })
  const expectRejected = async (body: object) => expect((await rotate(hook, body)).status).toBe(400)
  await expectRejected({})
  await expectRejected({ step: 'promote' })
  await expectRejected({ step: 'retire', signing_secret: fresh })
  await rotate(hook, { signing_secret: fresh })
  await expectRejected({ signing_secret: 'one too many' })
})

test('uses a first secret and a new encryption key, with a new id, at once', async () => {
  const [first, second] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  const hook = await subscribe({ encryption_key: first })
  const user = await aPerson()
  await publishEvent(user)
  const [before] = await arrivals(hook, 1)
  const { body } = await rotate(hook, { signing_secret: fresh, encryption_key: second })
  expect(body).toMatchObject({
    signing: { is_signed: true, rotation: 'none' },
    encryption: { is_encrypted: true },
  })
  await publishEvent(user)
  const [, after] = await arrivals(hook, 2)
  expect(before?.headers['x-svc-key-id']).not.toBe(after?.headers['x-svc-key-id'])
  expect(after?.headers['x-svc-key-id']).toBe(body.encryption.key_id)
  expect(decrypt(after?.body ?? '', after?.headers['x-svc-encryption-iv'] ?? '', second)).toContain(user)
  expect(after && matchesPrimary(after, fresh)).toBe(true)
})
