import { expect, test } from 'vitest'
import { firstPosition } from '../queries.ts'
import { createClaimCursor } from './claim-cursor.ts'

let now = Date.parse('2027-03-01T12:00:00Z')
const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString()

test('scans from the start first, then from its position, and a minute back every five seconds', () => {
  const cursor = createClaimCursor(() => now)
  expect(cursor.next()).toEqual(firstPosition)
  cursor.moveToEnd(now)
  expect(cursor.isRescanDue()).toBe(false)
  expect(cursor.next().at).toBe(ago(2))
  now += 5_000
  expect(cursor.isRescanDue()).toBe(true)
  expect(cursor.next().at).toBe(ago(60))
  expect(cursor.next().at).toBe(ago(7))
  now += 10_000
  expect(cursor.next()).toEqual(firstPosition)
})

test('a failed claim does not move the cursor, not even the first one', () => {
  const cursor = createClaimCursor(() => now)
  const startedAt = now
  expect(cursor.next()).toEqual(firstPosition)
  expect(cursor.next().at).toBe(new Date(startedAt - 60_000).toISOString())
})

test('continues after the last claimed task, but never within the last two seconds', () => {
  const cursor = createClaimCursor(() => now)
  cursor.next()
  const last = { at: ago(3_600), id: '0199c82c-c001-75d1-b89f-2c95df0a7a79' }
  cursor.moveTo(last, now)
  expect(cursor.next()).toEqual(last)
  now += 5_000
  expect(cursor.next()).toEqual(last)
  cursor.moveTo({ ...last, at: ago(1) }, now)
  expect(cursor.next().at).toBe(ago(2))
})

test('scans from the start after the clock was set back', () => {
  const cursor = createClaimCursor(() => now)
  cursor.next()
  cursor.moveToEnd(now)
  now -= 38 * 86_400_000
  expect(cursor.isRescanDue()).toBe(true)
  expect(cursor.next()).toEqual(firstPosition)
})
