import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addDays } from '../../calendar.ts'
import type { Person } from '../../people/types.ts'
import { providers } from '../catalogue.ts'
import { type ErrorCode, errorRow, errors, isErrorCode } from '../errors.ts'
import { call, minute, open, start, took } from '../testing/test-sandbox.ts'
import { bureau } from './provider.ts'

const userName = 'zoe-renee.olarkington-mullbrook'
const openBureau = () => open(bureau, '/bureau')
type Town = Awaited<ReturnType<typeof openBureau>>

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

function sign(claims: object, { secret = 'payproof-sandbox-secret', alg = 'HS256' } = {}) {
  const text = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

const claimsFor = ({ url, clock }: Town) => ({
  iss: 'payproof-sandbox',
  sub: 'payproof-sandbox',
  aud: `${url}/oauth/token`,
  exp: Math.floor(clock.now().getTime() / 1_000) + 60,
  jti: randomUUID(),
})

const askToken = ({ url }: Town, client_assertion: string, more: Record<string, string> = {}) =>
  call('POST', `${url}/oauth/token`, {
    form: {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion,
      ...more,
    },
  })

const enter = async (town: Town): Promise<string> =>
  (await askToken(town, sign(claimsFor(town)))).body.access_token

const detailsOf = ({ niNumber, dateOfBirth, forename, surname, addresses }: Person) => ({
  ni_number: niNumber,
  date_of_birth: dateOfBirth,
  forename,
  surname,
  post_codes: [addresses.at(-1)?.postCode ?? ''],
})

const personOf = ({ world }: Town, name = userName) => {
  const person = world.find(name)
  if (!person) throw new Error('nobody')
  return person
}

const match = ({ url }: Town, token: string, json: object) => call('POST', `${url}/matches`, { token, json })
const list = ({ url }: Town, token: string, reference: string, query = '') =>
  call('GET', `${url}/people/${reference}/payslips?${query}`, { token })

async function allPages(town: Town, token: string, reference: string, query = '') {
  const found = []
  let cursor: string | null = ''
  for (let page = 0; page < 50 && cursor !== null; page++) {
    const { body }: Awaited<ReturnType<typeof list>> = await list(
      town,
      token,
      reference,
      `${query}${cursor && `&cursor=${cursor}`}`,
    )
    found.push(...body.records)
    cursor = body.next_cursor
  }
  return found
}

test('who is described well enough is found, with every payslip as the world has it', async () => {
  await using town = await openBureau()
  const { world, clock } = town
  const token = await enter(town)
  for (const name of ['barnaby.thistlewick', 'dashiell.pennyfeather', 'fergus.mactumble', 'person.42']) {
    const person = personOf(town, name)
    const { body } = await match(town, token, detailsOf(person))
    expect(body.employments.map((one: { EmployerName: string }) => one.EmployerName)).toEqual(
      person.jobs.filter((job) => job.startDate <= clock.today()).map((job) => job.employer.name),
    )
    const records = await allPages(town, token, body.reference)
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

test('a record is flat and in the words of an employer’s report', async () => {
  await using town = await openBureau()
  const token = await enter(town)
  const person = personOf(town, 'fergus.mactumble')
  const { body } = await match(town, token, detailsOf(person))
  const [record] = (await list(town, token, body.reference)).body.records
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
    town.world.payslips(job as never, '2026-11-15').at(-1)?.taxCode,
  )
  const spring = await allPages(town, token, body.reference, 'from=2026-03-01&to=2026-05-31')
  expect(spring.map(({ PaymentDate }) => PaymentDate.slice(0, 7))).toEqual(['2026-05', '2026-04', '2026-03'])
})

test('who comes back finds what is new since then, and nothing where nothing is', async () => {
  await using town = await openBureau()
  const found = async () => {
    const token = await enter(town)
    const { reference } = (await match(town, token, detailsOf(personOf(town)))).body
    return (await list(town, token, reference, 'from=2026-11-16')).body
  }
  expect(await found()).toEqual({ records: [], next_cursor: null })
  town.clock.set(new Date('2026-12-15T12:00:00Z'))
  expect((await found()).records).toHaveLength(1)
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
])('%s: found or not', async (_what, changed, isFound) => {
  await using town = await openBureau()
  const token = await enter(town)
  const details = detailsOf(personOf(town))
  const reply = await match(town, token, { ...details, ...changed(details) })
  if (isFound) expect(reply.body.reference).toMatch(/^[\w-]{43}$/)
  else
    expect([reply.status, reply.text]).toEqual([
      404,
      JSON.stringify({ code: 'no_match', message: errors.no_match.text }),
    ])
})

test('a past home is as good as the present one, a future one is not', async () => {
  await using town = await openBureau()
  const person = personOf(town, 'valentin.driftwood')
  const [before, after] = person.addresses
  if (!before || !after) throw new Error('never moved')
  const status = async (postCode: string) =>
    (await match(town, await enter(town), { ...detailsOf(person), post_codes: [postCode] })).status
  expect([await status(before.postCode), await status(after.postCode)]).toEqual([200, 200])
  town.clock.set(new Date(`${addDays(after.from, -1)}T12:00:00Z`))
  expect([await status(before.postCode), await status(after.postCode)]).toEqual([200, 404])
})

test('two people who agree are too many', async () => {
  await using town = await openBureau()
  const { world } = town
  const person = personOf(town)
  world.put({ ...person, userName: 'the.double', jobs: [] }, () => [])
  const reply = await match(town, await enter(town), detailsOf(person))
  expect([reply.status, reply.body.code]).toEqual([409, 'ambiguous_match'])
  world.remove('the.double')
})

test('an assertion is good once', async () => {
  await using town = await openBureau()
  const assertion = sign(claimsFor(town))
  const first = await askToken(town, assertion)
  expect(first.body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 3_600 })
  const second = await askToken(town, assertion)
  expect([second.status, second.body.error]).toEqual([401, 'invalid_client'])
})

test.each<[string, (claims: ReturnType<typeof claimsFor>) => string]>([
  ['another secret', (claims) => sign(claims, { secret: 'guess' })],
  ['no algorithm', (claims) => sign(claims, { alg: 'none' })],
  ['another algorithm', (claims) => sign(claims, { alg: 'HS512' })],
  ['an unknown client', (claims) => sign({ ...claims, iss: 'somebody', sub: 'somebody' })],
  ['two names', (claims) => sign({ ...claims, sub: 'somebody' })],
  ['for another', (claims) => sign({ ...claims, aud: 'https://elsewhere.example/oauth/token' })],
  ['too late', (claims) => sign({ ...claims, exp: start.getTime() / 1_000 - 3_600 * 24 * 400 })],
  ['good for ever', (claims) => sign({ ...claims, exp: claims.exp + 3_600 * 24 * 4_000 })],
  ['without an id', ({ jti: _, ...claims }) => sign(claims)],
  ['without a signature', (claims) => sign(claims).replace(/[^.]*$/, '')],
  ['nonsense', () => 'a.b.c'],
])('an assertion with %s is refused', async (_what, make) => {
  await using town = await openBureau()
  const reply = await askToken(town, make(claimsFor(town)))
  expect([reply.status, reply.body.error]).toEqual([401, 'invalid_client'])
})

test('an assertion may name several whom it is for, and any clock that is right', async () => {
  await using town = await openBureau()
  const claims = claimsFor(town)
  expect((await askToken(town, sign({ ...claims, aud: ['https://x.example', claims.aud] }))).status).toBe(200)
  town.clock.advance(400 * 24 * 60 * minute)
  expect((await askToken(town, sign(claimsFor(town)))).status).toBe(200)
  const exp = Math.floor(Date.now() / 1_000) + 60
  expect((await askToken(town, sign({ ...claimsFor(town), exp }))).status).toBe(200)
})

test('an assertion is for the address that others know us by', async () => {
  await using town = await open(bureau, '/bureau', { baseUrl: 'https://sandbox.example' })
  const claims = { ...claimsFor(town), aud: 'https://sandbox.example/bureau/oauth/token' }
  expect((await askToken(town, sign(claims))).status).toBe(200)
  expect((await askToken(town, sign(claimsFor(town)))).body.error).toBe('invalid_client')
})

test('other grants and shapes are refused', async () => {
  await using town = await openBureau()
  const assertion = () => sign(claimsFor(town))
  expect((await askToken(town, assertion(), { grant_type: 'password' })).body.error).toBe(
    'unsupported_grant_type',
  )
  expect((await askToken(town, assertion(), { client_assertion_type: 'x' })).body.error).toBe(
    'invalid_request',
  )
  const token = await enter(town)
  const details = detailsOf(personOf(town))
  for (const wrong of [
    { post_codes: [] },
    { date_of_birth: '01/02/1990' },
    { surname: '' },
    { colour: 'red' },
  ])
    expect((await match(town, token, { ...details, ...wrong })).body.code).toBe('invalid_request')
})

test('tokens and references end after an hour, or when they are ended', async () => {
  await using town = await openBureau()
  const details = detailsOf(personOf(town))
  const first = await enter(town)
  const { reference } = (await match(town, first, details)).body
  expect((await list(town, first, reference)).status).toBe(200)
  expect((await list(town, 'nothing', reference)).body.code).toBe('invalid_token')
  expect((await list(town, first, 'nothing')).body.code).toBe('not_found')
  town.clock.advance(60 * minute)
  expect((await list(town, first, reference)).body.code).toBe('invalid_token')
  const second = await enter(town)
  expect((await list(town, second, reference)).body.code).toBe('not_found')

  const again = (await match(town, second, details)).body.reference
  expect(town.switches.endSessions('sandbox-bureau', userName)).toBe(1)
  expect((await list(town, second, again)).body.code).toBe('not_found')
  expect(town.switches.endSessions('sandbox-bureau')).toBe(1)
  expect((await match(town, second, details)).body.code).toBe('invalid_token')
})

const { steps } = providers['sandbox-bureau']
const codes = Object.keys(errors)
  .filter(isErrorCode)
  .filter((code) => errorRow(code).providers.includes('sandbox-bureau'))
  // Tokens belong to a client and not to a person, so nobody can ask for these.
  .filter((code) => errorRow(code).strikesAt.some((step) => steps.includes(step)))

test.each(codes)('error:%s, imposed on a person, gives exactly that', async (code: ErrorCode) => {
  await using town = await openBureau()
  const row = errorRow(code)
  const token = await enter(town)
  town.switches.behave('sandbox-bureau', userName, `error:${code}`)
  const found = await match(town, token, detailsOf(personOf(town)))
  const reply = found.body?.reference ? await list(town, token, found.body.reference) : found
  expect(found.body?.reference ? 'list' : 'login').toBe(steps.find((step) => row.strikesAt.includes(step)))
  expect(reply.status).toBe(row.status)
  if (code === 'bad_response') expect(() => JSON.parse(reply.text)).toThrow(SyntaxError)
  else expect(reply.body).toEqual({ code, message: row.text })
})

test('drop, slow, expire and lock can be imposed too', async () => {
  await using town = await openBureau()
  const details = detailsOf(personOf(town))
  const token = await enter(town)
  const impose = (behaviour: string | null) => town.switches.behave('sandbox-bureau', userName, behaviour)
  impose('drop:login')
  await expect(match(town, token, details)).rejects.toThrow('fetch failed')
  impose('drop:list')
  const { reference } = (await match(town, token, details)).body
  await expect(list(town, token, reference)).rejects.toThrow('fetch failed')
  impose('slow:0.2')
  expect(await took(() => list(town, token, reference))).toBeGreaterThanOrEqual(195)
  impose('expire:5')
  const short = (await match(town, token, details)).body.reference
  town.clock.advance(5 * minute)
  expect((await list(town, token, short)).body.code).toBe('not_found')
  impose('lock')
  expect((await match(town, token, details)).body.code).toBe('account_locked')
  impose(null)
  expect((await match(town, token, details)).body.code).toBe('account_locked')
  town.switches.unlock('sandbox-bureau', userName)
  expect((await match(town, token, details)).status).toBe(200)
})

test('down is down', async () => {
  await using town = await openBureau()
  const token = await enter(town)
  town.switches.change('sandbox-bureau', { isDown: true })
  const replies = [
    await askToken(town, sign(claimsFor(town))),
    await match(town, token, detailsOf(personOf(town))),
  ]
  expect(
    replies.map(({ status, headers, body }) => [status, headers.get('retry-after'), body.code ?? body.error]),
  ).toEqual(replies.map(() => [503, '60', 'provider_down']))
})

test('two runs answer the same requests with the same words', async () => {
  const run = async () => {
    await using town = await openBureau()
    const token = await enter(town)
    const { body } = await match(town, token, detailsOf(personOf(town)))
    return [body.employments, (await list(town, token, body.reference)).text]
  }
  expect(await run()).toEqual(await run())
})
