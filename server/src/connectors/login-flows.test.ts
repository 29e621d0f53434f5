import { describe, expect, test } from 'vitest'
import { checkLoginForms } from '../../test/connectors/login-forms.ts'
import { type House, startHouses } from '../../test/connectors/providers.ts'
import {
  codeFor,
  comeIn,
  descriptionOf,
  failureOf,
  read,
  redirectUri,
  verifier,
} from '../../test/connectors/visits.ts'
import type { Connector } from './connector.ts'

// What only some connectors promise, because people come in in different ways.

const { houses, talk } = await startHouses()

type HouseOf<Way extends Connector['way']> = House & { connector: Extract<Connector, { way: Way }> }
const housesOf = <Way extends Connector['way']>(way: Way) =>
  houses.filter((house): house is HouseOf<Way> => house.connector.way === way)

const wilhelmina = 'wilhelmina.oakapple'
checkLoginForms(
  houses.filter(({ isWebsite }) => !isWebsite),
  talk,
)

test.each(housesOf('login').filter(({ connector }) => connector.entry.extra_login_params.length > 0))(
  '$name: with an employee number there is one employment alone, and a wrong one is refused',
  async (house) => {
    const [job] = (await house.sandbox.control('GET', '/people/dashiell.pennyfeather')).jobs
    const logIn = (employee_number: string) =>
      house.connector.logIn(
        { user_name: 'dashiell.pennyfeather', password: 'pass', extra: { employee_number } },
        talk,
      )
    const signedIn = await logIn(job.payroll_number)
    if (signedIn.outcome !== 'signed-in') throw new Error('not signed in')
    const payslips = await read(house, talk, signedIn.session)
    const employers = payslips.map(({ employment_information }) => employment_information.employer_name)
    expect([...new Set(employers)]).toEqual([job.employer.name])
    expect((await failureOf(logIn('canary'))).code).toBe('login-refused')
  },
)

describe.each(housesOf('oauth2'))('$name, where people sign in at the provider itself', (house) => {
  const { connector, sandbox, recently } = house
  const enter = async (password?: string) => (await comeIn(house, talk, wilhelmina, password))?.session ?? ''

  test('the person is sent to the provider with all that it has to know', () => {
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

  test('we get to know who it was; a code is good once, and only for whoever asked for it', async () => {
    const code = await codeFor(connector, wilhelmina)
    const grant = { code, codeVerifier: verifier, redirectUri, extra: {} }
    const signedIn = await connector.exchange(grant, talk)
    expect(signedIn).toMatchObject({ outcome: 'signed-in', user_name: `${wilhelmina}@example.com` })
    expect((await failureOf(connector.exchange(grant, talk))).code).toBe('consent-ended')
    const another = await codeFor(connector, wilhelmina)
    const stolen = { ...grant, code: another, codeVerifier: 'x'.repeat(43) }
    expect((await failureOf(connector.exchange(stolen, talk))).code).toBe('consent-ended')
  })

  test('who it was is not made up where the provider does not say: two such people are not one login', async () => {
    const signedIn = await comeIn(house, talk, wilhelmina, 'error:no_data')
    expect(signedIn).toMatchObject({ outcome: 'signed-in', user_name: null })
  })

  test('a consent is taken back where we do not get to know whose it is', async () => {
    const sessionsOf = `/providers/${house.playedBy}/sessions?user_name=${wilhelmina}`
    const failure = await failureOf(comeIn(house, talk, wilhelmina, 'error:bad_response'))
    expect(failure.code).toBe('provider-down')
    expect(await sandbox.control('DELETE', sessionsOf)).toEqual({ ended: 0 })
  })

  test('tokens that are nearly over are exchanged first; those that are good are left alone', async () => {
    const session = await enter()
    expect(await connector.renew(session, talk)).toBeNull()
    const later = { ...talk, now: () => new Date(Date.now() + 9.5 * 60_000) }
    const renewed = (await connector.renew(session, later))?.session ?? ''
    expect(renewed).not.toBe(session)
    expect((await connector.fetchPayslips(renewed, recently, later)).length).toBeGreaterThan(1)
    // Whoever comes with the old one after that is taken for a thief, and everything ends.
    expect((await failureOf(connector.renew(session, later))).code).toBe('consent-ended')
    expect((await failureOf(connector.renew(renewed, talk))).code).toBe('consent-ended')
  })

  test('a token that the provider has ended before its time is exchanged too', async () => {
    const session = await enter()
    await sandbox.advance('PT11M')
    const renewed = (await connector.renew(session, talk))?.session ?? ''
    expect((await connector.fetchPayslips(renewed, recently, talk)).length).toBeGreaterThan(1)
  })

  test('a consent ends after its time', async () => {
    const session = await enter('expire:5')
    await sandbox.advance('PT6M')
    expect((await failureOf(read(house, talk, session))).code).toBe('consent-ended')
  })
})

describe.each(housesOf('direct'))('$name, where nobody takes part but us', (house) => {
  const { connector, sandbox } = house

  test('whoever is not described rightly in everything is nobody', async () => {
    const right = await descriptionOf(sandbox, wilhelmina)
    for (const wrong of [
      { ni_number: 'QQ999999A' },
      { date_of_birth: '1901-01-01' },
      { surname: 'Appleoak' },
      { forename: 'Beatrice' },
      { post_codes: ['ZZ1 1ZZ'] },
    ])
      expect(await connector.match({ ...right, ...wrong }, talk)).toBeNull()
    expect(await connector.match({ ...right, forename: right.forename.toUpperCase() }, talk)).not.toBeNull()
  })

  test('whoever was found is found again when the reference is over', async () => {
    const session = (await comeIn(house, talk, wilhelmina))?.session ?? ''
    await sandbox.advance('PT2H')
    expect((await read(house, talk, session)).length).toBeGreaterThan(1)
  })
})
