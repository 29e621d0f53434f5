import { describe, expect, test } from 'vitest'
import { errorCodeOf, openVisitor } from '../providers/testing/portal-visitor.ts'
import { type Body, listOf, startSandbox, textOf } from '../testing/start-sandbox.ts'

const { sandbox, call } = await startSandbox()
const person = 'wilhelmina.oakapple'
const payslipDates = async (userName = person) =>
  listOf((await call('GET', `/controls/people/${userName}/payslips?limit=100`)).body, 'payslips').map(
    ({ paid_on }) => paid_on,
  )

describe('the clock', () => {
  const now = async () => String((await call('GET', '/controls/clock')).body.now)

  test('can be set, advanced by calendar months and reset', async () => {
    expect(await now()).toMatch(/^2026-06-15T09:00/)
    await call('PUT', '/controls/clock', { now: '2027-01-31T10:00:00Z' })
    expect((await call('PUT', '/controls/clock', { advance: 'P1MT30M' })).body).toMatchObject({
      today: '2027-02-28',
      now: expect.stringMatching(/^2027-02-28T10:30/),
    })
    expect((await call('DELETE', '/controls/clock')).body.today).toBe('2026-06-15')
  })

  test.each<[unknown, string]>([
    [{ now: '2023-01-01T00:00:00Z' }, '[now] must stay between 2024-04-06 and 2027-04-05'],
    [{ advance: 'P9Y' }, '[advance] must stay between 2024-04-06 and 2027-04-05'],
    [{ advance: 'P' }, '[advance] must be a duration such as P1M, P2W, P3D or PT90S'],
    [{ advance: 'PT' }, '[advance] must be a duration such as P1M, P2W, P3D or PT90S'],
    [{ now: 'tomorrow' }, '[now] must be a time such as 2026-06-15T09:00:00Z'],
    [{}, '[body] must have either now or advance'],
    [{ now: '2026-07-01T00:00:00Z', advance: 'P1D' }, '[body] must have either now or advance'],
    [{ later: 1 }, '[later] is not known'],
  ])('rejects %j', async (body, text) => {
    const reply = await call('PUT', '/controls/clock', body)
    expect([reply.status, reply.body]).toEqual([400, { errors: expect.arrayContaining([text]) }])
  })

  test('advancing it makes new payslips and statements appear', async () => {
    const statements = async () =>
      (await call('GET', `/controls/people/${person}/statements`)).body.total_count
    const [payslipsBefore, statementsBefore] = [await payslipDates(), await statements()]
    await call('PUT', '/controls/clock', { advance: 'P1M' })
    const after = await payslipDates()
    expect(after.slice(1)).toEqual(payslipsBefore)
    expect(await statements()).toBe(Number(statementsBefore) + 1)
    const list = await openVisitor(sandbox.url).signIn(person, 'pass')
    expect(list.page).toContain(`data-pay-date="${after[0]}"`)
  })
})

describe('providers', () => {
  const path = '/controls/providers/sandbox-portal'
  const open = () => openVisitor(sandbox.url).go('/portal/')

  test('are listed with their state', async () => {
    const list = listOf((await call('GET', '/controls/providers')).body, 'providers')
    expect(list.map(({ id }) => id).sort()).toEqual([
      'employment-hero',
      'freeagent',
      'sandbox-bank',
      'sandbox-bureau',
      'sandbox-cloud',
      'sandbox-payroll',
      'sandbox-portal',
      'staffology',
      'taxauth',
      'xero',
    ])
    expect((await call('GET', path)).body).toMatchObject({
      max_login_attempts: 3,
      is_down: false,
      slow_seconds: 0,
      locked_user_names: [],
    })
  })

  test('each can be taken down and brought back up', async () => {
    const addresses = {
      'sandbox-portal': '/portal/',
      'sandbox-payroll': '/payroll/employments',
      'sandbox-cloud': '/cloud/v1/me',
      'sandbox-bureau': '/bureau/people/x/payslips',
      taxauth: '/taxauth/oauth/authorize',
      'sandbox-bank': '/yapily/institutions',
    }
    for (const [id, address] of Object.entries(addresses)) {
      await call('PATCH', `/controls/providers/${id}`, { is_down: true })
      expect((await call('GET', address)).status, id).toBe(503)
      await call('PATCH', `/controls/providers/${id}`, { is_down: false })
      expect((await call('GET', address)).status, id).not.toBe(503)
    }
  })

  test('can be made slow', async () => {
    await call('PATCH', path, { slow_seconds: 0.4 })
    const startedAt = performance.now()
    await open()
    expect(performance.now() - startedAt).toBeGreaterThan(390)
  })

  test('sessions of one person or of everyone can be ended', async () => {
    const visitors = [openVisitor(sandbox.url), openVisitor(sandbox.url)] as const
    await visitors[0].signIn(person, 'pass')
    await visitors[1].signIn('dashiell.pennyfeather', 'pass')
    expect((await call('DELETE', `${path}/sessions?user_name=${person}`)).body).toEqual({ ended: 1 })
    expect(errorCodeOf((await visitors[0].go('/portal/payslips')).page)).toBe('session_expired')
    expect((await visitors[1].go('/portal/payslips')).status).toBe(200)
    expect((await call('DELETE', `${path}/sessions`)).body).toEqual({ ended: 1 })
    expect((await visitors[1].go('/portal/payslips')).status).toBe(401)
  })

  test('locked accounts are listed and can be unlocked', async () => {
    await openVisitor(sandbox.url).signIn(person, 'lock')
    expect((await call('GET', path)).body.locked_user_names).toEqual([person])
    expect((await call('POST', `${path}/unlock`, { user_name: person })).body.locked_user_names).toEqual([])
    expect((await openVisitor(sandbox.url).signIn(person, 'pass')).status).toBe(200)
  })

  test('a behaviour override applies to a person until it is removed', async () => {
    await call('PUT', `${path}/behaviours/${person}`, { behaviour: 'error:maintenance' })
    expect((await openVisitor(sandbox.url).signIn(person, 'pass')).status).toBe(503)
    expect((await call('DELETE', `${path}/behaviours/${person}`)).status).toBe(204)
    expect((await openVisitor(sandbox.url).signIn(person, 'pass')).status).toBe(200)
  })

  test.each<[string, string, unknown, number, string]>([
    ['PATCH', '/controls/providers/other', {}, 404, 'There is no provider other'],
    ['PATCH', path, { slow_seconds: 61 }, 400, '[slow_seconds] must be at most 60'],
    ['PATCH', path, { is_down: 'yes' }, 400, '[is_down] must be a boolean'],
    [
      'PUT',
      `${path}/behaviours/nobody`,
      { behaviour: 'pass' },
      404,
      'There is no person with the user name nobody',
    ],
    [
      'PUT',
      `${path}/behaviours/${person}`,
      { behaviour: 'error:no_match' },
      400,
      '[behaviour] is not supported by sandbox-portal',
    ],
  ])('rejects %s %s with %j', async (method, address, body, status, text) => {
    const reply = await call(method, address, body)
    expect([reply.status, String(listOf(reply.body, 'errors')[0])]).toEqual([
      status,
      expect.stringContaining(text),
    ])
  })
})

describe('scenarios', () => {
  const scenario = {
    person: { user_name: 'jemima.testwell', forename: 'Jemima', memorable_word: 'windmills' },
    jobs: [{ employer: { name: 'Testwell & Daughters Ltd' }, pay: { salary: '30000.00' } }],
  }

  test('a person from a scenario can sign in and has payslips and documents', async () => {
    const made = await call('POST', '/controls/scenarios', scenario)
    expect([made.status, made.body.user_name]).toEqual([201, 'jemima.testwell'])
    const list = await openVisitor(sandbox.url).signIn('jemima.testwell', 'pass')
    expect(list.page).toContain('Testwell &amp; Daughters Ltd')
    expect(await payslipDates('jemima.testwell')).not.toEqual([])
    const pdf = await call('GET', '/controls/documents/payslip?user_name=jemima.testwell')
    expect(await textOf(pdf.bytes)).toContain('Testwell & Daughters Ltd')
    expect((await call('GET', '/controls/scenarios')).body).toMatchObject({ total_count: 1 })
    expect((await call('GET', '/controls/scenarios/jemima.testwell')).body).toEqual(scenario)
    expect((await call('DELETE', '/controls/scenarios/jemima.testwell')).status).toBe(204)
    expect((await openVisitor(sandbox.url).signIn('jemima.testwell', 'pass')).status).toBe(401)
  })

  test('its behaviour applies at every provider that supports it until it is replaced', async () => {
    await call('POST', '/controls/scenarios', { ...scenario, behaviour: 'mfa:code' })
    expect((await openVisitor(sandbox.url).signIn('jemima.testwell', 'pass')).path).toBe(
      '/portal/second-step',
    )
    const login = { user_name: 'jemima.testwell', password: 'pass' }
    expect((await call('POST', '/payroll/session', login)).body.status).toBe('second_factor')
    await call('POST', '/controls/scenarios', scenario)
    expect((await call('POST', '/payroll/session', login)).body.status).toBe('signed_in')
  })

  test('reports all invalid fields at once', async () => {
    const reply = await call('POST', '/controls/scenarios', { person: { user_name: 'X' }, jobs: [{}] })
    expect(reply.status).toBe(400)
    expect(listOf(reply.body, 'errors').map(String).join()).toMatch(
      /\[person\.user_name\].*\[jobs\.0\.employer\]/,
    )
    const unknown = await call('POST', '/controls/scenarios', { ...scenario, behaviour: 'dance' })
    expect([unknown.status, unknown.body]).toEqual([
      400,
      { errors: ['[behaviour] is not supported by any provider'] },
    ])
  })

  test('accepts at most 200 scenarios of 256 kB each', async () => {
    const named = (n: number) => ({ person: { user_name: `jemima.testwell-${n}` } })
    for (let n = 1; n <= 200; n++)
      expect((await call('POST', '/controls/scenarios', named(n))).status).toBe(201)
    expect((await call('POST', '/controls/scenarios', named(201))).status).toBe(409)
    expect((await call('POST', '/controls/scenarios', named(7))).status).toBe(201)
    expect((await call('DELETE', '/controls/scenarios')).status).toBe(204)
    expect((await call('GET', '/controls/scenarios')).body.total_count).toBe(0)
    const large = { person: { user_name: 'jemima.testwell', about: 'x'.repeat(256 * 1024) } }
    expect((await call('POST', '/controls/scenarios', large)).status).toBe(413)
  })
})

describe('people and documents', () => {
  test('returns all data of a person', async () => {
    const people = (await call('GET', '/controls/people?limit=2&offset=1')).body
    expect(people).toMatchObject({ offset: 1, limit: 2 })
    expect(listOf(people, 'people')).toHaveLength(2)
    const { body } = await call('GET', `/controls/people/${person}`)
    expect(body).toMatchObject({
      identity: { forename: 'Wilhelmina', ni_number: expect.stringMatching(/^QQ\d{6}[A-D]$/) },
      sign_in: { user_name: person, code: '246810' },
      jobs: [{ frequency: 'monthly' }],
    })
    const found = (await call('GET', '/controls/people?search=OAKapple')).body
    expect(listOf(found, 'people').map(({ user_name }) => user_name)).toEqual([person])
    expect(found.total_count).toBe(1)
    const [lastPaid = ''] = (await payslipDates()).map(String).sort().toReversed()
    expect(String(body.next_pay_day) > lastPaid).toBe(true)
    expect((await call('GET', '/controls/people/person.12345')).status).toBe(200)
    expect((await call('GET', '/controls/people/nobody')).status).toBe(404)
  })

  test('net pay appears on the bank statement of the month', async () => {
    const [payslip = {}] = listOf((await call('GET', `/controls/people/${person}/payslips`)).body, 'payslips')
    const month = String(payslip.paid_on).slice(0, 7)
    const statements = listOf((await call('GET', `/controls/people/${person}/statements`)).body, 'statements')
    const statement = statements.find(({ end }) => String(end).startsWith(month)) as Body
    const salaries = listOf(statement, 'transactions').filter(({ kind }) => kind === 'salary')
    expect(salaries).toMatchObject([{ date: payslip.paid_on, amount: (payslip.totals as Body).net }])
  })

  test('returns a payslip by pay date in any layout, with its ground truth', async () => {
    const query = `?user_name=${person}&pay_date=2026-05-29`
    const pdf = await call('GET', `/controls/documents/payslip${query}`)
    expect(pdf.headers.get('content-disposition')).toBe('inline; filename="payslip-2026-05-29.pdf"')
    const reply = await call('GET', `/controls/documents/payslip${query}`, undefined, {
      accept: 'application/json',
    })
    expect(reply.body).toMatchObject({
      file_name: 'payslip-2026-05-29.pdf',
      tampering: null,
      truth: { kind: 'payslip' },
    })
    expect((await call('GET', `/controls/documents/payslip.json${query}`)).body).toEqual(reply.body)
    const layouts = (await call('GET', '/controls/layouts')).body
    for (const { id } of listOf(layouts, 'payslips')) {
      const other = await call('GET', `/controls/documents/payslip.json${query}&layout=${id}`)
      expect(other.body).toMatchObject({
        truth: { layout: id, income_information: { pay_date: '2026-05-29' } },
      })
    }
    for (const { id } of listOf(layouts, 'statements')) {
      const statement = await call('GET', `/controls/documents/statement?user_name=${person}&layout=${id}`)
      expect([statement.status, statement.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    }
  })

  test('scans have no text layer, and tampered copies report what was changed', async () => {
    const scan = await call('GET', `/controls/documents/statement?user_name=${person}&month=2026-05&scan=100`)
    expect((await textOf(scan.bytes)).trim()).toBe('')
    const query = `?user_name=${person}&tamper=edited-amount`
    const tampered = await call('GET', `/controls/documents/payslip.json${query}`)
    expect(tampered.body.tampering).toMatchObject({ kind: 'edited-amount' })
    const [genuine, forged] = [
      await call('GET', `/controls/documents/payslip?user_name=${person}`),
      await call('GET', `/controls/documents/payslip${query}`),
    ]
    expect(await textOf(forged.bytes)).not.toBe(await textOf(genuine.bytes))
  })

  test.each<[string, number, string]>([
    ['payslip', 400, '[user_name] is missing'],
    [`payslip?user_name=${person}&layout=nice`, 400, '[layout] must be one of'],
    [`payslip?user_name=${person}&tamper=all`, 400, '[tamper] must be one of edited-amount'],
    [`payslip?user_name=${person}&scan=9999`, 400, '[scan] must be at most 300'],
    [`payslip?user_name=${person}&colour=red`, 400, '[colour] is not known'],
    [`payslip?user_name=${person}&pay_date=2026-12-31`, 404, 'has no such payslip yet'],
    [`statement?user_name=${person}&month=2026-06`, 404, 'has no such statement yet'],
    ['statement?user_name=nobody', 404, 'There is no person with the user name nobody'],
  ])('rejects %s', async (path, status, text) => {
    const reply = await call('GET', `/controls/documents/${path}`)
    expect([reply.status, String(listOf(reply.body, 'errors')[0])]).toEqual([
      status,
      expect.stringContaining(text),
    ])
  })
})

test('reset restores the initial state', async () => {
  await call('PUT', '/controls/clock', { advance: 'P2M' })
  await call('PATCH', '/controls/providers/taxauth', { is_down: true })
  await call('POST', '/controls/scenarios', { person: { user_name: 'jemima.testwell' } })
  await call('POST', '/inbox/acme', { anything: true })
  expect((await call('POST', '/controls/reset', {})).status).toBe(204)
  expect((await call('GET', '/controls/clock')).body.today).toBe('2026-06-15')
  expect((await call('GET', '/controls/providers/taxauth')).body.is_down).toBe(false)
  expect((await call('GET', '/controls/people/jemima.testwell')).status).toBe(404)
  expect((await call('GET', '/inbox/acme/deliveries')).body.total_count).toBe(0)
})
