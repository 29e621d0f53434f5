import { expect, test } from 'vitest'
import { addDays } from '../../calendar.ts'
import { decimal } from '../../money.ts'
import { providers } from '../catalogue.ts'
import { type ErrorCode, errorSpec, errors, isErrorCode } from '../errors.ts'
import { codeFor, redeem, redirectOf, refresh, runOAuthFlow, tokensFor } from '../testing/oauth-visitor.ts'
import { call, elapsedMs, errorCodeOn, minute, openProvider } from '../testing/test-sandbox.ts'
import { cloud } from './provider.ts'

const userName = 'wilhelmina.oakapple'
const openCloud = () => openProvider(cloud, '/cloud')
type TestSandbox = Awaited<ReturnType<typeof openCloud>>
const get = ({ url }: TestSandbox, token: string, path: string) => call('GET', `${url}${path}`, { token })

async function allPages(sandbox: TestSandbox, token: string, query = '') {
  const found = []
  let cursor: string | null = ''
  for (let page = 0; page < 50 && cursor !== null; page++) {
    const { body }: Awaited<ReturnType<typeof get>> = await get(
      sandbox,
      token,
      `/v1/payslips?${query}${cursor && `&cursor=${cursor}`}`,
    )
    found.push(...body.payslips)
    cursor = body.next_cursor
  }
  return found
}

test('returns identity, employments and payslips of the person', async () => {
  await using sandbox = await openCloud()
  const { world, clock } = sandbox
  const { access_token } = await tokensFor(sandbox, { userName: 'dashiell.pennyfeather' })
  const person = world.find('dashiell.pennyfeather')
  if (!person) throw new Error('no such person')

  expect((await get(sandbox, access_token, '/v1/me')).body).toMatchObject({
    given_name: 'Dashiell',
    family_name: 'Pennyfeather',
    birth_date: person.dateOfBirth,
    national_insurance_number: person.niNumber,
    email: person.email,
    phone: `+${person.phone}`,
    address: { postal_code: world.address(person, clock.today()).postCode },
  })
  const { employments } = (await get(sandbox, access_token, '/v1/employments')).body
  expect(employments.map((one: { employer: object }) => one.employer)).toEqual(
    person.jobs.map(({ employer }) => ({
      legal_name: employer.name,
      paye_reference: employer.payeReference,
    })),
  )

  const listed = await allPages(sandbox, access_token, 'limit=7')
  const truth = person.jobs.flatMap((job) => world.payslips(job, clock.today()))
  expect(new Set(listed.map(({ payslip_id }) => payslip_id)).size).toBe(truth.length)
  const nets = (list: string[]) => list.toSorted()
  expect(nets(listed.map(({ net, paid_on }) => `${paid_on} ${net}`))).toEqual(
    nets(truth.map(({ netPay, payDate }) => `${payDate} ${decimal(netPay)}`)),
  )
  expect(listed.map(({ paid_on }) => paid_on)).toEqual(
    listed
      .map(({ paid_on }) => paid_on)
      .toSorted()
      .toReversed(),
  )
})

test('a payslip adds up and is available as PDF', async () => {
  await using sandbox = await openCloud()
  const { world, clock } = sandbox
  const { access_token } = await tokensFor(sandbox)
  const [summary] = await allPages(sandbox, access_token)
  const { body } = await get(sandbox, access_token, `/v1/payslips/${summary.payslip_id}`)
  const [job] = world.find(userName)?.jobs ?? []
  const truth = job && world.payslips(job, clock.today()).at(-1)
  if (!truth) throw new Error('nothing')
  expect(body.totals).toMatchObject({
    gross: decimal(truth.grossPay),
    deductions: decimal(truth.totalDeductions),
    net: decimal(truth.netPay),
    income_tax: decimal(truth.incomeTax),
    employee_ni: decimal(truth.employeeNi),
  })
  expect(body.year_to_date).toMatchObject({
    gross: decimal(truth.yearToDate.grossPay),
    net: decimal(truth.yearToDate.netPay),
  })
  const pence = (lines: { amount: string }[]) =>
    lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
  expect([pence(body.earnings), pence(body.deductions)]).toEqual([truth.grossPay, truth.totalDeductions])
  const pdf = await get(sandbox, access_token, `/v1/payslips/${summary.payslip_id}/pdf`)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test('lists can be filtered, and new payslips do not shift pages', async () => {
  await using sandbox = await openCloud()
  const { access_token } = await tokensFor(sandbox)
  const spring = await allPages(sandbox, access_token, 'paid_from=2026-03-01&paid_to=2026-05-31')
  expect(spring.map(({ paid_on }) => paid_on.slice(0, 7))).toEqual(['2026-05', '2026-04', '2026-03'])
  const all = await allPages(sandbox, access_token)
  const { paid_on } = all[3]
  expect(await allPages(sandbox, access_token, `paid_from=${paid_on}&paid_to=${paid_on}`)).toEqual([all[3]])
  const one = (await get(sandbox, access_token, `/v1/payslips?employment_id=${all[0].employment_id}`)).body
  expect(one.payslips).toHaveLength(25)
  const { body } = await get(sandbox, access_token, '/v1/payslips?limit=2')
  sandbox.clock.set(new Date('2026-12-31T12:00:00Z'))
  const later = await tokensFor(sandbox)
  const next = await get(sandbox, later.access_token, `/v1/payslips?limit=2&cursor=${body.next_cursor}`)
  expect(next.body.payslips).toEqual(all.slice(2, 4))
  for (const query of [
    'limit=0',
    'limit=26',
    'limit=x',
    'cursor=bm90aGluZw',
    'paid_from=yesterday',
    'colour=red',
  ]) {
    const reply = await get(sandbox, later.access_token, `/v1/payslips?${query}`)
    expect([reply.status, reply.body.error], query).toEqual([400, 'invalid_request'])
  }
})

test('new payslips appear when the clock moves; unknown and other people’s payslips return 404', async () => {
  await using sandbox = await openCloud()
  const count = async () => (await allPages(sandbox, (await tokensFor(sandbox)).access_token)).length
  const before = await count()
  sandbox.clock.advance(62 * 24 * 60 * minute)
  expect(await count()).toBe(before + 2)
  const [theirs] = await allPages(
    sandbox,
    (await tokensFor(sandbox, { userName: 'kit.hollowbrook' })).access_token,
  )
  const mine = (await tokensFor(sandbox)).access_token
  for (const path of [
    `/v1/payslips/${theirs.payslip_id}`,
    `/v1/payslips/${theirs.payslip_id}/pdf`,
    '/v1/lunch',
  ])
    expect((await get(sandbox, mine, path)).body.error).toBe('not_found')
})

test('a later query returns only new payslips', async () => {
  await using sandbox = await openCloud()
  const first = await tokensFor(sandbox)
  const [latest] = await allPages(sandbox, first.access_token)
  const since = `paid_from=${addDays(latest.paid_on, 1)}`
  expect(await allPages(sandbox, first.access_token, since)).toEqual([])
  sandbox.clock.advance(31 * 24 * 60 * minute)
  const later = (await refresh(sandbox, first.refresh_token)).body
  expect(await allPages(sandbox, later.access_token, since)).toHaveLength(1)
})

test('a token is limited to its scopes', async () => {
  await using sandbox = await openCloud()
  const { access_token, scope } = await tokensFor(sandbox, { query: { scope: 'identity' } })
  expect(scope).toBe('identity')
  expect((await get(sandbox, access_token, '/v1/me')).status).toBe(200)
  const refused = await get(sandbox, access_token, '/v1/payslips')
  expect([refused.status, refused.body.error]).toEqual([403, 'invalid_scope'])
})

test('the 301st request in a minute is rate limited', async () => {
  await using sandbox = await openCloud()
  const { access_token } = await tokensFor(sandbox)
  const statuses = new Set<number>()
  for (let n = 0; n < 6; n++) {
    const fifty = Array.from({ length: 50 }, () => get(sandbox, access_token, '/v1/employments'))
    for (const { status } of await Promise.all(fifty)) statuses.add(status)
  }
  expect([...statuses]).toEqual([200])
  const refused = await get(sandbox, access_token, '/v1/employments')
  expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited'])
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  const another = await tokensFor(sandbox)
  expect((await get(sandbox, another.access_token, '/v1/employments')).status).toBe(200)
  sandbox.clock.advance(wait * 1_000)
  expect((await get(sandbox, access_token, '/v1/employments')).status).toBe(200)
})

/** Runs the OAuth pages, token, payslip list and payslip in turn; returns the first step that fails. */
async function walk(sandbox: TestSandbox, password: string) {
  const { step, reply } = await runOAuthFlow(sandbox, { password })
  if (step !== 'consent') return { step, code: errorCodeOn(reply) ?? redirectOf(reply).error, reply }
  const tokens = await redeem(sandbox, redirectOf(reply).code ?? '')
  if (tokens.status !== 200) return { step: 'token', code: tokens.body.error, reply: tokens }
  const list = await get(sandbox, tokens.body.access_token, '/v1/payslips')
  if (!list.body?.payslips) return { step: 'list', code: list.body?.error, reply: list }
  const payslip = await get(
    sandbox,
    tokens.body.access_token,
    `/v1/payslips/${list.body.payslips[0].payslip_id}`,
  )
  return { step: payslip.body?.earnings ? 'end' : 'payslip', code: payslip.body?.error, reply: payslip }
}

const { steps } = providers['sandbox-cloud']
const codes = Object.keys(errors)
  .filter(isErrorCode)
  .filter((code) => errorSpec(code).providers.includes('sandbox-cloud'))
const sentBack = ['access_denied', 'unsupported_response_type']

test.each(codes)('error:%s returns exactly that error', async (requestedCode: ErrorCode) => {
  await using sandbox = await openCloud()
  const { step, code, reply } = await walk(sandbox, `error:${requestedCode}`)
  const row = errorSpec(requestedCode)
  expect(step).toBe(steps.find((one) => row.occursAt.includes(one)))
  expect(reply.status).toBe(sentBack.includes(requestedCode) ? 303 : row.status)
  expect(reply.headers.get('retry-after')).toBe(row.retryAfterSeconds?.toString() ?? null)
  if (requestedCode === 'bad_response') expect(() => JSON.parse(reply.text)).toThrow(SyntaxError)
  else expect(code).toBe(requestedCode)
})

test('completes without an error', async () => {
  await using sandbox = await openCloud()
  expect((await walk(sandbox, 'pass')).step).toBe('end')
  expect((await walk(sandbox, 'mfa:code')).step).toBe('end')
})

test.each(['login', 'mfa', 'token', 'list', 'payslip'])(
  'drop:%s drops the connection at that step',
  async (step) => {
    await using sandbox = await openCloud()
    await expect(walk(sandbox, step === 'mfa' ? 'mfa:code+drop:mfa' : `drop:${step}`)).rejects.toThrow(
      'fetch failed',
    )
  },
)

test('a code can be used after a dropped connection', async () => {
  await using sandbox = await openCloud()
  const code = await codeFor(sandbox)
  sandbox.switches.behave('sandbox-cloud', userName, 'drop:token')
  await expect(redeem(sandbox, code)).rejects.toThrow('fetch failed')
  sandbox.switches.behave('sandbox-cloud', userName, null)
  expect((await redeem(sandbox, code)).status).toBe(200)
})

test('slow delays every reply', async () => {
  await using sandbox = await openCloud()
  const code = await codeFor(sandbox, { password: 'slow:0.25' })
  let token = ''
  const times = [
    await elapsedMs(async () => {
      token = (await redeem(sandbox, code)).body.access_token
    }),
    await elapsedMs(() => get(sandbox, token, '/v1/me')),
  ]
  for (const time of times) expect(time).toBeGreaterThanOrEqual(245)
})

test('an override applies at the next refresh', async () => {
  await using sandbox = await openCloud()
  const imposed = async (behaviour: string) => {
    const { refresh_token } = await tokensFor(sandbox)
    sandbox.switches.behave('sandbox-cloud', userName, behaviour)
    const reply = await refresh(sandbox, refresh_token)
    sandbox.switches.behave('sandbox-cloud', userName, null)
    return [reply.status, reply.body.error]
  }
  expect(await imposed('error:account_disabled')).toEqual([403, 'account_disabled'])
  expect(await imposed('error:invalid_grant')).toEqual([400, 'invalid_grant'])
  expect(await imposed('error:provider_down')).toEqual([503, 'provider_down'])
  expect(await imposed('mfa:code')).toEqual([400, 'invalid_grant'])
  expect(await imposed('pass')).toEqual([200, undefined])
  expect(await imposed('lock')).toEqual([423, 'account_locked'])
  expect(sandbox.switches.state('sandbox-cloud').lockedUserNames).toEqual([userName])
})

test('a provider that is down rejects pages, tokens and data', async () => {
  await using sandbox = await openCloud()
  const { access_token, refresh_token } = await tokensFor(sandbox)
  sandbox.switches.change('sandbox-cloud', { isDown: true })
  const page = await runOAuthFlow(sandbox)
  expect([page.step, page.reply.status, errorCodeOn(page.reply)]).toEqual(['authorize', 503, 'provider_down'])
  for (const reply of [await refresh(sandbox, refresh_token), await get(sandbox, access_token, '/v1/me')])
    expect([reply.status, reply.body.error, reply.headers.get('retry-after')]).toEqual([
      503,
      'provider_down',
      '60',
    ])
  sandbox.switches.change('sandbox-cloud', { isDown: false })
  expect((await refresh(sandbox, refresh_token)).status).toBe(200)
})

test('ending a session revokes both tokens', async () => {
  await using sandbox = await openCloud()
  const { access_token, refresh_token } = await tokensFor(sandbox)
  const theirs = await tokensFor(sandbox, { userName: 'kit.hollowbrook' })
  expect(sandbox.switches.endSessions('sandbox-cloud', userName)).toBe(1)
  expect((await get(sandbox, access_token, '/v1/me')).body.error).toBe('invalid_token')
  expect((await refresh(sandbox, refresh_token)).body.error).toBe('invalid_grant')
  expect((await get(sandbox, theirs.access_token, '/v1/me')).status).toBe(200)
})

test('replies are identical in two runs', async () => {
  const run = async () => {
    await using sandbox = await openCloud()
    const { access_token } = await tokensFor(sandbox, { userName: 'person.12' })
    const list = await get(sandbox, access_token, '/v1/payslips')
    const paths = ['/v1/me', '/v1/employments', `/v1/payslips/${list.body.payslips[0].payslip_id}`]
    return [
      list.text,
      ...(await Promise.all(paths.map(async (path) => (await get(sandbox, access_token, path)).text))),
    ]
  }
  expect(await run()).toEqual(await run())
})
