import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { readConfig } from '../../server/src/config.ts'
import { publish } from '../../server/src/features/webhooks/service.ts'
import { audit } from '../../server/src/platform/database/tenancy.ts'
import { isClientMoving } from '../../server/src/platform/database/transient-errors.ts'
import { openLog } from '../../server/src/platform/telemetry/log.ts'
import { openCoreDependencies } from '../../server/src/process/dependencies.ts'
import { openRole } from '../../server/src/process/roles.ts'

// Runs the service of one cell with an additional operation that publishes an event as a payroll retrieval would, so
// that a proof has events without providers. The operation returns 503 if the event was not committed.
const config = readConfig()
const service = await openRole('all', config, openLog(config.LOG_LEVEL))
const { database, keyring } = await openCoreDependencies(config)

const server = createServer(async (request, reply) => {
  if (request.url !== '/proof/events') return service.server.routing(request, reply)
  try {
    const event_id = await publishEvent(request)
    reply.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ event_id }))
  } catch (error) {
    const code = isClientMoving(error) ? 'client-moving' : 'unknown'
    reply
      .writeHead(isClientMoving(error) ? 503 : 500, { 'retry-after': '1', 'x-svc-error-code': code })
      .end('{}')
  }
})

async function publishEvent(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { user_id } = JSON.parse(Buffer.concat(chunks).toString())
  const prefix = String(request.headers['x-api-key']).split('_').slice(0, 3).join('_')
  const { client_id } = await database.system((tx) =>
    tx.selectFrom('api_keys').select('client_id').where('prefix', '=', prefix).executeTakeFirstOrThrow(),
  )
  const actor = { kind: 'operator', id: 'proof', requestId: randomUUID() } as const
  const tenant = database.tenant(client_id, actor, await keyring.of(client_id))
  return tenant.transaction(async (tx) => {
    audit(tx, 'proof.announced', user_id)
    const fields = { entry_id: randomUUID(), account_id: null }
    return publish(tx, { event: 'user-payroll-submitted', user_id, fields })
  })
}

process.on('SIGTERM', async () => {
  service.drain()
  server.closeAllConnections()
  server.close()
  await service.close()
  await database.close()
  process.exit(0)
})
server.listen(config.PORT, config.HOST, () => process.send?.({ listening: config.PORT }))
