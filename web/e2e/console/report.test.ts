import { readFile } from 'node:fs/promises'
import { type ReportKeys, verifyReport } from '@payproof/sdk/reports'
import { expect, test } from 'vitest'
import { findOverflow, findViolations } from '../browser.ts'
import { readPdfPages } from '../sample-documents.ts'
import { inspect, inspectNarrow, openPopulatedConsole, startConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests the signed income report: downloads, share links, and the public page that verifies a file.

const world = await openPopulatedConsole()
const { wilhelmina } = world
const patience = { timeout: 300_000 }
const keys = (await (await fetch(`${world.url}/.well-known/jwks.json`)).json()) as ReportKeys

const button = ({ page }: Console, name: string) => page.getByRole('button', { name, exact: true })

/** Presses a button and returns the file that the page saves. */
async function download(console: Console, name: string) {
  const saved = console.page.waitForEvent('download')
  await button(console, name).click()
  return readFile(await (await saved).path())
}

test('the downloaded PDF and data are signed and have the figures of the API', patience, async () => {
  const income = await world.lender.must('GET', `/users/${wilhelmina.user_id}/income`)
  const console = await world.signIn('Underwriter', { path: `/users/${wilhelmina.user_id}` })
  await console.page.getByRole('link', { name: 'Income report' }).click()
  await inspect(console)
  await inspectNarrow(console)
  const pdf = await download(console, 'Download PDF')
  expect(await verifyReport(pdf, keys)).toMatchObject({ format: 'pdf', issuer: world.url })
  const { forename, surname } = await world.lender.must('GET', `/users/${wilhelmina.user_id}`)
  expect((await readPdfPages(pdf)).join(' ')).toContain(`${forename} ${surname}`)
  const jws = await download(console, 'Download signed data')
  const { report } = await verifyReport(jws, keys)
  expect(report?.income).toMatchObject({ income: income.income, employments: income.employments })
  await console.close()
})

test('a link opens the report until it is revoked', patience, async () => {
  const team = await startConsole()
  const { user_id } = await team.aPerson(team.lender, 'wilhelmina.oakapple')
  const console = await team.signIn('FullMember', { path: `/users/${user_id}/report` })
  const { page } = console
  await page.getByText('No links yet').waitFor()
  await button(console, 'Create a link').click()
  await page.getByLabel('Expires after (days)').fill('31')
  await button(console, 'Create the link').click()
  await page.getByText(/30/).first().waitFor()
  await page.getByLabel('Expires after (days)').fill('2')
  await button(console, 'Create the link').click()
  const url = (await page.locator('.secret code').textContent()) ?? ''
  await inspect(console)
  await button(console, 'Done').click()
  await page.getByRole('cell', { name: 'Never' }).waitFor()

  const opened = await fetch(url)
  expect(opened.status).toBe(200)
  await verifyReport(new Uint8Array(await opened.arrayBuffer()), keys)
  await page.reload()
  await page.getByRole('cell', { name: /^Once, last / }).waitFor()
  await inspect(console)
  await inspectNarrow(console)

  await page.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByRole('cell', { name: 'Revoked' }).waitFor()
  expect((await fetch(url)).status).toBe(410)
  expect(console.watch.takeFaults()).toEqual([])
  await console.close()
})

test('the public page verifies a file in the browser and sends it nowhere', patience, async () => {
  const pdf = Buffer.from(await (await fileOf('/report/file')).arrayBuffer())
  const data = Buffer.from(await (await fileOf('/report')).text())
  const { digest } = await verifyReport(pdf, keys)
  const { page, context, watch } = await world.browser.visit('phone')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel(/Choose a file/).setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  const check = async (expected: string) => {
    await page.getByRole('heading', { name: expected, exact: true }).waitFor()
    expect(await findOverflow(page)).toEqual([])
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page)).toEqual([])
    }
    return page.getByRole('status').textContent()
  }

  await page.goto(`${world.url}/verify-report#${digest}`)
  await choose('report.pdf', pdf)
  expect(await check('Verified')).toContain(world.url)
  const changed = Buffer.from(pdf)
  changed[2_000] = (changed[2_000] ?? 0) ^ 1
  await choose('changed.pdf', changed)
  expect(await check('Not verified')).toContain('The file was changed after it was signed')
  await choose('other.json', data)
  await check('Another report')
  await choose('letter.txt', Buffer.from('Dear Sir or Madam'))
  expect(await check('Not verified')).toContain('not an income report')
  await page.goto('about:blank')
  await page.goto(`${world.url}/verify-report`)
  await choose('report.json', data)
  expect(await check('Verified')).toContain('Wilhelmina')
  expect([sent, watch.takeFaults()]).toEqual([[], []])
  await context.close()
})

const fileOf = (path: string) =>
  fetch(`${world.url}/users/${wilhelmina.user_id}${path}`, { headers: { 'x-api-key': world.lender.apiKey } })
