import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { signInOwner } from '../people.ts'
import { fillLists } from './list-scene.ts'
import { invalid } from './messages.ts'
import { type ContractOperation, callerFor, operations, validRequest } from './operations.ts'
import { inArea, type Row } from './row.ts'
import { type ContractCall, type ContractReply, type ContractWorld, mapBody } from './world.ts'

// Tests limits, cursors and the boundaries between pages for every list, and HEAD requests and compression for every
// GET.

const has = ({ query }: ContractOperation, name: string) => query.some((parameter) => parameter.name === name)
const lists = operations.filter((operation) => operation.method === 'GET' && has(operation, 'limit'))
const offsetLists = lists.filter((operation) => has(operation, 'offset'))
const cursorLists = lists.filter((operation) => has(operation, 'cursor'))

/** Lists with few items in this scene: their items come from running checks and from days with journeys. */
const shortLists = ['listRecurringAccounts', 'getJourneyFunnel']

const boundsOf = ({ query }: ContractOperation, name: string) => {
  const { minimum = 0, maximum = 0 } = query.find((parameter) => parameter.name === name)?.schema ?? {}
  return { minimum, maximum }
}

/** Returns a function that adds parameters to the path of the list; only required parameters are set. */
async function pathOfList(world: ContractWorld, operation: ContractOperation) {
  await fillLists(world)
  const { path } = await validRequest(world, operation)
  const url = new URL(path, 'http://list')
  const required = new Set(operation.query.filter((each) => each.required).map(({ name }) => name))
  // The tests' own requests are logged seconds later and would change the list.
  if (operation.id === 'listRequests') required.add('to')
  for (const name of [...url.searchParams.keys()]) if (!required.has(name)) url.searchParams.delete(name)
  if (operation.id === 'listRecurringUsers') url.searchParams.set('recurring_enabled', 'false')
  return (changes: Record<string, string | number>) => {
    const changed = new URL(url)
    for (const [name, value] of Object.entries(changes)) changed.searchParams.set(name, String(value))
    return `${changed.pathname}${changed.search}`
  }
}

async function read(
  { owner }: ContractWorld,
  path: string,
  call: ContractCall = owner,
): Promise<{ items: object[]; body: ContractReply['body'] }> {
  const reply = await call('GET', path)
  if (reply.status !== 200) throw new Error(`GET ${path} replied ${reply.status}: ${reply.text}`)
  return { items: itemsOf(reply.body), body: reply.body }
}

/** Arrays of a page that are not its items. */
const unpaged = ['milestones', 'stops', 'screens', 'steps', 'tax_years']

/** A page has one list beside its pagination or cursor. */
function itemsOf(body: object): object[] {
  const found = Object.entries(body).filter(
    ([name, value]) => Array.isArray(value) && !unpaged.includes(name),
  )
  if (found.length !== 1) throw new Error(`a page should have one list: ${Object.keys(body)}`)
  return found[0]?.[1]
}

type RowContent = Pick<Row, 'title' | 'call' | 'expects'>

const query = (
  operation: ContractOperation,
  title: string,
  changes: Record<string, string | number>,
  expects: Row['expects'],
): RowContent => ({
  title,
  async call(world) {
    const call = await callerFor(world, operation)
    return call('GET', (await pathOfList(world, operation))(changes))
  },
  expects,
})

const refused = (operation: ContractOperation, name: string, value: string | number): RowContent =>
  query(operation, `${name}=${value} is refused`, { [name]: value }, { status: 400, errors: [invalid(name)] })

function limits(operation: ContractOperation): RowContent[] {
  const { minimum, maximum } = boundsOf(operation, 'limit')
  return [minimum - 1, -1, maximum + 1, 1.5, '1e1', '+1', 'all', '', '0x10', ' 1', '1;2', '9'.repeat(16)].map(
    (value) => refused(operation, 'limit', value),
  )
}

function offsets(operation: ContractOperation): RowContent[] {
  const { minimum, maximum } = boundsOf(operation, 'offset')
  const { maximum: max } = boundsOf(operation, 'limit')
  return [
    ...[minimum - 1, maximum + 1, 1.5, 'last', ''].map((value) => refused(operation, 'offset', value)),
    {
      title: `the largest page, limit=${max}, has every item`,
      async call(world) {
        const call = await callerFor(world, operation)
        const reply = await call('GET', (await pathOfList(world, operation))({ limit: max }))
        return mapBody(reply, (body) => {
          const { total_count, count, limit, offset } = body.pagination
          return {
            limit,
            offset,
            isWhole: count === itemsOf(body).length && count === Math.min(total_count, max),
          }
        })
      },
      expects: { status: 200, body: { limit: max, offset: minimum, isWhole: true } },
    },
    {
      title: 'an offset past the end returns an empty page with the total',
      async call(world) {
        const address = await pathOfList(world, operation)
        const call = await callerFor(world, operation)
        const { body: whole } = await read(world, address({ limit: 1 }), call)
        const reply = await call('GET', address({ offset: maximum, limit: 1 }))
        return mapBody(reply, (body) => ({
          items: itemsOf(body),
          count: body.pagination.count,
          isTotal: body.pagination.total_count === whole.pagination.total_count,
        }))
      },
      expects: { status: 200, body: { items: [], count: 0, isTotal: true } },
    },
    offsetPagesRow(operation, 1),
    offsetPagesRow(operation, 2),
    offsetPagesRow(operation, 3),
  ]
}

/** Only the first items are compared, because the sandbox has thousands of people. */
const joinedItems = 30

const offsetPagesRow = (operation: ContractOperation, limit: number): RowContent => ({
  title: `pages of ${limit} join without gaps or duplicates`,
  async call(world) {
    const address = await pathOfList(world, operation)
    const { minimum } = boundsOf(operation, 'offset')
    const { maximum } = boundsOf(operation, 'limit')
    const call = await callerFor(world, operation)
    const reply = await call('GET', address({ limit: Math.min(maximum, joinedItems) }))
    const whole = itemsOf(reply.body)
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(whole.length / limit) }, (_, n) =>
        read(world, address({ limit, offset: minimum + n * limit }), call),
      ),
    )
    return mapBody(reply, () =>
      comparePages(
        operation,
        whole,
        pages.flatMap(({ items }) => items),
      ),
    )
  },
  expects: { status: 200, body: { isShort: false, isSame: true, duplicates: 0 } },
})

function comparePages({ id }: ContractOperation, whole: object[], joined: object[]) {
  const texts = whole.map((item) => JSON.stringify(item))
  const joinedTexts = joined.map((item) => JSON.stringify(item)).slice(0, texts.length)
  return {
    isShort: whole.length < 3 && !shortLists.includes(id),
    isSame: JSON.stringify(texts) === JSON.stringify(joinedTexts),
    duplicates: texts.length - new Set(texts).size,
  }
}

const nextOf = (body: { next_cursor?: string | null; cursor?: string; has_more?: boolean }) =>
  body.has_more === false ? null : (body.next_cursor ?? body.cursor ?? null)

/** Follows the cursors from the first page. */
async function follow(world: ContractWorld, operation: ContractOperation, limit: number) {
  const address = await pathOfList(world, operation)
  const items: object[] = []
  let cursor: string | null = null
  do {
    const page = await read(world, address(cursor === null ? { limit } : { limit, cursor }))
    items.push(...page.items)
    cursor = nextOf(page.body)
  } while (cursor !== null && items.length < joinedItems)
  return items.slice(0, joinedItems)
}

const badCursor = { status: 400, errors: [invalid('cursor')] }

/** The first cursor of a list. */
async function cursorOf(world: ContractWorld, operation: ContractOperation) {
  const address = await pathOfList(world, operation)
  const { body } = await read(world, address({ limit: 1 }))
  return nextOf(body) ?? ''
}

const cursors = (operation: ContractOperation): RowContent[] => [
  ...[1, 2, 3].map(
    (limit): RowContent => ({
      title: `pages of ${limit} join by cursor without gaps or duplicates`,
      async call(world) {
        const address = await pathOfList(world, operation)
        const reply = await world.owner('GET', address({ limit: joinedItems }))
        const joined = await follow(world, operation, limit)
        return mapBody(reply, (body) => comparePages(operation, itemsOf(body), joined))
      },
      expects: { status: 200, body: { isShort: false, isSame: true, duplicates: 0 } },
    }),
  ),
  ...['x', '0', '-1', '[]', 'null', 'e30', randomUUID().slice(0, 30), 'ünicode', '9'.repeat(80)].map(
    (value, n): RowContent =>
      query(operation, `a malformed cursor is refused: variant ${n + 1}`, { cursor: value }, badCursor),
  ),
  ...cursorLists
    .filter(({ id }) => id !== operation.id)
    .map(
      (other): RowContent => ({
        title: `the cursor of ${other.endpoint} is refused`,
        async call(world) {
          const address = await pathOfList(world, operation)
          return world.owner('GET', address({ cursor: await cursorOf(world, other) }))
        },
        expects: badCursor,
      }),
    ),
  {
    title: 'a truncated cursor is refused',
    async call(world) {
      const address = await pathOfList(world, operation)
      const cursor = await cursorOf(world, operation)
      return world.owner('GET', address({ cursor: cursor.slice(0, Math.floor(cursor.length / 2)) }))
    },
    expects: badCursor,
  },
  {
    title: 'another client’s cursor shows none of that client’s items',
    async call(world) {
      const address = await pathOfList(world, operation)
      const cursor = await cursorOf(world, operation)
      const { acme } = await fillLists(world)
      const path = operation.path.includes('{')
        ? await pathOfRivalList(world, operation)
        : address({ limit: joinedItems })
      const separator = path.includes('?') ? '&' : '?'
      const reply = await world.rival('GET', `${path}${separator}cursor=${encodeURIComponent(cursor)}`)
      const { clientId } = world.api.world.clients.acme
      const shown = [clientId, ...Object.values(acme.ids)].filter((id) => reply.text.includes(id))
      return mapBody(reply, () => ({ shown }))
    },
    expects: { status: 200, body: { shown: [] } },
  },
]

/** The same list of the other client. */
async function pathOfRivalList(world: ContractWorld, operation: ContractOperation) {
  const { rival } = await fillLists(world)
  return operation.path.replace(/\{(\w+)\}/g, (_, name: keyof typeof rival.ids) => rival.ids[name])
}

// Creation times: the two lists with created_after and created_before.

const filtered = lists.filter((operation) => has(operation, 'created_after'))
const dayMs = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const inLondonSummer = (time: number) => new Date(time + 3_600_000).toISOString().replace('Z', '+01:00')

/** Whether the newest item is listed, by its creation time. */
const filters: [title: string, isListed: boolean, filter: (time: number) => Record<string, string>][] = [
  ['created_after at the exact time', true, (at) => ({ created_after: new Date(at).toISOString() })],
  ['created_before at the exact time', true, (at) => ({ created_before: new Date(at).toISOString() })],
  [
    'both bounds at the exact time',
    true,
    (at) => ({ created_after: new Date(at).toISOString(), created_before: new Date(at).toISOString() }),
  ],
  ['created_after 1 ms later', false, (at) => ({ created_after: new Date(at + 1).toISOString() })],
  ['created_after 1 ms earlier', true, (at) => ({ created_after: new Date(at - 1).toISOString() })],
  ['created_before 1 ms earlier', false, (at) => ({ created_before: new Date(at - 1).toISOString() })],
  ['created_before 1 ms later', true, (at) => ({ created_before: new Date(at + 1).toISOString() })],
  ['created_after with the date alone', true, (at) => ({ created_after: dayOf(at) })],
  ['created_before with the date alone', true, (at) => ({ created_before: dayOf(at) })],
  [
    'both bounds with the date alone',
    true,
    (at) => ({ created_after: dayOf(at), created_before: dayOf(at) }),
  ],
  ['created_after with the date of the next day', false, (at) => ({ created_after: dayOf(at + dayMs) })],
  ['created_before with the date of the day before', false, (at) => ({ created_before: dayOf(at - dayMs) })],
  ['created_after at the exact time, with an offset', true, (at) => ({ created_after: inLondonSummer(at) })],
  [
    'created_before at the exact time, with an offset',
    true,
    (at) => ({ created_before: inLondonSummer(at) }),
  ],
  [
    'bounds in the wrong order',
    false,
    (at) => ({
      created_after: new Date(at + 1).toISOString(),
      created_before: new Date(at - 1).toISOString(),
    }),
  ],
]

const creationTimes = (operation: ContractOperation): RowContent[] => [
  ...filters.map(
    ([title, isListed, filter]): RowContent => ({
      title,
      async call(world) {
        const address = await pathOfList(world, operation)
        const [newest] = (await read(world, address({}))).items as { id: string; created_at: string }[]
        if (!newest) throw new Error('the list is empty')
        const reply = await world.owner('GET', address(filter(Date.parse(newest.created_at))))
        return mapBody(reply, (body) => ({
          isListed: itemsOf(body).some((item) => (item as { id: string }).id === newest.id),
          isCounted: body.pagination.count === itemsOf(body).length,
        }))
      },
      expects: { status: 200, body: { isListed, isCounted: true } },
    }),
  ),
  ...['created_after', 'created_before'].flatMap((name) =>
    ['yesterday', '2026-02-30', '2026-01-01T00:00:00', '1767225600', '', '2026-01-01T25:00:00Z'].map(
      (value) => refused(operation, name, value),
    ),
  ),
]

// HEAD and compression, on every GET.

const gets = operations.filter(({ method }) => method === 'GET')

async function pathOf(world: ContractWorld, operation: ContractOperation) {
  if (lists.includes(operation)) return (await pathOfList(world, operation))({})
  return (await validRequest(world, operation)).path
}

/** Headers that differ between any two replies. */
const changing = new Set([
  'x-request-id',
  'date',
  'ratelimit',
  'connection',
  'keep-alive',
  'transfer-encoding',
])
const lasting = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.has(name)))

/** Streams have no length, and a signature covers the time at which it was made. */
const unequalLengths = ['exportJourneyData', 'getReportFile']

const headRow = (operation: ContractOperation): RowContent => ({
  title: 'HEAD replies like GET, without a body',
  async call(world) {
    const path = await pathOf(world, operation)
    const call = await callerFor(world, operation)
    const get = await call('GET', path)
    const head = await call('HEAD', path)
    const [wanted, sent] = [lasting(get.headers), lasting(head.headers)]
    if (unequalLengths.includes(operation.id)) delete wanted['content-length']
    // The file name has the id of the new report.
    if (operation.id === 'getReportFile') delete wanted['content-disposition']
    const names = Object.keys(wanted).filter((name) => wanted[name] !== sent[name])
    return { ...get, status: head.status, body: { body: head.text, names, hasExpectedStatus: get.status } }
  },
  expects: { status: operation.success, body: { body: '', names: [], hasExpectedStatus: operation.success } },
})

const refusedHeadRow = (operation: ContractOperation): RowContent => ({
  title: 'HEAD with a wrong key is refused like GET',
  async call(world) {
    const path = await pathOf(world, operation)
    const get = await world.wrongKey('GET', path)
    const head = await world.wrongKey('HEAD', path)
    const isSame = head.headers['x-svc-error-code'] === get.headers['x-svc-error-code']
    return { ...get, status: head.status, body: { body: head.text, isSame } }
  },
  expects: { status: 401, body: { body: '', isSame: true } },
})

const minCompressedBytes = 1024

/** Accept-Encoding values, and whether they allow gzip. */
const codings: [accepted: string, isAllowed: boolean][] = [
  ['gzip', true],
  ['deflate, gzip;q=0.5, br', true],
  ['*', true],
  ['gzip;q=0', false],
  ['identity', false],
  ['br', false],
]

const compressionRow = (
  operation: ContractOperation,
  [accepted, isAllowed]: [string, boolean],
): RowContent => ({
  title: `${isAllowed ? 'compressed for' : 'not compressed for'} Accept-Encoding: ${accepted}`,
  async call(world) {
    const path = await pathOf(world, operation)
    const headers = operation.keyScope
      ? { 'x-api-key': world.api.world.clients.acme.apiKey }
      : { authorization: `Bearer ${await signInOwner(world.api, 'acme')}` }
    const plain = await world.api.server.inject({ url: path, headers })
    const coded = await world.api.server.inject({
      url: path,
      headers: { ...headers, 'accept-encoding': accepted },
    })
    // A time of last use may be recorded between two requests.
    const later = await world.api.server.inject({ url: path, headers })
    const isCompressed = coded.headers['content-encoding'] === 'gzip'
    const bytes = isCompressed ? gunzipSync(coded.rawPayload) : coded.rawPayload
    return {
      request: `GET ${path}`,
      status: coded.statusCode,
      headers: coded.headers as Record<string, string>,
      text: '',
      body: {
        isOver1kB: shortLists.includes(operation.id) || plain.rawPayload.length >= minCompressedBytes,
        isCompressed: isCompressed === (isAllowed && plain.rawPayload.length >= minCompressedBytes),
        isSmaller: !isCompressed || coded.rawPayload.length < bytes.length,
        isSame: bytes.equals(plain.rawPayload) || bytes.equals(later.rawPayload),
        plain: plain.headers['content-encoding'] ?? 'identity',
      },
    }
  },
  expects: {
    status: 200,
    body: { isOver1kB: true, isCompressed: true, isSmaller: true, isSame: true, plain: 'identity' },
    headers: { vary: /\bAccept-Encoding\b/ },
  },
})

const rowsFor = (list: ContractOperation[], rows: (operation: ContractOperation) => RowContent[]): Row[] =>
  list.flatMap((operation) =>
    rows(operation).map((written) => ({ endpoint: operation.endpoint, ...written })),
  )

export const listRows = inArea('every endpoint', [
  ...rowsFor(lists, limits),
  ...rowsFor(offsetLists, offsets),
  ...rowsFor(cursorLists, cursors),
  ...rowsFor(filtered, creationTimes),
  ...rowsFor(gets, (operation) => [headRow(operation)]),
  ...rowsFor(
    gets.filter(({ caller }) => caller === 'client' || caller === 'either'),
    (operation) => [refusedHeadRow(operation)],
  ),
  ...rowsFor(lists, (operation) => codings.map((coding) => compressionRow(operation, coding))),
])
