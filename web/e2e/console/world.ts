import type { Page } from 'playwright-core'
import { readMail } from '../../../server/test/people.ts'
import type { World } from '../../../server/test/template.ts'
import { type Browser, type BrowserVisit, openBrowser, type Viewport } from '../browser.ts'
import { type E2eClient, type JourneyWorld, openJourneyWorld } from '../world.ts'
import { addMembers, emailOf, invite, type TeamMembers, type TeamRole } from './members.ts'

/** The console keeps the token in a cookie. */
type Session = { token: string; member: { role: TeamRole } }

export type ConsoleWorld = ReturnType<typeof openTeam>

/** Starts a separate service with one client, its members and a browser. The caller closes it. */
export async function openConsoleWorld(services: World) {
  const world = await openJourneyWorld(services)
  const browser = await openBrowser(world)
  const lender = await world.aClient()
  return {
    ...openTeam(world, browser, lender, await addMembers(world, lender)),
    async close() {
      await browser.close()
      await world.close()
    },
  }
}

/** Opens the console as the members of one client see it. */
export function openTeam(world: JourneyWorld, browser: Browser, lender: E2eClient, invited: TeamMembers) {
  const { anonymous } = world.api
  const members = { Owner: lender.owner, ...invited }

  const sessions = new Map<TeamRole, Promise<Session>>()
  async function openSession(role: TeamRole): Promise<Session> {
    const { email, password } = members[role]
    const reply = await anonymous('POST', '/members/signin', { username: email, password })
    if (reply.status !== 200) throw new Error(`${role} cannot sign in: ${reply.text}`)
    // Dangerous operations stay open for as long as the tests run; account.test.ts tests the dialog.
    await world.api.sql(
      `update member_sessions set authenticated_at = now() + interval '1 day' where member_id = $1`,
      [reply.body.member.id],
    )
    return { token: reply.body.jwt, member: reply.body.member }
  }
  const sessionOf = (role: TeamRole) => {
    const known = sessions.get(role) ?? openSession(role)
    sessions.set(role, known)
    return known
  }

  /** Opens a new browser context without a session. */
  async function visit(viewport: Viewport = 'desk', options: Parameters<typeof browser.visit>[1] = {}) {
    const opened = await browser.visit(viewport, options)
    await opened.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.url })
    return openConsole(opened, world.url)
  }

  /**
   * Opens the console with a stored session of a member of this role. The sign-in itself is tested in
   * session.test.ts.
   */
  async function signIn(role: TeamRole, { viewport = 'desk' as Viewport, path = '/' } = {}) {
    const console = await visit(viewport)
    const { token } = await sessionOf(role)
    await console.context.addCookies([
      { name: 'payproof_session', value: token, url: world.url, httpOnly: true, sameSite: 'Strict' },
    ])
    await console.context.addInitScript(
      `if (self.origin === ${JSON.stringify(world.url)} && !sessionStorage.getItem('stored-by-test')) {
        sessionStorage.setItem('stored-by-test', 'yes')
        localStorage.setItem('payproof-console', String(Date.now()))
      }`,
    )
    await console.open(path)
    return console
  }

  return {
    ...world,
    browser,
    lender,
    members,
    visit,
    signIn,
    sessionOf,
    emailOf: (name: string) => emailOf(lender, name),
    invite: (email: string, role: Exclude<TeamRole, 'Owner'>) => invite(world, lender, email, role),
    /** Calls the API as a member of this role. */
    callAs: async (role: TeamRole) => world.api.withToken((await sessionOf(role)).token),
    mailTo: (email: string, subject: RegExp) => readMail(world.inboxUrl, email, subject),
  }
}

export type Console = ReturnType<typeof openConsole>

function openConsole({ page, context, watch }: BrowserVisit, url: string) {
  return {
    page,
    context,
    watch,
    /** Opens a page below /console and waits until it has loaded its data. */
    async open(path: string) {
      await page.goto(`${url}/console${path}`)
      await settled(page)
    },
    settled: () => settled(page),
    close: () => context.close(),
  }
}

async function settled(page: Page) {
  await page.locator('h1').waitFor()
  await page.locator('.skeleton, [aria-busy="true"]').first().waitFor({ state: 'detached' })
}
