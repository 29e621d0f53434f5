import { expect, test } from 'vitest'
import { operationsOf, repliesOf, type Schema } from '../../sdk/scripts/openapi.ts'
import { startApi } from '../../server/test/api.ts'
import { eventually } from '../../server/test/engine.ts'
import { startSandbox } from '../../server/test/sandbox.ts'
import { collectionOf, keeps } from './collection.ts'

const sandbox = await startSandbox()
const api = await startApi({ SANDBOX_URL: sandbox.url, OUTBOUND_LOOPBACK: 'true' })
const document = (await api.nobody('GET', '/openapi.json')).body
// What Postman reads: no undefined, no prototypes.
const collection = JSON.parse(JSON.stringify(collectionOf(document))) as ReturnType<typeof collectionOf>
type Item = (typeof collection)['item'][number]['item'][number]
const items = collection.item.flatMap(({ item }) => item)
const rawOf = ({ request: { method, url } }: Item) => `${method} ${url.raw}`
const placeOf = ({ request: { method, url } }: Item) =>
  `${method} /${url.path.map((part) => part.replace(/^:(.*)$/, '{$1}')).join('/')}`

test('every operation is there once, under its noun', () => {
  const operations = operationsOf(document)
  expect(items.map(placeOf).sort()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).sort())
  for (const { name, item } of collection.item) {
    const tagged = operations.filter(({ operation }) => operation.tags[0] === name)
    expect(item.map(({ name: summary }) => summary).sort()).toEqual(
      tagged.map(({ operation }) => operation.summary).sort(),
    )
  }
})

test('it is a collection of version 2.1', () => {
  expect(collection.info).toEqual({
    name: expect.stringMatching(/\w/),
    description: expect.stringMatching(/\w/),
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  })
  const fields = (...names: string[]) =>
    names.map((key) => ({ key, value: expect.any(String), type: 'string' }))
  expect(collection.auth).toEqual({ type: 'apikey', apikey: fields('key', 'value', 'in') })
  for (const { name, description, item } of collection.item) {
    expect({ name, description, item }).toEqual({
      name: expect.stringMatching(/\w/),
      description: expect.stringMatching(/\w/),
      item: expect.arrayContaining([expect.anything()]),
    })
  }
})

test.each(items.map((item) => [rawOf(item), item] as const))('%s is written as 2.1 wants it', (_, item) => {
  const { name, request, response } = item
  const { url, header, method } = request
  expect([name, response]).toEqual([expect.stringMatching(/\w/), []])
  expect(method).toMatch(/^(GET|POST|PUT|PATCH|DELETE)$/)
  expect(url.host).toEqual(['{{base_url}}'])
  expect(url.raw.split('?')[0]).toBe(`{{base_url}}/${url.path.join('/')}`)
  const asked = (url.query ?? [])
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => `${key}=${value}`)
  expect(url.raw.split('?')[1] ?? '').toBe(asked.join('&'))
  expect((url.variable ?? []).map(({ key }) => `:${key}`)).toEqual(
    url.path.filter((part) => part.startsWith(':')),
  )
  for (const { key, value } of [...header, ...(url.query ?? []), ...(url.variable ?? [])])
    expect([key, value]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/./)])
  if (request.auth) expect(['noauth', 'bearer']).toContain(request.auth.type)
  if (request.body) expect(JSON.parse(request.body.raw)).toBeTypeOf('object')
  const declared = collection.variable.map(({ key }) => key)
  const used = [...JSON.stringify(item).matchAll(/\{\{(\w+)\}\}/g)].map(([, variable]) => variable)
  expect(declared).toEqual(expect.arrayContaining(used))
})

const payslips = items.find((item) => placeOf(item) === 'GET /payroll/{user_id}') as Item
const variables = new Map(collection.variable.map(({ key, value }) => [key, value]))
variables.set('base_url', '').set('api_key', api.world.clients.acme.apiKey)
const filled = (text: string) =>
  text
    .replaceAll('{{$guid}}', () => crypto.randomUUID())
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name) => variables.get(name) ?? '')

/** As a client of the collection does it: variables, credential, request, and then the script. */
async function send({ request, event }: Item) {
  const { url, header, auth, body, method } = request
  const parts = url.path.map(
    (part) => (url.variable ?? []).find(({ key }) => `:${key}` === part)?.value ?? part,
  )
  const query = url.raw.includes('?') ? `?${url.raw.split('?')[1]}` : ''
  const credential =
    auth?.type === 'bearer'
      ? { authorization: filled('Bearer {{user_token}}') }
      : auth
        ? {}
        : { 'x-api-key': filled('{{api_key}}') }
  const sent = header
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => [key.toLowerCase(), filled(value)])
  const call = api.callWith({ ...credential, ...Object.fromEntries(sent) })
  const reply = await call(method, filled(`/${parts.join('/')}${query}`), body && filled(body.raw))
  const pm = {
    response: { code: reply.status, json: () => reply.body },
    collectionVariables: { set: (name: string, value: unknown) => variables.set(name, String(value ?? '')) },
  }
  for (const { script } of event ?? []) new Function('pm', script.exec.join('\n'))(pm)
  return reply
}

/** Right as they are written, but what they ask for cannot be in a world that has just begun. */
const refused: Record<string, RegExp> = {
  'PUT /accounts/{account_id}/mfa': /waits for no answer/,
  'POST /accounts/{account_id}/reconnect': /only EXPIRED and INVALID can be reconnected/,
  'POST /taxauth/entries/connections': /is of a payroll provider/,
  'PUT /documents/bank-statements': /no such upload of this user/,
  'POST /members/signin': /username or password is wrong/,
  'POST /webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': /test is not sent again/,
}
/** They come by e-mail, after a file was uploaded, or from the tax authority. */
const comeFromElsewhere = [
  'document_id',
  'invitation_code',
  'member_session',
  'reset_code',
  'statement_submission_id',
  'taxauth_entry_id',
  'upload_path',
]

const takesAway = ({ request: { method, url } }: Item) => method === 'DELETE' || /revo/.test(url.raw)

/** The variables that a request sends, and that nobody has filled. */
function emptyIn({ request: { url, header, body } }: Item) {
  const sent = [url.raw, url.variable, header.filter(({ disabled }) => !disabled), body?.raw]
  const names = [...JSON.stringify(sent).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
  return names.filter((name) => name !== 'base_url' && !variables.get(name))
}

test('the running service understands every request as it is written', async () => {
  for (const item of items.filter((one) => !takesAway(one))) {
    const place = placeOf(item)
    const empty = emptyIn(item)
    const { status, text, headers } = await send(item)
    const said = `${place}: ${status} ${text}`
    expect(headers['x-svc-error-code'], said).not.toBe('no-such-route')
    if (empty.length > 0) expect(comeFromElsewhere, said).toEqual(expect.arrayContaining(empty))
    else if (refused[place]) expect(text, said).toMatch(refused[place])
    else expect(status, said).toBeLessThan(300)
    // The payslips of a new account are fetched a moment later.
    if (place === 'POST /accounts')
      await eventually(async () => (await send(payslips)) && variables.get('submission_id'), 60_000)
  }
})

test('and so does it with those that take something away', async () => {
  const statuses = new Map<string, number>()
  for (const item of collection.item.toReversed().flatMap((folder) => folder.item.filter(takesAway))) {
    const { status, text, headers } = await send(item)
    statuses.set(placeOf(item), status)
    expect(headers['x-svc-error-code'], `${placeOf(item)}: ${text}`).not.toBe('no-such-route')
    // One may have taken what the next is about: a credential, an account, a person.
    expect([200, 201, 401, 404, 409], `${placeOf(item)}: ${text}`).toContain(status)
  }
  for (const place of ['DELETE /webhooks/{webhook_id}', 'DELETE /api-keys/{id}', 'DELETE /members/{id}'])
    expect(statuses.get(place), place).toBe(200)
})

test.each(Object.entries(keeps))('what %s keeps is in its reply', (operationId, kept) => {
  const operation = operationsOf(document).find(
    ({ operation: one }) => one.operationId === operationId,
  )?.operation
  const schemas = operation ? repliesOf(operation).map((content) => content['application/json']?.schema) : []
  for (const [, expression] of kept) {
    const [path = ''] = expression.split('.split(')
    expect(
      schemas.some((schema) => schema && leadsSomewhere(schema, path)),
      expression,
    ).toBe(true)
  }
})

function leadsSomewhere(schema: Schema, path: string) {
  const follow = ({ $ref, ...rest }: Schema): Schema =>
    $ref ? document.components.schemas[$ref.replace('#/components/schemas/', '')] : rest
  let at: Schema | undefined = schema
  for (const [, field] of path.matchAll(/\.(\w+)|\[0\]/g)) {
    const here: Schema = follow(at)
    at = field ? here.properties?.[field] : here.items || undefined
    if (!at) return false
  }
  return true
}
