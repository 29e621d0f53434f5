import { expect, test } from 'vitest'
import { sum } from '../../money.ts'
import { providers } from '../catalogue.ts'
import { type ErrorCode, errorRow, errors, isErrorCode } from '../errors.ts'
import { call, errorOn, minute, open, took } from '../testing/test-sandbox.ts'
import { codeFor, redeem, refresh, sentTo, tokensFor, visit } from '../testing/oauth-visitor.ts'
import { taxauth } from './provider.ts'

const userName = 'ignatius.plumtree'
const day = 24 * 60 * minute
const openTaxauth = () => open(taxauth, '/taxauth')
type Town = Awaited<ReturnType<typeof openTaxauth>>
type Kind = 'income' | 'employment' | 'tax'
const kinds: Kind[] = ['income', 'employment', 'tax']
const versions = { income: '1.2', employment: '1.2', tax: '1.1' }
const utrOf = ({ world }: Town, name = userName) => world.find(name)?.uniqueTaxReference ?? ''

const ask = (
  { url }: Town,
  token: string,
  kind: Kind,
  { utr, year, accept }: { utr: string; year: string; accept?: string },
) =>
  call('GET', `${url}/individual-${kind}/sa/${utr}/annual-summary/${year}`, {
    token,
    headers: { accept: accept ?? `application/vnd.taxauth.${versions[kind]}+json` },
  })

const enter = async (town: Town, name = userName) => (await tokensFor(town, { userName: name })).access_token

test.each(['2024-25', '2025-26'])(
  '%s: pay, tax and names are those of the payslips, by reference',
  async (year) => {
    await using town = await openTaxauth()
    const { world, clock } = town
    for (const name of [userName, 'dashiell.pennyfeather', 'xavier.inkwell']) {
      const token = await enter(town, name)
      const person = world.find(name)
      const truth = (person?.jobs ?? []).flatMap(({ employer, ...job }) => {
        const slips = world
          .payslips({ employer, ...job }, clock.today())
          .filter(({ taxYear }) => taxYear === year)
        if (slips.length === 0) return []
        return {
          reference: employer.payeReference,
          name: employer.name,
          pay: sum(slips.map(({ taxablePay }) => taxablePay)) / 100,
          tax: sum(slips.map(({ incomeTax }) => incomeTax)) / 100,
          last: slips.at(-1)?.yearToDate,
        }
      })
      const [income, employment, tax] = await Promise.all(
        kinds.map(
          async (kind) => (await ask(town, token, kind, { utr: utrOf(town, name), year })).body.employments,
        ),
      )
      expect(income).toEqual(
        truth.map((one) => ({
          employerPayeReference: one.reference,
          payFromEmployment: one.pay,
        })),
      )
      expect(employment).toEqual(
        truth.map((one) => ({
          employerPayeReference: one.reference,
          employerName: one.name,
          offPayrollWorkFlag: false,
        })),
      )
      expect(tax).toEqual(
        truth.map((one) => ({ employerPayeReference: one.reference, taxTakenOffPay: one.tax })),
      )
      for (const { last, pay, tax: taken } of truth)
        expect([last?.taxablePay, last?.incomeTax]).toEqual([Math.round(pay * 100), Math.round(taken * 100)])
    }
  },
)

test('who has two jobs at one employer has its reference twice', async () => {
  await using town = await openTaxauth()
  const { world } = town
  const [first, second] = world.find('dashiell.pennyfeather')?.jobs ?? []
  const person = world.find('dashiell.pennyfeather')
  if (!person || !first || !second) throw new Error('nobody')
  const twice = { ...person, userName: 'twice.employed', uniqueTaxReference: '1234509876' }
  const jobs = [first, second].map((job, n) => ({
    ...job,
    id: `twice.employed.${n + 1}`,
    employer: first.employer,
  }))
  const runs = (job: { id: string }) =>
    world
      .payslips(job.id.endsWith('1') ? first : second, '2026-04-05')
      .map(({ payDate, start, end, payments }) => ({
        payDate,
        start,
        end,
        payments,
      }))
  world.put({ ...twice, jobs }, runs)
  const token = await enter(town, 'twice.employed')
  const { body } = await ask(town, token, 'income', { utr: '1234509876', year: '2025-26' })
  expect(body.employments.map((one: { employerPayeReference: string }) => one.employerPayeReference)).toEqual(
    [first.employer.payeReference, first.employer.payeReference],
  )
  world.remove('twice.employed')
})

test('a year is there from the October after its end, and not before', async () => {
  await using town = await openTaxauth()
  const status = async (at: string) => {
    town.clock.set(new Date(at))
    const reply = await ask(town, await enter(town), 'income', { utr: utrOf(town), year: '2025-26' })
    return [reply.status, reply.body.code]
  }
  expect(await status('2026-09-30T23:00:00Z')).toEqual([404, 'NOT_FOUND'])
  expect(await status('2026-10-01T00:00:01Z')).toEqual([200, undefined])
})

test('a year without work, before this world or after today is not found', async () => {
  await using town = await openTaxauth()
  for (const [name, year] of [
    ['silas.bellwether', '2025-26'],
    ['rosalind.emberley', '2024-25'],
    [userName, '2023-24'],
    [userName, '2026-27'],
    [userName, '1999-00'],
  ] as const) {
    const reply = await ask(town, await enter(town, name), 'tax', { utr: utrOf(town, name), year })
    expect([reply.status, reply.body.code], `${name} ${year}`).toEqual([404, 'NOT_FOUND'])
  }
})

test.each([
  [{ utr: '123' }, 400, 'SA_UTR_INVALID'],
  [{ utr: '12345678901' }, 400, 'SA_UTR_INVALID'],
  [{ utr: 'abcdefghij' }, 400, 'SA_UTR_INVALID'],
  [{ year: '2025' }, 400, 'TAX_YEAR_INVALID'],
  [{ year: '2025-27' }, 400, 'TAX_YEAR_INVALID'],
  [{ year: '25-26' }, 400, 'TAX_YEAR_INVALID'],
  [{ utr: '1111111111' }, 401, 'UNAUTHORIZED'],
  [{ accept: 'application/json' }, 406, 'ACCEPT_HEADER_INVALID'],
  [{ accept: 'application/vnd.taxauth.2.0+json' }, 406, 'ACCEPT_HEADER_INVALID'],
])('%j is answered with %i %s', async (wrong, status, code) => {
  await using town = await openTaxauth()
  const token = await enter(town)
  for (const kind of kinds) {
    const reply = await ask(town, token, kind, { utr: utrOf(town), year: '2025-26', ...wrong })
    expect([reply.status, reply.body.code], kind).toEqual([status, code])
    expect(Object.keys(reply.body)).toEqual(['code', 'message'])
  }
})

test('each summary has a version of its own', async () => {
  await using town = await openTaxauth()
  const token = await enter(town)
  const accept = 'application/vnd.taxauth.1.2+json'
  expect((await ask(town, token, 'tax', { utr: utrOf(town), year: '2025-26', accept })).status).toBe(406)
})

test('a token reaches only the summaries that were asked for, and none without', async () => {
  await using town = await openTaxauth()
  const { access_token } = await tokensFor(town, { userName, query: { scope: 'read:individual-income' } })
  const wanted = { utr: utrOf(town), year: '2025-26' }
  expect((await ask(town, access_token, 'income', wanted)).status).toBe(200)
  for (const kind of ['employment', 'tax'] as const) {
    const reply = await ask(town, access_token, kind, wanted)
    expect([reply.status, reply.body.code]).toEqual([403, 'INVALID_SCOPE'])
  }
  const none = await ask(town, 'nothing', 'income', wanted)
  expect([none.status, none.body.code]).toEqual([401, 'INVALID_TOKEN'])
})

test('everybody is asked for a code, whatever the password says', async () => {
  await using town = await openTaxauth()
  const wrong = await visit(town, { userName, answer: '000000' })
  expect([wrong.step, errorOn(wrong.reply)]).toEqual(['mfa', 'mfa_failed'])
  expect((await visit(town, { userName })).step).toBe('consent')
  const { memorableDate = '' } = town.world.find(userName) ?? {}
  const answer = memorableDate.split('-').reverse().join(' ')
  expect((await visit(town, { userName, password: 'mfa:date', answer })).step).toBe('consent')
})

test('PKCE is welcome but not required; where it was begun it has to be finished', async () => {
  await using town = await openTaxauth()
  const without = { code_challenge: undefined, code_challenge_method: undefined }
  const plain = await codeFor(town, { userName, query: without })
  const { url } = town
  const form = {
    grant_type: 'authorization_code',
    redirect_uri: 'http://127.0.0.1:4000/oauth2/callback',
    client_id: 'payproof-sandbox',
    client_secret: 'payproof-sandbox-secret',
  }
  const send = (code: string) => call('POST', `${url}/oauth/token`, { form: { ...form, code } })
  expect((await send(plain)).status).toBe(200)
  expect((await send(await codeFor(town, { userName }))).body.error).toBe('invalid_grant')
})

test('access lasts four hours; a refresh token is good once, for eighteen months in all', async () => {
  await using town = await openTaxauth()
  const tokens = await tokensFor(town, { userName })
  expect(tokens.expires_in).toBe(14_400)
  town.clock.advance(4 * 60 * minute)
  const wanted = { utr: utrOf(town), year: '2025-26' }
  expect((await ask(town, tokens.access_token, 'income', wanted)).body.code).toBe('INVALID_TOKEN')
  town.clock.advance(500 * day)
  const renewed = (await refresh(town, tokens.refresh_token)).body
  expect((await ask(town, renewed.access_token, 'income', wanted)).status).toBe(200)
  town.clock.advance(48 * day)
  expect((await refresh(town, renewed.refresh_token)).body.error).toBe('invalid_grant')

  const again = await tokensFor(town, { userName })
  await refresh(town, again.refresh_token)
  expect((await refresh(town, again.refresh_token)).body.error).toBe('invalid_grant')
})

test('the fourth wrong password locks', async () => {
  await using town = await openTaxauth()
  const codes = []
  for (let n = 0; n < 4; n++)
    codes.push(errorOn((await visit(town, { userName, password: 'letmein' })).reply))
  expect(codes).toEqual([...Array(3).fill('invalid_credentials'), 'account_locked'])
  const { dateOfBirth: date_of_birth = '' } = town.world.find(userName) ?? {}
  await call('POST', `${town.url}/reset`, { form: { user_name: userName, date_of_birth } })
  expect((await visit(town, { userName })).step).toBe('consent')
})

async function walk(town: Town, password: string) {
  const { step, reply } = await visit(town, { userName, password })
  if (step !== 'consent') return { step, code: errorOn(reply) ?? sentTo(reply).error, reply }
  const tokens = await redeem(town, sentTo(reply).code ?? '')
  if (tokens.status !== 200) return { step: 'token', code: tokens.body.error, reply: tokens }
  const list = await ask(town, tokens.body.access_token, 'income', { utr: utrOf(town), year: '2025-26' })
  return { step: list.body?.employments ? 'end' : 'list', code: list.body?.code?.toLowerCase(), reply: list }
}

const { steps } = providers.taxauth
const codes = Object.keys(errors)
  .filter(isErrorCode)
  .filter((code) => errorRow(code).providers.includes('taxauth'))

test.each(codes)('error:%s gives exactly that', async (asked: ErrorCode) => {
  await using town = await openTaxauth()
  const { step, code, reply } = await walk(town, `error:${asked}`)
  const row = errorRow(asked)
  expect(step).toBe(steps.find((one) => row.strikesAt.includes(one)))
  expect(reply.status).toBe(['access_denied', 'unsupported_response_type'].includes(asked) ? 303 : row.status)
  if (asked === 'bad_response') expect(() => JSON.parse(reply.text)).toThrow(SyntaxError)
  else expect(code).toBe(asked)
})

test.each(['login', 'mfa', 'token', 'list'])('drop:%s cuts the connection there', async (step) => {
  await using town = await openTaxauth()
  await expect(walk(town, `drop:${step}`)).rejects.toThrow('fetch failed')
  expect((await walk(town, 'pass')).step).toBe('end')
})

test('slow, expire and lock do what they say', async () => {
  await using town = await openTaxauth()
  const wanted = { utr: utrOf(town), year: '2025-26' }
  const slow = await tokensFor(town, { userName, password: 'slow:0.2' })
  expect(await took(() => ask(town, slow.access_token, 'tax', wanted))).toBeGreaterThanOrEqual(195)
  const short = await tokensFor(town, { userName, password: 'expire:5' })
  town.clock.advance(5 * minute)
  expect((await ask(town, short.access_token, 'tax', wanted)).body.code).toBe('INVALID_TOKEN')
  expect((await refresh(town, short.refresh_token)).body.error).toBe('invalid_grant')
  expect(errorOn((await visit(town, { userName, password: 'lock' })).reply)).toBe('account_locked')
  expect(errorOn((await visit(town, { userName })).reply)).toBe('account_locked')
  town.switches.unlock('taxauth', userName)
  expect((await visit(town, { userName })).step).toBe('consent')
})

test('switches hold for data at once', async () => {
  await using town = await openTaxauth()
  const token = await enter(town)
  const said = async () => {
    const reply = await ask(town, token, 'income', { utr: utrOf(town), year: '2025-26' })
    return [reply.status, reply.body?.code]
  }
  town.switches.behave('taxauth', userName, 'error:provider_down')
  expect(await said()).toEqual([503, 'PROVIDER_DOWN'])
  town.switches.behave('taxauth', userName, 'error:not_found')
  expect(await said()).toEqual([404, 'NOT_FOUND'])
  town.switches.behave('taxauth', userName, null)
  town.switches.change('taxauth', { isDown: true })
  expect(await said()).toEqual([503, 'PROVIDER_DOWN'])
  expect(errorOn((await visit(town)).reply)).toBe('provider_down')
  town.switches.change('taxauth', { isDown: false })
  expect(await said()).toEqual([200, undefined])
  expect(town.switches.endSessions('taxauth', userName)).toBe(1)
  expect(await said()).toEqual([401, 'INVALID_TOKEN'])
})
