import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { runAs } from '../../dev/services/processes.ts'
import { preparePython } from '../../python/tests/virtual-environment.ts'
import { atEnd } from '../../server/test/at-end.ts'
import { findOverflow, findViolations, type Viewport } from '../../web/e2e/browser.ts'
import { startJourneys } from '../../web/e2e/start.ts'
import { agreeInOpenJourney, goToLogin, providers, signIn } from '../../web/e2e/stories.ts'
import { startWalk } from '../../web/e2e/walk.ts'

// The walk of README.md in Chromium, with the real service, sandbox and lender.

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const { world, browser, lender: client } = await startJourneys()
const lender = await startLender()

async function startLender() {
  const python = join(await preparePython(), 'python')
  const env = {
    PAYPROOF_URL: world.url,
    PAYPROOF_API_KEY: client.apiKey,
    PORT: '0',
    PYTHONPATH: at('../../python/src'),
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const [program = '', ...args] = [...runAs(undefined, 'SIGKILL'), python, at('lender.py')]
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text
  })
  const ended = once(child, 'exit')
  atEnd(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, found] = /^The lender is open at (\S+)$/.exec(line) ?? []
      if (found) resolve(found)
    })
    ended.then(() => reject(new Error(`the lender ended: ${errorOutput}`)), reject)
  })
  return { url, complaints: () => errorOutput }
}

const applicant = {
  'First name': 'Fergus',
  'Last name': 'MacTumble',
  'Date of birth': '1985-11-30',
  Postcode: 'EH6 9ZY',
  'Loan amount in pounds': '5000',
}

async function apply(page: Page, answers: Record<string, string>) {
  for (const [label, answer] of Object.entries(answers)) await page.getByLabel(label).fill(answer)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function inspect(page: Page) {
  expect(await findOverflow(page)).toEqual([])
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page)).toEqual([])
  }
}

// One test for both widths: concurrent logins of one person wait for each other.
test('the first walk ends in a yes, on a phone and on a desk', { timeout: 600_000 }, async () => {
  for (const viewport of ['phone', 'desk'] as const) await walkAt(viewport)
  expect(lender.complaints()).toBe('')
})

async function walkAt(viewport: Viewport) {
  const visit = await browser.visit(viewport)
  const { page } = visit
  visit.watch.allow(lender.url)
  await page.goto(lender.url)
  await inspect(page)
  await apply(page, { ...applicant, Postcode: 'nowhere', 'Date of birth': '2020-01-01' })
  await page.getByText('Enter a full postcode').waitFor()
  await page.getByText('you must be 18 or older').waitFor()
  await inspect(page)
  await apply(page, applicant)
  await page.getByRole('button', { name: 'Share my income' }).waitFor()
  await inspect(page)
  await page.getByRole('button', { name: 'Share my income' }).click()
  await shareInFrame(visit)
  await page.getByRole('heading', { name: 'Your loan is approved' }).waitFor({ timeout: 180_000 })
  await expectDecision(page)
  await inspect(page)
  expect(visit.watch.takeFaults()).toEqual([])
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByLabel('First name').waitFor()
  expect((await client.must('GET', '/users')).users).toEqual([])
  await visit.context.close()
}

async function shareInFrame(visit: Awaited<ReturnType<typeof browser.visit>>) {
  const frame = await (await visit.page.waitForSelector('iframe')).contentFrame()
  const walk = startWalk(visit)
  walk.use(frame as unknown as Page)
  await agreeInOpenJourney(walk)
  await goToLogin(walk, providers.payroll)
  await signIn(walk, 'fergus.mactumble', 'pass')
  await walk.until('review')
  await walk.press(walk.texts.review.confirm)
  await walk.press(walk.texts.more.finish)
  await walk.until('done')
  await walk.press(walk.texts.done.close)
}

async function expectDecision(page: Page) {
  const textOf = (label: string) => page.getByRole('row', { name: label }).textContent()
  expect(await textOf('Net pay')).toMatch(/\+ £[\d,]+\.\d\d/)
  expect(await textOf('This loan')).toMatch(/£5,000 over 36 months/)
  expect(await textOf('Left over')).toMatch(/^Left over£[\d,]+\.\d\d$/)
  expect(await textOf('Months covered')).toContain('3 of 3')
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /signed income report/ }).click(),
  ])
  expect(report.suggestedFilename()).toMatch(/^LOAN-[0-9A-F]{8}\.pdf$/)
  expect((await readFile(await report.path())).subarray(0, 5).toString()).toBe('%PDF-')
}
