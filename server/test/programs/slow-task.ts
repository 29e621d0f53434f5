import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { audit } from '../../src/platform/database/tenancy.ts'
import { defineTask } from '../../src/platform/tasks/task.ts'
import { leaveEffect } from '../effects.ts'

/**
 * A task that records its worker, sleeps, and has one effect. Attempts to finish are counted, including rejected
 * ones.
 */
export const slowTask = defineTask({
  kind: 'test.slow',
  lane: 'test',
  input: z.object({ ms: z.int() }),
  retry: [100, 100, 100],
  async run({ input: { ms }, taskId, tenant }, worker: string) {
    await tenant.transaction(async (tx) => {
      audit(tx, 'test.started')
      await sql`insert into starts (task_id, by) values (${taskId}, ${worker})`.execute(tx)
    })
    await sleep(ms)
    return async (tx) => {
      // A sequence is used as counter, because it is not rolled back with its transaction.
      await sql`select nextval('tries')`.execute(tx)
      await leaveEffect(tx, taskId, worker)
      return { worker }
    }
  },
})

export const slowTaskTables = `
  create table starts (client_id uuid not null default current_client_id(), task_id uuid not null, by text);
  call make_tenant_table('starts');
  create sequence tries;
  grant usage on sequence tries to payproof_tenant`
