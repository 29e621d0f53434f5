import type { ComponentType } from 'react'
import type { ConsoleRole } from './session.ts'

export type ConsolePage = {
  /** Path below /console; a parameter is written $name and read with useParams. */
  path: string
  load: () => Promise<{ Page: ComponentType }>
  /** Navigation label; a page without one is linked from another page. */
  nav?: { label: string; group: Group }
  /** Minimum role; the link is hidden below it. */
  least?: ConsoleRole
  sandboxOnly?: true
}

export const groups = ['People', 'Integration', 'Journey', 'Team'] as const
type Group = (typeof groups)[number]

/** All pages behind the sign-in, in navigation order. The file name is the path, with dots for slashes. */
export const pages: ConsolePage[] = [
  {
    path: '/overview',
    nav: { label: 'Overview', group: 'People' },
    load: () => import('./routes/overview.tsx'),
  },
  {
    path: '/users',
    nav: { label: 'Users', group: 'People' },
    load: () => import('./routes/users.tsx'),
  },
  {
    path: '/users/$user_id',
    load: () => import('./routes/users.user_id.tsx'),
  },
  {
    path: '/users/$user_id/connections',
    load: () => import('./routes/users.user_id.connections.tsx'),
  },
  {
    path: '/users/$user_id/notes',
    least: 'FullMember',
    load: () => import('./routes/users.user_id.notes.tsx'),
  },
  {
    path: '/users/$user_id/connect',
    least: 'FullMember',
    load: () => import('./routes/users.user_id.connect.tsx'),
  },
  {
    path: '/users/$user_id/income',
    least: 'FullMember',
    load: () => import('./routes/users.user_id.income.tsx'),
  },
  {
    path: '/users/$user_id/payslips',
    least: 'FullMember',
    load: () => import('./routes/users.user_id.payslips.tsx'),
  },
  {
    path: '/users/$user_id/payslips/$submission_id',
    least: 'FullMember',
    load: () => import('./routes/users.user_id.payslips.submission_id.tsx'),
  },
  {
    path: '/users/$user_id/statements',
    least: 'FullMember',
    load: () => import('./routes/users.user_id.statements.tsx'),
  },
  {
    path: '/users/$user_id/tax',
    least: 'FullMember',
    load: () => import('./routes/users.user_id.tax.tsx'),
  },
  {
    path: '/users/$user_id/expenditure',
    least: 'FullMember',
    load: () => import('./routes/users.user_id.expenditure.tsx'),
  },
  {
    path: '/users/$user_id/report',
    least: 'FullMember',
    load: () => import('./routes/users.user_id.report.tsx'),
  },
  {
    path: '/users/$user_id/documents',
    load: () => import('./routes/users.user_id.documents.tsx'),
  },
  {
    path: '/users/$user_id/documents/$document_id',
    load: () => import('./routes/users.user_id.documents.document_id.tsx'),
  },
  {
    path: '/webhooks',
    nav: { label: 'Webhooks', group: 'Integration' },
    load: () => import('./routes/webhooks.tsx'),
  },
  {
    path: '/webhooks/$webhook_id',
    load: () => import('./routes/webhooks.webhook_id.tsx'),
  },
  {
    path: '/webhooks/$webhook_id/deliveries/$delivery_id',
    load: () => import('./routes/webhooks.webhook_id.deliveries.delivery_id.tsx'),
  },
  {
    path: '/api-keys',
    nav: { label: 'API keys', group: 'Integration' },
    least: 'Admin',
    load: () => import('./routes/api-keys.tsx'),
  },
  {
    path: '/providers',
    nav: { label: 'Providers', group: 'Integration' },
    load: () => import('./routes/providers.tsx'),
  },
  {
    path: '/sandbox',
    nav: { label: 'Sandbox', group: 'Integration' },
    least: 'FullMember',
    sandboxOnly: true,
    load: () => import('./routes/sandbox.tsx'),
  },
  {
    path: '/sandbox/people/$user_name',
    least: 'FullMember',
    sandboxOnly: true,
    load: () => import('./routes/sandbox.people.user_name.tsx'),
  },
  {
    path: '/sandbox/clock',
    least: 'FullMember',
    sandboxOnly: true,
    load: () => import('./routes/sandbox.clock.tsx'),
  },
  {
    path: '/sandbox/providers',
    least: 'FullMember',
    sandboxOnly: true,
    load: () => import('./routes/sandbox.providers.tsx'),
  },
  {
    path: '/sandbox/inbox',
    least: 'FullMember',
    sandboxOnly: true,
    load: () => import('./routes/sandbox.inbox.tsx'),
  },
  {
    path: '/terms',
    nav: { label: 'Terms', group: 'Journey' },
    load: () => import('./routes/terms.tsx'),
  },
  {
    path: '/terms/$term_id',
    load: () => import('./routes/terms.term_id.tsx'),
  },
  {
    path: '/configuration',
    nav: { label: 'Configuration', group: 'Journey' },
    load: () => import('./routes/configuration.tsx'),
  },
  {
    path: '/members',
    nav: { label: 'Members', group: 'Team' },
    least: 'FullMember',
    load: () => import('./routes/members.tsx'),
  },
  {
    path: '/audit-log',
    nav: { label: 'Audit log', group: 'Team' },
    least: 'Admin',
    load: () => import('./routes/audit-log.tsx'),
  },
]
