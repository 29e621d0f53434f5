import { expect, test } from 'vitest'
import { addDays } from '../../calendar.ts'
import { decimal } from '../../money.ts'
import { providers } from '../catalogue.ts'
import { type ErrorCode, errorRow, errors, isErrorCode } from '../errors.ts'
import { call, errorOn, minute, open, took } from '../testing/test-sandbox.ts'
import { codeFor, redeem, refresh, sentTo, tokensFor, visit } from '../testing/oauth-visitor.ts'
import { cloud } from './provider.ts'

const userName = 'wilhelmina.oakapple'
const openCloud = () => open(cloud, '/cloud')
type Town = Awaited<ReturnType<typeof openCloud>>
const get = ({ url }: Town, token: string, path: string) => call('GET', `${url}${path}`, { token })

async function allPages(town: Town, token: string, query = '') {
  const found = []
  let cursor: string | null = ''
  for (let page = 0; page < 50 && cursor !== null; page++) {
    const { body }: Awaited<ReturnType<typeof get>> = await get(
      town,
      token,
      `/v1/payslips?${query}${cursor && `&cursor=${cursor}`}`,
    )
    found.push(...body.payslips)
    cursor = body.next_cursor
  }
  return found
}

test('who is asked for, where they work and what they were paid is as the world has it', async () => {
  await using town = await openCloud()
  const { world, clock } = town
  const { access_token } = await tokensFor(town, { userName: 'dashiell.pennyfeather' })
  const person = world.find('dashiell.pennyfeather')
  if (!person) throw new Error('nobody')

  expect((await get(town, access_token, '/v1/me')).body).toMatchObject({
    given_name: 'Dashiell',
    family_name: 'Pennyfeather',
    birth_date: person.dateOfBirth,
    national_insurance_number: person.niNumber,
    email: person.email,
    phone: `+${person.phone}`,
    address: { postal_code: world.address(person, clock.today()).postCode },
  })
  const { employments } = (await get(town, access_token, '/v1/employments')).body
  expect(employments.map((one: { employer: object }) => one.employer)).toEqual(
    person.jobs.map(({ employer }) => ({
      legal_name: employer.name,
      paye_reference: employer.payeReference,
    })),
  )

  const listed = await allPages(town, access_token, 'limit=7')
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

test('one payslip adds up, and can be had as a PDF', async () => {
  await using town = await openCloud()
  const { world, clock } = town
  const { access_token } = await tokensFor(town)
  const [summary] = await allPages(town, access_token)
  const { body } = await get(town, access_token, `/v1/payslips/${summary.payslip_id}`)
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
  const pdf = await get(town, access_token, `/v1/payslips/${summary.payslip_id}/pdf`)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test('lists can be narrowed, and a payslip that appears meanwhile moves no page', async () => {
  await using town = await openCloud()
  const { access_token } = await tokensFor(town)
  const spring = await allPages(town, access_token, 'paid_from=2026-03-01&paid_to=2026-05-31')
  expect(spring.map(({ paid_on }) => paid_on.slice(0, 7))).toEqual(['2026-05', '2026-04', '2026-03'])
  const all = await allPages(town, access_token)
  const { paid_on } = all[3]
  expect(await allPages(town, access_token, `paid_from=${paid_on}&paid_to=${paid_on}`)).toEqual([all[3]])
  const one = (await get(town, access_token, `/v1/payslips?employment_id=${all[0].employment_id}`)).body
  expect(one.payslips).toHaveLength(25)
  const { body } = await get(town, access_token, '/v1/payslips?limit=2')
  town.clock.set(new Date('2026-12-31T12:00:00Z'))
  const later = await tokensFor(town)
  const next = await get(town, later.access_token, `/v1/payslips?limit=2&cursor=${body.next_cursor}`)
  expect(next.body.payslips).toEqual(all.slice(2, 4))
  for (const query of [
    'limit=0',
    'limit=26',
    'limit=x',
    'cursor=bm90aGluZw',
    'paid_from=yesterday',
    'colour=red',
  ]) {
    const reply = await get(town, later.access_token, `/v1/payslips?${query}`)
    expect([reply.status, reply.body.error], query).toEqual([400, 'invalid_request'])
  }
})

test('new payslips appear when the clock is moved; those of others and of nobody are not found', async () => {
  await using town = await openCloud()
  const count = async () => (await allPages(town, (await tokensFor(town)).access_token)).length
  const before = await count()
  town.clock.advance(62 * 24 * 60 * minute)
  expect(await count()).toBe(before + 2)
  const [theirs] = await allPages(town, (await tokensFor(town, { userName: 'kit.hollowbrook' })).access_token)
  const mine = (await tokensFor(town)).access_token
  for (const path of [
    `/v1/payslips/${theirs.payslip_id}`,
    `/v1/payslips/${theirs.payslip_id}/pdf`,
    '/v1/lunch',
  ])
    expect((await get(town, mine, path)).body.error).toBe('not_found')
})

test('who comes back finds what is new since then, and nothing where nothing is', async () => {
  await using town = await openCloud()
  const first = await tokensFor(town)
  const [latest] = await allPages(town, first.access_token)
  const since = `paid_from=${addDays(latest.paid_on, 1)}`
  expect(await allPages(town, first.access_token, since)).toEqual([])
  town.clock.advance(31 * 24 * 60 * minute)
  const later = (await refresh(town, first.refresh_token)).body
  expect(await allPages(town, later.access_token, since)).toHaveLength(1)
})

test('a token reaches only what was asked for', async () => {
  await using town = await openCloud()
  const { access_token, scope } = await tokensFor(town, { query: { scope: 'identity' } })
  expect(scope).toBe('identity')
  expect((await get(town, access_token, '/v1/me')).status).toBe(200)
  const refused = await get(town, access_token, '/v1/payslips')
  expect([refused.status, refused.body.error]).toEqual([403, 'invalid_scope'])
})

test('the three hundred and first request in a minute has to wait', async () => {
  await using town = await openCloud()
  const { access_token } = await tokensFor(town)
  const statuses = new Set<number>()
  for (let n = 0; n < 6; n++) {
    const fifty = Array.from({ length: 50 }, () => get(town, access_token, '/v1/employments'))
    for (const { status } of await Promise.all(fifty)) statuses.add(status)
  }
  expect([...statuses]).toEqual([200])
  const refused = await get(town, access_token, '/v1/employments')
  expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited'])
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  const another = await tokensFor(town)
  expect((await get(town, another.access_token, '/v1/employments')).status).toBe(200)
  town.clock.advance(wait * 1_000)
  expect((await get(town, access_token, '/v1/employments')).status).toBe(200)
})

/** As far as it gets: page, token, list, payslip. */
async function walk(town: Town, password: string) {
  const { step, reply } = await visit(town, { password })
  if (step !== 'consent') return { step, code: errorOn(reply) ?? sentTo(reply).error, reply }
  const tokens = await redeem(town, sentTo(reply).code ?? '')
  if (tokens.status !== 200) return { step: 'token', code: tokens.body.error, reply: tokens }
  const list = await get(town, tokens.body.access_token, '/v1/payslips')
  if (!list.body?.payslips) return { step: 'list', code: list.body?.error, reply: list }
  const slip = await get(town, tokens.body.access_token, `/v1/payslips/${list.body.payslips[0].payslip_id}`)
  return { step: slip.body?.earnings ? 'end' : 'payslip', code: slip.body?.error, reply: slip }
}

const { steps } = providers['sandbox-cloud']
const codes = Object.keys(errors)
  .filter(isErrorCode)
  .filter((code) => errorRow(code).providers.includes('sandbox-cloud'))
const sentBack = ['access_denied', 'unsupported_response_type']

test.each(codes)('error:%s gives exactly that', async (asked: ErrorCode) => {
  await using town = await openCloud()
  const { step, code, reply } = await walk(town, `error:${asked}`)
  const row = errorRow(asked)
  expect(step).toBe(steps.find((one) => row.strikesAt.includes(one)))
  expect(reply.status).toBe(sentBack.includes(asked) ? 303 : row.status)
  expect(reply.headers.get('retry-after')).toBe(row.retryAfterSeconds?.toString() ?? null)
  if (asked === 'bad_response') expect(() => JSON.parse(reply.text)).toThrow(SyntaxError)
  else expect(code).toBe(asked)
})

test('without an error it goes to the end', async () => {
  await using town = await openCloud()
  expect((await walk(town, 'pass')).step).toBe('end')
  expect((await walk(town, 'mfa:code')).step).toBe('end')
})

test.each(['login', 'mfa', 'token', 'list', 'payslip'])('drop:%s cuts the connection there', async (step) => {
  await using town = await openCloud()
  await expect(walk(town, step === 'mfa' ? 'mfa:code+drop:mfa' : `drop:${step}`)).rejects.toThrow(
    'fetch failed',
  )
})

test('a code survives a connection that was cut', async () => {
  await using town = await openCloud()
  const code = await codeFor(town)
  town.switches.behave('sandbox-cloud', userName, 'drop:token')
  await expect(redeem(town, code)).rejects.toThrow('fetch failed')
  town.switches.behave('sandbox-cloud', userName, null)
  expect((await redeem(town, code)).status).toBe(200)
})

test('slow makes every reply wait', async () => {
  await using town = await openCloud()
  const code = await codeFor(town, { password: 'slow:0.25' })
  let token = ''
  const times = [
    await took(async () => {
      token = (await redeem(town, code)).body.access_token
    }),
    await took(() => get(town, token, '/v1/me')),
  ]
  for (const time of times) expect(time).toBeGreaterThanOrEqual(245)
})

test('what is imposed on a person holds at the next refresh', async () => {
  await using town = await openCloud()
  const imposed = async (behaviour: string) => {
    const { refresh_token } = await tokensFor(town)
    town.switches.behave('sandbox-cloud', userName, behaviour)
    const reply = await refresh(town, refresh_token)
    town.switches.behave('sandbox-cloud', userName, null)
    return [reply.status, reply.body.error]
  }
  expect(await imposed('error:account_disabled')).toEqual([403, 'account_disabled'])
  expect(await imposed('error:invalid_grant')).toEqual([400, 'invalid_grant'])
  expect(await imposed('error:provider_down')).toEqual([503, 'provider_down'])
  expect(await imposed('mfa:code')).toEqual([400, 'invalid_grant'])
  expect(await imposed('pass')).toEqual([200, undefined])
  expect(await imposed('lock')).toEqual([423, 'account_locked'])
  expect(town.switches.state('sandbox-cloud').lockedUserNames).toEqual([userName])
})

test('down is down for pages, tokens and data', async () => {
  await using town = await openCloud()
  const { access_token, refresh_token } = await tokensFor(town)
  town.switches.change('sandbox-cloud', { isDown: true })
  const page = await visit(town)
  expect([page.step, page.reply.status, errorOn(page.reply)]).toEqual(['authorize', 503, 'provider_down'])
  for (const reply of [await refresh(town, refresh_token), await get(town, access_token, '/v1/me')])
    expect([reply.status, reply.body.error, reply.headers.get('retry-after')]).toEqual([
      503,
      'provider_down',
      '60',
    ])
  town.switches.change('sandbox-cloud', { isDown: false })
  expect((await refresh(town, refresh_token)).status).toBe(200)
})

test('ended sessions take both tokens with them', async () => {
  await using town = await openCloud()
  const { access_token, refresh_token } = await tokensFor(town)
  const theirs = await tokensFor(town, { userName: 'kit.hollowbrook' })
  expect(town.switches.endSessions('sandbox-cloud', userName)).toBe(1)
  expect((await get(town, access_token, '/v1/me')).body.error).toBe('invalid_token')
  expect((await refresh(town, refresh_token)).body.error).toBe('invalid_grant')
  expect((await get(town, theirs.access_token, '/v1/me')).status).toBe(200)
})

test('two runs answer the same requests with the same words', async () => {
  const run = async () => {
    await using town = await openCloud()
    const { access_token } = await tokensFor(town, { userName: 'person.12' })
    const list = await get(town, access_token, '/v1/payslips')
    const paths = ['/v1/me', '/v1/employments', `/v1/payslips/${list.body.payslips[0].payslip_id}`]
    return [
      list.text,
      ...(await Promise.all(paths.map(async (path) => (await get(town, access_token, path)).text))),
    ]
  }
  expect(await run()).toEqual(await run())
})
