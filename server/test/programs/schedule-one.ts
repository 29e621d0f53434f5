import { z } from 'zod'
import { readConfig } from '../../src/config.ts'
import { audit } from '../../src/platform/database/tenancy.ts'
import { defineTask } from '../../src/platform/tasks/task.ts'
import { openLog } from '../../src/platform/telemetry/log.ts'
import { openDependencies } from '../../src/process/dependencies.ts'

// Schedules one task for other workers, prints its id, and waits to be killed.
const [clientId = '', kind = '', input = '{}'] = process.argv.slice(2)
const config = readConfig()
const { database, keyring } = await openDependencies(config, openLog(config.LOG_LEVEL))
const task = defineTask({ kind, lane: 'test', input: z.looseObject({}), run: async () => undefined })
const actor = { kind: 'operator', id: 'test', requestId: 'schedule-one' } as const
const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
const id = await tenant.transaction((tx) => {
  audit(tx, 'test.acted')
  return task.schedule(tx, JSON.parse(input), { awaited: true })
})
process.send?.(id)
