import type { LoggedRequest } from '@payproof/sdk'

/** Path and query of a request. Values that the log leaves out are left out here too. */
export function addressOf({ path, query }: Pick<LoggedRequest, 'path' | 'query'>) {
  const known = query.flatMap(({ name, value }) => (value === null ? [] : [[name, value]]))
  const search = new URLSearchParams(known).toString()
  return search ? `${path}?${search}` : path
}

/** Whether the sandbox can send the request again: it changes nothing, and its path is complete. */
export const canReplay = ({ method, path }: Pick<LoggedRequest, 'method' | 'path'>) =>
  method === 'GET' && !path.includes('{')

type Skeleton = { [name: string]: Skeleton | string }

/** A body with the logged fields and placeholders for their values. */
export function bodySkeleton(fields: readonly string[]): Skeleton {
  const body: Skeleton = {}
  for (const field of fields) {
    const names = field.split('.')
    const last = names.pop() ?? ''
    let parent = body
    for (const name of names) {
      const known = parent[name]
      const child = typeof known === 'object' ? known : {}
      parent[name] = child
      parent = child
    }
    parent[last] ??= '…'
  }
  return body
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The request as a curl command. The key and the values of fields are placeholders. */
export function curlOf(request: LoggedRequest, baseUrl: string) {
  const { method, body_fields } = request
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(baseUrl + addressOf(request))}`,
    `-H "X-API-KEY: $PAYPROOF_API_KEY"`,
  ]
  if (body_fields.length > 0) {
    lines.push(`-H 'Content-Type: application/json'`)
    lines.push(`-d ${quoted(JSON.stringify(bodySkeleton(body_fields)))}`)
  }
  return lines.join(' \\\n  ')
}
