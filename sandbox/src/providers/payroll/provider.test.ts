import { expect, test } from 'vitest'
import { providers } from '../catalogue.ts'
import { type ErrorCode, errorRow, errors, isErrorCode } from '../errors.ts'
import { employmentIdOf } from '../pay-records.ts'
import { rightCode } from '../second-factors.ts'
import { call, errorOn, minute, open, type Reply, took } from '../testing/test-sandbox.ts'
import { payroll } from './provider.ts'

const userName = 'wilhelmina.oakapple'
const openPayroll = () => open(payroll, '/payroll')
type Town = Awaited<ReturnType<typeof openPayroll>>

const signIn = ({ url }: Town, password: string, user_name = userName) =>
  call('POST', `${url}/session`, { json: { user_name, password } })
const answer = ({ url }: Town, challenge: Reply, text: string) =>
  call('POST', `${url}/session/second-factor`, {
    json: { challenge_id: challenge.body.challenge_id, answer: text },
  })
const tokenOf = ({ body }: Reply): string => body.session_token
const get = ({ url }: Town, token: string, path: string) => call('GET', `${url}${path}`, { token })

async function allPages(town: Town, token: string, query = '') {
  const found = []
  for (let page = 1; page <= 50; page++) {
    const { body } = await get(town, token, `/payslips?page=${page}${query}`)
    found.push(...body.payslips)
    if (body.payslips.length < body.pageSize) break
  }
  return found
}

test('a right login gives a session, which shows the employments and every payslip', async () => {
  await using town = await openPayroll()
  const { world, clock } = town
  const reply = await signIn(town, 'pass')
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({
    status: 'signed_in',
    session_token: expect.stringMatching(/^[\w-]{43}$/),
    expires_in_seconds: 1_800,
  })

  const person = world.find(userName)
  const [job] = person?.jobs ?? []
  if (!person || !job) throw new Error('nobody')
  const employments = (await get(town, tokenOf(reply), '/employments')).body.employments
  expect(employments).toEqual([
    expect.objectContaining({
      employerName: job.employer.name,
      payeReference: job.employer.payeReference,
      jobTitle: job.role,
      startDate: '02/09/2019',
      leaveDate: null,
      payFrequency: 'Monthly',
      director: false,
    }),
  ])

  const listed = await allPages(town, tokenOf(reply))
  const truth = world.payslips(job, clock.today()).toReversed()
  expect(truth.length).toBeGreaterThan(20)
  expect(listed.map(({ netPence }) => netPence)).toEqual(truth.map(({ netPay }) => netPay))
  expect(new Set(listed.map(({ id }) => id)).size).toBe(truth.length)
})

test('one payslip says everything that was paid and deducted', async () => {
  await using town = await openPayroll()
  const { world, clock } = town
  const token = tokenOf(await signIn(town, 'pass'))
  const [summary] = (await get(town, token, '/payslips')).body.payslips
  const { body } = await get(town, token, `/payslips/${summary.id}`)
  const person = world.find(userName)
  const [job] = person?.jobs ?? []
  const truth = job && world.payslips(job, clock.today()).at(-1)
  if (!person || !truth) throw new Error('nothing')
  const [year, month, date] = truth.payDate.split('-')
  expect(body).toMatchObject({
    id: summary.id,
    payDate: `${date}/${month}/${year}`,
    grossPence: truth.grossPay,
    deductionsPence: truth.totalDeductions,
    netPence: truth.netPay,
    taxCode: truth.taxCode,
    yearToDate: { grossPence: truth.yearToDate.grossPay, taxPence: truth.yearToDate.incomeTax },
    employee: {
      fullName: 'Ms Wilhelmina Oakapple',
      postCode: world.address(person, truth.payDate).postCode,
      mobile: expect.stringMatching(/^07700900\d{3}$/),
      emailAddress: person.email,
    },
  })
  expect(body.employee.niNumber.replaceAll(' ', '')).toBe(person.niNumber)
  const total = (lines: { amountPence: number }[]) => lines.reduce((sum, line) => sum + line.amountPence, 0)
  expect(total(body.payments)).toBe(truth.grossPay)
  expect(total(body.deductions)).toBe(truth.totalDeductions)
})

test('a payslip can be had as the PDF that the employer gave', async () => {
  await using town = await openPayroll()
  const token = tokenOf(await signIn(town, 'pass'))
  const [summary] = (await get(town, token, '/payslips')).body.payslips
  const pdf = await get(town, token, `/payslips/${summary.id}/pdf`)
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(pdf.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.pdf"$/)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test('lists are of one employment or of some days, where that is asked for', async () => {
  await using town = await openPayroll()
  const token = tokenOf(await signIn(town, 'pass', 'dashiell.pennyfeather'))
  const { employments } = (await get(town, token, '/employments')).body
  expect(employments).toHaveLength(2)
  const [one, other] = await Promise.all(
    employments.map(({ employmentId }: { employmentId: string }) =>
      allPages(town, token, `&employment_id=${employmentId}`),
    ),
  )
  const all = await allPages(town, token)
  expect(one.length + other.length).toBe(all.length)
  const spring = await allPages(town, token, '&from=01/03/2026&to=31/05/2026')
  const days = spring.map(({ payDate }) => payDate.split('/').reverse().join('-'))
  expect(days.length).toBeGreaterThan(10)
  expect(days.every((day) => day >= '2026-03-01' && day <= '2026-05-31')).toBe(true)
  for (const query of [
    'from=2026-03-01',
    'from=31/02/2026',
    'page=0',
    'page=x',
    'size=100',
    'employment_id=%00',
  ])
    expect((await get(town, token, `/payslips?${query}`)).body.code, query).toBe('invalid_request')
})

test('new payslips appear when the clock is moved', async () => {
  await using town = await openPayroll()
  const total = async () =>
    (await get(town, tokenOf(await signIn(town, 'pass')), '/payslips')).body.total as number
  const before = await total()
  town.clock.advance(62 * 24 * 60 * minute)
  expect(await total()).toBe(before + 2)
})

test('who comes back finds what is new since then, and nothing where nothing is', async () => {
  await using town = await openPayroll()
  const found = async () => {
    const token = tokenOf(await signIn(town, 'pass'))
    return (await get(town, token, '/payslips?from=16/11/2026')).body
  }
  expect(await found()).toEqual({ page: 1, pageSize: 10, total: 0, payslips: [] })
  town.clock.set(new Date('2026-12-15T12:00:00Z'))
  expect((await found()).total).toBe(1)
})

test('with an employee number, one employment is all there is; a wrong number is a wrong password', async () => {
  await using town = await openPayroll()
  const [first, second] = town.world.find('dashiell.pennyfeather')?.jobs ?? []
  if (!first || !second) throw new Error('not two jobs')
  const enter = (password: string, employee_number: string) =>
    call('POST', `${town.url}/session`, {
      json: { user_name: 'dashiell.pennyfeather', password, employee_number },
    })
  const asked = await enter('mfa:code', second.payrollNumber)
  const sessions = [await enter('pass', first.payrollNumber), await answer(town, asked, rightCode)]
  const seen = []
  for (const session of sessions) {
    const token = tokenOf(session)
    const { employments } = (await get(town, token, '/employments')).body
    const { body } = await get(town, token, '/payslips')
    seen.push([employments.map(({ employerName }: { employerName: string }) => employerName), body.total])
  }
  const truth = [first, second].map((job) => [
    [job.employer.name],
    town.world.payslips(job, town.clock.today()).length,
  ])
  expect(seen).toEqual(truth)

  const everything = tokenOf(await signIn(town, 'pass', 'dashiell.pennyfeather'))
  const hidden = (await get(town, everything, '/payslips')).body.payslips.find(
    ({ employmentId }: { employmentId: string }) => employmentId !== employmentIdOf('sandbox-payroll', first),
  )
  expect((await get(town, tokenOf(sessions[0] as Reply), `/payslips/${hidden.id}`)).status).toBe(404)

  const wrong = await enter('pass', '00000')
  expect([wrong.status, wrong.body.code, wrong.body.attempts_left]).toEqual([401, 'invalid_credentials', 4])
})

test("another person's payslip, or none at all, is not found", async () => {
  await using town = await openPayroll()
  const theirs = tokenOf(await signIn(town, 'pass', 'kit.hollowbrook'))
  const [summary] = (await get(town, theirs, '/payslips')).body.payslips
  const mine = tokenOf(await signIn(town, 'pass'))
  for (const path of [
    `/payslips/${summary.id}`,
    `/payslips/${summary.id}/pdf`,
    '/payslips/nothing',
    '/lunch',
  ]) {
    const reply = await get(town, mine, path)
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
  }
})

test.each([
  ['mfa:code', { type: 'Code', source: expect.stringMatching(/^(SMS|EMAIL|AUTHENTICATOR_APP)$/) }],
  ['mfa:date', { type: 'Date', format: 'DD/MM/YYYY', message: expect.any(String) }],
  ['mfa:chars', { type: 'PasswordWithPositions', positions: expect.any(Array), message: expect.any(String) }],
])(
  '%s: the right answer opens, three wrong ones end it, a late one is too late',
  async (password, method) => {
    await using town = await openPayroll()
    const rightAnswer = (challenge: Reply) => rightAnswerTo(town, challenge)
    const asked = await signIn(town, password)
    expect(asked.body).toEqual({ status: 'second_factor', challenge_id: expect.any(String), method })

    const wrong = await answer(town, asked, 'wrong')
    expect([wrong.status, wrong.body.code, wrong.body.attempts_left]).toEqual([401, 'mfa_failed', 2])
    const opened = await answer(town, asked, rightAnswer(asked))
    expect((await get(town, tokenOf(opened), '/payslips')).status).toBe(200)
    expect((await answer(town, asked, rightAnswer(asked))).body.code).toBe('mfa_timeout')

    const second = await signIn(town, password)
    for (const left of [2, 1, 0]) expect((await answer(town, second, 'wrong')).body.attempts_left).toBe(left)
    expect((await answer(town, second, rightAnswer(second))).body.code).toBe('mfa_timeout')

    const third = await signIn(town, password)
    town.clock.advance(5 * minute)
    expect((await answer(town, third, rightAnswer(third))).body.code).toBe('mfa_timeout')
  },
)

test('answers sent all at once are counted like answers one after the other', async () => {
  await using town = await openPayroll()
  const asked = await signIn(town, 'mfa:code+slow:0.1')
  const guesses = ['1', '2', '3', '4', rightCode].map((guess) => answer(town, asked, guess))
  const said = (await Promise.all(guesses)).map(({ body }) => body.code ?? body.status)
  expect(said.filter((code) => code === 'mfa_failed').length).toBeLessThanOrEqual(3)
  expect(said.filter((code) => code === 'mfa_failed' || code === 'signed_in').length).toBeLessThanOrEqual(4)
  expect(said.filter((code) => code === 'signed_in').length).toBeLessThanOrEqual(1)
  expect((await answer(town, asked, rightCode)).body.code).toBe('mfa_timeout')
})

function rightAnswerTo({ world }: Town, { body: { method } }: Reply): string {
  const person = world.find(userName)
  if (!person) throw new Error('nobody')
  if (method.type === 'Code') return rightCode
  if (method.type === 'Date') return person.memorableDate.split('-').reverse().join('/')
  return method.positions.map((position: number) => person.memorableWord[position - 1]).join('')
}

test('the characters asked for differ from one time to the next, and come again in another run', async () => {
  const run = async () => {
    await using town = await openPayroll()
    const asked = []
    for (let n = 0; n < 5; n++) asked.push((await signIn(town, 'mfa:chars')).body.method.positions)
    return asked as number[][]
  }
  const [first, second] = [await run(), await run()]
  expect(first).toEqual(second)
  expect(new Set(first.map(String)).size).toBeGreaterThan(2)
  for (const positions of first) {
    expect(positions).toHaveLength(3)
    expect(positions.toSorted((one, other) => one - other)).toEqual(positions)
    expect(positions.every((position) => position >= 1 && position <= 'woodpecker'.length)).toBe(true)
  }
})

/** Goes as far as it gets, and says where it stopped. */
async function walk(town: Town, password: string) {
  const stop = (step: string, reply: Reply) => ({ step, reply })
  let reply = await signIn(town, password)
  if (reply.body?.status === 'second_factor') {
    const challenge = reply
    reply = await answer(town, challenge, rightAnswerTo(town, challenge))
    if (reply.body?.status !== 'signed_in') return stop('mfa', reply)
  }
  if (reply.body?.status !== 'signed_in') return stop('login', reply)
  const token = tokenOf(reply)
  const list = await get(town, token, '/payslips')
  if (!list.body?.payslips) return stop('list', list)
  const payslip = await get(town, token, `/payslips/${list.body.payslips[0].id}`)
  return stop(payslip.body?.payments ? 'end' : 'payslip', payslip)
}

const { steps } = providers['sandbox-payroll']
const codes = Object.keys(errors)
  .filter(isErrorCode)
  .filter((code) => errorRow(code).providers.includes('sandbox-payroll'))

test.each(codes)('error:%s gives exactly that', async (code: ErrorCode) => {
  await using town = await openPayroll()
  const { step, reply } = await walk(town, `error:${code}`)
  const row = errorRow(code)
  expect(step).toBe(steps.find((one) => row.strikesAt.includes(one)))
  expect(reply.status).toBe(row.status)
  expect(reply.headers.get('retry-after')).toBe(row.retryAfterSeconds?.toString() ?? null)
  if (code === 'bad_response') expect(() => JSON.parse(reply.text)).toThrow(SyntaxError)
  else expect(reply.body).toMatchObject({ code, message: row.text })
})

test('without an error it goes to the end', async () => {
  await using town = await openPayroll()
  expect((await walk(town, 'pass')).step).toBe('end')
  expect((await walk(town, 'mfa:code+expire:5+slow:0')).step).toBe('end')
})

test.each(['login', 'mfa', 'list', 'payslip'])('drop:%s cuts the connection there', async (step) => {
  await using town = await openPayroll()
  const password = step === 'mfa' ? 'mfa:code+drop:mfa' : `drop:${step}`
  await expect(walk(town, password)).rejects.toThrow('fetch failed')
  expect((await walk(town, 'pass')).step).toBe('end')
})

test('drop:payslip lets the list through', async () => {
  await using town = await openPayroll()
  const token = tokenOf(await signIn(town, 'drop:payslip'))
  const { body } = await get(town, token, '/payslips')
  await expect(get(town, token, `/payslips/${body.payslips[0].id}`)).rejects.toThrow('fetch failed')
  await expect(get(town, token, `/payslips/${body.payslips[0].id}/pdf`)).rejects.toThrow('fetch failed')
})

test('slow makes every reply wait', async () => {
  await using town = await openPayroll()
  let token = ''
  const login = await took(async () => {
    token = tokenOf(await signIn(town, 'slow:0.3'))
  })
  const list = await took(() => get(town, token, '/payslips'))
  expect(login).toBeGreaterThanOrEqual(295)
  expect(list).toBeGreaterThanOrEqual(295)
})

test('a session ends after half an hour by the clock, or earlier on demand, or when it is ended', async () => {
  await using town = await openPayroll()
  const isOpen = async (token: string) => (await get(town, token, '/employments')).status === 200
  const usual = tokenOf(await signIn(town, 'pass'))
  const short = await signIn(town, 'expire:5')
  expect(short.body.expires_in_seconds).toBe(300)
  town.clock.advance(5 * minute)
  const late = await get(town, tokenOf(short), '/employments')
  expect([late.status, late.body.code]).toEqual([401, 'session_expired'])
  expect(await isOpen(usual)).toBe(true)
  town.clock.advance(25 * minute)
  expect(await isOpen(usual)).toBe(false)

  const left = tokenOf(await signIn(town, 'pass'))
  expect((await call('DELETE', `${town.url}/session`, { token: left })).status).toBe(204)
  expect(await isOpen(left)).toBe(false)

  const [mine, theirs] = [
    tokenOf(await signIn(town, 'pass')),
    tokenOf(await signIn(town, 'pass', 'kit.hollowbrook')),
  ]
  expect(town.switches.endSessions('sandbox-payroll', userName)).toBe(1)
  expect([await isOpen(mine), await isOpen(theirs)]).toEqual([false, true])
})

test('who stays signed in can come back for ninety days without a password, unless it is ended', async () => {
  await using town = await openPayroll()
  const day = 24 * 60 * minute
  const enter = async (password: string) => {
    const json = { user_name: userName, password, stay_signed_in: true }
    return call('POST', `${town.url}/session`, { json })
  }
  const status = async (token: string) => (await get(town, token, '/payslips')).status
  const reply = await enter('pass')
  expect(reply.body.expires_in_seconds).toBe((90 * day) / 1_000)
  const asked = await enter('mfa:code')
  const answered = await call('POST', `${town.url}/session/second-factor`, {
    json: { challenge_id: asked.body.challenge_id, answer: rightCode, stay_signed_in: true },
  })
  expect((await enter('expire:5')).body.expires_in_seconds).toBe(300)
  town.clock.advance(89 * day)
  expect(await Promise.all([reply, answered].map((one) => status(tokenOf(one))))).toEqual([200, 200])
  town.clock.advance(day)
  expect(await status(tokenOf(reply))).toBe(401)
  const later = tokenOf(await enter('pass'))
  town.switches.endSessions('sandbox-payroll', userName)
  expect(await status(later)).toBe(401)
})

test('a session does not outlive the clock being set back', async () => {
  await using town = await openPayroll()
  const status = async (token: string) => (await get(town, token, '/employments')).status
  const before = tokenOf(await signIn(town, 'pass'))
  town.clock.advance(-minute)
  expect(await status(before)).toBe(200)
  town.clock.advance(-365 * 24 * 60 * minute)
  expect(await status(before)).toBe(401)
  expect(await status(tokenOf(await signIn(town, 'pass')))).toBe(200)
})

test('nobody who is made to wait keeps the program from ending', async () => {
  const town = await openPayroll()
  const waiting = signIn(town, 'slow:60').catch((error: Error) => error.message)
  await signIn(town, 'pass')
  await town[Symbol.asyncDispose]()
  expect(await waiting).toBe('fetch failed')
})

test('without a token, or with one that cannot be, there is nothing to see', async () => {
  await using town = await openPayroll()
  for (const token of [undefined, 'short', '../../etc']) {
    const reply = await call('GET', `${town.url}/payslips`, { token })
    expect([reply.status, reply.body.code]).toEqual([401, 'invalid_token'])
  }
})

test('the fifth wrong password locks, for people and for names that nobody has; the page opens it again', async () => {
  await using town = await openPayroll()
  for (const name of [userName, 'nobody.at.all']) {
    const said = []
    for (let n = 0; n < 6; n++) said.push((await signIn(town, 'letmein', name)).body)
    expect(said.map(({ code, attempts_left }) => [code, attempts_left])).toEqual([
      ...[4, 3, 2, 1].map((left) => ['invalid_credentials', left]),
      ...[0, 0].map(() => ['account_locked', undefined]),
    ])
  }
  expect((await signIn(town, 'pass')).body.code).toBe('account_locked')
  expect(town.switches.state('sandbox-payroll').lockedUserNames).toEqual([userName, 'nobody.at.all'])

  const page = await call('GET', `${town.url}/reset`)
  expect(page.text).toContain('name="date_of_birth"')
  const reset = (date_of_birth: string) =>
    call('POST', `${town.url}/reset`, { form: { user_name: userName, date_of_birth } })
  expect((await reset('1901-01-01')).status).toBe(400)
  expect((await signIn(town, 'pass')).body.code).toBe('account_locked')
  expect((await reset(town.world.find(userName)?.dateOfBirth ?? '')).status).toBe(200)
  expect((await signIn(town, 'pass')).body.status).toBe('signed_in')
})

test('a right login forgets the wrong ones', async () => {
  await using town = await openPayroll()
  for (let n = 0; n < 4; n++) await signIn(town, 'letmein')
  await signIn(town, 'pass')
  expect((await signIn(town, 'letmein')).body.attempts_left).toBe(4)
})

test('of twenty wrong passwords at once, five are counted and the rest find it locked', async () => {
  await using town = await openPayroll()
  const said = await Promise.all(Array.from({ length: 20 }, () => signIn(town, 'letmein')))
  const left = said.map(({ body }) => body.attempts_left).filter((count) => count !== undefined)
  expect(left.toSorted()).toEqual([1, 2, 3, 4])
  expect(said.filter(({ body }) => body.code === 'account_locked')).toHaveLength(16)
})

test('a lock that falls while somebody is on the way in holds for them too', async () => {
  await using town = await openPayroll()
  const lock = () => town.switches.desk('sandbox-payroll').attempts.lock(userName)
  const asked = await signIn(town, 'mfa:code')
  const slow = signIn(town, 'slow:1')
  await signIn(town, 'letmein')
  lock()
  expect((await slow).body.code).toBe('account_locked')
  expect((await answer(town, asked, rightCode)).body.code).toBe('account_locked')
  expect((await signIn(town, 'pass')).body.code).toBe('account_locked')
  town.switches.unlock('sandbox-payroll', userName)
  expect((await answer(town, asked, rightCode)).body.status).toBe('signed_in')
})

test('lock locks at once, until it is unlocked', async () => {
  await using town = await openPayroll()
  expect((await signIn(town, 'lock')).body.code).toBe('account_locked')
  expect((await signIn(town, 'pass')).body.code).toBe('account_locked')
  town.switches.unlock('sandbox-payroll', userName)
  expect((await signIn(town, 'pass')).body.status).toBe('signed_in')
})

test('an unknown name and a wrong password are refused alike', async () => {
  await using town = await openPayroll()
  const [unknown, wrong] = [await signIn(town, 'pass', 'nobody.at.all'), await signIn(town, 'letmein')]
  expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text])
})

test('down is down for programs and for people, until it is up', async () => {
  await using town = await openPayroll()
  const token = tokenOf(await signIn(town, 'pass'))
  town.switches.change('sandbox-payroll', { isDown: true })
  for (const reply of [
    await signIn(town, 'pass'),
    await get(town, token, '/payslips'),
    await get(town, token, '/lunch'),
  ]) {
    expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([
      503,
      'provider_down',
      '60',
    ])
  }
  const page = await call('GET', `${town.url}/reset`)
  expect([page.status, errorOn(page), page.headers.get('content-type')]).toEqual([
    503,
    'provider_down',
    'text/html; charset=utf-8',
  ])
  town.switches.change('sandbox-payroll', { isDown: false, slowMs: 200 })
  expect(await took(() => get(town, token, '/payslips'))).toBeGreaterThanOrEqual(195)
})

test('what is imposed on a person holds for sessions that are open, and ends when it is taken back', async () => {
  await using town = await openPayroll()
  const token = tokenOf(await signIn(town, 'pass'))
  town.switches.behave('sandbox-payroll', userName, 'error:session_expired+mfa:code')
  expect((await get(town, token, '/payslips')).body.code).toBe('session_expired')
  expect((await signIn(town, 'pass')).body.status).toBe('second_factor')
  town.switches.behave('sandbox-payroll', userName, null)
  expect((await get(town, token, '/payslips')).status).toBe(200)
})

test('requests that are not in the right form are refused and named', async () => {
  await using town = await openPayroll()
  const post = (json: unknown) => call('POST', `${town.url}/session`, { json })
  expect((await post({ user_name: userName })).body.message).toBe('Not right: password.')
  const more = { user_name: userName, password: 'pass', pasword: 'pass' }
  expect((await post(more)).body.message).toBe('Not right: pasword.')
  for (const body of [
    {},
    [],
    'x',
    { user_name: 1, password: 'pass' },
    { user_name: 'x'.repeat(121), password: 'pass' },
  ])
    expect((await post(body)).body.code, JSON.stringify(body)).toBe('invalid_request')
  const broken = await call('POST', `${town.url}/session`, {
    headers: { 'content-type': 'application/json' },
  })
  expect(broken.body.code).toBe('invalid_request')
  const huge = await post({ user_name: userName, password: 'x'.repeat(20_000) })
  expect(huge.body.code).toBe('invalid_request')
})

test('two runs answer the same requests with the same words', async () => {
  const run = async () => {
    await using town = await openPayroll()
    const token = tokenOf(await signIn(town, 'pass', 'person.7'))
    const list = await get(town, token, '/payslips')
    const { id } = list.body.payslips[0]
    return [
      list.text,
      (await get(town, token, '/employments')).text,
      (await get(town, token, `/payslips/${id}`)).text,
    ]
  }
  expect(await run()).toEqual(await run())
})
