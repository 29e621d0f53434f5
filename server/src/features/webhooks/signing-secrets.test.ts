import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSigningSecrets, rotationStep, type SecretColumns, sealSecret } from './signing-secrets.ts'

const key = randomBytes(32)
const id = '0198c7a2-5b1e-7c3d-9f00-000000000001'
const added = new Date('2026-11-15T12:00:00Z')
const hours = (count: number) => added.getTime() + count * 3_600_000

const rotating: SecretColumns = {
  id,
  signing_secret: sealSecret(key, id, 'the old one'),
  next_secret: sealSecret(key, id, 'the new one'),
  next_added_at: added,
  next_promoted_at: null,
}

const namesAt = (row: SecretColumns, at: number) => {
  const { primary, next, all } = openSigningSecrets(key, row, at)
  return [primary?.toString(), next?.toString(), all.map(String)]
}

test.each([
  [0, 'added', ['the old one', 'the new one', ['the old one', 'the new one']]],
  [23.99, 'added', ['the old one', 'the new one', ['the old one', 'the new one']]],
  [24, 'promoted', ['the new one', 'the new one', ['the new one', 'the old one']]],
  [47.99, 'promoted', ['the new one', 'the new one', ['the new one', 'the old one']]],
  [48, 'retired', ['the new one', undefined, ['the new one']]],
])('%s hours after it was added the rotation is %s', (age, step, signed) => {
  expect(rotationStep(rotating, hours(age))).toBe(step)
  expect(namesAt(rotating, hours(age))).toEqual(signed)
})

test('can be promoted early', () => {
  const promoted = { ...rotating, next_promoted_at: added }
  expect(rotationStep(promoted, hours(1))).toBe('promoted')
  expect(namesAt(promoted, hours(1))[0]).toBe('the new one')
})

test('signs with one secret outside a rotation, and with none if there is no secret', () => {
  const plain = { ...rotating, next_secret: null, next_added_at: null }
  expect(namesAt(plain, hours(0))).toEqual(['the old one', undefined, ['the old one']])
  expect(namesAt({ ...plain, signing_secret: null }, hours(0))).toEqual([undefined, undefined, []])
})

test('a sealed secret cannot be opened for another webhook', () => {
  const moved = { ...rotating, id: '0198c7a2-5b1e-7c3d-9f00-000000000002' }
  expect(() => openSigningSecrets(key, moved, hours(0))).toThrow()
})
