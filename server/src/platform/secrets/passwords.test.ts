import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { openPasswords } from './passwords.ts'

const pepper = randomBytes(32)
const productionCost = openPasswords(pepper, { memoryKiB: 65_536 })
const lowCost = openPasswords(pepper, { memoryKiB: 1_024 })

test('a hash records its cost and verifies only its own password', async () => {
  const hash = await productionCost.hash('correct horse')
  expect(hash).toMatch(/^\$argon2id\$m=65536,t=3,p=1\$/)
  expect(await productionCost.verify('correct horse', hash)).toBe(true)
  expect(await productionCost.verify('correct horses', hash)).toBe(false)
})

test('verifies hashes made with another memory setting', async () => {
  const hash = await lowCost.hash('correct horse')
  expect(await productionCost.verify('correct horse', hash)).toBe(true)
  expect(await productionCost.verify('wrong', hash)).toBe(false)
})

test('verifies nothing with another pepper', async () => {
  const otherPepper = openPasswords(randomBytes(32), { memoryKiB: 1_024 })
  expect(await otherPepper.verify('correct horse', await lowCost.hash('correct horse'))).toBe(false)
})

test('rejects any password for a member without hash', async () => {
  expect(await lowCost.verify('', null)).toBe(false)
})

test('suspicion of the review: sheds hashes with 503 and Retry-After once the queue is full', async () => {
  const admitted = availableParallelism() * 26
  const shed = 10
  const results = await Promise.allSettled(
    Array.from({ length: admitted + shed }, () => lowCost.hash('correct horse')),
  )
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refusals).toHaveLength(shed)
  expect(refusals[0]).toMatchObject({ status: 503, retryAfterSeconds: 5 })
  expect(await lowCost.hash('correct horse')).toMatch(/^\$argon2id\$/)
})
