import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { runAs } from '../../dev/services/processes.ts'
import { atEnd } from '../../server/test/at-end.ts'
import { findViolations } from '../../web/e2e/browser.ts'
import { startJourneys } from '../../web/e2e/start.ts'
import { startWalk } from '../../web/e2e/walk.ts'

// Opens the example's pages in Chromium and embeds the real journey with the package, under a content security policy that
// allows no script of the service.

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const { world, browser } = await startJourneys()
// A development build, in which strict mode mounts each component twice.
const vite = [at('../../node_modules/.bin/vite'), 'build', '--mode', 'development', '--logLevel', 'warn']
await promisify(execFile)('env', ['NODE_ENV=development', process.execPath, ...vite], { cwd: at('.') })

/** Starts the example as `npm start` does, for a new client and a new person, and returns its origin. */
async function startExample() {
  const { apiKey } = await world.aClient()
  const env = { PAYPROOF_URL: world.url, PAYPROOF_API_KEY: apiKey, PORT: '0' }
  const [program = '', ...args] = [...runAs(undefined, 'SIGKILL'), process.execPath, at('src/server.ts')]
  const child: ChildProcess = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  atEnd(async () => {
    child.kill('SIGTERM')
    await closed
  })
  return new Promise<string>((resolve, reject) => {
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [, origin] = /^Open (\S+)\/react\.html/.exec(line) ?? []
        if (origin) resolve(origin)
      })
    child.once('exit', (code) => reject(new Error(`the example ended with ${code}`)))
  })
}

/** Starts the example, opens one of its pages and collects what the content security policy refuses. */
async function visitExample(path: string) {
  const exampleUrl = await startExample()
  const visit = await browser.visit('desk')
  visit.watch.allow(exampleUrl)
  const refused: string[] = []
  visit.page.on('console', (message) => {
    if (/security policy|trusted/i.test(message.text())) refused.push(message.text())
  })
  visit.page.on('pageerror', (error) => refused.push(error.message))
  await visit.page.goto(`${exampleUrl}/${path}`)
  const { texts } = startWalk(visit)
  return { ...visit, texts, refused }
}

// A busy CI machine takes minutes to start the service and a browser.
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const frames = (page: Page) => page.locator('iframe').count()

/** Goes from the first screen of the embedded journey to the choice of a source. */
async function agreeInFrame(page: Page, { welcome, consent }: Texts) {
  const inside = page.frameLocator('iframe')
  await inside.getByRole('button', { name: welcome.start, exact: true }).click()
  await inside.getByRole('button', { name: consent.agree, exact: true }).click()
  await inside.locator('main[data-view="source"]').waitFor()
}
type Texts = ReturnType<typeof startWalk>['texts']

test('React: a dialog opens, reports that the person left, and can open again', async () => {
  const { page, context, texts, refused, watch } = await visitExample('react.html')
  const share = page.getByRole('button', { name: 'Share my income', exact: true })
  await share.click()
  await page.frameLocator('iframe').locator('main[data-view="welcome"]').waitFor()
  expect(await share.isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  // A journey with nothing to lose closes at once; otherwise it asks first.
  const leave = page
    .frameLocator('iframe')
    .locator('dialog')
    .getByRole('button', { name: texts.leaving.leave })
  await Promise.race([leave.click().catch(() => {}), page.locator('iframe').waitFor({ state: 'detached' })])
  await page.getByText('You can continue at any time.').waitFor()
  expect(await frames(page)).toBe(0)
  await expect.poll(() => share.isDisabled()).toBe(false)

  watch.expectLink(page)
  await share.click()
  await page.frameLocator('iframe').locator('main[data-view="welcome"]').waitFor()
  expect(await page.locator('dialog.payproof-dialog').count()).toBe(1)
  expect(refused).toEqual([])
  await context.close()
})

test('React: an inline journey follows its screens, and unmounting removes it in silence', async () => {
  const { page, context, texts, refused, watch } = await visitExample('react.html')
  await press(page, 'Share my income on this page')
  await page.getByText('Screen: welcome').waitFor()
  // Strict mode has mounted the component twice; one frame remains.
  expect(await frames(page)).toBe(1)
  await agreeInFrame(page, texts)
  await page.getByText('Screen: source').waitFor()
  expect(await findViolations(page, undefined, ['region'])).toEqual([])

  await press(page, 'Leave this step')
  await expect.poll(() => frames(page)).toBe(0)
  await page.getByText('Journeys ended on this page: 0').waitFor()

  await press(page, 'Return to this step')
  watch.expectLink(page)
  await press(page, 'Share my income on this page')
  await page.frameLocator('iframe').getByRole('button', { name: texts.welcome.resume }).waitFor()
  expect(await frames(page)).toBe(1)
  expect(refused).toEqual([])
  await context.close()
})

test('React: a dialog does not open after its component was unmounted', async () => {
  const { page, context, refused } = await visitExample('react.html')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/link', async (route) => {
    await released
    await route.continue()
  })
  const answered = page.waitForResponse('**/link')
  await press(page, 'Share my income')
  await press(page, 'Leave this step')
  release()
  await answered
  // The page handles the response in the next tasks.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))')
  expect(await frames(page)).toBe(0)
  expect(refused).toEqual([])
  await context.close()
})

test('without a framework: events are typed, and close() removes the journey', async () => {
  const { page, context, texts, refused } = await visitExample('plain.html')
  await press(page, 'Share my income on this page')
  await page.getByText('Screen: welcome').waitFor()
  await agreeInFrame(page, texts)
  await page.getByText('Screen: source').waitFor()
  await press(page, 'Close')
  await page.getByText('You can continue at any time.').waitFor()
  expect(await frames(page)).toBe(0)
  expect(refused).toEqual([])
  await context.close()
})
