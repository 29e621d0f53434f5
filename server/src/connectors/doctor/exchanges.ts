import type { CatalogueEntry } from '../catalogue.ts'
import type { ProviderExchange } from '../transport.ts'
import { type ReplyShape, shapeOf } from './shape.ts'

/** The expected reply to one request: its shape, and its headers about limits. */
export type RequestShape = { reply: ReplyShape; limit_headers: string[] }

/** Headers about rate limits. `retry-after` is only sent with a refusal. */
const limitHeader = /limit|quota/i

/** Names of address fields in a catalogue entry, the most specific first. */
const addressFields = ['token_url', 'revoke_url', 'authorize_url', 'address'] as const

/**
 * Describes a request independently of hosts and ids: `GET {address}/v2/users/{id}`. A form is named by its grant type.
 */
export function nameRequest(
  entry: CatalogueEntry,
  { method, url, form }: ProviderExchange['request'],
): string {
  const grant = form?.grant_type === undefined ? '' : ` grant_type=${form.grant_type}`
  for (const field of addressFields) {
    const address: unknown = Reflect.get(entry, field)
    if (typeof address === 'string' && url.startsWith(address))
      return `${method} {${field}}${url.slice(address.length)}${grant}`
  }
  return `${method} ${url}${grant}`
}

export const isJson = ({ headers }: ProviderExchange) =>
  headers.get('content-type')?.includes('json') ?? false

export function bodyOf({ bytes }: ProviderExchange): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Shapes of all successful JSON replies, by request. */
export function describeExchanges(
  entry: CatalogueEntry,
  exchanges: readonly ProviderExchange[],
): Record<string, RequestShape> {
  const successful = exchanges.filter((one) => one.status < 300 && isJson(one))
  const byRequest = Map.groupBy(successful, ({ request }) => nameRequest(entry, request))
  return Object.fromEntries(
    [...byRequest]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, all]) => [name, { reply: shapeOf(all.map(bodyOf)), limit_headers: limitHeadersOf(all) }]),
  )
}

/** Names of the limit headers that every reply has. */
function limitHeadersOf(exchanges: readonly ProviderExchange[]): string[] {
  const [first, ...others] = exchanges.map(({ headers }) =>
    [...headers.keys()].filter((name) => limitHeader.test(name)),
  )
  return (first ?? []).filter((name) => others.every((names) => names.includes(name))).toSorted()
}
