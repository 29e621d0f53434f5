import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startApi } from '../api.ts'
import { atEnd } from '../at-end.ts'
import { startOutside } from '../outside/start.ts'
import { startSandbox } from '../sandbox.ts'
import { model } from '../seed.ts'
import { steps } from './model/commands.ts'
import { checkAnnouncements, checkInvariants } from './model/invariants.ts'
import { newModel } from './model/model.ts'
import { races } from './model/races.ts'
import { expectCode, type ModelLane, openLane, openPool, startSequence } from './model/real.ts'

// Runs random sequences of actions by clients, people and providers. Accounts, entries and events must match a small
// reference model. Service and sandbox are real; sequences run in parallel lanes.

// The gate runs 12 lanes of 3 sequences each, which takes about a minute; the nightly run sets MODEL_SEQUENCES=42 and
// a new MODEL_SEED.
const lanes = 12
const { seed, sequences } = model

const sandbox = await startSandbox()
const receiver = await startOutside('receiver.ts')
atEnd(() => receiver.stop())
const api = await startApi({
  SANDBOX_URL: sandbox.url,
  SANDBOX_CLOCK: 'true',
  OUTBOUND_LOOPBACK: 'true',
})
const pool = openPool(api)
atEnd(pool.close)

const commands = fc.commands([...steps, ...races], { maxCommands: 14, size: 'max' })

test('random sequences of actions leave only states the model allows', { timeout: 600_000 }, async () => {
  let runCount = 0
  const opened = await Promise.all(
    Array.from({ length: lanes }, () => openLane({ api, sandbox, receiver: receiver.url, sql: pool.sql })),
  )
  const results = await Promise.allSettled(
    opened.map((lane, n) =>
      fc.assert(
        fc.asyncProperty(commands, async (sequence) => {
          await runSequence(lane, sequence)
          runCount++
        }),
        { seed: seed + n, numRuns: sequences },
      ),
    ),
  )
  const faults = results.flatMap((result) =>
    result.status === 'rejected' ? [`${result.reason.message}\n${result.reason.cause?.stack}`] : [],
  )
  expect(faults.join('\n\n')).toBe('')
  for (const lane of opened) await checkAnnouncements(lane)
  expect(runCount).toBe(lanes * sequences)
})

async function runSequence(lane: ModelLane, sequence: Parameters<typeof fc.asyncModelRun>[1]) {
  const real = await startSequence(lane, api)
  const model = newModel()
  const { user_id, term_id } = real
  try {
    const accepted = { user_id, term_id, user_agent: 'model' }
    const { id } = expectCode(await lane.call('POST', '/authorisations', accepted), '201')
    model.authorisations.push({ id, isRevoked: false })
    await fc.asyncModelRun(() => ({ model, real }), sequence as never)
    await checkInvariants(model, real)
  } finally {
    await real.end()
  }
}
