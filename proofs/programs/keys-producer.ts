import { randomUUID } from 'node:crypto'
import { audit } from '../../server/src/platform/database/tenancy.ts'
import { step } from './keys-tasks.ts'
import { randomFrom, shuffle } from './random.ts'
import { openProgram } from './task-deps.ts'

// Schedules all tasks of its keys, one transaction after another, and exits. No other process uses these keys, so the
// order of their tasks is the order in which this process schedules them.
const [clientId = '', ...figures] = process.argv.slice(2)
const [firstKey = 0, lastKey = 0, perKey = 0, seed = 0] = figures.map(Number)
const { database, keyring, ready, close } = await openProgram()
ready()

const actor = { kind: 'operator', id: 'proof', requestId: randomUUID() } as const
const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
const random = randomFrom(seed)
const pending = shuffle(keysToSchedule(), random)
const numbers = new Map<number, number>()
while (pending.length > 0) {
  const keys = pending.splice(0, random.integer(1, 60))
  await tenant.transaction(async (tx) => {
    audit(tx, 'proof.scheduled')
    for (const key of keys) {
      const number = (numbers.get(key) ?? 0) + 1
      numbers.set(key, number)
      await step.schedule(tx, { key, number }, { key: `key ${key}` })
    }
  })
}
await close()
process.exit(0)

function keysToSchedule() {
  const keys = Array.from({ length: lastKey - firstKey + 1 }, (_, index) => firstKey + index)
  return keys.flatMap((key) => Array<number>(perKey).fill(key))
}
