import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openClock } from '../../clock.ts'
import { openDocuments } from '../../documents/documents.ts'
import { readText } from '../../documents/read-back.ts'
import { openHttp } from '../../http-server.ts'
import { decimal, grouped } from '../../money.ts'
import type { GeneratedPayslip } from '../../payroll/types.ts'
import type { SimulatedPerson } from '../../people/types.ts'
import { openWorld } from '../../people/world.ts'
import { providers } from '../catalogue.ts'
import { type ErrorCode, errors } from '../errors.ts'
import { correctCode } from '../second-factors.ts'
import { openSwitches } from '../switches.ts'
import { errorCodeOf, openVisitor } from '../testing/portal-visitor.ts'
import { portal } from './provider.ts'

const startsAt = new Date('2026-06-15T09:00:00Z')
const world = openWorld({ seed: 'portal' })
const clock = openClock(startsAt)
const switches = openSwitches(clock)
const documents = openDocuments({ world })
const server = openHttp({ host: '127.0.0.1' })
let url = ''
beforeAll(async () => {
  await server.register((scope) => portal(scope, { world, clock, switches, documents }), {
    prefix: '/portal',
  })
  url = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.close()
  await documents.close()
})
beforeEach(() => {
  clock.set(startsAt)
  switches.resetAll()
})

const find = (userName: string) => world.find(userName) as SimulatedPerson
const wilhelmina = find('wilhelmina.oakapple')
const dashiell = find('dashiell.pennyfeather')
const payslipsOf = (person: SimulatedPerson, job = 0) =>
  world.payslips(person.jobs[job] as SimulatedPerson['jobs'][number], clock.today())
const rowsOf = (page: string) => [...page.matchAll(/<tr id="payslip-(\w+)" data-pay-date="([\d-]+)">/g)]
const datesOf = (page: string) => rowsOf(page).map(([, , date]) => date)

describe('a successful visit', () => {
  test('signs in, downloads a PDF and signs out', async () => {
    const visitor = openVisitor(url)
    const form = await visitor.go('/portal/')
    expect([form.status, form.page.includes('locked after 3 wrong passwords')]).toEqual([200, true])

    const list = await visitor.submit('/portal/sign-in', { user_name: wilhelmina.userName, password: 'pass' })
    expect([list.status, list.path]).toEqual([200, '/portal/payslips'])
    const ofThisYear = payslipsOf(wilhelmina).filter(({ taxYear }) => taxYear === '2026-27')
    expect(datesOf(list.page)).toEqual(ofThisYear.map(({ payDate }) => payDate).toReversed())
    const latest = ofThisYear.at(-1) as GeneratedPayslip
    expect(list.page).toContain(`class="amount net-pay" data-label="Net pay">£${grouped(latest.netPay)}<`)

    const id = rowsOf(list.page)[0]?.[1]
    const one = await visitor.go(`/portal/payslips/${id}`)
    expect(one.page).toContain(`id="net-pay">£${grouped(latest.netPay)}<`)
    expect(one.page).toContain(`id="ni-number">${wilhelmina.niNumber}<`)

    const pdf = await visitor.go(`/portal/payslips/${id}.pdf`)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.headers.get('content-disposition')).toBe(
      `attachment; filename="payslip-${latest.payDate}.pdf"`,
    )
    const text = (await readText(pdf.bytes)).join('\n')
    expect(text.replaceAll(',', '')).toContain(decimal(latest.netPay))

    const details = await visitor.go('/portal/details')
    expect(details.page).toContain(
      wilhelmina.jobs[0]?.employer.name.replace('&', '&amp;').replace("'", '&#39;'),
    )
    const out = await visitor.submit('/portal/sign-out', {})
    expect(out.page).toContain('You have signed out')
    expect(visitor.cookie()).toBe('')
  })

  test('lists payslips by tax year, ten per page', async () => {
    const barnaby = find('barnaby.thistlewick')
    const visitor = openVisitor(url)
    await visitor.signIn(barnaby.userName, 'pass')
    const expected = payslipsOf(barnaby)
      .filter(({ taxYear }) => taxYear === '2025-26')
      .map(({ payDate }) => payDate)
      .toReversed()
    const dates: (string | undefined)[] = []
    let next: string | undefined = '/portal/payslips?tax_year=2025-26'
    for (let pages = 0; next && pages < 20; pages++) {
      const { page } = await visitor.go(next)
      expect(rowsOf(page).length).toBeLessThanOrEqual(10)
      dates.push(...datesOf(page))
      next = /id="next-page" rel="next" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(dates).toEqual(expected)
    expect(dates.length).toBeGreaterThan(50)
  })

  test('a person with two jobs can switch between employers', async () => {
    const visitor = openVisitor(url)
    const first = await visitor.signIn(dashiell.userName, 'pass')
    const second = await visitor.go('/portal/payslips?employment=2')
    for (const { page } of [first, second]) expect(page).toContain('id="employers"')
    expect(datesOf(first.page)[0]).toBe(payslipsOf(dashiell, 0).at(-1)?.payDate)
    expect(datesOf(second.page)[0]).toBe(payslipsOf(dashiell, 1).at(-1)?.payDate)
    expect((await visitor.go('/portal/payslips?employment=3')).status).toBe(404)
  })

  test.each(['silas.bellwether', 'rosalind.emberley'])(
    'shows an empty list to %s, who has no payslips',
    async (userName) => {
      const list = await openVisitor(url).signIn(userName, 'pass')
      expect([list.status, list.page.includes('id="no-payslips"')]).toEqual([200, true])
    },
  )

  test('a payslip appears on its pay date', async () => {
    const visitor = openVisitor(url)
    const before = datesOf((await visitor.signIn(wilhelmina.userName, 'pass')).page)
    clock.set(new Date('2026-07-15T09:00:00Z'))
    const after = datesOf((await visitor.signIn(wilhelmina.userName, 'pass')).page)
    expect(after).toHaveLength(before.length + 1)
    expect(after.slice(1)).toEqual(before)
  })
})

describe('second factors', () => {
  const date = wilhelmina.memorableDate.split('-') as [string, string, string]
  const [year, month, day] = date
  const characters = (page: string, wrong = '') => {
    const [, positions = ''] = /data-positions="([\d,]+)"/.exec(page) ?? []
    return Object.fromEntries(
      positions
        .split(',')
        .map((n) => [`character_${n}`, wrong || (wilhelmina.memorableWord[Number(n) - 1] as string)]),
    )
  }
  const kinds: Record<
    string,
    { right(page: string): Record<string, string>; wrong(page: string): Record<string, string> }
  > = {
    code: { right: () => ({ code: '246810' }), wrong: () => ({ code: '000000' }) },
    date: {
      right: () => ({ day: String(Number(day)), month, year }),
      wrong: () => ({ day, month, year: '1900' }),
    },
    chars: { right: (page) => characters(page), wrong: (page) => characters(page, '?') },
  }

  test.each(Object.entries(kinds))(
    '%s: a wrong answer can be retried, the correct one continues',
    async (kind, { right, wrong }) => {
      const visitor = openVisitor(url)
      const challengePage = await visitor.signIn(wilhelmina.userName, `mfa:${kind}`)
      expect([challengePage.status, challengePage.path]).toEqual([200, '/portal/second-step'])
      const again = await visitor.submit('/portal/second-step', wrong(challengePage.page))
      expect([again.status, errorCodeOf(again.page)]).toEqual([401, 'mfa_failed'])
      expect(again.page).toContain('Attempts left: 2.')
      const list = await visitor.submit('/portal/second-step', right(again.page))
      expect([list.status, list.path]).toEqual([200, '/portal/payslips'])
    },
  )

  test('the third wrong answer ends the attempt', async () => {
    const visitor = openVisitor(url)
    await visitor.signIn(wilhelmina.userName, 'mfa:code')
    const statuses = []
    for (let n = 0; n < 3; n++)
      statuses.push((await visitor.submit('/portal/second-step', { code: '1' })).status)
    expect(statuses).toEqual([401, 401, 401])
    expect(errorCodeOf((await visitor.go('/portal/second-step')).page)).toBe('mfa_timeout')
  })

  test('the challenge expires after five minutes', async () => {
    const visitor = openVisitor(url)
    await visitor.signIn(wilhelmina.userName, 'mfa:code')
    clock.advance(5 * 60_000 + 1)
    const late = await visitor.submit('/portal/second-step', { code: '246810' })
    expect([late.status, errorCodeOf(late.page)]).toEqual([401, 'mfa_timeout'])
  })

  test('no data is visible before the second factor', async () => {
    const visitor = openVisitor(url)
    await visitor.signIn(wilhelmina.userName, 'mfa:code')
    expect((await visitor.go('/portal/payslips')).path).toBe('/portal/')
  })
})

/** Visits all pages from login to a PDF, to find the first error. */
async function journey(password: string) {
  const visitor = openVisitor(url)
  const pages = [await visitor.signIn(wilhelmina.userName, password)]
  if (pages[0]?.path === '/portal/second-step')
    pages.push(await visitor.submit('/portal/second-step', { code: '246810' }))
  const id = rowsOf(pages.at(-1)?.page ?? '')[0]?.[1]
  if (id)
    pages.push(await visitor.go(`/portal/payslips/${id}`), await visitor.go(`/portal/payslips/${id}.pdf`))
  return pages
}

describe('every error of the portal can be requested', () => {
  const codes = (Object.keys(errors) as ErrorCode[]).filter((code) =>
    (errors[code].providers as string[]).includes('sandbox-portal'),
  )
  test.each(codes.filter((code) => code !== 'bad_response'))(
    'error:%s is a page with its code and status',
    async (code) => {
      const errorPage = (await journey(`error:${code}`)).find(({ page }) => errorCodeOf(page) !== undefined)
      expect([errorCodeOf(errorPage?.page ?? ''), errorPage?.status]).toEqual([code, errors[code].status])
      const { retryAfterSeconds } = errors[code] as { retryAfterSeconds?: number }
      expect(errorPage?.headers.get('retry-after') ?? undefined).toBe(
        retryAfterSeconds && String(retryAfterSeconds),
      )
    },
  )

  test('error:bad_response truncates pages and PDFs', async () => {
    const [list] = await journey('error:bad_response')
    expect([list?.status, list?.page.includes('</html>')]).toEqual([200, false])
    const visitor = openVisitor(url)
    const whole = await visitor.signIn(wilhelmina.userName, 'pass')
    const id = rowsOf(whole.page)[0]?.[1]
    const pdf = await visitor.go(`/portal/payslips/${id}.pdf`)
    switches.behave('sandbox-portal', wilhelmina.userName, 'error:bad_response')
    const broken = await visitor.go(`/portal/payslips/${id}.pdf`)
    expect(broken.bytes).toEqual(pdf.bytes.subarray(0, pdf.bytes.length / 2))
  })
})

describe('the other behaviours', () => {
  test.each(['login', 'mfa', 'list', 'payslip'])(
    'drop:%s drops the connection at that step',
    async (step) => {
      const password = step === 'mfa' ? `mfa:code+drop:${step}` : `drop:${step}`
      await expect(journey(password)).rejects.toThrow('fetch failed')
    },
  )

  test('slow:0.3 delays every page', async () => {
    const startedAt = performance.now()
    await openVisitor(url).signIn(wilhelmina.userName, 'slow:0.3')
    expect(performance.now() - startedAt).toBeGreaterThan(590)
  })

  test('expire:5 ends the session after five minutes with a message', async () => {
    const visitor = openVisitor(url)
    expect((await visitor.signIn(wilhelmina.userName, 'expire:5')).status).toBe(200)
    clock.advance(4 * 60_000)
    expect((await visitor.go('/portal/payslips')).status).toBe(200)
    clock.advance(61_000)
    const ended = await visitor.go('/portal/payslips')
    expect([ended.status, errorCodeOf(ended.page)]).toEqual([401, 'session_expired'])
  })

  test('a session lasts half an hour by default', async () => {
    const visitor = openVisitor(url)
    await visitor.signIn(wilhelmina.userName, 'pass')
    clock.advance(29 * 60_000)
    expect((await visitor.go('/portal/details')).status).toBe(200)
    clock.advance(2 * 60_000)
    expect((await visitor.go('/portal/details')).status).toBe(401)
  })

  test('"Keep me signed in" lasts ninety days, also with a second factor', async () => {
    for (const password of ['pass', 'mfa:code', 'error:terms_not_accepted']) {
      const visitor = openVisitor(url)
      await visitor.go('/portal/')
      const fields = { user_name: wilhelmina.userName, password, stay_signed_in: 'on' }
      await visitor.submit('/portal/sign-in', fields)
      if (password === 'mfa:code') await visitor.submit('/portal/second-step', { code: correctCode })
      if (password === 'error:terms_not_accepted') await visitor.submit('/portal/terms', {})
      clock.advance(89 * 86_400_000)
      expect((await visitor.go('/portal/payslips')).status, password).toBe(200)
      clock.advance(2 * 86_400_000)
      expect((await visitor.go('/portal/payslips')).status, password).toBe(401)
      clock.set(startsAt)
    }
  })

  test('lock locks the account, and a reset with the date of birth unlocks it', async () => {
    const visitor = openVisitor(url)
    const locked = await visitor.signIn(wilhelmina.userName, 'lock')
    expect([locked.status, errorCodeOf(locked.page)]).toEqual([423, 'account_locked'])
    expect((await visitor.signIn(wilhelmina.userName, 'pass')).status).toBe(423)
    const reset = (date_of_birth: string) =>
      visitor.submit('/portal/reset', { user_name: wilhelmina.userName, date_of_birth })
    expect((await reset('1900-01-01')).status).toBe(400)
    expect((await reset(wilhelmina.dateOfBirth)).status).toBe(200)
    expect((await visitor.signIn(wilhelmina.userName, 'pass')).path).toBe('/portal/payslips')
  })

  test('new terms are accepted once before the sign-in continues, also with a second factor', async () => {
    const visitor = openVisitor(url)
    const terms = await visitor.signIn(wilhelmina.userName, 'mfa:code+error:terms_not_accepted')
    expect([terms.status, errorCodeOf(terms.page)]).toEqual([403, 'terms_not_accepted'])
    expect((await visitor.submit('/portal/terms', {})).path).toBe('/portal/second-step')
    expect((await visitor.submit('/portal/second-step', { code: '246810' })).path).toBe('/portal/payslips')
    switches.behave('sandbox-portal', wilhelmina.userName, 'error:terms_not_accepted')
    const other = openVisitor(url)
    expect((await other.signIn(wilhelmina.userName, 'pass')).status).toBe(403)
    expect((await other.submit('/portal/terms', {})).path).toBe('/portal/payslips')
  })
})

test.each([wilhelmina.userName, 'nobody.at-all'])(
  'three wrong passwords lock %s, with the attempts left on the page',
  async (userName) => {
    const visitor = openVisitor(url)
    const tries = [await visitor.signIn(userName, 'wrong'), await visitor.signIn(userName, 'error:nonsense')]
    expect(tries.map(({ status, page }) => [status, errorCodeOf(page)])).toEqual([
      [401, 'invalid_credentials'],
      [401, 'invalid_credentials'],
    ])
    expect(tries.map(({ page }) => /Attempts left: (\d)/.exec(page)?.[1])).toEqual(['2', '1'])
    const third = await visitor.signIn(userName, 'wrong')
    expect([third.status, errorCodeOf(third.page)]).toEqual([423, 'account_locked'])
    expect(third.page).toContain('href="/portal/reset"')
  },
)

describe('access control', () => {
  test.each<[string, (visitor: ReturnType<typeof openVisitor>) => Promise<{ status: number; page: string }>]>(
    [
      ['no token', (visitor) => visitor.submit('/portal/sign-in', { csrf_token: '' })],
      ['a wrong token', (visitor) => visitor.submit('/portal/sign-in', { csrf_token: 'x'.repeat(43) })],
      [
        'no field at all',
        (visitor) => visitor.go('/portal/sign-in', { method: 'POST', body: new URLSearchParams() }),
      ],
      [
        'no cookie',
        (visitor) => {
          visitor.setCookie('')
          return visitor.submit('/portal/sign-in', {})
        },
      ],
      [
        'the token of another visit',
        async (visitor) => {
          const other = openVisitor(url)
          await other.go('/portal/')
          return visitor.submit('/portal/sign-in', { csrf_token: other.hiddenToken() })
        },
      ],
    ],
  )('a form with %s is refused', async (_name, send) => {
    const visitor = openVisitor(url)
    await visitor.go('/portal/')
    const refused = await send(visitor)
    expect([refused.status, errorCodeOf(refused.page)]).toEqual([403, 'form_expired'])
  })

  test('a form on another site cannot sign a person out', async () => {
    const visitor = openVisitor(url)
    await visitor.signIn(wilhelmina.userName, 'pass')
    expect((await visitor.submit('/portal/sign-out', { csrf_token: 'x' })).status).toBe(403)
    expect((await visitor.go('/portal/payslips')).status).toBe(200)
  })

  test('the cookie changes at every step, which prevents session fixation', async () => {
    const visitor = openVisitor(url)
    await visitor.go('/portal/')
    const cookies = [visitor.cookie()]
    await visitor.submit('/portal/sign-in', { user_name: wilhelmina.userName, password: 'mfa:code' })
    cookies.push(visitor.cookie())
    await visitor.submit('/portal/second-step', { code: '246810' })
    cookies.push(visitor.cookie())
    expect(new Set(cookies).size).toBe(3)
    for (const planted of cookies.slice(0, 2)) {
      const attacker = openVisitor(url)
      attacker.setCookie(planted)
      expect((await attacker.go('/portal/payslips')).path).toBe('/portal/')
    }
  })

  test('the cookie is limited to the portal and hidden from scripts', async () => {
    const { headers } = await fetch(`${url}/portal/`)
    expect(headers.get('set-cookie')).toMatch(
      /^staff_session=visit\.[\w-]{43}; Path=\/portal; HttpOnly; SameSite=Lax$/,
    )
  })

  test('every page redirects to the sign-in page without a session', async () => {
    for (const path of ['payslips', 'payslips/x', 'payslips/x.pdf', 'details', 'second-step'])
      expect((await openVisitor(url).go(`/portal/${path}`)).path).toBe('/portal/')
  })

  test("returns 404 for another person's payslip", async () => {
    const visitor = openVisitor(url)
    const id = rowsOf((await visitor.signIn(dashiell.userName, 'pass')).page)[0]?.[1]
    await visitor.signIn(wilhelmina.userName, 'pass')
    for (const path of [id, `${id}.pdf`, 'x', 'x.pdf']) {
      const { status, page } = await visitor.go(`/portal/payslips/${path}`)
      expect([status, errorCodeOf(page)]).toEqual([404, 'not_found'])
    }
  })

  test('an unknown path shows a portal page', async () => {
    const { status, page } = await openVisitor(url).go('/portal/elsewhere')
    expect([status, errorCodeOf(page), page.includes(providers['sandbox-portal'].name)]).toEqual([
      404,
      'not_found',
      true,
    ])
  })
})

describe('the switches', () => {
  test('down: every page shows the outage', async () => {
    switches.change('sandbox-portal', { isDown: true })
    const { status, page, headers } = await openVisitor(url).go('/portal/')
    expect([status, errorCodeOf(page), headers.get('retry-after')]).toEqual([503, 'provider_down', '60'])
  })

  test('slow: every page is delayed', async () => {
    switches.change('sandbox-portal', { slowMs: 300 })
    const startedAt = performance.now()
    await openVisitor(url).go('/portal/')
    expect(performance.now() - startedAt).toBeGreaterThan(290)
  })

  test('sessions ended: the next page says that the session has ended', async () => {
    const visitor = openVisitor(url)
    await visitor.signIn(wilhelmina.userName, 'pass')
    expect(switches.endSessions('sandbox-portal', dashiell.userName)).toBe(0)
    expect(switches.endSessions('sandbox-portal', wilhelmina.userName)).toBe(1)
    expect(errorCodeOf((await visitor.go('/portal/payslips')).page)).toBe('session_expired')
  })
})
