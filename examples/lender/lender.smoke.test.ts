import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { runAs } from '../../dev/services/processes.ts'
import { atEnd } from '../../server/test/at-end.ts'
import { type BrowserVisit, findOverflow, findViolations } from '../../web/e2e/browser.ts'
import { startJourneys } from '../../web/e2e/start.ts'
import {
  agreeInOpenJourney,
  chooseDocuments,
  goToLogin,
  providers,
  shareDocuments,
  signIn,
  waitForDocuments,
} from '../../web/e2e/stories.ts'
import { startWalk } from '../../web/e2e/walk.ts'
import type { E2eClient } from '../../web/e2e/world.ts'

// Part of the CI gate. Uses the real service, sandbox and lender: an applicant completes the journey inside the
// lender's page and sees a decision based on her own pay, which the lender can only know from the webhook.

/** No other test file logs in as this person, because concurrent logins of one person wait for each other. */
const applicant = 'person.10'

const { world, browser, lender: client } = await startJourneys()
const lender = await startLender(client)

/** Starts the lender as `npm run lender` does. */
async function startLender({ apiKey }: E2eClient) {
  const env = { PAYPROOF_URL: world.url, PAYPROOF_API_KEY: apiKey, PORT: '0' }
  const main = fileURLToPath(new URL('src/main.ts', import.meta.url))
  const [program = '', ...args] = [...runAs(undefined, 'SIGKILL'), process.execPath, main]
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text
  })
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, found] = /^The lender is open at (\S+)$/.exec(line) ?? []
      if (found) resolve(found)
    })
    ended.then(() => reject(new Error(`the lender ended: ${errorOutput}`)), reject)
  })
  async function stop() {
    child.kill('SIGTERM')
    const [code] = await ended
    return code
  }
  atEnd(stop)
  return { url, stop, complaints: () => errorOutput }
}

/** Checks both colour schemes, horizontal overflow and content-security-policy violations. */
async function inspect(page: Page, refused: string[]) {
  expect([await findOverflow(page), refused]).toEqual([[], []])
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page)).toEqual([])
  }
}

async function visitLender() {
  const visit = await browser.visit('phone')
  visit.watch.allow(lender.url)
  const refused: string[] = []
  visit.page.on('console', (message) => {
    if (/security policy|trusted/i.test(message.text())) refused.push(message.text())
  })
  await visit.page.goto(lender.url)
  return { visit, page: visit.page, refused }
}

async function apply(page: Page, answers: Record<string, string>) {
  for (const [label, answer] of Object.entries(answers)) await page.getByLabel(label).fill(answer)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Takes the same steps as the journey's own tests, inside the frame. */
async function walkEmbedded(visit: BrowserVisit) {
  const frame = await (await visit.page.waitForSelector('iframe')).contentFrame()
  const walk = startWalk(visit)
  walk.use(frame as unknown as Page)
  return walk
}

const pollPath = '/application/version'

/** Delays the reply to the page's next poll for a decision until `release`. */
async function delayNextPoll(page: Page) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const delayed = page.waitForRequest((request) => request.url().endsWith(pollPath))
  await page.route(
    `**${pollPath}`,
    async (route) => {
      await released
      await route.continue()
    },
    { times: 1 },
  )
  await delayed
  return release
}

/** Adds to an error what the applicant sees and what the lender logged. */
async function explain(page: Page, error: unknown): Promise<never> {
  const texts = page.frames().map((frame) => frame.locator('body').textContent({ timeout: 5_000 }))
  const seen = await Promise.allSettled(texts)
  const pageTexts = seen.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))
  throw new Error(
    `${(error as Error).message}\nthe page: ${pageTexts.join('\n---\n')}\nthe lender: ${lender.complaints()}`,
    {
      cause: error,
    },
  )
}

type NetPayslip = { totals: { net: string } }

/** Returns the person's average pay over the last three months in the sandbox's payroll, formatted as on the page. */
async function meanNetPay(userName: string) {
  const { payslips } = await world.sandbox.control('GET', `/people/${userName}/payslips?limit=3`)
  const pence = payslips.map(({ totals }: NetPayslip) => Math.round(Number(totals.net) * 100))
  const mean = Math.round(pence.reduce((sum: number, one: number) => sum + one, 0) / pence.length)
  return (mean / 100).toLocaleString('en-GB', { style: 'currency', currency: 'GBP' })
}

test('an applicant shares her pay and a statement in the page and sees a decision on them', {
  timeout: 400_000,
}, async () => {
  const { visit, page, refused } = await visitLender()
  await shareAndDecide({ visit, page, refused }).catch((error) => explain(page, error))
  await visit.context.close()
})

async function shareAndDecide({ visit, page, refused }: Awaited<ReturnType<typeof visitLender>>) {
  await inspect(page, refused)
  await apply(page, {
    'First name': 'Saoirse',
    'Last name': 'Starlingbank',
    'Date of birth': '1962-02-17',
    Postcode: 'nowhere',
    'Loan amount in pounds': '99',
  })
  await page.getByText('Enter a full postcode').waitFor()
  await page.getByText('Enter whole pounds').waitFor()
  await inspect(page, refused)
  await apply(page, { Postcode: 'SA2 0YX', 'Loan amount in pounds': '5000' })
  await page.getByRole('button', { name: 'Share my income' }).waitFor()
  await inspect(page, refused)

  // A poll that is answered after the journey was opened must not reload the page.
  const releasePoll = await delayNextPoll(page)
  await page.getByRole('button', { name: 'Share my income' }).click()
  const polls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(pollPath)) polls.push(request.url())
  })
  releasePoll()
  const walk = await walkEmbedded(visit)
  const { texts: t } = walk
  await agreeInOpenJourney(walk)
  await goToLogin(walk, providers.payroll)
  await signIn(walk, applicant, 'pass')
  await walk.until('review')
  await walk.press(t.review.confirm)
  await walk.press(walk.tile(t.more.bankStatements))
  const statement = await world.aDocument('statement', `user_name=${applicant}&month=2026-05&layout=brook`)
  await chooseDocuments(walk, [{ name: 'may.pdf', bytes: statement }])
  await shareDocuments(walk, 1)
  const isOnNextScreen = await waitForDocuments(walk)
  if (!isOnNextScreen) await walk.press(t.common.continue)
  await walk.press(t.more.finish)
  await walk.until('done')
  expect(polls).toEqual([])
  await walk.press(t.done.close)

  const row = (label: RegExp) => page.getByRole('row', { name: label })
  await row(/bank statement of 31 days/).waitFor({ timeout: 180_000 })
  const pay = await row(/Nettlebank/).textContent()
  expect(pay).toContain(await meanNetPay(applicant))
  expect(pay).toMatch(/Mean of 3 payslips, \d+ Mar 2026 to \d+ May 2026/)
  expect(await row(/Months covered/).textContent()).toMatch(/3 of 3/)
  expect(await row(/Gross pay a year/).textContent()).toMatch(/£[\d,]+\.\d\d/)
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /signed income report/ }).click(),
  ])
  expect(report.suggestedFilename()).toMatch(/^LOAN-[0-9A-F]{8}\.pdf$/)
  expect((await readFile(await report.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await inspect(page, refused)
  expect(visit.watch.takeFaults()).toEqual([])

  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByLabel('First name').waitFor()
  expect((await client.must('GET', '/users')).users).toEqual([])
  // The other test of this lender sends a delivery without a signature.
  expect(lender.complaints().replaceAll('A delivery was refused: unsigned\n', '')).toBe('')
}

test("invalid webhooks are rejected, and applicants cannot see each other's applications", async () => {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(lender.url + path, { redirect: 'manual', ...init })
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    ask(path, { method: 'POST', body, headers })
  const replies = await Promise.all([
    post('/hooks/payproof', '{"event":"user-payroll-submitted"}', { 'webhook-id': 'forged' }),
    post('/applications', 'forename=A', { 'sec-fetch-site': 'cross-site' }),
    post('/applications', `forename=${'A'.repeat(5_000)}`),
    post('/applications', 'forename=%3Cb%3E&birthday=2026-02-31'),
    ask('/application', { headers: { cookie: `application=${crypto.randomUUID()}` } }),
    ask('/../package.json'),
    ask('/application/report', { headers: { cookie: `application=${crypto.randomUUID()}` } }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([400, 403, 413, 422, 303, 404, 404])
  const [, , , form, stranger] = replies
  expect(await form?.text()).toContain('value="&lt;b&gt;"')
  expect(stranger?.headers.get('location')).toBe('/')
  for (const { headers } of replies)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.* require-trusted-types-for/)
})

test('a lender that stops leaves no webhook behind', async () => {
  const other = await world.aClient()
  const { url, stop } = await startLender(other)
  const webhooks = (await other.must('GET', '/webhooks')).webhooks.map((one: { url: string }) => one.url)
  expect(webhooks).toEqual([`${url}/hooks/payproof`])
  expect(await stop()).toBe(0)
  expect((await other.must('GET', '/webhooks')).webhooks).toEqual([])
})
