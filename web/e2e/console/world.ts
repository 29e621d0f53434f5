import type { Page } from 'playwright-core'
import type { SignedIn } from '../../../sdk/src/types.ts'
import { mailedCode, readMail } from '../../../server/test/people.ts'
import type { World } from '../../../server/test/template.ts'
import { openBrowser, type Viewport, type Visit } from '../browser.ts'
import { openJourneyWorld } from '../world.ts'
import { populate } from './people.ts'

export type Role = SignedIn['member']['role']
/** As the console keeps it. */
type Session = { token: string; member: SignedIn['member'] }

export const password = 'correct horse battery staple'

/** Invented members, one of each role; the second factor is off so that most tests need no mail. */
const team = {
  Admin: 'Adah Brightwater',
  FullMember: 'Felix Marchbank',
  Support: 'Sunniva Hollins',
} as const

export type ConsoleWorld = Awaited<ReturnType<typeof openConsoleWorld>>

/** One lender of the sandbox with a member of each role, the console in a browser, and people on demand. */
export async function openConsoleWorld(services: World, settings: Record<string, string> = {}) {
  const world = await openJourneyWorld(services, settings)
  const browser = await openBrowser(world)
  const lender = await world.aClient()
  const { nobody } = world.api
  /** Mails of all test files come into one inbox. */
  const emailOf = (name: string) => `${name.split(' ')[0]?.toLowerCase()}@${lender.owner.email.split('@')[1]}`

  /** Invites somebody and gives the code of the mail that they get. */
  async function invite(email: string, role: Exclude<Role, 'Owner'>) {
    const { id } = await lender.must('POST', '/members', { email, role })
    const { text } = await readMail(services.inboxUrl, email, /invited/)
    const [, code = ''] = mailedCode.invitation.exec(text) ?? []
    return { id: id as string, code }
  }

  async function addMember(role: keyof typeof team) {
    const name = team[role]
    const email = emailOf(name)
    const { id, code } = await invite(email, role)
    await nobody('POST', `/members/invitations/${code}/accept`, { name, password })
    await lender.must('PATCH', `/members/${id}`, { mfa_status: 'disabled' })
    return { id, name, email, password }
  }

  const [Admin, FullMember, Support] = await Promise.all([
    ...[addMember('Admin'), addMember('FullMember'), addMember('Support')],
  ] as const)
  const members = { Owner: lender.owner, Admin, FullMember, Support }

  const sessions = new Map<Role, Promise<Session>>()
  async function openSession(role: Role): Promise<Session> {
    const { email, password: secret } = members[role]
    const reply = await nobody('POST', '/members/signin', { username: email, password: secret })
    if (reply.status !== 200) throw new Error(`${role} cannot sign in: ${reply.text}`)
    return { token: reply.body.jwt, member: reply.body.member }
  }
  const sessionOf = (role: Role) => {
    const known = sessions.get(role) ?? openSession(role)
    sessions.set(role, known)
    return known
  }

  /** A browser of somebody's own, at the sign-in. */
  async function visit(viewport: Viewport = 'desk', options: Parameters<typeof browser.visit>[1] = {}) {
    const opened = await browser.visit(viewport, options)
    await opened.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.url })
    return openConsole(opened, world.url)
  }

  /** The console as a member of this role sees it, who has signed in before. The sign-in itself has tests of its own. */
  async function signIn(role: Role, { viewport = 'desk' as Viewport, path = '/' } = {}) {
    const console = await visit(viewport)
    const session = JSON.stringify(await sessionOf(role))
    await console.page.goto(`${world.url}/console/signin`)
    await console.page.evaluate(`sessionStorage.setItem('payproof-console', ${JSON.stringify(session)})`)
    await console.open(path)
    return console
  }

  return {
    ...{ ...world, browser, lender, members, emailOf, invite, visit, signIn, sessionOf },
    /** Calls of the API as a member of this role. */
    callAs: async (role: Role) => world.api.withToken((await sessionOf(role)).token),
    mailTo: (email: string, subject: RegExp) => readMail(services.inboxUrl, email, subject),
    /** People with everything that people can have; some 15 s, so only for tests that look at them. */
    populate: () => populate(world, lender),
    async close() {
      await browser.close()
      await world.close()
    },
  }
}

export type Console = ReturnType<typeof openConsole>

function openConsole({ page, context, watch }: Visit, url: string) {
  return {
    ...{ page, context, watch },
    /** Goes to a page below /console and waits until it shows what it has to show. */
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
