import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Change, changedBy, json, text } from './small-interface.ts'

const POST = 'POST /papers/{paper_id}:'
type Row = [rule: string, breaking: Change, says: string, twin: Change]

const rules: Row[] = [
  [
    'an operation',
    ({ document }) => delete document.paths['/health'],
    'GET /health: was removed',
    ({ document }) => (document.paths['/new'] = document.paths['/health']),
  ],
  [
    'a path',
    ({ document: { paths } }) => {
      paths['/paper/{paper_id}'] = paths['/papers/{paper_id}']
      delete paths['/papers/{paper_id}']
    },
    `${POST} was removed`,
    ({ document: { paths } }) => {
      paths['/papers/{id}'] = paths['/papers/{paper_id}']
      delete paths['/papers/{paper_id}']
    },
  ],
  [
    'its name',
    ({ operation }) => (operation.operationId = 'postPaper'),
    `${POST} its name was "Papers, sendPaper", and is now "Papers, postPaper"`,
    ({ operation }) => (operation.summary = 'Post'),
  ],
  [
    'its noun',
    ({ operation }) => (operation.tags = ['Sheets']),
    `${POST} its name was "Papers, sendPaper", and is now "Sheets, sendPaper"`,
    ({ operation }) => operation.tags.push('Sheets'),
  ],
  [
    'a way in',
    ({ operation }) => operation.security.pop(),
    `${POST} no longer open with userToken`,
    ({ operation }) => operation.security.push({ memberToken: [] }),
  ],
  [
    'two credentials for one',
    ({ operation }) => (operation.security = [{ apiKey: [], userToken: [] }, { userToken: [] }]),
    `${POST} no longer open with apiKey`,
    ({ operation }) => operation.security.push({ apiKey: [], userToken: [] }),
  ],
  [
    'a door that stood open',
    ({ health }) => (health.security = [{ apiKey: [] }]),
    'GET /health: no longer open to everybody',
    ({ operation }) => (operation.security = []),
  ],
  [
    'how a credential is sent',
    ({ document }) => (document.components.securitySchemes.apiKey.name = 'X-KEY'),
    'the credential apiKey is another now',
    ({ document }) => (document.components.securitySchemes.apiKey.description = 'The key'),
  ],
  [
    'a parameter',
    ({ parameters }) => parameters.splice(1, 1),
    `${POST} query parameter \`limit\` was removed`,
    ({ parameters }) => parameters.push({ name: 'offset', in: 'query', required: false, schema: text }),
  ],
  [
    'a required parameter',
    ({ parameters }) => parameters.push({ name: 'at', in: 'query', required: true, schema: text }),
    `${POST} query parameter \`at\` is new and required`,
    ({ parameters }) => (parameters[0].name = 'id'),
  ],
  [
    'a parameter that must now be there',
    ({ parameters }) => (parameters[2].required = true),
    `${POST} header parameter \`x-svc-device\` is now required`,
    ({ parameters }) => (parameters[2].name = 'x-svc-device'),
  ],
  [
    'the type of a parameter',
    ({ parameters }) => (parameters[0].schema = { type: 'integer' }),
    `${POST} path parameter 1 was string (uuid), and is now integer`,
    ({ parameters }) => (parameters[0].schema = text),
  ],
  [
    'the bound of a parameter',
    ({ parameters }) => (parameters[1].schema.maximum = 50),
    `${POST} query parameter \`limit\` had maximum 100, and now has 50`,
    ({ parameters }) => (parameters[1].schema.maximum = 200),
  ],
  [
    'what is meant when nothing is said',
    ({ parameters }) => (parameters[1].schema.default = 50),
    `${POST} query parameter \`limit\` was 20 when left out, and is now 50`,
    ({ parameters }) => (parameters[1].schema.description = 'At most'),
  ],
  [
    'a body',
    ({ health }) => (health.requestBody = json(text)),
    'GET /health: a request body is now required',
    ({ operation }) => (operation.requestBody.content['text/plain'] = { schema: text }),
  ],
  [
    'no body any more',
    ({ operation }) => delete operation.requestBody,
    `${POST} the request was removed`,
    ({ operation }) => (operation.requestBody.description = 'A paper'),
  ],
  [
    'the form of a body',
    ({ operation }) => (operation.requestBody.content = { 'text/plain': { schema: text } }),
    `${POST} request is no longer application/json`,
    ({ operation }) => (operation.responses[201].content['text/plain'] = { schema: text }),
  ],
  [
    'a field of a request',
    ({ request }) => delete request.properties.note,
    `${POST} request field \`note\` was removed`,
    ({ request }) => (request.properties.colour = text),
  ],
  [
    'a new required field',
    ({ request }) => {
      request.properties.colour = text
      request.required.push('colour')
    },
    `${POST} request field \`colour\` is new and required`,
    ({ request }) => (request.required = ['title']),
  ],
  [
    'a field that must now be there',
    ({ request }) => request.required.push('pages'),
    `${POST} request field \`pages\` is now required`,
    ({ reply }) => reply.required.push('score'),
  ],
  [
    'a word of a request',
    ({ request }) => request.properties.kind.enum.pop(),
    `${POST} request field \`kind\` no longer takes "statement"`,
    ({ request }) => request.properties.kind.enum.push('letter'),
  ],
  [
    'words where any text was',
    ({ request }) => (request.properties.title = { type: 'string', const: 'Pay' }),
    `${POST} request field \`title\` now takes only "Pay"`,
    ({ request }) => delete request.properties.kind.enum,
  ],
  [
    'the type of a field of a request',
    ({ request }) => (request.properties.title = { type: 'boolean' }),
    `${POST} request field \`title\` was string, and is now boolean`,
    ({ request }) => (request.properties.pages.type = 'number'),
  ],
  [
    'null in a request',
    ({ request }) => (request.properties.note = text),
    `${POST} request field \`note\` may no longer be null`,
    ({ request }) => (request.properties.pages.type = ['integer', 'null']),
  ],
  [
    'a length',
    ({ request }) => (request.properties.title.minLength = 5),
    `${POST} request field \`title\` had minLength 1, and now has 5`,
    ({ request }) => (request.properties.title.minLength = 0),
  ],
  [
    'a bound where none was',
    ({ request }) => (request.properties.pages.maximum = 9),
    `${POST} request field \`pages\` had no maximum, and now has 9`,
    ({ request }) => delete request.properties.pages.minimum,
  ],
  [
    'a pattern',
    ({ request }) => (request.properties.code.pattern = '^[a-f]+$'),
    `${POST} request field \`code\` had pattern ^[a-z]+$, and now has ^[a-f]+$`,
    ({ request }) => delete request.properties.code.pattern,
  ],
  [
    'the items of a list',
    ({ request }) => (request.properties.tags.items.maxLength = 10),
    `${POST} request field \`tags[]\` had maxLength 20, and now has 10`,
    ({ request }) => (request.properties.tags.maxItems = 20),
  ],
  [
    'the values of a map',
    ({ request }) => (request.properties.extra.additionalProperties = { type: 'integer' }),
    `${POST} request field \`extra.*\` was string, and is now integer`,
    ({ request }) => (request.properties.extra.additionalProperties = true),
  ],
  [
    'room for other fields',
    ({ request }) => (request.properties.extra.additionalProperties = false),
    `${POST} request field \`extra\` no longer takes other fields`,
    ({ request }) => (request.additionalProperties = true),
  ],
  [
    'one of several forms',
    ({ request }) => request.properties.source.oneOf.pop(),
    `${POST} request field \`source\` no longer takes string (ipv6)`,
    ({ request }) => request.properties.source.oneOf.push({ type: 'null' }),
  ],
  [
    'an answer',
    ({ operation }) => delete operation.responses[409],
    `${POST} response 409 was removed`,
    ({ operation }) => (operation.responses[403] = json(text)),
  ],
  [
    'a new success',
    ({ operation }) => (operation.responses[202] = json(text)),
    `${POST} response 202 is a new success`,
    ({ operation }) => (operation.responses[503] = json(text)),
  ],
  [
    'a field of an answer',
    ({ reply }) => delete reply.properties.score,
    `${POST} response 201 field \`score\` was removed`,
    ({ reply }) => (reply.properties.colour = text),
  ],
  [
    'a field that may be missing',
    ({ reply }) => reply.required.shift(),
    `${POST} response 201 field \`id\` may now be missing`,
    ({ reply }) => reply.required.push('next'),
  ],
  [
    'the type of a field of an answer',
    ({ reply }) => (reply.properties.size.type = 'number'),
    `${POST} response 201 field \`size\` was integer, and is now number`,
    ({ reply }) => (reply.properties.score.type = 'integer'),
  ],
  [
    'the format of a field of an answer',
    ({ reply }) => delete reply.properties.id.format,
    `${POST} response 201 field \`id\` was string (uuid), and is now string`,
    ({ document }) =>
      (document.paths['/health'].get.responses[200] = json({ type: 'string', format: 'uuid' })),
  ],
  [
    'null in an answer',
    ({ reply }) => (reply.properties.size.type = ['integer', 'null']),
    `${POST} response 201 field \`size\` may now be null`,
    ({ reply }) => (reply.properties.made_at.type = 'string'),
  ],
  [
    'any text where words were',
    ({ reply }) => delete reply.properties.state.enum,
    `${POST} response 201 field \`state\` is no longer one of "new", "read"`,
    ({ reply }) => reply.properties.state.enum.pop(),
  ],
  [
    'the places of a tuple',
    ({ reply }) => reply.properties.box.prefixItems.push({ type: 'number' }),
    `${POST} response 201 field \`box\` had 2 fixed places, and now has 3`,
    ({ reply }) => (reply.properties.box.prefixItems[0] = { type: 'integer' }),
  ],
  [
    'the fields of one of several',
    ({ reply }) => reply.properties.outcome.oneOf[0].required.pop(),
    `${POST} response 201 field \`outcome.place\` may now be missing`,
    ({ reply }) => reply.properties.outcome.oneOf.pop(),
  ],
  [
    'another form of an answer',
    ({ reply }) => reply.properties.outcome.oneOf.push(text),
    `${POST} response 201 field \`outcome\` may now be string`,
    ({ reply }) => reply.properties.outcome.oneOf.reverse(),
  ],
  [
    'an event',
    ({ document }) => delete document.webhooks['paper-read'],
    'webhook paper-read: was removed',
    ({ document }) => (document.webhooks['paper-lost'] = document.webhooks['paper-read']),
  ],
  [
    'a field of an event',
    ({ hook }) => (hook.requestBody = json({ type: 'object' })),
    'webhook paper-read: body field `paper_id` was removed',
    ({ hook }) => hook.requestBody.content['application/json'].schema.required.push('other'),
  ],
  [
    'a header of an event',
    ({ hook }) => (hook.parameters[0].required = false),
    'webhook paper-read: header parameter `webhook-id` may now be missing',
    ({ hook }) => hook.parameters.push({ name: 'x-new', in: 'header', required: true, schema: text }),
  ],
]

test.each(rules)('%s: told and breaking; its harmless twin is silent', (_, breaking, says, twin) => {
  expect(changedBy(breaking)).toEqual([{ isBreaking: true, text: says }])
  expect(changedBy(twin)).toEqual([])
})

const news: [string, Change, string][] = [
  [
    'a new word in an answer',
    ({ reply }) => reply.properties.state.enum.push('old'),
    `${POST} response 201 field \`state\` may now be "old"`,
  ],
  [
    'a new form with a word of its own',
    ({ reply }) =>
      reply.properties.outcome.oneOf.push({
        type: 'object',
        properties: { kind: { type: 'string', const: 'sold' } },
        required: ['kind'],
      }),
    `${POST} response 201 field \`outcome\` may now be kind "sold"`,
  ],
]

test.each(news)('%s is told, and breaks nothing', (_, change, says) => {
  expect(changedBy(change)).toEqual([{ isBreaking: false, text: says }])
})

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The program as CI runs it, on two files. */
function run(old: unknown, now: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-breaking-changes-'))
  try {
    const files = [old, now].map((document, n) => {
      const file = join(folder, `${n}.json`)
      writeFileSync(file, JSON.stringify(document))
      return file
    })
    return spawnSync(process.execPath, [at('dev/breaking-changes.ts'), ...files], { encoding: 'utf8' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('the program fails at a break of the real interface, says where, and passes what is the same', () => {
  const present = JSON.parse(readFileSync(at('server/openapi.json'), 'utf8'))
  const broken = structuredClone(present)
  delete broken.components.schemas.Webhook.properties.created_at
  const failed = run(present, broken)
  expect(failed.status).toBe(1)
  expect(failed.stdout).toContain(
    'BREAKING  GET /webhooks/{webhook_id}: response 200 field `created_at` was removed\n',
  )
  expect(run(present, present)).toMatchObject({
    status: 0,
    stdout: 'openapi.json: 0 breaking changes since the release\n',
  })
})
