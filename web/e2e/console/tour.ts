import type { CorrectedPerson } from './corrected-person.ts'
import type { TeamRole } from './members.ts'
import type { People } from './people.ts'
import type { Console } from './world.ts'

export type TourPeople = People & { corrected: CorrectedPerson }

/** A page to capture for `npm run console:screenshots`, in navigation order. */
export type TourStop = {
  name: string
  /** Path below /console; may depend on the ids created. */
  path: string | ((people: TourPeople) => string)
  /** Role that opens the page; undefined for a page before sign-in. */
  role?: TeamRole
  /** Steps to take before the screenshot. */
  before?: (console: Console) => Promise<void>
}

export const tour: TourStop[] = [
  { name: 'sign-in', path: '/signin' },
  { name: 'password-reset', path: '/password-reset' },
  { name: 'invitation', path: `/invitations/${'x'.repeat(43)}` },
  { name: 'overview', path: '/overview', role: 'Owner' },
  { name: 'providers', path: '/providers', role: 'Support' },
  {
    name: 'review-rules',
    path: '/review-rules',
    role: 'Owner',
    async before({ page }) {
      const start = page.getByRole('button', { name: 'Use four common rules' })
      if ((await start.count()) > 0) await start.click()
      await page.getByRole('heading', { name: 'Changes' }).waitFor()
    },
  },
  {
    name: 'request-log',
    path: '/request-log',
    role: 'Developer',
    before: ({ page }) => page.locator('tbody tr').first().waitFor(),
  },
  {
    name: 'request',
    path: '/request-log?method=GET&status=2xx',
    role: 'Owner',
    async before({ page }) {
      await page.locator('tbody tr a').first().click()
      await page.getByRole('heading', { name: 'As a curl command' }).waitFor()
      const send = page.getByRole('button', { name: 'Send', exact: true })
      if ((await send.count()) > 0) {
        await send.click()
        await page.getByRole('region', { name: 'Response' }).waitFor()
      }
    },
  },
  {
    name: 'review-rule-change',
    path: '/review-rules',
    role: 'Owner',
    before: ({ page }) => page.getByRole('button', { name: 'Change No high risk' }).click(),
  },
  { name: 'users', path: '/users', role: 'Admin' },
  {
    name: 'palette',
    path: '/users',
    role: 'Admin',
    async before({ page }) {
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox', { name: 'Find a page or a user' }).fill('wil')
      await page.getByRole('option', { name: /^Wilhelmina/ }).waitFor()
    },
  },
  {
    name: 'user-delete',
    role: 'Admin',
    path: ({ wilhelmina }) => `/users/${wilhelmina.user_id}`,
    before: ({ page }) => page.getByRole('button', { name: 'Delete', exact: true }).click(),
  },
  { name: 'users-support', path: '/users', role: 'Support' },
  {
    name: 'users-register',
    path: '/users',
    role: 'FullMember',
    before: ({ page }) => page.getByRole('button', { name: 'Register a user' }).click(),
  },
  {
    name: 'users-bulk-invite',
    path: '/users',
    role: 'FullMember',
    before: ({ page }) => page.getByRole('button', { name: 'Invite by CSV' }).click(),
  },
  {
    name: 'user-summary',
    role: 'Admin',
    path: ({ wilhelmina }) => `/users/${wilhelmina.user_id}`,
  },
  {
    name: 'user-summary-flagged',
    role: 'Admin',
    path: ({ marguerite }) => `/users/${marguerite.user_id}`,
  },
  {
    name: 'user-timeline',
    role: 'Admin',
    path: ({ wilhelmina }) => `/users/${wilhelmina.user_id}/timeline`,
  },
  {
    name: 'user-timeline-support',
    role: 'Support',
    path: ({ wilhelmina }) => `/users/${wilhelmina.user_id}/timeline`,
  },
  {
    name: 'user-connections',
    role: 'Admin',
    path: ({ wilhelmina }) => `/users/${wilhelmina.user_id}/connections`,
    async before({ page }) {
      await page.getByText('History').click()
      await page.getByText('The person signed in').waitFor()
    },
  },
  {
    name: 'user-connections-waiting',
    role: 'Support',
    path: ({ of }) => `/users/${of('quentin.snowberry').user_id}/connections`,
  },
  {
    name: 'user-notes',
    role: 'FullMember',
    path: ({ wilhelmina }) => `/users/${wilhelmina.user_id}/notes`,
  },
  {
    name: 'user-connect',
    role: 'FullMember',
    path: ({ of }) => `/users/${of('person.3').user_id}/connect`,
    async before({ page }) {
      await page.getByRole('button', { name: 'Create a link' }).click()
      await page.getByText('The link has not been opened yet').waitFor()
    },
  },
  {
    name: 'user-income',
    role: 'FullMember',
    path: ({ wilhelmina }) => `/users/${wilhelmina.user_id}/income`,
    async before({ page }) {
      await page.getByRole('figure').locator('svg').first().waitFor()
      await page.getByText('Fennelgate Payroll').waitFor()
    },
  },
  ...figures('payslips', 'statements', 'expenditure'),
  {
    name: 'user-payslip',
    role: 'FullMember',
    path: ({ wilhelmina }) => `/users/${wilhelmina.user_id}/payslips`,
    async before({ page }) {
      await page.locator('tbody a').first().click()
      await page.getByText('Record intact').waitFor()
      await page.locator('[data-drawn] canvas').waitFor()
    },
  },
  {
    name: 'user-income-two-jobs',
    role: 'FullMember',
    path: ({ of }) => `/users/${of('dashiell.pennyfeather').user_id}/income`,
    before: ({ page }) => page.getByText('Taxable pay by tax year').waitFor(),
  },
  {
    name: 'user-tax',
    role: 'FullMember',
    path: ({ of }) => `/users/${of('dashiell.pennyfeather').user_id}/tax`,
    before: ({ page }) => page.locator('tbody').getByText('payslip of').first().waitFor(),
  },
  {
    name: 'user-expenditure-refused',
    role: 'FullMember',
    path: ({ of }) => `/users/${of('marguerite.saltmarsh').user_id}/expenditure`,
  },
  {
    name: 'user-report',
    role: 'FullMember',
    path: ({ wilhelmina }) => `/users/${wilhelmina.user_id}/report`,
  },
  {
    name: 'documents',
    path: ({ wilhelmina }) => `/users/${wilhelmina.user_id}/documents`,
    role: 'FullMember',
  },
  {
    name: 'document',
    role: 'FullMember',
    path: ({ wilhelmina, documents }) =>
      `/users/${wilhelmina.user_id}/documents/${documents.payslip.document_id}`,
    async before({ page }) {
      await page.locator('.paper-canvas[data-drawn] canvas').waitFor()
      await page.locator('.reading').nth(5).focus()
      await page.evaluate('scrollTo(0, 0)')
    },
  },
  {
    name: 'document-findings',
    role: 'FullMember',
    path: ({ marguerite, documents }) =>
      `/users/${marguerite.user_id}/documents/${documents.tampered.document_id}?show=findings`,
    before: ({ page }) => page.locator('.paper-canvas[data-drawn] canvas').waitFor(),
  },
  {
    name: 'document-support',
    path: ({ wilhelmina, documents }) =>
      `/users/${wilhelmina.user_id}/documents/${documents.payslip.document_id}`,
    role: 'Support',
  },
  {
    name: 'user-summary-corrected',
    role: 'Underwriter',
    path: ({ corrected }) => `/users/${corrected.user_id}`,
  },
  {
    name: 'user-payslip-corrected',
    role: 'Underwriter',
    path: ({ corrected }) => `/users/${corrected.user_id}/payslips/${corrected.submission}`,
    before: ({ page }) => page.locator('[data-drawn] canvas').waitFor(),
  },
  {
    name: 'document-corrected',
    role: 'Underwriter',
    path: ({ corrected }) => `/users/${corrected.user_id}/documents/${corrected.payslip}`,
    async before({ page }) {
      await page.locator('.paper-canvas[data-drawn] canvas').waitFor()
      await page.locator('[data-path="income_information.earnings.net_pay"]').click()
      await page.getByText('Changes by your team').click()
      await page.evaluate('scrollTo(0, 0)')
    },
  },
  {
    name: 'document-card',
    role: 'Underwriter',
    path: ({ corrected }) => `/users/${corrected.user_id}/documents/${corrected.card}`,
    async before({ page }) {
      await page.locator('.paper-canvas[data-drawn] canvas').waitFor()
      await page.getByText('transactions', { exact: false }).first().click()
    },
  },
  { name: 'webhooks', path: '/webhooks', role: 'FullMember' },
  {
    name: 'webhooks-new',
    path: '/webhooks',
    role: 'Admin',
    before: ({ page }) => page.getByRole('button', { name: 'Add a webhook' }).click(),
  },
  { name: 'events', path: '/events', role: 'Developer' },
  {
    name: 'event',
    path: '/events?event=user-payroll-submitted',
    role: 'Admin',
    async before({ page }) {
      await page.locator('tbody tr a').first().click()
      await page.getByRole('region', { name: 'Body of the event' }).waitFor()
    },
  },
  { name: 'webhook', path: ({ webhooks }) => `/webhooks/${webhooks.bad}`, role: 'FullMember' },
  {
    name: 'webhook-test',
    path: ({ webhooks }) => `/webhooks/${webhooks.good}`,
    role: 'Admin',
    async before({ page }) {
      await page.getByRole('button', { name: 'Send a test' }).click()
      await page.getByRole('button', { name: 'Send the test' }).click()
      await page.getByText('Your receiver accepted it').waitFor()
    },
  },
  {
    name: 'delivery',
    path: ({ webhooks }) => `/webhooks/${webhooks.good}`,
    role: 'FullMember',
    async before({ page }) {
      await page.locator('tbody tr:not(:has-text("Test")) a').first().click()
      await page.getByLabel('Signing secret').fill('between the two of us')
      await page.getByText(/^v1,/).waitFor()
      await page.evaluate('scrollTo(0, 0)')
    },
  },
  { name: 'api-keys', path: '/api-keys', role: 'Owner' },
  {
    name: 'api-keys-new',
    path: '/api-keys',
    role: 'Admin',
    async before({ page }) {
      await page.getByRole('button', { name: 'Create API key' }).click()
      await page.getByLabel('Name').fill('Nightly export')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByText('Your new key').waitFor()
    },
  },
  { name: 'sandbox-people', path: '/sandbox', role: 'FullMember' },
  { name: 'sandbox-person', path: '/sandbox/people/wilhelmina.oakapple', role: 'FullMember' },
  { name: 'sandbox-clock', path: '/sandbox/clock', role: 'FullMember' },
  { name: 'sandbox-scenarios', path: '/sandbox/providers', role: 'FullMember' },
  { name: 'sandbox-inbox', path: '/sandbox/inbox', role: 'Admin' },
  { name: 'terms', path: '/terms', role: 'FullMember' },
  {
    name: 'term',
    path: '/terms',
    role: 'Admin',
    async before({ page }) {
      await page.getByRole('link', { name: 'Share my income once' }).click()
      await page.frameLocator('iframe').locator('.agreement').waitFor()
    },
  },
  {
    name: 'configuration',
    path: '/configuration',
    role: 'Admin',
    before: ({ page }) => page.frameLocator('iframe').locator('h1').waitFor(),
  },
  { name: 'members', path: '/members', role: 'Owner' },
  {
    name: 'members-invite',
    path: '/members',
    role: 'Admin',
    before: ({ page }) => page.getByRole('button', { name: 'Invite a member' }).click(),
  },
  { name: 'members-full-member', path: '/members', role: 'FullMember' },
  { name: 'single-sign-on', path: '/single-sign-on', role: 'Admin' },
  { name: 'audit-log', path: '/audit-log', role: 'Admin' },
  { name: 'account', path: '/account', role: 'Support' },
  { name: 'no-permission', path: '/audit-log', role: 'Support' },
]

/** Returns pages of a user who has every kind of data. */
function figures(...sections: string[]): TourStop[] {
  return sections.map((section) => ({
    name: `user-${section}`,
    role: 'FullMember',
    path: ({ wilhelmina }) => `/users/${wilhelmina.user_id}/${section}`,
  }))
}
