import { expect, test } from 'vitest'
import { totalOf } from '../../money.ts'
import { providers } from '../catalogue.ts'
import { type ErrorCode, errorSpec, errors, isErrorCode } from '../errors.ts'
import { codeFor, redeem, redirectOf, refresh, runOAuthFlow, tokensFor } from '../testing/oauth-visitor.ts'
import { call, elapsedMs, errorCodeOn, minute, openProvider } from '../testing/test-sandbox.ts'
import { hmrcCodeOf, hmrcTokenErrorOf } from './hmrc-error-codes.ts'
import { taxauth } from './provider.ts'

const userName = 'ignatius.plumtree'
const day = 24 * 60 * minute
const openTaxauth = () => openProvider(taxauth, '/taxauth')
type TestSandbox = Awaited<ReturnType<typeof openTaxauth>>
type Kind = 'income' | 'employment' | 'tax'
const kinds: Kind[] = ['income', 'employment', 'tax']
const versions = { income: '1.2', employment: '1.2', tax: '1.1' }
const utrOf = ({ world }: TestSandbox, name = userName) => world.find(name)?.uniqueTaxReference ?? ''

const ask = (
  { url }: TestSandbox,
  token: string,
  kind: Kind,
  { utr, year, accept }: { utr: string; year: string; accept?: string },
) =>
  call('GET', `${url}/individual-${kind}/sa/${utr}/annual-summary/${year}`, {
    token,
    headers: { accept: accept ?? `application/vnd.hmrc.${versions[kind]}+json` },
  })

const enter = async (sandbox: TestSandbox, name = userName) =>
  (await tokensFor(sandbox, { userName: name })).access_token

test.each(['2024-25', '2025-26'])(
  '%s: pay, tax and employer names match the payslips by reference',
  async (year) => {
    await using sandbox = await openTaxauth()
    const { world, clock } = sandbox
    for (const name of [userName, 'dashiell.pennyfeather', 'xavier.inkwell']) {
      const token = await enter(sandbox, name)
      const person = world.find(name)
      const truth = (person?.jobs ?? []).flatMap(({ employer, ...job }) => {
        const payslips = world
          .payslips({ employer, ...job }, clock.today())
          .filter(({ taxYear }) => taxYear === year)
        if (payslips.length === 0) return []
        return {
          reference: employer.payeReference,
          name: employer.name,
          pay: totalOf(payslips.map(({ taxablePay }) => taxablePay)) / 100,
          tax: totalOf(payslips.map(({ incomeTax }) => incomeTax)) / 100,
          last: payslips.at(-1)?.yearToDate,
        }
      })
      const [income, employment, tax] = await Promise.all(
        kinds.map(
          async (kind) =>
            (await ask(sandbox, token, kind, { utr: utrOf(sandbox, name), year })).body.employments,
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

test('two jobs at one employer have the same reference twice', async () => {
  await using sandbox = await openTaxauth()
  const { world } = sandbox
  const [first, second] = world.find('dashiell.pennyfeather')?.jobs ?? []
  const person = world.find('dashiell.pennyfeather')
  if (!person || !first || !second) throw new Error('no such person')
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
  const token = await enter(sandbox, 'twice.employed')
  const { body } = await ask(sandbox, token, 'income', { utr: '1234509876', year: '2025-26' })
  expect(body.employments.map((one: { employerPayeReference: string }) => one.employerPayeReference)).toEqual(
    [first.employer.payeReference, first.employer.payeReference],
  )
  world.remove('twice.employed')
})

test('a tax year is available from the October after its end', async () => {
  await using sandbox = await openTaxauth()
  const status = async (at: string) => {
    sandbox.clock.set(new Date(at))
    const reply = await ask(sandbox, await enter(sandbox), 'income', { utr: utrOf(sandbox), year: '2025-26' })
    return [reply.status, reply.body.code]
  }
  expect(await status('2026-09-30T23:00:00Z')).toEqual([404, 'NOT_FOUND'])
  expect(await status('2026-10-01T00:00:01Z')).toEqual([200, undefined])
})

test('returns 404 for years without work, before the simulation or in the future', async () => {
  await using sandbox = await openTaxauth()
  for (const [name, year] of [
    ['silas.bellwether', '2025-26'],
    ['rosalind.emberley', '2024-25'],
    [userName, '2023-24'],
    [userName, '2026-27'],
    [userName, '1999-00'],
  ] as const) {
    const reply = await ask(sandbox, await enter(sandbox, name), 'tax', { utr: utrOf(sandbox, name), year })
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
  [{ accept: 'application/vnd.hmrc.2.0+json' }, 406, 'ACCEPT_HEADER_INVALID'],
])('%j returns %i %s', async (wrong, status, code) => {
  await using sandbox = await openTaxauth()
  const token = await enter(sandbox)
  for (const kind of kinds) {
    const reply = await ask(sandbox, token, kind, { utr: utrOf(sandbox), year: '2025-26', ...wrong })
    expect([reply.status, reply.body.code], kind).toEqual([status, code])
    expect(Object.keys(reply.body)).toEqual(['code', 'message'])
  }
})

test('each summary has its own version', async () => {
  await using sandbox = await openTaxauth()
  const token = await enter(sandbox)
  const accept = 'application/vnd.hmrc.1.2+json'
  expect((await ask(sandbox, token, 'tax', { utr: utrOf(sandbox), year: '2025-26', accept })).status).toBe(
    406,
  )
})

test('a token is limited to the summaries in its scopes', async () => {
  await using sandbox = await openTaxauth()
  const { access_token } = await tokensFor(sandbox, { userName, query: { scope: 'read:individual-income' } })
  const requested = { utr: utrOf(sandbox), year: '2025-26' }
  expect((await ask(sandbox, access_token, 'income', requested)).status).toBe(200)
  for (const kind of ['employment', 'tax'] as const) {
    const reply = await ask(sandbox, access_token, kind, requested)
    expect([reply.status, reply.body.code]).toEqual([403, 'INVALID_SCOPE'])
  }
  const none = await ask(sandbox, 'nothing', 'income', requested)
  expect([none.status, none.body.code]).toEqual([401, 'INVALID_CREDENTIALS'])
})

test('everyone is asked for a code, regardless of the password', async () => {
  await using sandbox = await openTaxauth()
  const wrong = await runOAuthFlow(sandbox, { userName, answer: '000000' })
  expect([wrong.step, errorCodeOn(wrong.reply)]).toEqual(['mfa', 'mfa_failed'])
  expect((await runOAuthFlow(sandbox, { userName })).step).toBe('consent')
  const { memorableDate = '' } = sandbox.world.find(userName) ?? {}
  const answer = memorableDate.split('-').reverse().join(' ')
  expect((await runOAuthFlow(sandbox, { userName, password: 'mfa:date', answer })).step).toBe('consent')
})

test('PKCE is optional, but once started it must be completed', async () => {
  await using sandbox = await openTaxauth()
  const without = { code_challenge: undefined, code_challenge_method: undefined }
  const plain = await codeFor(sandbox, { userName, query: without })
  const { url } = sandbox
  const form = {
    grant_type: 'authorization_code',
    redirect_uri: 'http://127.0.0.1:4000/oauth2/callback',
    client_id: 'payproof-sandbox',
    client_secret: 'payproof-sandbox-secret',
  }
  const send = (code: string) => call('POST', `${url}/oauth/token`, { form: { ...form, code } })
  expect((await send(plain)).status).toBe(200)
  expect((await send(await codeFor(sandbox, { userName }))).body.error).toBe('invalid_grant')
})

test('access lasts four hours; refresh tokens are single-use, for eighteen months in total', async () => {
  await using sandbox = await openTaxauth()
  const tokens = await tokensFor(sandbox, { userName })
  expect(tokens.expires_in).toBe(14_400)
  sandbox.clock.advance(4 * 60 * minute)
  const requested = { utr: utrOf(sandbox), year: '2025-26' }
  expect((await ask(sandbox, tokens.access_token, 'income', requested)).body.code).toBe('INVALID_CREDENTIALS')
  sandbox.clock.advance(500 * day)
  const renewed = (await refresh(sandbox, tokens.refresh_token)).body
  expect((await ask(sandbox, renewed.access_token, 'income', requested)).status).toBe(200)
  sandbox.clock.advance(48 * day)
  expect((await refresh(sandbox, renewed.refresh_token)).body.error).toBe('invalid_grant')

  const again = await tokensFor(sandbox, { userName })
  await refresh(sandbox, again.refresh_token)
  expect((await refresh(sandbox, again.refresh_token)).body.error).toBe('invalid_grant')
})

test('the fourth wrong password locks the account', async () => {
  await using sandbox = await openTaxauth()
  const codes = []
  for (let n = 0; n < 4; n++)
    codes.push(errorCodeOn((await runOAuthFlow(sandbox, { userName, password: 'letmein' })).reply))
  expect(codes).toEqual([...Array(3).fill('invalid_credentials'), 'account_locked'])
  const { dateOfBirth: date_of_birth = '' } = sandbox.world.find(userName) ?? {}
  await call('POST', `${sandbox.url}/reset`, { form: { user_name: userName, date_of_birth } })
  expect((await runOAuthFlow(sandbox, { userName })).step).toBe('consent')
})

async function walk(sandbox: TestSandbox, password: string) {
  const { step, reply } = await runOAuthFlow(sandbox, { userName, password })
  if (step !== 'consent') return { step, code: errorCodeOn(reply) ?? redirectOf(reply).error, reply }
  const tokens = await redeem(sandbox, redirectOf(reply).code ?? '')
  if (tokens.status !== 200) return { step: 'token', code: tokens.body.error, reply: tokens }
  const list = await ask(sandbox, tokens.body.access_token, 'income', {
    utr: utrOf(sandbox),
    year: '2025-26',
  })
  return { step: list.body?.employments ? 'end' : 'list', code: list.body?.code, reply: list }
}

const { steps } = providers.taxauth
const codes = Object.keys(errors)
  .filter(isErrorCode)
  .filter((code) => errorSpec(code).providers.includes('taxauth'))

test.each(codes)('error:%s returns exactly that error', async (requestedCode: ErrorCode) => {
  await using sandbox = await openTaxauth()
  const { step, code, reply } = await walk(sandbox, `error:${requestedCode}`)
  const row = errorSpec(requestedCode)
  expect(step).toBe(steps.find((one) => row.occursAt.includes(one)))
  expect(reply.status).toBe(
    ['access_denied', 'unsupported_response_type'].includes(requestedCode) ? 303 : row.status,
  )
  if (requestedCode === 'bad_response') expect(() => JSON.parse(reply.text)).toThrow(SyntaxError)
  else if (step === 'list') expect(code).toBe(hmrcCodeOf(requestedCode))
  else expect(code).toBe(step === 'token' ? hmrcTokenErrorOf(requestedCode) : requestedCode)
})

test.each(['login', 'mfa', 'token', 'list'])('drop:%s drops the connection at that step', async (step) => {
  await using sandbox = await openTaxauth()
  await expect(walk(sandbox, `drop:${step}`)).rejects.toThrow('fetch failed')
  expect((await walk(sandbox, 'pass')).step).toBe('end')
})

test('slow, expire and lock work', async () => {
  await using sandbox = await openTaxauth()
  const requested = { utr: utrOf(sandbox), year: '2025-26' }
  const slow = await tokensFor(sandbox, { userName, password: 'slow:0.2' })
  expect(await elapsedMs(() => ask(sandbox, slow.access_token, 'tax', requested))).toBeGreaterThanOrEqual(195)
  const short = await tokensFor(sandbox, { userName, password: 'expire:5' })
  sandbox.clock.advance(5 * minute)
  expect((await ask(sandbox, short.access_token, 'tax', requested)).body.code).toBe('INVALID_CREDENTIALS')
  expect((await refresh(sandbox, short.refresh_token)).body.error).toBe('invalid_grant')
  expect(errorCodeOn((await runOAuthFlow(sandbox, { userName, password: 'lock' })).reply)).toBe(
    'account_locked',
  )
  expect(errorCodeOn((await runOAuthFlow(sandbox, { userName })).reply)).toBe('account_locked')
  sandbox.switches.unlock('taxauth', userName)
  expect((await runOAuthFlow(sandbox, { userName })).step).toBe('consent')
})

test('switches apply to data requests immediately', async () => {
  await using sandbox = await openTaxauth()
  const token = await enter(sandbox)
  const said = async () => {
    const reply = await ask(sandbox, token, 'income', { utr: utrOf(sandbox), year: '2025-26' })
    return [reply.status, reply.body?.code]
  }
  sandbox.switches.behave('taxauth', userName, 'error:provider_down')
  expect(await said()).toEqual([503, 'SERVER_ERROR'])
  sandbox.switches.behave('taxauth', userName, 'error:not_found')
  expect(await said()).toEqual([404, 'NOT_FOUND'])
  sandbox.switches.behave('taxauth', userName, null)
  sandbox.switches.change('taxauth', { isDown: true })
  expect(await said()).toEqual([503, 'SERVER_ERROR'])
  expect(errorCodeOn((await runOAuthFlow(sandbox)).reply)).toBe('provider_down')
  sandbox.switches.change('taxauth', { isDown: false })
  expect(await said()).toEqual([200, undefined])
  expect(sandbox.switches.endSessions('taxauth', userName)).toBe(1)
  expect(await said()).toEqual([401, 'INVALID_CREDENTIALS'])
})
