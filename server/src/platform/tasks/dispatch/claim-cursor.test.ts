import { expect, test } from 'vitest'
import { beginning } from '../queries.ts'
import { openPlace } from './claim-cursor.ts'

let now = Date.parse('2027-03-01T12:00:00Z')
const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString()

test('it looks from the beginning first, then where it was, a minute back after five seconds', () => {
  const place = openPlace(() => now)
  expect(place.next()).toEqual(beginning)
  place.moveToEnd(now)
  expect(place.isTimeToGoBack()).toBe(false)
  expect(place.next().at).toBe(ago(2))
  now += 5_000
  expect(place.isTimeToGoBack()).toBe(true)
  expect(place.next().at).toBe(ago(60))
  expect(place.next().at).toBe(ago(7))
  now += 10_000
  expect(place.next()).toEqual(beginning)
})

test('a claim that fails does not lose the place, also not the first one', () => {
  const place = openPlace(() => now)
  const startedAt = now
  expect(place.next()).toEqual(beginning)
  expect(place.next().at).toBe(new Date(startedAt - 60_000).toISOString())
})

test('of much that is due, it goes on behind the last one that was handed out, but not into the last two seconds', () => {
  const place = openPlace(() => now)
  place.next()
  const last = { at: ago(3_600), id: '0199c82c-c001-75d1-b89f-2c95df0a7a79' }
  place.moveTo(last, now)
  expect(place.next()).toEqual(last)
  now += 5_000
  expect(place.next()).toEqual(last)
  place.moveTo({ ...last, at: ago(1) }, now)
  expect(place.next().at).toBe(ago(2))
})
