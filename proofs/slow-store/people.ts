import { aUser } from '../../server/test/people.ts'

export type ProofCall = (
  method: string,
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: replies have many shapes.
) => Promise<{ status: number; body: any; seconds: number }>

/** A person who has uploaded a statement and can submit it. */
export type Submitter = { userId: string; path: string; call: ProofCall }

const requestTimeoutMs = 120_000

/** Returns status 0 if there was no reply. */
export function callerAt(address: string, headers: Record<string, string>): ProofCall {
  return async (method, path, body) => {
    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1_000
    try {
      const reply = await fetch(`${address}${path}`, {
        method,
        signal: AbortSignal.timeout(requestTimeoutMs),
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await reply.text()
      const isJson = reply.headers.get('content-type')?.includes('json')
      return { status: reply.status, body: isJson ? JSON.parse(text) : text, seconds: seconds() }
    } catch {
      return { status: 0, body: undefined, seconds: seconds() }
    }
  }
}

export async function createUser(call: ProofCall): Promise<string> {
  return (await require2xx(call('POST', '/users', aUser()))).user_id
}

/** Creates a person and uploads a file as a browser would. */
export async function uploadStatement(
  address: string,
  call: ProofCall,
  bytes: Buffer<ArrayBuffer>,
): Promise<Submitter> {
  const userId = await createUser(call)
  await require2xx(call('POST', '/authorisations', { user_id: userId, user_agent: 'Browser 1' }))
  const { token } = await require2xx(call('POST', '/user-tokens', { user_id: userId }))
  const asUser = callerAt(address, { authorization: `Bearer ${token}` })
  const { presigned_urls } = await require2xx(
    asUser('PUT', '/documents/bank-statements/presign', {
      files: [{ file_name: 'statement.pdf', external_id: 'mine' }],
    }),
  )
  const [{ presigned_url, path }] = presigned_urls
  const headers = { 'content-type': 'application/pdf', 'if-none-match': '*' }
  const put = await fetch(presigned_url, { method: 'PUT', headers, body: bytes })
  if (!put.ok) throw new Error(`upload returned ${put.status}`)
  return { userId, path, call: asUser }
}

export const submitStatement = ({ call, path }: Submitter) =>
  call('PUT', '/documents/bank-statements', { files: [{ path }] })

async function require2xx(reply: ReturnType<ProofCall>) {
  const { status, body } = await reply
  if (status >= 200 && status < 300) return body
  throw new Error(`unexpected status ${status}: ${JSON.stringify(body)}`)
}
