import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, test } from 'vitest'
import { runAdmin } from '../../server/src/admin/commands.ts'
import { type Api, startApi } from '../../server/test/api.ts'
import { atEnd } from '../../server/test/at-end.ts'
import { eventually } from '../../server/test/engine.ts'
import { startObjects } from '../../server/test/objects.ts'
import { asOwner, createUser } from '../../server/test/people.ts'
import { startSandbox } from '../../server/test/sandbox.ts'
import { installProgram } from './installed.ts'

// The client of the official SDK talks to the installed program, and the program to the running service.

const documentationTools = ['search_documentation', 'read_documentation']
const readTools = [
  'list_providers',
  'list_users',
  'get_user',
  'list_accounts',
  'list_submissions',
  'get_income_summary',
  'list_events',
]
const webhookTools = ['list_webhooks', 'list_webhook_deliveries']

// The SDK's client imports node:process, which opens standard input.
atEnd(() => process.stdin.unref())

const web = await mkdtemp(join(tmpdir(), 'payproof-mcp-docs-'))
atEnd(() => rm(web, { recursive: true, force: true }))
for (const [name, text] of [
  ['docs/llms.txt', '- [Webhooks](/docs/guides/webhooks.md): Receive deliveries.\n'],
  ['docs/guides/webhooks.md', '# Webhooks\n## Verify a signature\nCompute the HMAC of the body.\n'],
] as const) {
  await mkdir(dirname(join(web, name)), { recursive: true })
  await writeFile(join(web, name), text)
}

const production = {
  ENVIRONMENT: 'production',
  METRICS_TOKEN: 'a token of some length',
  PASSWORD_MEMORY_KIB: '65536',
}
const [sandboxApi, liveApi, installed] = await Promise.all([
  Promise.all([startObjects(), startSandbox()]).then(([{ settings }, { url }]) =>
    startApi({
      ...settings,
      OUTBOUND_LOOPBACK: 'true',
      SANDBOX_URL: url,
      SANDBOX_CLOCK: 'true',
      WEB_DIR: web,
    }),
  ),
  startApi(production, 'api'),
  installProgram(),
])
const [sandboxUrl, liveUrl] = await Promise.all([sandboxApi, liveApi].map(listen))
const owner = await asOwner(sandboxApi, 'acme')
const fullKey = sandboxApi.world.clients.acme.apiKey

async function listen({ server }: Api) {
  await server.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

async function keyWith(scopes: string[]): Promise<{ id: string; key: string }> {
  return (await owner('POST', '/api-keys', { name: 'assistant', scopes })).body
}

// The client's default of 60 seconds is too short for a busy machine.

/** Starts `payproof mcp` as an MCP client does, and connects to it. */
async function connect(apiKey: string, { url = sandboxUrl as string, options = [] as string[] } = {}) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StdioClientTransport({
    command: installed.plainNode,
    args: [installed.main, 'mcp', ...options],
    env: { PATH: '/usr/bin:/bin', HOME: installed.home, PAYPROOF_URL: url, PAYPROOF_API_KEY: apiKey },
    stderr: 'ignore',
  })
  atEnd(() => client.close())
  await client.connect(transport)

  const call = async (name: string, args: object = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...args } }, undefined)
    const [{ text }] = content as [{ text: string }]
    return { text, isError: isError === true }
  }
  return {
    call,
    toolNames: async () => (await client.listTools({})).tools.map(({ name }) => name),
    tools: async () => (await client.listTools({})).tools,
    /** Returns the result of a tool that must succeed. */
    async data(name: string, args: object = {}) {
      const { text, isError } = await call(name, args)
      expect(isError, text).toBe(false)
      return JSON.parse(text)
    },
  }
}

test('a client registers a test person, connects payroll and shows the income summary, without personal data', async () => {
  const { call, data, tools } = await connect(fullKey)
  const seen: unknown[] = []
  const show = async (name: string, args: object = {}) => {
    const result = await data(name, args)
    seen.push(result)
    return result
  }

  const { people } = await show('list_test_people', { search: 'oakapple' })
  expect(people).toEqual([{ user_name: 'wilhelmina.oakapple', about: expect.any(String) }])
  const { user_name } = people[0]
  const user = await show('register_test_person', { user_name })
  const { user_id } = user
  expect(user).toMatchObject({
    forename: '[redacted]',
    surname: '[redacted]',
    date_of_birth: '[redacted]',
    ni_number: '[redacted]',
    payroll_period_months: 12,
  })

  const account = await show('connect_payroll', { user_id, user_name })
  expect(account).toMatchObject({
    payroll_provider: 'sandbox-payroll',
    status: 'AUTHORISED',
    user_name: '[redacted]',
  })
  await eventually(async () => {
    const { accounts } = await show('list_accounts', { user_id })
    return accounts[0].retrieval.state === 'done'
  }, 240_000)

  const summary = await show('get_income_summary', { user_id })
  expect(summary).toMatchObject({
    user_id,
    status: 'ready',
    income: { annual_gross: { amount: expect.stringMatching(/^\d+\.\d\d$/) } },
    employments: [{ employer_name: '[redacted]', status: 'active', pay_frequency: 'monthly' }],
  })
  const { payroll_submissions } = await show('list_submissions', { user_id, limit: 3 })
  expect(payroll_submissions).toHaveLength(3)
  expect(payroll_submissions[0]).toMatchObject({
    identity_match: 'full',
    identity_information: { name: '[redacted]', NI_number: '[redacted]' },
    income_information: { earnings: { net_pay: expect.stringMatching(/^\d+\.\d\d$/) } },
  })
  const { events } = await show('list_events', { limit: 50 })
  expect(events.map(({ body }: { body: { event: string } }) => body.event)).toContain(
    'user-payroll-submitted',
  )
  const { providers } = await show('list_providers')
  expect(providers.map(({ id }: { id: string }) => id)).toContain('sandbox-payroll')
  await show('get_user', { user_id })
  await show('list_users')

  const { identity, jobs } = (await sandboxApi.acme('GET', `/sandbox/people/${user_name}`)).body
  const personal = [
    identity.forename,
    identity.surname,
    identity.ni_number,
    identity.date_of_birth.slice(0, 10),
    jobs[0].employer.name,
    ...identity.addresses.flatMap((address: Record<string, string>) => [address.post_code, address.street]),
  ]
  // Test people are chosen by their user name, which is public.
  const output = JSON.stringify(seen).replaceAll(`"user_name":"${user_name}"`, '')
  for (const value of personal) expect(output, value).not.toContain(value)

  const link = await data('create_journey_link', { user_id })
  expect(link).toEqual({ webapp_link: expect.stringMatching(/^http/), created_at: expect.any(String) })
  const hints = Object.fromEntries(
    (await tools()).map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
  )
  expect(hints).toMatchObject({
    get_income_summary: true,
    register_test_person: false,
    connect_payroll: false,
  })
  const { text } = await call('get_user', { user_id: '00000000-0000-4000-8000-000000000000' })
  expect(text).toMatch(/\(404, not-found, request req_[0-9a-f]{32}\)$/)
})

test('an MFA challenge of the sandbox is answered, and a refused login is explained', async () => {
  const { call, data } = await connect(fullKey)
  const user_name = 'barnaby.thistlewick'
  const { user_id } = await data('register_test_person', { user_name })
  const login = { user_id, user_name, password: 'mfa:code' }
  const { account_id, status, mfa_method } = await data('connect_payroll', login)
  expect({ status, mfa_method }).toMatchObject({ status: 'PENDING', mfa_method: { type: 'Code' } })
  expect(await data('answer_mfa', { account_id, answer: '246810' })).toMatchObject({ status: 'AUTHORISED' })

  const other = await data('register_test_person', { user_name: 'percival.wobblestone' })
  const wrong = { user_id: other.user_id, user_name: 'percival.wobblestone', password: 'wrong' }
  const refused = await call('connect_payroll', wrong)
  expect(refused).toMatchObject({
    isError: true,
    text: expect.stringMatching(/\(400, login-refused, request req_\w+\)/),
  })
  const unreadable = await call('connect_payroll', { user_id: 'nobody', limit: 3 })
  expect(unreadable).toMatchObject({ isError: true, text: expect.stringContaining('at user_id') })
  expect(unreadable.text).toContain('limit')
  expect(await call('erase_user')).toEqual({ isError: true, text: 'There is no tool erase_user.' })
})

test('a key lists the tools of its scopes only and is refused the others', async () => {
  const [reader, hooks, none] = await Promise.all(
    [['read'], ['webhooks', 'tokens'], ['members']].map(async (scopes) =>
      connect((await keyWith(scopes)).key),
    ),
  )
  expect(await reader?.toolNames()).toEqual([...documentationTools, ...readTools, 'list_test_people'])
  expect(await hooks?.toolNames()).toEqual([...documentationTools, ...webhookTools, 'create_journey_link'])
  expect(await none?.toolNames()).toEqual(documentationTools)

  const users = () => sandboxApi.sql('select count(*) from users')
  const before = await users()
  const person = { user_name: 'kit.hollowbrook' }
  expect(await reader?.call('register_test_person', person)).toEqual({
    isError: true,
    text: 'register_test_person needs an API key with the scope write, which this key does not have.',
  })
  expect(await hooks?.call('list_users')).toMatchObject({
    isError: true,
    text: expect.stringContaining('needs an API key with the scope read'),
  })
  expect(await users()).toEqual(before)
})

test('a key that is revoked while the server runs is refused by the API', async () => {
  const { id, key } = await keyWith(['read'])
  const { call, data } = await connect(key)
  await data('list_providers')
  await owner('DELETE', `/api-keys/${id}`)
  const refused = await eventually(async () => {
    const said = await call('list_providers')
    return said.isError && said
  })
  expect(refused.text).toMatch(/\(401, credentials-refused, request req_\w+\)/)
  expect(refused.text).not.toContain(key)
})

test('webhooks and deliveries are listed without URL', async () => {
  const { data } = await connect(fullKey)
  const hook = {
    name: 'loans',
    url: 'http://127.0.0.1:9/hook-with-a-token',
    events: ['user-payroll-submitted'],
  }
  const { webhook_id } = (await sandboxApi.acme('POST', '/webhooks', hook)).body
  await sandboxApi.acme('POST', `/webhooks/${webhook_id}/test`, {})
  const listed = await data('list_webhooks')
  expect(listed.webhooks).toEqual([
    { webhook_id, name: 'loans', events: hook.events, created_at: expect.any(String) },
  ])
  const { deliveries } = await data('list_webhook_deliveries', { webhook_id })
  expect(deliveries).toMatchObject([{ event: 'user-payroll-submitted', is_test: true }])
  await sandboxApi.acme('DELETE', `/webhooks/${webhook_id}`)
})

test('the documentation of the service is searched and read', async () => {
  const { call } = await connect(fullKey)
  expect((await call('search_documentation', { query: 'verify signature' })).text).toBe(
    'guides/webhooks: Webhooks, Verify a signature\nCompute the HMAC of the body.',
  )
  expect((await call('read_documentation', { page: 'guides/webhooks' })).text).toContain('## Verify')
  expect(await call('read_documentation', { page: '../users' })).toMatchObject({ isError: true })
})

test('in production there are only tools that read, and personal data needs the option', async () => {
  const made = await runAdmin(liveApi.config, ['create-api-key', '--client', 'acme', '--name', 'live'])
  const { key } = made as { key: string }
  const { user_id } = await createUser(liveApi.withKey(key), { surname: 'Thistlewick' })
  const [hidden, shown] = await Promise.all([
    connect(key, { url: liveUrl as string }),
    connect(key, { url: liveUrl as string, options: ['--show-personal-data'] }),
  ])
  for (const { tools } of [hidden, shown]) {
    const listed = await tools()
    expect(listed.map(({ name }) => name)).toEqual([...documentationTools, ...readTools, ...webhookTools])
    expect(listed.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
  }
  for (const name of ['register_test_person', 'connect_payroll', 'create_journey_link', 'answer_mfa'])
    expect(await shown.call(name, { user_id })).toEqual({
      isError: true,
      text: `${name} exists in the sandbox only. In production this server reads and never writes.`,
    })
  expect(await hidden.data('get_user', { user_id })).toMatchObject({ user_id, surname: '[redacted]' })
  expect(await shown.data('get_user', { user_id })).toMatchObject({ user_id, surname: 'Thistlewick' })
})

test('the program ends with its input, and says why it cannot start', async () => {
  const start = (env: Record<string, string>) => {
    const { child, ended } = installed.start(['mcp'], env)
    child.stdin.end()
    return ended
  }
  const withUrl = { PAYPROOF_URL: sandboxUrl as string }
  const [ended, wrong, none] = await Promise.all([
    start({ ...withUrl, PAYPROOF_API_KEY: fullKey }),
    start({ ...withUrl, PAYPROOF_API_KEY: 'svc_sbx_wrong' }),
    start({ ...withUrl, PAYPROOF_CREDENTIALS: '/nowhere/x' }),
  ])
  expect(ended).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'payproof mcp: sandbox; scopes: read, webhooks, write, tokens; personal data redacted\n',
  })
  expect(wrong).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('credentials-refused') })
  expect(none).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('payproof login') })

  await writeFile(
    join(installed.root, 'member.json'),
    JSON.stringify({ url: sandboxUrl, member_token: 'a.b.c' }),
    {
      mode: 0o600,
    },
  )
  const member = await start({ PAYPROOF_CREDENTIALS: join(installed.root, 'member.json') })
  expect(member).toMatchObject({ code: 2, stderr: expect.stringContaining('payproof mcp needs an API key') })
})
