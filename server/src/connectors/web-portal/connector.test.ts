import { expect, test } from 'vitest'
import { failureOf, openPortalWorld } from '../../../test/web-portal/portal-world.ts'
import { findMainProcess, listDescendants } from '../../../test/web-portal/processes.ts'
import { Payslip } from '../../vocabulary/payslip.ts'

const { sandbox, proxy, browsers, portal, context, logIn, sessionOf } = await openPortalWorld()
const spring = { from: '2026-03-01', to: null }
const newest = { from: '2026-05-01', to: null }
const longest = 180_000

test(
  'returns everything that page, PDF and details contain, and null for the rest',
  async () => {
    proxy.play({})
    const [payslip] = await portal.fetchPayslips(await sessionOf('beatrice.nightjar'), spring, context)
    const person = await sandbox.control('GET', '/people/beatrice.nightjar')
    const { identity, jobs } = person
    const [truth] = (await sandbox.control('GET', '/people/beatrice.nightjar/payslips?limit=1')).payslips
    expect(Payslip.parse(payslip)).toEqual(payslip)
    expect(payslip?.identity_information).toEqual({
      name: `${identity.forename} ${identity.surname}`,
      date_of_birth: identity.date_of_birth,
      address: (({ from: _, ...address }) => address)(identity.addresses.at(-1)),
      email: identity.email,
      phone: identity.phone,
      NI_number: identity.ni_number,
    })
    expect(payslip?.employment_information).toEqual({
      employer_name: jobs[0].employer.name,
      employer_tax_reference: jobs[0].employer.paye_reference,
      role: jobs[0].role,
      start_date: jobs[0].start_date,
      leave_date: null,
      type: null,
      is_director: null,
    })
    expect(payslip?.income_information).toMatchObject({
      pay_date: truth.paid_on,
      pay_interval_start: truth.period_from,
      pay_interval_end: truth.period_to,
      pay_frequency: jobs[0].frequency,
      tax_code: truth.tax_code,
      earnings: {
        gross_pay: truth.totals.gross,
        net_pay: truth.totals.net,
        earning_elements: truth.earnings.map((line: Record<string, unknown>) => ({
          description: line.label,
          amount: line.amount,
          quantity: line.units,
          rate: line.unit_rate,
          is_fixed: line.is_fixed,
          is_after_tax: !line.is_taxable,
          is_after_ni: !line.is_niable,
        })),
        year_to_date: {
          gross_pay: truth.year_to_date.gross,
          net_pay: truth.year_to_date.net,
          tax_year: 2026,
          total_taxable_earnings: truth.year_to_date.taxable,
        },
      },
    })
  },
  longest,
)

test(
  'follows the list only as far back as needed',
  async () => {
    const session = await sessionOf('barnaby.thistlewick')
    proxy.play({})
    const payslips = await portal.fetchPayslips(session, { from: '2026-06-01', to: null }, context)
    expect(payslips.length).toBeGreaterThan(0)
    const lists = proxy.seen.filter(({ path }) => path.includes('tax_year='))
    expect(lists.map(({ path }) => new URL(path, proxy.url).searchParams.get('page'))).toEqual(['1'])
  },
  longest,
)

test(
  'ticks the stay-signed-in box, so the session is valid after a month',
  async () => {
    proxy.play({})
    const outcome = await logIn('wilhelmina.oakapple')
    if (outcome.outcome !== 'signed-in') throw new Error('not signed in')
    const days = ((outcome.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(90)
    await sandbox.advance('P1M')
    expect(await portal.fetchPayslips(outcome.session, spring, context)).not.toHaveLength(0)
    await sandbox.reset()
  },
  longest,
)

test(
  'stores neither password nor MFA answer',
  async () => {
    proxy.play({})
    const challenge = await logIn('wilhelmina.oakapple', 'mfa:code+expire:600')
    if (challenge.outcome !== 'mfa-required') throw new Error('no MFA challenge')
    const { session } = await portal.answerMfa(challenge.pending, '246810', context)
    expect(`${challenge.pending} ${session}`).not.toMatch(/mfa:code|expire:600|246810/)
  },
  longest,
)

test(
  'posts a password once if the connection breaks, and retries pages',
  async () => {
    proxy.play({ cut: ({ method }) => method === 'POST' })
    expect((await failureOf(logIn('wilhelmina.oakapple'))).code).toBe('provider-unreachable')
    expect(proxy.seen.filter(({ method }) => method === 'POST')).toHaveLength(1)

    const every = new Map<string, number>()
    const isFirst = (path: string) => {
      every.set(path, (every.get(path) ?? 0) + 1)
      return every.get(path) === 1
    }
    proxy.play({ cut: ({ method, path }) => method === 'GET' && isFirst(path) })
    const session = await sessionOf('wilhelmina.oakapple')
    expect(await portal.fetchPayslips(session, spring, context)).toHaveLength(3)
  },
  longest,
)

test(
  'recognises the terms page and the attempts left after a refusal',
  async () => {
    proxy.play({})
    expect((await failureOf(logIn('wilhelmina.oakapple', 'error:terms_not_accepted'))).code).toBe(
      'terms-not-accepted',
    )
    const refused = await failureOf(logIn('fergus.mactumble', 'wrong'))
    expect([refused.code, refused.attemptsLeft]).toEqual(['login-refused', 2])
    await sandbox.reset()
  },
  longest,
)

test(
  'rejects on abort and frees the visit slot',
  async () => {
    proxy.play({})
    const session = await sessionOf('wilhelmina.oakapple')
    await sandbox.behave('sandbox-portal', 'wilhelmina.oakapple', 'slow:5')
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('nobody wants it')), 500)
    const fetching = portal.fetchPayslips(session, spring, { ...context, signal: controller.signal })
    await expect(fetching).rejects.toThrow('nobody wants it')
    expect(browsers.openVisits()).toBe(0)
    await sandbox.reset()
  },
  longest,
)

test(
  'returns each person their own payslips in concurrent visits',
  async () => {
    proxy.play({})
    const names = ['wilhelmina.oakapple', 'fergus.mactumble', 'carys.honeydew']
    const found = await Promise.all(
      names.map(async (name) => {
        const [payslip] = await portal.fetchPayslips(await sessionOf(name), newest, context)
        return payslip?.identity_information.NI_number
      }),
    )
    const people = await Promise.all(names.map((name) => sandbox.control('GET', `/people/${name}`)))
    expect(found).toEqual(people.map(({ identity }) => identity.ni_number))
  },
  longest,
)

test(
  'fetches payslips although Chromium dies during the visit',
  async () => {
    proxy.play({})
    const session = await sessionOf('wilhelmina.oakapple')
    let isDone = false
    const struck = {
      ...browsers,
      visit: ((options, work) =>
        browsers.visit(options, async (context) => {
          if (!isDone) {
            isDone = true
            const main = findMainProcess(listDescendants(process.pid))
            if (main) setTimeout(() => process.kill(main.pid, 'SIGKILL'), 300)
          }
          return work(context)
        })) as typeof browsers.visit,
    }
    const payslips = await portal.fetchPayslips(session, spring, { ...context, browsers: struck })
    expect([isDone, payslips.length]).toEqual([true, 3])
  },
  longest,
)

test(
  'reports a login as unsent before the form is submitted, but not after',
  async () => {
    proxy.play({})
    await sandbox.control('PATCH', '/providers/sandbox-portal', { is_down: true })
    const unsent = await failureOf(logIn('person.901'))
    await sandbox.control('PATCH', '/providers/sandbox-portal', { is_down: false })
    expect([unsent.code, unsent.isUnsent]).toEqual(['provider-down', true])
    const cut = await failureOf(logIn('person.902', 'drop:login'))
    expect([cut.code, cut.isUnsent]).toEqual(['provider-unreachable', false])
  },
  longest,
)
