import { expect, test } from 'vitest'
import { allNoises, noises } from '../../../test/web-portal/noise.ts'
import { failureOf, openPortalWorld } from '../../../test/web-portal/portal-world.ts'
import type { Payslip } from '../../vocabulary/payslip.ts'

const { sandbox, proxy, portal, talk, logIn, sessionOf } = await openPortalWorld()
const spring = { from: '2026-05-01', to: null }
const longest = 180_000

const layouts: { id: string }[] = (await sandbox.control('GET', '/layouts')).payslips
// Papers of every layout are read in extraction's own tests; here it is about their agreement with a page.
const someLayouts = layouts.filter((_, n) => n % 4 === 0)

async function truth(userName: string) {
  const { payslips } = await sandbox.control('GET', `/people/${userName}/payslips?limit=100`)
  return payslips.filter(({ paid_on }: { paid_on: string }) => paid_on >= spring.from)
}

async function fetchAll(userName: string) {
  const session = await sessionOf(userName)
  const payslips = await portal.fetchPayslips(session, spring, talk)
  await portal.end(session, talk)
  expect((await failureOf(portal.fetchPayslips(session, spring, talk))).code).toBe('session-ended')
  return payslips
}

/** Signed in once, while the pages are plain: a browser takes long. Nobody signs out, which is shown above. */
const sessions = new Map<string, ReturnType<typeof sessionOf>>()
async function fetchNewest(userName: string, noise: Parameters<typeof proxy.play>[0]) {
  proxy.play({})
  const session = sessions.get(userName) ?? sessionOf(userName)
  sessions.set(userName, session)
  await session
  proxy.play(noise)
  // The papers of tests are of that day.
  const [{ paid_on: day }] = await truth(userName)
  return portal.fetchPayslips(await session, { from: day, to: day }, talk)
}

/** What is found without any noise; once is enough. */
const known = new Map<string, Promise<Payslip[]>>()
function plainly(userName: string) {
  proxy.play({})
  const found = known.get(userName) ?? fetchAll(userName)
  known.set(userName, found)
  return found
}

// Three at a time: a browser takes long, and these do not get into each other's way.
const mixes = [0, 3, 6].map((first) => Object.keys(noises).slice(first, first + 3))

test.each(mixes.map((names) => ({ names })))(
  '$names: sign-in, payslips and sign-out go as before',
  async ({ names }) => {
    const expected = await plainly('nathaniel.quillfeather')
    proxy.play({ page: (html) => names.reduce((page, name) => noises[name]?.(page) ?? page, html) })
    expect(await fetchAll('nathaniel.quillfeather')).toEqual(expected)
  },
  longest,
)

test(
  'two employers are told apart in all the noise at once',
  async () => {
    const expected = await plainly('dashiell.pennyfeather')
    expect(expected).toHaveLength((await truth('dashiell.pennyfeather')).length)
    proxy.play({ page: allNoises })
    expect(await fetchAll('dashiell.pennyfeather')).toEqual(expected)
  },
  longest,
)

test.each(['code', 'date', 'chars'])(
  'a second step (%s) is recognised in all the noise at once, and answered',
  async (kind) => {
    proxy.play({ page: allNoises })
    const asked = await logIn('wilhelmina.oakapple', `mfa:${kind}`)
    if (asked.outcome !== 'asked') throw new Error('nothing was asked')
    const { sign_in } = await sandbox.control('GET', '/people/wilhelmina.oakapple')
    const [year, month, day] = sign_in.memorable_date.split('-')
    const { method } = asked
    const positions = method.type === 'PasswordWithPositions' ? method.positions : []
    const answers: Record<string, string> = {
      code: sign_in.code,
      date: `${day}/${month}/${year}`,
      chars: positions.map((position) => [...sign_in.memorable_word][position - 1]).join(''),
    }
    const signedIn = await portal.answer(asked.pending, answers[kind] ?? '', talk)
    expect(await portal.fetchPayslips(signedIn.session, spring, talk)).not.toHaveLength(0)
  },
  longest,
)

test('the sandbox has the layouts that this is about', () => {
  expect(layouts.length).toBeGreaterThanOrEqual(11)
})

test.each(someLayouts)(
  'a paper in the layout $id is read: it agrees with its page, and says the hours',
  async ({ id }) => {
    const papers = await papersOf('beatrice.nightjar', `&layout=${id}`)
    const [expected] = await truth('beatrice.nightjar')
    const [payslip] = await fetchNewest('beatrice.nightjar', { paper: papers })
    const elements = payslip?.income_information.earnings.earning_elements ?? []
    expect(payslip?.income_information.earnings.net_pay).toBe(expected.totals.net)
    for (const [n, line] of expected.earnings.entries()) {
      // Days without a rate are not printed everywhere.
      if (line.units === null || line.unit_rate === null) continue
      expect([elements[n]?.quantity, elements[n]?.rate ?? line.unit_rate]).toEqual([
        line.units,
        line.unit_rate,
      ])
    }
  },
  longest,
)

test.each(['edited-amount', 'overlaid-text', 'wrong-arithmetic', 'swapped-page'])(
  'a paper that was forged (%s) contradicts its page, and the payslip is refused',
  async (tamper) => {
    const paper = await papersOf('wilhelmina.oakapple', `&tamper=${tamper}`)
    const failure = await failureOf(fetchNewest('wilhelmina.oakapple', { paper }))
    expect([failure.code, failure.message]).toEqual([
      'provider-down',
      expect.stringMatching(/payslip contradicts itself$/),
    ])
  },
  longest,
)

test.each([
  ['of another person', async () => papersOf('barnaby.thistlewick')],
  ['of another month', async () => papersOf('wilhelmina.oakapple', '&pay_date=2025-06-30')],
] as const)(
  'a paper %s is refused',
  async (_which, papers) => {
    const failure = await failureOf(fetchNewest('wilhelmina.oakapple', { paper: await papers() }))
    expect(failure.message).toMatch(/payslip contradicts itself$/)
  },
  longest,
)

test.each<[what: string, change: (html: string) => string]>([
  ['a line that does not add up', (html) => html.replace(/(<h2>Payments.*?£\d+),(\d)/s, '$10,$2')],
  ['another net pay than its list', (html) => html.replace(/(Net pay <span[^>]*>£)[\d,]+/, '$11')],
  ['another NI number than its paper', (html) => html.replaceAll(/QQ\d{6}/g, 'QQ000000')],
  ['another day than its list', (html) => html.replace(/(>Pay date<\/dt><dd[^>]*>)\d\d/, '$101')],
])(
  'a page with %s is refused',
  async (_what, change) => {
    const failure = await failureOf(fetchNewest('wilhelmina.oakapple', { page: change }))
    expect(failure.message).toMatch(/payslip contradicts itself$/)
  },
  longest,
)

test.each<[what: string, change: (html: string) => string]>([
  ['that has lost its form', (html) => html.replaceAll('type="password"', 'type="text"')],
  ['in another language', (html) => html.replaceAll('Pay date', 'Zahltag')],
  ['that breaks off', (html) => (html.includes('payslip-table') ? html.slice(0, html.length * 0.7) : html)],
])(
  'a page %s is not understood, which is the provider being down',
  async (_what, change) => {
    proxy.play({ page: change })
    const failure = await failureOf(fetchAll('wilhelmina.oakapple'))
    expect([failure.code, failure.message]).toEqual([
      'provider-down',
      expect.stringMatching(/page not understood$/),
    ])
  },
  longest,
)

/** Instead of the portal's paper, one that the sandbox makes on request: the same for every payslip. */
async function papersOf(userName: string, more = '') {
  const reply = await fetch(`${sandbox.url}/controls/documents/payslip?user_name=${userName}${more}`)
  expect(reply.status).toBe(200)
  const paper = Buffer.from(await reply.arrayBuffer())
  return async () => paper
}
