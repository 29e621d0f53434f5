import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addDays } from '../../calendar.ts'
import type { SimulatedPerson } from '../../people/types.ts'
import { providers } from '../catalogue.ts'
import { type ErrorCode, errorSpec, errors, isErrorCode } from '../errors.ts'
import { call, elapsedMs, minute, openProvider, testStart } from '../testing/test-sandbox.ts'
import { bureau } from './provider.ts'

const userName = 'zoe-renee.olarkington-mullbrook'
const openBureau = () => openProvider(bureau, '/bureau')
type TestSandbox = Awaited<ReturnType<typeof openBureau>>

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

function sign(claims: object, { secret = 'payproof-sandbox-secret', alg = 'HS256' } = {}) {
  const text = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

const claimsFor = ({ url, clock }: TestSandbox) => ({
  iss: 'payproof-sandbox',
  sub: 'payproof-sandbox',
  aud: `${url}/oauth/token`,
  exp: Math.floor(clock.now().getTime() / 1_000) + 60,
  jti: randomUUID(),
})

const askToken = ({ url }: TestSandbox, client_assertion: string, more: Record<string, string> = {}) =>
  call('POST', `${url}/oauth/token`, {
    form: {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion,
      ...more,
    },
  })

const enter = async (sandbox: TestSandbox): Promise<string> =>
  (await askToken(sandbox, sign(claimsFor(sandbox)))).body.access_token

const detailsOf = ({ niNumber, dateOfBirth, forename, surname, addresses }: SimulatedPerson) => ({
  ni_number: niNumber,
  date_of_birth: dateOfBirth,
  forename,
  surname,
  post_codes: [addresses.at(-1)?.postCode ?? ''],
})

const personOf = ({ world }: TestSandbox, name = userName) => {
  const person = world.find(name)
  if (!person) throw new Error('no such person')
  return person
}

const match = ({ url }: TestSandbox, token: string, json: object) =>
  call('POST', `${url}/matches`, { token, json })
const list = ({ url }: TestSandbox, token: string, reference: string, query = '') =>
  call('GET', `${url}/people/${reference}/payslips?${query}`, { token })

async function allPages(sandbox: TestSandbox, token: string, reference: string, query = '') {
  const allRecords = []
  let cursor: string | null = ''
  for (let page = 0; page < 50 && cursor !== null; page++) {
    const { body }: Awaited<ReturnType<typeof list>> = await list(
      sandbox,
      token,
      reference,
      `${query}${cursor && `&cursor=${cursor}`}`,
    )
    allRecords.push(...body.records)
    cursor = body.next_cursor
  }
  return allRecords
}

test('finds a person by matching details and returns all payslips', async () => {
  await using sandbox = await openBureau()
  const { world, clock } = sandbox
  const token = await enter(sandbox)
  for (const name of ['barnaby.thistlewick', 'dashiell.pennyfeather', 'fergus.mactumble', 'person.42']) {
    const person = personOf(sandbox, name)
    const { body } = await match(sandbox, token, detailsOf(person))
    expect(body.employments.map((one: { EmployerName: string }) => one.EmployerName)).toEqual(
      person.jobs.filter((job) => job.startDate <= clock.today()).map((job) => job.employer.name),
    )
    const records = await allPages(sandbox, token, body.reference)
    const truth = person.jobs.flatMap((job) => world.payslips(job, clock.today()))
    expect(new Set(records.map(({ RecordId }) => RecordId)).size).toBe(truth.length)
    const lines = (all: (string | number)[][]) => all.map((line) => line.join(' ')).toSorted()
    expect(
      lines(
        records.map((one) => [
          one.PaymentDate,
          one.GrossPay,
          one.TaxDeducted,
          one.EmployeeNi,
          one.NetPay,
          one.TaxablePayToDate,
        ]),
      ),
    ).toEqual(
      lines(
        truth.map((one) => [
          one.payDate,
          ...[one.grossPay, one.incomeTax, one.employeeNi, one.netPay, one.yearToDate.taxablePay].map(
            (pence) => pence / 100,
          ),
        ]),
      ),
    )
  }
})

test('a record is flat and uses the fields of an employer’s report', async () => {
  await using sandbox = await openBureau()
  const token = await enter(sandbox)
  const person = personOf(sandbox, 'fergus.mactumble')
  const { body } = await match(sandbox, token, detailsOf(person))
  const [record] = (await list(sandbox, token, body.reference)).body.records
  const [job] = person.jobs
  expect(record).toMatchObject({
    EmployerName: job?.employer.name,
    Forename: 'Fergus',
    Surname: 'MacTumble',
    BirthDate: person.dateOfBirth,
    NationalInsuranceNumber: person.niNumber,
    PayFrequency: 'M1',
    TaxRegime: 'S',
    NonCumulative: 'N',
  })
  expect(`${record.OfficeNumber}/${record.PayeReference}`).toBe(job?.employer.payeReference)
  expect(`${record.TaxRegime}${record.TaxCode}`).toBe(
    sandbox.world.payslips(job as never, '2026-11-15').at(-1)?.taxCode,
  )
  const spring = await allPages(sandbox, token, body.reference, 'from=2026-03-01&to=2026-05-31')
  expect(spring.map(({ PaymentDate }) => PaymentDate.slice(0, 7))).toEqual(['2026-05', '2026-04', '2026-03'])
})

test('a later query returns only new payslips', async () => {
  await using sandbox = await openBureau()
  const fetchNewRecords = async () => {
    const token = await enter(sandbox)
    const { reference } = (await match(sandbox, token, detailsOf(personOf(sandbox)))).body
    return (await list(sandbox, token, reference, 'from=2026-11-16')).body
  }
  expect(await fetchNewRecords()).toEqual({ records: [], next_cursor: null })
  sandbox.clock.set(new Date('2026-12-15T12:00:00Z'))
  expect((await fetchNewRecords()).records).toHaveLength(1)
})

const agree = true
const differ = false
test.each<[string, (person: ReturnType<typeof detailsOf>) => object, boolean]>([
  ['as they are', () => ({}), agree],
  ['small letters', ({ surname }) => ({ surname: surname.toLowerCase() }), agree],
  ['no accents', () => ({ forename: 'Zoe', surname: "O'Larkington-Mullbrook" }), agree],
  ['no apostrophe', () => ({ surname: 'OLarkington Müllbrook' }), agree],
  ['another apostrophe', () => ({ surname: 'O’Larkington-Müllbrook' }), agree],
  [
    'spaces in the NI number',
    ({ ni_number }) => ({ ni_number: ni_number.toLowerCase().replace(/(..)/g, '$1 ') }),
    agree,
  ],
  [
    'a post code without space',
    ({ post_codes }) => ({ post_codes: post_codes.map((code) => code.replace(' ', '').toLowerCase()) }),
    agree,
  ],
  ['one post code of many', ({ post_codes }) => ({ post_codes: ['ZZ1 1ZZ', ...post_codes] }), agree],
  ['the beginning of the forename', () => ({ forename: 'Zoë' }), agree],
  ['only two letters of it', () => ({ forename: 'Zo' }), differ],
  ['another forename', () => ({ forename: 'Renée' }), differ],
  ['another surname', () => ({ surname: 'Larkington' }), differ],
  ['half of the surname', () => ({ surname: "O'Larkington" }), differ],
  ['another NI number', () => ({ ni_number: 'QQ123456A' }), differ],
  ['another day of birth', () => ({ date_of_birth: '1980-01-01' }), differ],
  ['another post code', () => ({ post_codes: ['ZZ1 1ZZ'] }), differ],
])('matches by details: %s', async (_what, changed, isFound) => {
  await using sandbox = await openBureau()
  const token = await enter(sandbox)
  const details = detailsOf(personOf(sandbox))
  const reply = await match(sandbox, token, { ...details, ...changed(details) })
  if (isFound) expect(reply.body.reference).toMatch(/^[\w-]{43}$/)
  else
    expect([reply.status, reply.text]).toEqual([
      404,
      JSON.stringify({ code: 'no_match', message: errors.no_match.text }),
    ])
})

test('matches a past postcode but not a future one', async () => {
  await using sandbox = await openBureau()
  const person = personOf(sandbox, 'valentin.driftwood')
  const [before, after] = person.addresses
  if (!before || !after) throw new Error('never moved')
  const status = async (postCode: string) =>
    (await match(sandbox, await enter(sandbox), { ...detailsOf(person), post_codes: [postCode] })).status
  expect([await status(before.postCode), await status(after.postCode)]).toEqual([200, 200])
  sandbox.clock.set(new Date(`${addDays(after.from, -1)}T12:00:00Z`))
  expect([await status(before.postCode), await status(after.postCode)]).toEqual([200, 404])
})

test('rejects an ambiguous match', async () => {
  await using sandbox = await openBureau()
  const { world } = sandbox
  const person = personOf(sandbox)
  world.put({ ...person, userName: 'the.double', jobs: [] }, () => [])
  const reply = await match(sandbox, await enter(sandbox), detailsOf(person))
  expect([reply.status, reply.body.code]).toEqual([409, 'ambiguous_match'])
  world.remove('the.double')
})

test('an assertion can be used once', async () => {
  await using sandbox = await openBureau()
  const assertion = sign(claimsFor(sandbox))
  const first = await askToken(sandbox, assertion)
  expect(first.body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 3_600 })
  const second = await askToken(sandbox, assertion)
  expect([second.status, second.body.error]).toEqual([401, 'invalid_client'])
})

test.each<[string, (claims: ReturnType<typeof claimsFor>) => string]>([
  ['another secret', (claims) => sign(claims, { secret: 'guess' })],
  ['no algorithm', (claims) => sign(claims, { alg: 'none' })],
  ['another algorithm', (claims) => sign(claims, { alg: 'HS512' })],
  ['an unknown client', (claims) => sign({ ...claims, iss: 'somebody', sub: 'somebody' })],
  ['two names', (claims) => sign({ ...claims, sub: 'somebody' })],
  ['for another', (claims) => sign({ ...claims, aud: 'https://elsewhere.example/oauth/token' })],
  ['too late', (claims) => sign({ ...claims, exp: testStart.getTime() / 1_000 - 3_600 * 24 * 400 })],
  ['good for ever', (claims) => sign({ ...claims, exp: claims.exp + 3_600 * 24 * 4_000 })],
  ['without an id', ({ jti: _, ...claims }) => sign(claims)],
  ['without a signature', (claims) => sign(claims).replace(/[^.]*$/, '')],
  ['nonsense', () => 'a.b.c'],
])('rejects an assertion with %s', async (_what, make) => {
  await using sandbox = await openBureau()
  const reply = await askToken(sandbox, make(claimsFor(sandbox)))
  expect([reply.status, reply.body.error]).toEqual([401, 'invalid_client'])
})

test('an assertion may have several audiences and use real or simulated time', async () => {
  await using sandbox = await openBureau()
  const claims = claimsFor(sandbox)
  expect((await askToken(sandbox, sign({ ...claims, aud: ['https://x.example', claims.aud] }))).status).toBe(
    200,
  )
  sandbox.clock.advance(400 * 24 * 60 * minute)
  expect((await askToken(sandbox, sign(claimsFor(sandbox)))).status).toBe(200)
  const exp = Math.floor(Date.now() / 1_000) + 60
  expect((await askToken(sandbox, sign({ ...claimsFor(sandbox), exp }))).status).toBe(200)
})

test('the audience of an assertion is the public base URL', async () => {
  await using sandbox = await openProvider(bureau, '/bureau', { baseUrl: 'https://sandbox.example' })
  const claims = { ...claimsFor(sandbox), aud: 'https://sandbox.example/bureau/oauth/token' }
  expect((await askToken(sandbox, sign(claims))).status).toBe(200)
  expect((await askToken(sandbox, sign(claimsFor(sandbox)))).body.error).toBe('invalid_client')
})

test('rejects other grant types and malformed requests', async () => {
  await using sandbox = await openBureau()
  const assertion = () => sign(claimsFor(sandbox))
  expect((await askToken(sandbox, assertion(), { grant_type: 'password' })).body.error).toBe(
    'unsupported_grant_type',
  )
  expect((await askToken(sandbox, assertion(), { client_assertion_type: 'x' })).body.error).toBe(
    'invalid_request',
  )
  const token = await enter(sandbox)
  const details = detailsOf(personOf(sandbox))
  for (const wrong of [
    { post_codes: [] },
    { date_of_birth: '01/02/1990' },
    { surname: '' },
    { colour: 'red' },
  ])
    expect((await match(sandbox, token, { ...details, ...wrong })).body.code).toBe('invalid_request')
})

test('tokens and references expire after an hour or when ended', async () => {
  await using sandbox = await openBureau()
  const details = detailsOf(personOf(sandbox))
  const first = await enter(sandbox)
  const { reference } = (await match(sandbox, first, details)).body
  expect((await list(sandbox, first, reference)).status).toBe(200)
  expect((await list(sandbox, 'nothing', reference)).body.code).toBe('invalid_token')
  expect((await list(sandbox, first, 'nothing')).body.code).toBe('not_found')
  sandbox.clock.advance(60 * minute)
  expect((await list(sandbox, first, reference)).body.code).toBe('invalid_token')
  const second = await enter(sandbox)
  expect((await list(sandbox, second, reference)).body.code).toBe('not_found')

  const again = (await match(sandbox, second, details)).body.reference
  expect(sandbox.switches.endSessions('sandbox-bureau', userName)).toBe(1)
  expect((await list(sandbox, second, again)).body.code).toBe('not_found')
  expect(sandbox.switches.endSessions('sandbox-bureau')).toBe(1)
  expect((await match(sandbox, second, details)).body.code).toBe('invalid_token')
})

const { steps } = providers['sandbox-bureau']
const codes = Object.keys(errors)
  .filter(isErrorCode)
  .filter((code) => errorSpec(code).providers.includes('sandbox-bureau'))
  // Tokens belong to clients, so a person's behaviour cannot cause token errors.
  .filter((code) => errorSpec(code).occursAt.some((step) => steps.includes(step)))

test.each(codes)('error:%s set as override returns exactly that error', async (code: ErrorCode) => {
  await using sandbox = await openBureau()
  const row = errorSpec(code)
  const token = await enter(sandbox)
  sandbox.switches.behave('sandbox-bureau', userName, `error:${code}`)
  const matchReply = await match(sandbox, token, detailsOf(personOf(sandbox)))
  const reply = matchReply.body?.reference
    ? await list(sandbox, token, matchReply.body.reference)
    : matchReply
  expect(matchReply.body?.reference ? 'list' : 'login').toBe(
    steps.find((step) => row.occursAt.includes(step)),
  )
  expect(reply.status).toBe(row.status)
  if (code === 'bad_response') expect(() => JSON.parse(reply.text)).toThrow(SyntaxError)
  else expect(reply.body).toEqual({ code, message: row.text })
})

test('drop, slow, expire and lock also work as overrides', async () => {
  await using sandbox = await openBureau()
  const details = detailsOf(personOf(sandbox))
  const token = await enter(sandbox)
  const impose = (behaviour: string | null) => sandbox.switches.behave('sandbox-bureau', userName, behaviour)
  impose('drop:login')
  await expect(match(sandbox, token, details)).rejects.toThrow('fetch failed')
  impose('drop:list')
  const { reference } = (await match(sandbox, token, details)).body
  await expect(list(sandbox, token, reference)).rejects.toThrow('fetch failed')
  impose('slow:0.2')
  expect(await elapsedMs(() => list(sandbox, token, reference))).toBeGreaterThanOrEqual(195)
  impose('expire:5')
  const short = (await match(sandbox, token, details)).body.reference
  sandbox.clock.advance(5 * minute)
  expect((await list(sandbox, token, short)).body.code).toBe('not_found')
  impose('lock')
  expect((await match(sandbox, token, details)).body.code).toBe('account_locked')
  impose(null)
  expect((await match(sandbox, token, details)).body.code).toBe('account_locked')
  sandbox.switches.unlock('sandbox-bureau', userName)
  expect((await match(sandbox, token, details)).status).toBe(200)
})

test('a provider that is down rejects all requests', async () => {
  await using sandbox = await openBureau()
  const token = await enter(sandbox)
  sandbox.switches.change('sandbox-bureau', { isDown: true })
  const replies = [
    await askToken(sandbox, sign(claimsFor(sandbox))),
    await match(sandbox, token, detailsOf(personOf(sandbox))),
  ]
  expect(
    replies.map(({ status, headers, body }) => [status, headers.get('retry-after'), body.code ?? body.error]),
  ).toEqual(replies.map(() => [503, '60', 'provider_down']))
})

test('replies are identical in two runs', async () => {
  const run = async () => {
    await using sandbox = await openBureau()
    const token = await enter(sandbox)
    const { body } = await match(sandbox, token, detailsOf(personOf(sandbox)))
    return [body.employments, (await list(sandbox, token, body.reference)).text]
  }
  expect(await run()).toEqual(await run())
})
