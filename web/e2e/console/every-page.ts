import type { TeamRole } from './members.ts'
import { openPopulatedConsole } from './start.ts'
import type { Console } from './world.ts'

type Page = { path: string; least?: TeamRole }
// Imported by URL: the pages are type-checked for browsers, these files for Node.
const list = new URL('../../console/pages.ts', import.meta.url).href
export const { pages } = (await import(/* @vite-ignore */ list)) as { pages: Page[] }

const roles = ['Support', 'FullMember', 'Admin', 'Owner'] as const satisfies TeamRole[]
const isAtLeast = (role: TeamRole, least: TeamRole) => roles.indexOf(role) >= roles.indexOf(least)

/** Visible to every role, but the extracted data on it is not. */
const partlyRefused = '/users/$user_id/documents/$document_id'
const refusals = ({ page }: Console) => page.locator('[data-state="no-permission"]')
export const failures = ({ page }: Console) => page.getByText('That did not work')

export type PageIds = Record<string, string>
export const addressOf = (path: string, ids: PageIds) =>
  path.replaceAll(/\$(\w+)/g, (_, name) => ids[name] ?? '')

/** The populated client, with an id for each parameter in the addresses of the pages. */
export async function openEveryPage() {
  const world = await openPopulatedConsole()
  const { wilhelmina, webhooks, papers } = world
  const { must } = world.lender
  const { payroll_submissions } = await must('GET', `/payroll/${wilhelmina.user_id}?limit=1`)
  const { deliveries } = await must('GET', `/webhooks/${webhooks.good}/deliveries?limit=1`)
  const { terms } = await must('GET', '/authorisations/terms?limit=1')
  const ids: PageIds = {
    user_id: wilhelmina.user_id,
    submission_id: payroll_submissions[0].id,
    document_id: papers.payslip.document_id,
    webhook_id: webhooks.good,
    delivery_id: deliveries[0].delivery_id,
    term_id: terms[0].id,
    user_name: 'wilhelmina.oakapple',
  }

  /** Opens every page as a member of this role. Returns the pages that are not as the role allows, and other faults. */
  async function findFaults(role: TeamRole) {
    const console = await world.signIn(role)
    const faults: string[] = []
    for (const { path, least = 'Support' } of pages) {
      await console.open(addressOf(path, ids))
      const isAllowed = isAtLeast(role, least) && !(role === 'Support' && path === partlyRefused)
      if ((await refusals(console).count()) > 0 === isAllowed)
        faults.push(`${path} is ${isAllowed ? 'refused' : 'shown'}`)
      if ((await failures(console).count()) > 0) faults.push(`${path} failed`)
    }
    faults.push(...console.watch.takeFaults())
    await console.close()
    return faults
  }

  return { ...world, ids, findFaults }
}
