import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('serves callers in FIFO order', async () => {
  const turns = createTurns(60_000)
  const log: string[] = []
  const work = async (name: string) => {
    const end = await turns.take()
    log.push(`${name} starts`)
    await new Promise(setImmediate)
    log.push(`${name} ends`)
    end()
  }
  await Promise.all(['first', 'second', 'third'].map(work))
  expect(log).toEqual([
    'first starts',
    'first ends',
    'second starts',
    'second ends',
    'third starts',
    'third ends',
  ])
})

test('a turn that is not ended in time passes to the next caller', async () => {
  const turns = createTurns(10)
  const endFirst = await turns.take()
  const endSecond = await turns.take()
  endFirst()
  endSecond()
  const endThird = await turns.take()
  endThird()
  expect([endFirst, endSecond, endThird]).toHaveLength(3)
})
