import { describe, expect, test } from 'vitest'
import { checkHistory } from './checker.ts'
import { type History, type HistoryEntry, historyOfTasks, type TaskEvidence } from './history.ts'

// Shows that the checker rejects histories that are known to be bad, before any proof relies on it.

// The first check builds the program.
const timeout = 300_000

type Register = [op: 'write' | 'read', value: number, call: number, end?: number]
const register = (...operations: Register[]): History => ({
  model: 'register',
  entries: operations.map(
    ([op, value, call, end]): HistoryEntry => ({
      key: 'person',
      op,
      value,
      call,
      ...(end !== undefined && { return: end }),
    }),
  ),
})
const violations = (history: History) => {
  const { violations, undecided } = checkHistory(history)
  expect(undecided).toEqual([])
  return violations
}

describe('registers', { timeout }, () => {
  test('reads that follow the writes are accepted', () => {
    expect(
      violations(
        register(['write', 1, 0, 10], ['read', 1, 20, 30], ['write', 2, 40, 50], ['read', 2, 60, 70]),
      ),
    ).toEqual([])
  })

  test('a lost write is rejected', () => {
    const [violation] = violations(register(['write', 1, 0, 10], ['write', 2, 20, 30], ['read', 1, 40, 50]))
    expect(violation).toContain('person: write 1 [0, 10] write 2 [20, 30] read 1 [40, 50]')
  })

  test('a stale read after a newer one is rejected', () => {
    expect(
      violations(
        register(['write', 1, 0, 10], ['write', 2, 20, 90], ['read', 2, 30, 40], ['read', 1, 50, 60]),
      ),
    ).toHaveLength(1)
  })

  test('a read during a write may return either value', () => {
    for (const value of [1, 2])
      expect(
        violations(register(['write', 1, 0, 10], ['write', 2, 20, 90], ['read', value, 30, 40])),
      ).toEqual([])
  })

  test('a write without a reply may take effect late or never, but not twice', () => {
    const unanswered: Register = ['write', 2, 20]
    expect(
      violations(register(['write', 1, 0, 10], unanswered, ['read', 1, 30, 40], ['read', 2, 50, 60])),
    ).toEqual([])
    expect(violations(register(['write', 1, 0, 10], unanswered, ['read', 1, 30, 40]))).toEqual([])
    expect(
      violations(
        register(
          ['write', 1, 0, 10],
          unanswered,
          ['read', 2, 30, 40],
          ['write', 3, 50, 60],
          ['read', 2, 70, 80],
        ),
      ),
    ).toHaveLength(1)
  })

  test('a value that nobody wrote is rejected', () => {
    expect(violations(register(['write', 1, 0, 10], ['read', 7, 20, 30]))).toHaveLength(1)
  })

  test('every key is checked on its own', () => {
    const other = register(['write', 1, 0, 10], ['read', 2, 20, 30]).entries.map((entry) => ({
      ...entry,
      key: 'other',
    }))
    const good = register(['write', 2, 0, 10], ['read', 2, 20, 30]).entries
    const verdict = checkHistory({ model: 'register', entries: [...good, ...other] })
    expect(verdict).toMatchObject({ keys: 2, operations: 4 })
    expect(verdict.violations).toHaveLength(1)
    expect(verdict.violations[0]).toMatch(/^other:/)
  })
})

describe('tasks', { timeout }, () => {
  const tasks = (evidence: Omit<TaskEvidence, 'endedAt'>) =>
    violations(historyOfTasks({ ...evidence, endedAt: 1_000 }))

  test('acknowledged tasks that took effect once are accepted', () => {
    const requests = [{ numbers: [1, 2], sentAt: 10, at: 20 }]
    expect(tasks({ requests, effects: [1, 2].map((number) => ({ number, at: 30 })) })).toEqual([])
  })

  test('an effect before the acknowledgement, but after the request, is accepted', () => {
    expect(
      tasks({ requests: [{ numbers: [1], sentAt: 10, at: 50 }], effects: [{ number: 1, at: 30 }] }),
    ).toEqual([])
  })

  test('a request without a reply may have scheduled its task or not', () => {
    const requests = [{ numbers: [1, 2], sentAt: 10 }]
    expect(tasks({ requests, effects: [{ number: 1, at: 30 }] })).toEqual([])
  })

  test('a lost task is rejected', () => {
    const lost = tasks({
      requests: [{ numbers: [1, 2], sentAt: 10, at: 20 }],
      effects: [{ number: 1, at: 30 }],
    })
    expect(lost).toHaveLength(1)
    expect(lost[0]).toMatch(/^2:/)
  })

  test('a doubled task is rejected, acknowledged or not', () => {
    for (const at of [20, undefined])
      expect(
        tasks({
          requests: [{ numbers: [1], sentAt: 10, at }],
          effects: [30, 60].map((at) => ({ number: 1, at })),
        }),
      ).toHaveLength(1)
  })

  test('an effect without a request is rejected', () => {
    expect(tasks({ requests: [], effects: [{ number: 9, at: 30 }] })).toHaveLength(1)
  })

  test('a task that was scheduled by two requests is rejected', () => {
    const requests = [10, 40].map((sentAt) => ({ numbers: [1], sentAt, at: sentAt + 10 }))
    expect(tasks({ requests, effects: [{ number: 1, at: 60 }] })).toHaveLength(1)
  })
})
