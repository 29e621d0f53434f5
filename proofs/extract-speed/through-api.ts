import { askForObjects } from '../../server/test/objects-on-demand.ts'
import { aUser } from '../../server/test/people.ts'
import { environmentFor, makeWorld } from '../../server/test/template.ts'
import { startProcess } from '../harness/api-process.ts'

/**
 * Measures the milliseconds from submitting each statement to its result. The first statement warms up the service
 * and is not counted.
 */
export async function timeStatements(statements: readonly Buffer<ArrayBuffer>[]): Promise<number[]> {
  const { world, stop } = await makeWorld({ durable: true })
  const { settings, objects } = await askForObjects(world)
  const service = await startProcess('../server/src/main.ts', ['all'], {
    ...environmentFor(world, world.template),
    ...settings,
  })
  try {
    const call = callerAt(service.address, { 'x-api-key': world.clients.acme.apiKey })
    const times: number[] = []
    for (const bytes of statements) times.push(await submit(service.address, call, bytes))
    return times.slice(1)
  } finally {
    await service.stop()
    objects.close()
    await stop()
  }
}

type Call = ReturnType<typeof callerAt>

/** Uses a new user for each file, because the same file is accepted only once. Times only the submission, not the upload. */
async function submit(address: string, call: Call, bytes: Buffer<ArrayBuffer>): Promise<number> {
  const { user_id } = await call('POST', '/users', aUser())
  await call('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  const { token } = await call('POST', '/user-tokens', { user_id })
  const asUser = callerAt(address, { authorization: `Bearer ${token}` })
  const { presigned_urls } = await asUser('PUT', '/documents/bank-statements/presign', {
    files: [{ file_name: 'statement.pdf', external_id: 'mine' }],
  })
  const [{ presigned_url, path }] = presigned_urls
  const headers = { 'content-type': 'application/pdf', 'if-none-match': '*' }
  const put = await fetch(presigned_url, { method: 'PUT', headers, body: bytes })
  if (!put.ok) throw new Error(`upload returned ${put.status}`)
  const startedAt = performance.now()
  const reply = await asUser('PUT', '/documents/bank-statements', { files: [{ path }] })
  const ms = performance.now() - startedAt
  if (reply.bank_statement_submissions.length !== 1) throw new Error(JSON.stringify(reply))
  return ms
}

function callerAt(address: string, headers: Record<string, string>) {
  return async (method: string, path: string, body: object) => {
    const reply = await fetch(`${address}${path}`, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
    if (!reply.ok) throw new Error(`${method} ${path} returned ${reply.status}: ${await reply.text()}`)
    // biome-ignore lint/suspicious/noExplicitAny: replies have many shapes.
    return (await reply.json()) as any
  }
}
