import { expect, test } from 'vitest'
import { applyManyChanges, cosmeticChanges } from '../../../test/web-portal/cosmetic-changes.ts'
import { failureOf, openPortalWorld } from '../../../test/web-portal/portal-world.ts'
import type { Payslip } from '../../vocabulary/payslip.ts'

const { sandbox, proxy, portal, context, logIn, sessionOf } = await openPortalWorld()
const spring = { from: '2026-05-01', to: null }
const longest = 180_000

const layouts: { id: string }[] = (await sandbox.control('GET', '/layouts')).payslips
// The extraction tests cover the PDFs of every layout. These tests cover whether a PDF agrees with its page.
const someLayouts = layouts.filter((_, n) => n % 4 === 0)

async function truth(userName: string) {
  const { payslips } = await sandbox.control('GET', `/people/${userName}/payslips?limit=100`)
  return payslips.filter(({ paid_on }: { paid_on: string }) => paid_on >= spring.from)
}

async function fetchAll(userName: string) {
  const session = await sessionOf(userName)
  const payslips = await portal.fetchPayslips(session, spring, context)
  await portal.endSession(session, context)
  expect((await failureOf(portal.fetchPayslips(session, spring, context))).code).toBe('session-ended')
  return payslips
}

/** Each user logs in only once, on unmodified pages, because a browser is slow. Other tests cover signing out. */
const sessions = new Map<string, ReturnType<typeof sessionOf>>()
async function fetchNewest(userName: string, noise: Parameters<typeof proxy.play>[0]) {
  proxy.play({})
  const session = sessions.get(userName) ?? sessionOf(userName)
  sessions.set(userName, session)
  await session
  proxy.play(noise)
  // Only the payslip with the date of the test documents is fetched.
  const [{ paid_on: day }] = await truth(userName)
  return portal.fetchPayslips(await session, { from: day, to: day }, context)
}

/** The expected results without variations, each computed once. */
const known = new Map<string, Promise<Payslip[]>>()
function fetchWithoutVariations(userName: string) {
  proxy.play({})
  const found = known.get(userName) ?? fetchAll(userName)
  known.set(userName, found)
  return found
}

// Variations are tested three at a time: browsers are slow, and the variations are independent.
const mixes = [0, 3, 6].map((first) => Object.keys(cosmeticChanges).slice(first, first + 3))

test.each(mixes.map((names) => ({ names })))(
  '$names: signs in, fetches payslips and signs out as on plain pages',
  async ({ names }) => {
    const expected = await fetchWithoutVariations('nathaniel.quillfeather')
    proxy.play({ page: (html) => names.reduce((page, name) => cosmeticChanges[name]?.(page) ?? page, html) })
    expect(await fetchAll('nathaniel.quillfeather')).toEqual(expected)
  },
  longest,
)

test(
  'distinguishes two employers with all variations at once',
  async () => {
    const expected = await fetchWithoutVariations('dashiell.pennyfeather')
    expect(expected).toHaveLength((await truth('dashiell.pennyfeather')).length)
    proxy.play({ page: applyManyChanges })
    expect(await fetchAll('dashiell.pennyfeather')).toEqual(expected)
  },
  longest,
)

test.each(['code', 'date', 'chars'])(
  'answers an MFA challenge (%s) with all variations at once',
  async (kind) => {
    proxy.play({ page: applyManyChanges })
    const challenge = await logIn('wilhelmina.oakapple', `mfa:${kind}`)
    if (challenge.outcome !== 'mfa-required') throw new Error('no MFA challenge')
    const { sign_in } = await sandbox.control('GET', '/people/wilhelmina.oakapple')
    const [year, month, day] = sign_in.memorable_date.split('-')
    const { method } = challenge
    const positions = method.type === 'PasswordWithPositions' ? method.positions : []
    const answers: Record<string, string> = {
      code: sign_in.code,
      date: `${day}/${month}/${year}`,
      chars: positions.map((position) => [...sign_in.memorable_word][position - 1]).join(''),
    }
    const signedIn = await portal.answerMfa(challenge.pending, answers[kind] ?? '', context)
    expect(await portal.fetchPayslips(signedIn.session, spring, context)).not.toHaveLength(0)
  },
  longest,
)

test('has at least eleven sandbox layouts', () => {
  expect(layouts.length).toBeGreaterThanOrEqual(11)
})

test.each(someLayouts)(
  'reads a PDF in the layout $id, which agrees with its page and gives the hours',
  async ({ id }) => {
    const papers = await payslipPdfsOf('beatrice.nightjar', `&layout=${id}`)
    const [expected] = await truth('beatrice.nightjar')
    const [payslip] = await fetchNewest('beatrice.nightjar', { pdf: papers })
    const elements = payslip?.income_information.earnings.earning_elements ?? []
    expect(payslip?.income_information.earnings.net_pay).toBe(expected.totals.net)
    for (const [n, line] of expected.earnings.entries()) {
      // Some layouts do not print days that have no rate.
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
  'refuses a tampered PDF (%s) that contradicts its page',
  async (tamper) => {
    const pdf = await payslipPdfsOf('wilhelmina.oakapple', `&tamper=${tamper}`)
    const failure = await failureOf(fetchNewest('wilhelmina.oakapple', { pdf: pdf }))
    expect([failure.code, failure.message]).toEqual([
      'provider-changed',
      expect.stringMatching(/payslip contradicts itself$/),
    ])
  },
  longest,
)

test.each([
  ['of another person', async () => payslipPdfsOf('barnaby.thistlewick')],
  ['of another month', async () => payslipPdfsOf('wilhelmina.oakapple', '&pay_date=2025-06-30')],
] as const)(
  'refuses a PDF %s',
  async (_which, papers) => {
    const failure = await failureOf(fetchNewest('wilhelmina.oakapple', { pdf: await papers() }))
    expect(failure.message).toMatch(/payslip contradicts itself$/)
  },
  longest,
)

test.each<[what: string, change: (html: string) => string]>([
  ['a line that does not add up', (html) => html.replace(/(<h2>Payments.*?£\d+),(\d)/s, '$10,$2')],
  ['another net pay than its list', (html) => html.replace(/(Net pay <span[^>]*>£)[\d,]+/, '$11')],
  ['another NI number than its PDF', (html) => html.replaceAll(/QQ\d{6}/g, 'QQ000000')],
  ['another day than its list', (html) => html.replace(/(>Pay date<\/dt><dd[^>]*>)\d\d/, '$101')],
])(
  'refuses a page with %s',
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
  'throws provider-changed for a page %s',
  async (_what, change) => {
    proxy.play({ page: change })
    const failure = await failureOf(fetchAll('wilhelmina.oakapple'))
    expect([failure.code, failure.message]).toEqual([
      'provider-changed',
      expect.stringMatching(/page not understood$/),
    ])
  },
  longest,
)

/** Replaces the portal's PDFs with one that the sandbox generates, the same for every payslip. */
async function payslipPdfsOf(userName: string, more = '') {
  const reply = await fetch(`${sandbox.url}/controls/documents/payslip?user_name=${userName}${more}`)
  expect(reply.status).toBe(200)
  const paper = Buffer.from(await reply.arrayBuffer())
  return async () => paper
}
