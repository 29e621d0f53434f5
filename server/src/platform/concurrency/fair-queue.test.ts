import { expect, test } from 'vitest'
import { openFairLine, type Place } from './fair-queue.ts'

type Named = Place & { name: string }

function lineOf(...names: string[]) {
  const line = openFairLine<Named>()
  for (const [n, name] of names.entries()) line.join(placeOf(name, n))
  return line
}
// The first letter is the group.
const placeOf = (name: string, since = 0): Named => ({ group: name.slice(0, 1), since, name })
const rest = (line: ReturnType<typeof lineOf>) => {
  const names: string[] = []
  for (let next = line.next(); next; next = line.next()) names.push(next.name)
  return names
}

test('alone, one is served in the order of coming', () => {
  expect(rest(lineOf('a1', 'a2', 'a3'))).toEqual(['a1', 'a2', 'a3'])
})

test('groups take turns, however many places one of them has', () => {
  expect(rest(lineOf('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'))).toEqual([
    'c1',
    'b1',
    'a1',
    'b2',
    'a2',
    'a3',
    'a4',
  ])
})

test('who comes late and asks for little is next, and cannot save up turns', () => {
  const line = lineOf('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3')
  for (let n = 0; n < 4; n++) line.next()
  line.join(placeOf('q1'))
  expect(line.next()?.name).toBe('q1')
  for (const name of ['q2', 'q3', 'q4']) line.join(placeOf(name))
  // Only its next turn, like everybody: not three for the time that it was away.
  expect(rest(line)).toEqual(['b3', 'a3', 'q2', 'a4', 'q3', 'q4'])
})

test('a share is a share also over many turns: three greedy ones and a small one', () => {
  const line = openFairLine<Named>()
  const served = new Map<string, number>()
  for (let turn = 0; turn < 1_000; turn++) {
    for (const group of ['a', 'b', 'c']) for (let n = 0; n < 5; n++) line.join(placeOf(group, turn))
    if (turn % 10 === 0) line.join(placeOf('q', turn))
    const group = line.next()?.group ?? ''
    served.set(group, (served.get(group) ?? 0) + 1)
    // The others have waited too long by then; some always wait.
    line.takeLate(turn, 0, 0)
  }
  expect(served.get('q')).toBe(100)
  for (const group of ['a', 'b', 'c']) expect(served.get(group)).toBe(300)
})

test('who waited too long is taken out, and who leaves has left', () => {
  const line = lineOf('a0', 'a1', 'b2', 'a3', 'b4')
  expect(line.takeLate(4, 1, 1).map(({ name }) => name)).toEqual(['a0', 'a1', 'b2'])
  expect(line.size()).toBe(2)
  const leaving = placeOf('c5')
  line.join(leaving)
  expect([line.leave(leaving), line.leave(leaving)]).toEqual([true, false])
  expect(rest(line).toSorted()).toEqual(['a3', 'b4'])
  expect(line.size()).toBe(0)
})

test('a group that always waits may wait for less than a burst', () => {
  const line = lineOf('a0')
  for (let now = 10; now <= 100; now += 10) line.join(placeOf(`a${now}`, now))
  line.join(placeOf('q50', 50))
  // Of the standing group only those of the last 20 stay, of the other all of the last 60.
  expect(line.takeLate(100, 60, 20)).toHaveLength(8)
  expect(rest(line).toSorted()).toEqual(['a100', 'a80', 'a90', 'q50'])
})

test('when somebody has to go, it is the newest of those who have the most places', () => {
  const line = lineOf('b1', 'a1', 'a2', 'a3', 'c1')
  expect(line.takeFromLongest()?.name).toBe('a3')
  expect(line.takeFromLongest()?.name).toBe('a2')
  expect(line.size()).toBe(3)
})
