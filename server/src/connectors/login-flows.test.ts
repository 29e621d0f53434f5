import { describe, expect, test } from 'vitest'
import { checkLoginForms } from '../../test/connectors/login-forms.ts'
import {
  codeFor,
  descriptionOf,
  failureOf,
  logInAs,
  redirectUri,
  retrievePayslips,
  verifier,
} from '../../test/connectors/logins.ts'
import { type SimulatedProvider, startSimulatedProviders } from '../../test/connectors/providers.ts'
import type { Connector } from './connector.ts'

// Tests behaviour that only some connectors have, because their login flows differ.

const { providers, context } = await startSimulatedProviders()

type ProviderWith<Method extends Connector['authMethod']> = SimulatedProvider & {
  connector: Extract<Connector, { authMethod: Method }>
}
const providersOf = <Method extends Connector['authMethod']>(method: Method) =>
  providers.filter((provider): provider is ProviderWith<Method> => provider.connector.authMethod === method)

const wilhelmina = 'wilhelmina.oakapple'
checkLoginForms(
  providers.filter(({ isWebsite }) => !isWebsite),
  context,
)

test.each(providersOf('login').filter(({ connector }) => connector.entry.extra_login_params.length > 0))(
  '$name: returns one employment for an employee number, and refuses a wrong number',
  async (provider) => {
    const [job] = (await provider.sandbox.control('GET', '/people/dashiell.pennyfeather')).jobs
    const logIn = (employee_number: string) =>
      provider.connector.logIn(
        { user_name: 'dashiell.pennyfeather', password: 'pass', extra: { employee_number } },
        context,
      )
    const signedIn = await logIn(job.payroll_number)
    if (signedIn.outcome !== 'signed-in') throw new Error('not signed in')
    const payslips = await retrievePayslips(provider, context, signedIn.session)
    const employers = payslips.map(({ employment_information }) => employment_information.employer_name)
    expect([...new Set(employers)]).toEqual([job.employer.name])
    expect((await failureOf(logIn('canary'))).code).toBe('login-refused')
  },
)

// Payrolls that an employer grants need the person to find: see server/test/employer-payroll.test.ts.
const ownLogins = providersOf('oauth2').filter(({ connector }) => connector.entry.kind === 'oauth2-api')

describe.each(ownLogins)('$name, where people sign in at the provider itself', (provider) => {
  const { connector, sandbox, recentPeriod } = provider
  const enter = async (password?: string) =>
    (await logInAs(provider, context, wilhelmina, password))?.session ?? ''

  test('builds the authorization URL with all parameters', () => {
    const request = { state: 'a state', codeChallenge: 'a challenge', redirectUri }
    const { origin, pathname, searchParams } = new URL(connector.authorizationUrl(request))
    expect(`${origin}${pathname}`).toBe(`${connector.entry.address}/oauth/authorize`)
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'payproof-sandbox',
      redirect_uri: redirectUri,
      scope: 'identity payslips',
      state: 'a state',
      code_challenge: 'a challenge',
      code_challenge_method: 'S256',
    })
  })

  test('returns the user name; a code works once, and only with its own verifier', async () => {
    const code = await codeFor(connector, wilhelmina)
    const grant = { code, codeVerifier: verifier, redirectUri, extra: {} }
    const signedIn = await connector.exchangeCode(grant, context)
    expect(signedIn).toMatchObject({ outcome: 'signed-in', user_name: `${wilhelmina}@example.com` })
    expect((await failureOf(connector.exchangeCode(grant, context))).code).toBe('consent-ended')
    const another = await codeFor(connector, wilhelmina)
    const stolen = { ...grant, code: another, codeVerifier: 'x'.repeat(43) }
    expect((await failureOf(connector.exchangeCode(stolen, context))).code).toBe('consent-ended')
  })

  test('returns no user name if the provider returns none', async () => {
    const signedIn = await logInAs(provider, context, wilhelmina, 'error:no_data')
    expect(signedIn).toMatchObject({ outcome: 'signed-in', user_name: null })
  })

  test('revokes the consent if the person cannot be identified', async () => {
    const sessionsOf = `/providers/${provider.sandboxProvider}/sessions?user_name=${wilhelmina}`
    const failure = await failureOf(logInAs(provider, context, wilhelmina, 'error:bad_response'))
    expect(failure.code).toBe('provider-changed')
    expect(await sandbox.control('DELETE', sessionsOf)).toEqual({ ended: 0 })
  })

  test('renews tokens close to expiry and keeps valid ones', async () => {
    const session = await enter()
    expect(await connector.renewSession(session, context)).toBeNull()
    const later = { ...context, now: () => new Date(Date.now() + 9.5 * 60_000) }
    const renewed = (await connector.renewSession(session, later))?.session ?? ''
    expect(renewed).not.toBe(session)
    expect((await connector.fetchPayslips(renewed, recentPeriod, later)).length).toBeGreaterThan(1)
    // Reusing the old refresh token is treated as theft and ends the consent.
    expect((await failureOf(connector.renewSession(session, later))).code).toBe('consent-ended')
    expect((await failureOf(connector.renewSession(renewed, context))).code).toBe('consent-ended')
  })

  test('renews a token that the provider revoked early', async () => {
    const session = await enter()
    await sandbox.advance('PT11M')
    const renewed = (await connector.renewSession(session, context))?.session ?? ''
    expect((await connector.fetchPayslips(renewed, recentPeriod, context)).length).toBeGreaterThan(1)
  })

  test('fails with consent-ended after the consent expires', async () => {
    const session = await enter('expire:5')
    await sandbox.advance('PT6M')
    expect((await failureOf(retrievePayslips(provider, context, session))).code).toBe('consent-ended')
  })
})

// FreeAgent has no way to end a consent.
test.each(providersOf('oauth2').filter(({ sandboxProvider }) => sandboxProvider === 'xero'))(
  '$name: gives back a consent that leads to no employee',
  async (provider) => {
    const { connector } = provider
    const session = (await logInAs(provider, context, wilhelmina))?.session ?? ''
    const stranger = { ni_number: null, date_of_birth: '1990-01-01', forename: 'Ada', surname: 'Absent' }
    const code = await codeFor(connector, wilhelmina)
    const grant = { code, codeVerifier: verifier, redirectUri, extra: {}, person: stranger }
    expect((await failureOf(connector.exchangeCode(grant, context))).code).toBe('employee-not-found')
    expect((await failureOf(connector.renewSession(session, context))).code).toBe('consent-ended')
  },
)

describe.each(providersOf('direct'))('$name, which needs no action by the applicant', (provider) => {
  const { connector, sandbox } = provider

  test('matches no person if one detail is wrong', async () => {
    const right = await descriptionOf(sandbox, wilhelmina)
    for (const wrong of [
      { ni_number: 'QQ999999A' },
      { date_of_birth: '1901-01-01' },
      { surname: 'Appleoak' },
      { forename: 'Beatrice' },
      { post_codes: ['ZZ1 1ZZ'] },
    ])
      expect(await connector.matchPerson({ ...right, ...wrong }, context)).toBeNull()
    expect(
      await connector.matchPerson({ ...right, forename: right.forename.toUpperCase() }, context),
    ).not.toBeNull()
  })

  test('matches the person again after the reference expires', async () => {
    const session = (await logInAs(provider, context, wilhelmina))?.session ?? ''
    await sandbox.advance('PT2H')
    expect((await retrievePayslips(provider, context, session)).length).toBeGreaterThan(1)
  })
})
