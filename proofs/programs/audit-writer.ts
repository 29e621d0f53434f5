import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { audit } from '../../server/src/platform/database/tenancy.ts'
import { openProgram } from './task-deps.ts'

// Reads and changes users of a client for as long as it runs. Each transaction leaves one audit line with a request id
// of its own, which is written to the journal once the transaction is acknowledged.
const [clientId = '', journals = '', concurrent = '', ...userIds] = process.argv.slice(2)
const { database, keyring, ready } = await openProgram()
const keys = await keyring.of(clientId)
const journal = join(journals, `${process.pid}.acknowledged`)
let sent = 0

async function work() {
  for (;;) {
    const requestId = `${process.pid}-${++sent}`
    const userId = userIds[sent % userIds.length] ?? ''
    const isWrite = sent % 2 === 0
    const tenant = database.tenant(clientId, { kind: 'api_key', id: 'audit-writer', requestId }, keys)
    await tenant.transaction(async (tx) => {
      if (isWrite)
        await tx.updateTable('users').set({ payroll_period_months: 12 }).where('id', '=', userId).execute()
      else await tx.selectFrom('users').select('id').where('id', '=', userId).execute()
      audit(tx, isWrite ? 'user.updated' : 'user.read', userId)
    })
    appendFileSync(journal, `${requestId}\n`)
  }
}

ready()
await Promise.all(Array.from({ length: Number(concurrent) }, work))
