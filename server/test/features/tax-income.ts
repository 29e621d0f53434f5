import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { TaxYearSubmission } from '../../src/features/tax-income/wire.ts'
import type { Call, Headers } from '../api.ts'
import { signInAtAuthority } from '../authority.ts'
import { eventually } from '../engine.ts'
import { leaveForProvider } from '../oauth2-start.ts'
import { startAccounts } from './accounts.ts'
import { createReaders } from './payroll.ts'

/** Sandbox person with two employers. */
export const userName = 'dashiell.pennyfeather'

/** Returns the sandbox's catalogue with a high rate limit; the real limit is tested separately. */
export function writeUnlimitedCatalogue() {
  const catalogue = JSON.parse(readFileSync('server/catalogues/sandbox.json', 'utf8'))
  for (const entry of catalogue.providers) if (entry.id === 'taxauth') entry.per_second = 100
  const file = join(mkdtempSync(join(tmpdir(), 'catalogue-')), 'catalogue.json')
  writeFileSync(file, JSON.stringify(catalogue))
  return file
}

/** Starts the service with the real sandbox, at a date on which HMRC only has figures for 2024-25. */
export async function startTaxIncome() {
  const world = await startAccounts({ SANDBOX_CLOCK: 'true', CATALOGUE: writeUnlimitedCatalogue() })
  const { acme, anonymous, sandbox, proxy, aPerson } = world
  const { identity } = await sandbox.control('GET', `/people/${userName}`)
  const extra_login_params = {
    unique_tax_reference: identity.unique_tax_reference as string,
    ni_number: identity.ni_number as string,
  }
  const pathOf = (url: string) => url.replace(world.config.BASE_URL, '')

  /** Sets the sandbox's clock and waits until the service follows it. */
  async function setClock(now: string) {
    await sandbox.setClock(now)
    const pollCount = proxy.count('GET /controls/clock')
    await eventually(() => proxy.count('GET /controls/clock') > pollCount + 1)
  }

  const connect = (user_id: string, changes: object = {}, call: Call = acme, headers: Headers = {}) =>
    call(
      'POST',
      '/accounts',
      { user_id, payroll_provider: 'taxauth', extra_login_params, ...changes },
      headers,
    )

  /** Opens the link as the person, signs in at HMRC and returns. */
  async function signInAtTaxAuthority(
    authorization_url: string,
    visit: { userName?: string; decision?: string } = {},
  ) {
    const left = await leaveForProvider(
      (path, headers) => anonymous('GET', path, undefined, headers),
      pathOf(authorization_url),
    )
    const cookie = String(left.headers['set-cookie']).split(';')[0] ?? ''
    const back = await signInAtAuthority(String(left.headers.location), { userName, ...visit })
    return anonymous('GET', pathOf(back), undefined, { cookie })
  }

  const entriesOf = async (user_id: string) =>
    (await acme('GET', `/taxauth/entries?user_id=${user_id}`)).body.entries as {
      entry_id: string
      account_id: string
      authorisation_id: string
    }[]

  const incomeOf = async (user_id: string, query = ''): Promise<TaxYearSubmission[]> => {
    const reply = await acme('GET', `/taxauth/${user_id}?${query}`)
    expect(reply.status, reply.text).toBe(200)
    return reply.body.income_submissions
  }

  /** Creates a user with an HMRC account whose first retrieval is finished. */
  async function connected(changes: object = {}, headers: Headers = {}) {
    const person = await aPerson(acme, { taxauth_enabled: true, payroll_period_months: 36, ...changes })
    const created = await connect(person.user_id, {}, acme, headers)
    expect(created.status, created.text).toBe(201)
    const account_id = created.body.account_id as string
    const back = await signInAtTaxAuthority(created.body.authorization_url)
    expect(back.status, back.text).toBe(200)
    await eventually(async () => (await entriesOf(person.user_id)).length > 0)
    const asUser = await person.asUser()
    const query = (headers = {}) => asUser('POST', '/taxauth/entries/connections', { account_id }, headers)
    return { ...person, account_id, query, asUser }
  }

  const { eventsOf } = createReaders(world)
  return {
    ...world,
    extra_login_params,
    setClock,
    connect,
    signInAtTaxAuthority,
    entriesOf,
    incomeOf,
    connected,
    eventsOf,
  }
}
