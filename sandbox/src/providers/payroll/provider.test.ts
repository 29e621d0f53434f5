import { expect, test } from 'vitest'
import { providers } from '../catalogue.ts'
import { type ErrorCode, errorSpec, errors, isErrorCode } from '../errors.ts'
import { employmentIdOf } from '../pay-records.ts'
import { correctCode } from '../second-factors.ts'
import {
  call,
  elapsedMs,
  errorCodeOn,
  minute,
  openProvider,
  type TestReply,
} from '../testing/test-sandbox.ts'
import { payroll } from './provider.ts'

const userName = 'wilhelmina.oakapple'
const openPayroll = () => openProvider(payroll, '/payroll')
type TestSandbox = Awaited<ReturnType<typeof openPayroll>>

const signIn = ({ url }: TestSandbox, password: string, user_name = userName) =>
  call('POST', `${url}/session`, { json: { user_name, password } })
const answer = ({ url }: TestSandbox, challenge: TestReply, text: string) =>
  call('POST', `${url}/session/second-factor`, {
    json: { challenge_id: challenge.body.challenge_id, answer: text },
  })
const tokenOf = ({ body }: TestReply): string => body.session_token
const get = ({ url }: TestSandbox, token: string, path: string) => call('GET', `${url}${path}`, { token })

async function allPages(sandbox: TestSandbox, token: string, query = '') {
  const found = []
  for (let page = 1; page <= 50; page++) {
    const { body } = await get(sandbox, token, `/payslips?page=${page}${query}`)
    found.push(...body.payslips)
    if (body.payslips.length < body.pageSize) break
  }
  return found
}

test('a correct login gives a session with employments and all payslips', async () => {
  await using sandbox = await openPayroll()
  const { world, clock } = sandbox
  const reply = await signIn(sandbox, 'pass')
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({
    status: 'signed_in',
    session_token: expect.stringMatching(/^[\w-]{43}$/),
    expires_in_seconds: 1_800,
  })

  const person = world.find(userName)
  const [job] = person?.jobs ?? []
  if (!person || !job) throw new Error('no such person')
  const employments = (await get(sandbox, tokenOf(reply), '/employments')).body.employments
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

  const listed = await allPages(sandbox, tokenOf(reply))
  const truth = world.payslips(job, clock.today()).toReversed()
  expect(truth.length).toBeGreaterThan(20)
  expect(listed.map(({ netPence }) => netPence)).toEqual(truth.map(({ netPay }) => netPay))
  expect(new Set(listed.map(({ id }) => id)).size).toBe(truth.length)
})

test('a payslip contains all payments and deductions', async () => {
  await using sandbox = await openPayroll()
  const { world, clock } = sandbox
  const token = tokenOf(await signIn(sandbox, 'pass'))
  const [summary] = (await get(sandbox, token, '/payslips')).body.payslips
  const { body } = await get(sandbox, token, `/payslips/${summary.id}`)
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

test('a payslip is available as the employer’s PDF', async () => {
  await using sandbox = await openPayroll()
  const token = tokenOf(await signIn(sandbox, 'pass'))
  const [summary] = (await get(sandbox, token, '/payslips')).body.payslips
  const pdf = await get(sandbox, token, `/payslips/${summary.id}/pdf`)
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(pdf.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.pdf"$/)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test('lists can be filtered by employment and pay date', async () => {
  await using sandbox = await openPayroll()
  const token = tokenOf(await signIn(sandbox, 'pass', 'dashiell.pennyfeather'))
  const { employments } = (await get(sandbox, token, '/employments')).body
  expect(employments).toHaveLength(2)
  const [one, other] = await Promise.all(
    employments.map(({ employmentId }: { employmentId: string }) =>
      allPages(sandbox, token, `&employment_id=${employmentId}`),
    ),
  )
  const all = await allPages(sandbox, token)
  expect(one.length + other.length).toBe(all.length)
  const spring = await allPages(sandbox, token, '&from=01/03/2026&to=31/05/2026')
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
    expect((await get(sandbox, token, `/payslips?${query}`)).body.code, query).toBe('invalid_request')
})

test('new payslips appear when the clock moves', async () => {
  await using sandbox = await openPayroll()
  const total = async () =>
    (await get(sandbox, tokenOf(await signIn(sandbox, 'pass')), '/payslips')).body.total as number
  const before = await total()
  sandbox.clock.advance(62 * 24 * 60 * minute)
  expect(await total()).toBe(before + 2)
})

test('a later query returns only new payslips', async () => {
  await using sandbox = await openPayroll()
  const found = async () => {
    const token = tokenOf(await signIn(sandbox, 'pass'))
    return (await get(sandbox, token, '/payslips?from=16/11/2026')).body
  }
  expect(await found()).toEqual({ page: 1, pageSize: 10, total: 0, payslips: [] })
  sandbox.clock.set(new Date('2026-12-15T12:00:00Z'))
  expect((await found()).total).toBe(1)
})

test('an employee number limits the session to one employment; a wrong number fails like a wrong password', async () => {
  await using sandbox = await openPayroll()
  const [first, second] = sandbox.world.find('dashiell.pennyfeather')?.jobs ?? []
  if (!first || !second) throw new Error('not two jobs')
  const enter = (password: string, employee_number: string) =>
    call('POST', `${sandbox.url}/session`, {
      json: { user_name: 'dashiell.pennyfeather', password, employee_number },
    })
  const challengeReply = await enter('mfa:code', second.payrollNumber)
  const sessions = [
    await enter('pass', first.payrollNumber),
    await answer(sandbox, challengeReply, correctCode),
  ]
  const seen = []
  for (const session of sessions) {
    const token = tokenOf(session)
    const { employments } = (await get(sandbox, token, '/employments')).body
    const { body } = await get(sandbox, token, '/payslips')
    seen.push([employments.map(({ employerName }: { employerName: string }) => employerName), body.total])
  }
  const truth = [first, second].map((job) => [
    [job.employer.name],
    sandbox.world.payslips(job, sandbox.clock.today()).length,
  ])
  expect(seen).toEqual(truth)

  const everything = tokenOf(await signIn(sandbox, 'pass', 'dashiell.pennyfeather'))
  const hidden = (await get(sandbox, everything, '/payslips')).body.payslips.find(
    ({ employmentId }: { employmentId: string }) => employmentId !== employmentIdOf('sandbox-payroll', first),
  )
  expect((await get(sandbox, tokenOf(sessions[0] as TestReply), `/payslips/${hidden.id}`)).status).toBe(404)

  const wrong = await enter('pass', '00000')
  expect([wrong.status, wrong.body.code, wrong.body.attempts_left]).toEqual([401, 'invalid_credentials', 4])
})

test("returns 404 for unknown ids and another person's payslip", async () => {
  await using sandbox = await openPayroll()
  const theirs = tokenOf(await signIn(sandbox, 'pass', 'kit.hollowbrook'))
  const [summary] = (await get(sandbox, theirs, '/payslips')).body.payslips
  const mine = tokenOf(await signIn(sandbox, 'pass'))
  for (const path of [
    `/payslips/${summary.id}`,
    `/payslips/${summary.id}/pdf`,
    '/payslips/nothing',
    '/lunch',
  ]) {
    const reply = await get(sandbox, mine, path)
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
  }
})

test.each([
  ['mfa:code', { type: 'Code', source: expect.stringMatching(/^(SMS|EMAIL|AUTHENTICATOR_APP)$/) }],
  ['mfa:date', { type: 'Date', format: 'DD/MM/YYYY', message: expect.any(String) }],
  ['mfa:chars', { type: 'PasswordWithPositions', positions: expect.any(Array), message: expect.any(String) }],
])(
  '%s: accepts the correct answer, ends after three wrong ones, and rejects a late one',
  async (password, method) => {
    await using sandbox = await openPayroll()
    const rightAnswer = (challenge: TestReply) => rightAnswerTo(sandbox, challenge)
    const challengeReply = await signIn(sandbox, password)
    expect(challengeReply.body).toEqual({ status: 'second_factor', challenge_id: expect.any(String), method })

    const wrong = await answer(sandbox, challengeReply, 'wrong')
    expect([wrong.status, wrong.body.code, wrong.body.attempts_left]).toEqual([401, 'mfa_failed', 2])
    const opened = await answer(sandbox, challengeReply, rightAnswer(challengeReply))
    expect((await get(sandbox, tokenOf(opened), '/payslips')).status).toBe(200)
    expect((await answer(sandbox, challengeReply, rightAnswer(challengeReply))).body.code).toBe('mfa_timeout')

    const second = await signIn(sandbox, password)
    for (const left of [2, 1, 0])
      expect((await answer(sandbox, second, 'wrong')).body.attempts_left).toBe(left)
    expect((await answer(sandbox, second, rightAnswer(second))).body.code).toBe('mfa_timeout')

    const third = await signIn(sandbox, password)
    sandbox.clock.advance(5 * minute)
    expect((await answer(sandbox, third, rightAnswer(third))).body.code).toBe('mfa_timeout')
  },
)

test('concurrent answers are counted like sequential ones', async () => {
  await using sandbox = await openPayroll()
  const challengeReply = await signIn(sandbox, 'mfa:code+slow:0.1')
  const guesses = ['1', '2', '3', '4', correctCode].map((guess) => answer(sandbox, challengeReply, guess))
  const said = (await Promise.all(guesses)).map(({ body }) => body.code ?? body.status)
  expect(said.filter((code) => code === 'mfa_failed').length).toBeLessThanOrEqual(3)
  expect(said.filter((code) => code === 'mfa_failed' || code === 'signed_in').length).toBeLessThanOrEqual(4)
  expect(said.filter((code) => code === 'signed_in').length).toBeLessThanOrEqual(1)
  expect((await answer(sandbox, challengeReply, correctCode)).body.code).toBe('mfa_timeout')
})

function rightAnswerTo({ world }: TestSandbox, { body: { method } }: TestReply): string {
  const person = world.find(userName)
  if (!person) throw new Error('no such person')
  if (method.type === 'Code') return correctCode
  if (method.type === 'Date') return person.memorableDate.split('-').reverse().join('/')
  return method.positions.map((position: number) => person.memorableWord[position - 1]).join('')
}

test('requested characters vary between challenges but are reproducible across runs', async () => {
  const run = async () => {
    await using sandbox = await openPayroll()
    const challengeReply = []
    for (let n = 0; n < 5; n++)
      challengeReply.push((await signIn(sandbox, 'mfa:chars')).body.method.positions)
    return challengeReply as number[][]
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

/** Runs all steps and returns the step at which the flow stopped. */
async function walk(sandbox: TestSandbox, password: string) {
  const stop = (step: string, reply: TestReply) => ({ step, reply })
  let reply = await signIn(sandbox, password)
  if (reply.body?.status === 'second_factor') {
    const challenge = reply
    reply = await answer(sandbox, challenge, rightAnswerTo(sandbox, challenge))
    if (reply.body?.status !== 'signed_in') return stop('mfa', reply)
  }
  if (reply.body?.status !== 'signed_in') return stop('login', reply)
  const token = tokenOf(reply)
  const list = await get(sandbox, token, '/payslips')
  if (!list.body?.payslips) return stop('list', list)
  const payslip = await get(sandbox, token, `/payslips/${list.body.payslips[0].id}`)
  return stop(payslip.body?.payments ? 'end' : 'payslip', payslip)
}

const { steps } = providers['sandbox-payroll']
const codes = Object.keys(errors)
  .filter(isErrorCode)
  .filter((code) => errorSpec(code).providers.includes('sandbox-payroll'))

test.each(codes)('error:%s returns exactly that error', async (code: ErrorCode) => {
  await using sandbox = await openPayroll()
  const { step, reply } = await walk(sandbox, `error:${code}`)
  const row = errorSpec(code)
  expect(step).toBe(steps.find((one) => row.occursAt.includes(one)))
  expect(reply.status).toBe(row.status)
  expect(reply.headers.get('retry-after')).toBe(row.retryAfterSeconds?.toString() ?? null)
  if (code === 'bad_response') expect(() => JSON.parse(reply.text)).toThrow(SyntaxError)
  else expect(reply.body).toMatchObject({ code, message: row.text })
})

test('completes without an error', async () => {
  await using sandbox = await openPayroll()
  expect((await walk(sandbox, 'pass')).step).toBe('end')
  expect((await walk(sandbox, 'mfa:code+expire:5+slow:0')).step).toBe('end')
})

test.each(['login', 'mfa', 'list', 'payslip'])('drop:%s drops the connection at that step', async (step) => {
  await using sandbox = await openPayroll()
  const password = step === 'mfa' ? 'mfa:code+drop:mfa' : `drop:${step}`
  await expect(walk(sandbox, password)).rejects.toThrow('fetch failed')
  expect((await walk(sandbox, 'pass')).step).toBe('end')
})

test('drop:payslip does not affect the list', async () => {
  await using sandbox = await openPayroll()
  const token = tokenOf(await signIn(sandbox, 'drop:payslip'))
  const { body } = await get(sandbox, token, '/payslips')
  await expect(get(sandbox, token, `/payslips/${body.payslips[0].id}`)).rejects.toThrow('fetch failed')
  await expect(get(sandbox, token, `/payslips/${body.payslips[0].id}/pdf`)).rejects.toThrow('fetch failed')
})

test('slow delays every reply', async () => {
  await using sandbox = await openPayroll()
  let token = ''
  const login = await elapsedMs(async () => {
    token = tokenOf(await signIn(sandbox, 'slow:0.3'))
  })
  const list = await elapsedMs(() => get(sandbox, token, '/payslips'))
  expect(login).toBeGreaterThanOrEqual(295)
  expect(list).toBeGreaterThanOrEqual(295)
})

test('a session expires after half an hour of simulated time, earlier on request, or when ended', async () => {
  await using sandbox = await openPayroll()
  const isOpen = async (token: string) => (await get(sandbox, token, '/employments')).status === 200
  const defaultToken = tokenOf(await signIn(sandbox, 'pass'))
  const short = await signIn(sandbox, 'expire:5')
  expect(short.body.expires_in_seconds).toBe(300)
  sandbox.clock.advance(5 * minute)
  const late = await get(sandbox, tokenOf(short), '/employments')
  expect([late.status, late.body.code]).toEqual([401, 'session_expired'])
  expect(await isOpen(defaultToken)).toBe(true)
  sandbox.clock.advance(25 * minute)
  expect(await isOpen(defaultToken)).toBe(false)

  const left = tokenOf(await signIn(sandbox, 'pass'))
  expect((await call('DELETE', `${sandbox.url}/session`, { token: left })).status).toBe(204)
  expect(await isOpen(left)).toBe(false)

  const [mine, theirs] = [
    tokenOf(await signIn(sandbox, 'pass')),
    tokenOf(await signIn(sandbox, 'pass', 'kit.hollowbrook')),
  ]
  expect(sandbox.switches.endSessions('sandbox-payroll', userName)).toBe(1)
  expect([await isOpen(mine), await isOpen(theirs)]).toEqual([false, true])
})

test('stay_signed_in keeps a session for ninety days unless ended', async () => {
  await using sandbox = await openPayroll()
  const day = 24 * 60 * minute
  const enter = async (password: string) => {
    const json = { user_name: userName, password, stay_signed_in: true }
    return call('POST', `${sandbox.url}/session`, { json })
  }
  const status = async (token: string) => (await get(sandbox, token, '/payslips')).status
  const reply = await enter('pass')
  expect(reply.body.expires_in_seconds).toBe((90 * day) / 1_000)
  const challengeReply = await enter('mfa:code')
  const answered = await call('POST', `${sandbox.url}/session/second-factor`, {
    json: { challenge_id: challengeReply.body.challenge_id, answer: correctCode, stay_signed_in: true },
  })
  expect((await enter('expire:5')).body.expires_in_seconds).toBe(300)
  sandbox.clock.advance(89 * day)
  expect(await Promise.all([reply, answered].map((one) => status(tokenOf(one))))).toEqual([200, 200])
  sandbox.clock.advance(day)
  expect(await status(tokenOf(reply))).toBe(401)
  const later = tokenOf(await enter('pass'))
  sandbox.switches.endSessions('sandbox-payroll', userName)
  expect(await status(later)).toBe(401)
})

test('setting the clock back does not extend a session', async () => {
  await using sandbox = await openPayroll()
  const status = async (token: string) => (await get(sandbox, token, '/employments')).status
  const before = tokenOf(await signIn(sandbox, 'pass'))
  sandbox.clock.advance(-minute)
  expect(await status(before)).toBe(200)
  sandbox.clock.advance(-365 * 24 * 60 * minute)
  expect(await status(before)).toBe(401)
  expect(await status(tokenOf(await signIn(sandbox, 'pass')))).toBe(200)
})

test('a delayed request does not prevent shutdown', async () => {
  const sandbox = await openPayroll()
  const waiting = signIn(sandbox, 'slow:60').catch((error: Error) => error.message)
  await signIn(sandbox, 'pass')
  await sandbox[Symbol.asyncDispose]()
  expect(await waiting).toBe('fetch failed')
})

test('rejects missing and malformed tokens', async () => {
  await using sandbox = await openPayroll()
  for (const token of [undefined, 'short', '../../etc']) {
    const reply = await call('GET', `${sandbox.url}/payslips`, { token })
    expect([reply.status, reply.body.code]).toEqual([401, 'invalid_token'])
  }
})

test('the fifth wrong password locks known and unknown names; the reset page unlocks', async () => {
  await using sandbox = await openPayroll()
  for (const name of [userName, 'nobody.at.all']) {
    const said = []
    for (let n = 0; n < 6; n++) said.push((await signIn(sandbox, 'letmein', name)).body)
    expect(said.map(({ code, attempts_left }) => [code, attempts_left])).toEqual([
      ...[4, 3, 2, 1].map((left) => ['invalid_credentials', left]),
      ...[0, 0].map(() => ['account_locked', undefined]),
    ])
  }
  expect((await signIn(sandbox, 'pass')).body.code).toBe('account_locked')
  expect(sandbox.switches.state('sandbox-payroll').lockedUserNames).toEqual([userName, 'nobody.at.all'])

  const page = await call('GET', `${sandbox.url}/reset`)
  expect(page.text).toContain('name="date_of_birth"')
  const reset = (date_of_birth: string) =>
    call('POST', `${sandbox.url}/reset`, { form: { user_name: userName, date_of_birth } })
  expect((await reset('1901-01-01')).status).toBe(400)
  expect((await signIn(sandbox, 'pass')).body.code).toBe('account_locked')
  expect((await reset(sandbox.world.find(userName)?.dateOfBirth ?? '')).status).toBe(200)
  expect((await signIn(sandbox, 'pass')).body.status).toBe('signed_in')
})

test('a successful login clears failed attempts', async () => {
  await using sandbox = await openPayroll()
  for (let n = 0; n < 4; n++) await signIn(sandbox, 'letmein')
  await signIn(sandbox, 'pass')
  expect((await signIn(sandbox, 'letmein')).body.attempts_left).toBe(4)
})

test('of twenty concurrent wrong passwords five are counted and the rest are locked out', async () => {
  await using sandbox = await openPayroll()
  const said = await Promise.all(Array.from({ length: 20 }, () => signIn(sandbox, 'letmein')))
  const left = said.map(({ body }) => body.attempts_left).filter((count) => count !== undefined)
  expect(left.toSorted()).toEqual([1, 2, 3, 4])
  expect(said.filter(({ body }) => body.code === 'account_locked')).toHaveLength(16)
})

test('a lock set during a delayed login also applies to it', async () => {
  await using sandbox = await openPayroll()
  const lock = () => sandbox.switches.store('sandbox-payroll').attempts.lock(userName)
  const challengeReply = await signIn(sandbox, 'mfa:code')
  const slow = signIn(sandbox, 'slow:1')
  await signIn(sandbox, 'letmein')
  lock()
  expect((await slow).body.code).toBe('account_locked')
  expect((await answer(sandbox, challengeReply, correctCode)).body.code).toBe('account_locked')
  expect((await signIn(sandbox, 'pass')).body.code).toBe('account_locked')
  sandbox.switches.unlock('sandbox-payroll', userName)
  expect((await answer(sandbox, challengeReply, correctCode)).body.status).toBe('signed_in')
})

test('lock locks the account until it is unlocked', async () => {
  await using sandbox = await openPayroll()
  expect((await signIn(sandbox, 'lock')).body.code).toBe('account_locked')
  expect((await signIn(sandbox, 'pass')).body.code).toBe('account_locked')
  sandbox.switches.unlock('sandbox-payroll', userName)
  expect((await signIn(sandbox, 'pass')).body.status).toBe('signed_in')
})

test('an unknown name and a wrong password get the same reply', async () => {
  await using sandbox = await openPayroll()
  const [unknown, wrong] = [await signIn(sandbox, 'pass', 'nobody.at.all'), await signIn(sandbox, 'letmein')]
  expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text])
})

test('a provider that is down rejects API calls and pages until it is up', async () => {
  await using sandbox = await openPayroll()
  const token = tokenOf(await signIn(sandbox, 'pass'))
  sandbox.switches.change('sandbox-payroll', { isDown: true })
  for (const reply of [
    await signIn(sandbox, 'pass'),
    await get(sandbox, token, '/payslips'),
    await get(sandbox, token, '/lunch'),
  ]) {
    expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([
      503,
      'provider_down',
      '60',
    ])
  }
  const page = await call('GET', `${sandbox.url}/reset`)
  expect([page.status, errorCodeOn(page), page.headers.get('content-type')]).toEqual([
    503,
    'provider_down',
    'text/html; charset=utf-8',
  ])
  sandbox.switches.change('sandbox-payroll', { isDown: false, slowMs: 200 })
  expect(await elapsedMs(() => get(sandbox, token, '/payslips'))).toBeGreaterThanOrEqual(195)
})

test('an override applies to open sessions and ends when removed', async () => {
  await using sandbox = await openPayroll()
  const token = tokenOf(await signIn(sandbox, 'pass'))
  sandbox.switches.behave('sandbox-payroll', userName, 'error:session_expired+mfa:code')
  expect((await get(sandbox, token, '/payslips')).body.code).toBe('session_expired')
  expect((await signIn(sandbox, 'pass')).body.status).toBe('second_factor')
  sandbox.switches.behave('sandbox-payroll', userName, null)
  expect((await get(sandbox, token, '/payslips')).status).toBe(200)
})

test('rejects malformed requests and names the fields', async () => {
  await using sandbox = await openPayroll()
  const post = (json: unknown) => call('POST', `${sandbox.url}/session`, { json })
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
  const broken = await call('POST', `${sandbox.url}/session`, {
    headers: { 'content-type': 'application/json' },
  })
  expect(broken.body.code).toBe('invalid_request')
  const huge = await post({ user_name: userName, password: 'x'.repeat(20_000) })
  expect(huge.body.code).toBe('invalid_request')
})

test('replies are identical in two runs', async () => {
  const run = async () => {
    await using sandbox = await openPayroll()
    const token = tokenOf(await signIn(sandbox, 'pass', 'person.7'))
    const list = await get(sandbox, token, '/payslips')
    const { id } = list.body.payslips[0]
    return [
      list.text,
      (await get(sandbox, token, '/employments')).text,
      (await get(sandbox, token, `/payslips/${id}`)).text,
    ]
  }
  expect(await run()).toEqual(await run())
})
