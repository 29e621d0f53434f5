import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openPasswords } from './passwords.ts'

const pepper = randomBytes(32)
const inEarnest = openPasswords(pepper, { memoryKiB: 65_536 })
const cheap = openPasswords(pepper, { memoryKiB: 1_024 })

test('a hash says what it cost, and opens for its password alone', async () => {
  const hash = await inEarnest.hash('correct horse')
  expect(hash).toMatch(/^\$argon2id\$m=65536,t=3,p=1\$/)
  expect(await inEarnest.verify('correct horse', hash)).toBe(true)
  expect(await inEarnest.verify('correct horses', hash)).toBe(false)
})

test('hashes of another cost stay good when the setting changes', async () => {
  const hash = await cheap.hash('correct horse')
  expect(await inEarnest.verify('correct horse', hash)).toBe(true)
  expect(await inEarnest.verify('wrong', hash)).toBe(false)
})

test('with another pepper nothing opens', async () => {
  const elsewhere = openPasswords(randomBytes(32), { memoryKiB: 1_024 })
  expect(await elsewhere.verify('correct horse', await cheap.hash('correct horse'))).toBe(false)
})

test('nobody has no password', async () => {
  expect(await cheap.verify('', null)).toBe(false)
})
