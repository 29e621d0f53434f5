import type { TeamRole } from './members.ts'
import { openPopulatedConsole } from './start.ts'
import type { Console } from './world.ts'

type ConsolePages = { pages: Record<string, object>; canOpen(role: TeamRole, path: string): boolean }
// Imported by URL, because the pages are type-checked for browsers and these files for Node.
const list = new URL('../../console/pages.ts', import.meta.url).href
const { pages: access, canOpen } = (await import(/* @vite-ignore */ list)) as ConsolePages
export const pages = Object.keys(access).map((path) => ({ path }))

/** A page that every role can open, although some roles may not see its extracted data. */
const partlyRefused = '/users/$user_id/documents/$document_id'
const refusals = ({ page }: Console) => page.locator('[data-state="no-permission"]')
const signIns = ({ page }: Console) => page.getByRole('heading', { name: 'Sign in', exact: true, level: 1 })
export const failures = ({ page }: Console) => page.getByText('That didn’t work')

/** Waits until the log contains a request, and returns its id. */
async function aLoggedRequest(must: Awaited<ReturnType<typeof openPopulatedConsole>>['lender']['must']) {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    const { requests } = await must('GET', '/request-log?limit=1')
    if (requests.length > 0) return requests[0].request_id as string
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('no request was logged')
}

export type PageIds = Record<string, string>
export const addressOf = (path: string, ids: PageIds) =>
  path.replaceAll(/\$(\w+)/g, (_, name) => ids[name] ?? '')

/** Opens the populated client, with an id for each parameter in the paths of the pages. */
export async function openEveryPage() {
  const world = await openPopulatedConsole()
  const { wilhelmina, webhooks, documents } = world
  const { must } = world.lender
  const { payroll_submissions } = await must('GET', `/payroll/${wilhelmina.user_id}?limit=1`)
  const { deliveries } = await must('GET', `/webhooks/${webhooks.good}/deliveries?limit=1`)
  const { terms } = await must('GET', '/authorisations/terms?limit=1')
  const ids: PageIds = {
    user_id: wilhelmina.user_id,
    submission_id: payroll_submissions[0].id,
    document_id: documents.payslip.document_id,
    webhook_id: webhooks.good,
    delivery_id: deliveries[0].delivery_id,
    event_id: deliveries[0].event_id,
    term_id: terms[0].id,
    user_name: 'wilhelmina.oakapple',
    request_id: await aLoggedRequest(must),
  }

  /**
   * Opens every page as a member of this role. Lists pages that the role should not see but can, or should see but
   * cannot, and other faults.
   */
  async function findFaults(role: TeamRole) {
    const console = await world.signIn(role)
    const faults: string[] = []
    for (const { path } of pages) {
      await console.open(addressOf(path, ids))
      const isAllowed = canOpen(role, path) && !(role === 'Support' && path === partlyRefused)
      if ((await refusals(console).count()) > 0 === isAllowed)
        faults.push(`${path} is ${isAllowed ? 'refused' : 'shown'}`)
      if ((await signIns(console).count()) > 0) faults.push(`${path} leads to the sign-in`)
      if ((await failures(console).count()) > 0) faults.push(`${path} failed`)
    }
    faults.push(...console.watch.takeFaults())
    await console.close()
    return faults
  }

  return { ...world, ids, findFaults }
}
