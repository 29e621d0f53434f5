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
import { begin, type Lane, mustBe, openLane, openPool } from './model/real.ts'

// Whatever clients, people and providers do, and in whichever order: accounts, entries and what is announced are what
// a small model says they may be. Real service, real sandbox; the sequences run in lanes beside each other.

// 12 lanes of 3 sequences each in the gate, about a minute; the nightly run sets MODEL_SEQUENCES=42 and a new MODEL_SEED.
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

test('what is there is what may be there', { timeout: 600_000 }, async () => {
  let told = 0
  const opened = await Promise.all(
    Array.from({ length: lanes }, () => openLane({ api, sandbox, receiver: receiver.url, sql: pool.sql })),
  )
  const results = await Promise.allSettled(
    opened.map((lane, n) =>
      fc.assert(
        fc.asyncProperty(commands, async (sequence) => {
          await tell(lane, sequence)
          told++
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
  expect(told).toBe(lanes * sequences)
})

async function tell(lane: Lane, sequence: Parameters<typeof fc.asyncModelRun>[1]) {
  const real = await begin(lane, api)
  const model = newModel()
  const { user_id, term_id } = real
  try {
    const accepted = { user_id, term_id, user_agent: 'model' }
    const { id } = mustBe(await lane.call('POST', '/authorisations', accepted), '201')
    model.authorisations.push({ id, isRevoked: false })
    await fc.asyncModelRun(() => ({ model, real }), sequence as never)
    await checkInvariants(model, real)
  } finally {
    await real.end()
  }
}
