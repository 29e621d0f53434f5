import type { RegisteredRouter } from '@tanstack/react-router'
import type { NavIconName } from './nav-icon.tsx'
import { type ConsoleRole, type ConsoleSpecialist, isAtLeast } from './roles.ts'

type PublicPath =
  | '/signin'
  | '/sso'
  | '/invitations/$code'
  | '/approvals/$code'
  | '/password-reset'
  | '/password-reset/$code'

/** Path of a route behind the sign-in, from the route tree; `$name` is a parameter. */
type PagePath = Exclude<keyof RegisteredRouter['routesByPath'], PublicPath | '/' | '/$' | '/users/$user_id/'>

type PageAccess = {
  /** Minimum role; links are hidden from lower roles. */
  minRole?: ConsoleRole
  /** Specialist roles that may open the page too. */
  alsoRoles?: readonly ConsoleSpecialist[]
  sandboxOnly?: true
}

/** All pages behind the sign-in, with the roles that may open them. */
export const pages: Record<PagePath, PageAccess> = {
  '/overview': { alsoRoles: ['Underwriter'] },
  '/users': { alsoRoles: ['Underwriter'] },
  '/users/$user_id': { alsoRoles: ['Underwriter'] },
  '/users/$user_id/timeline': { alsoRoles: ['Underwriter'] },
  '/users/$user_id/connections': { alsoRoles: ['Underwriter'] },
  '/users/$user_id/notes': { minRole: 'FullMember', alsoRoles: ['Underwriter'] },
  '/users/$user_id/connect': { minRole: 'FullMember' },
  '/users/$user_id/income': { minRole: 'FullMember', alsoRoles: ['Underwriter'] },
  '/users/$user_id/payslips': { minRole: 'FullMember', alsoRoles: ['Underwriter'] },
  '/users/$user_id/payslips/$submission_id': { minRole: 'FullMember', alsoRoles: ['Underwriter'] },
  '/users/$user_id/statements': { minRole: 'FullMember', alsoRoles: ['Underwriter'] },
  '/users/$user_id/tax': { minRole: 'FullMember', alsoRoles: ['Underwriter'] },
  '/users/$user_id/expenditure': { minRole: 'FullMember', alsoRoles: ['Underwriter'] },
  '/users/$user_id/report': { minRole: 'FullMember', alsoRoles: ['Underwriter'] },
  '/users/$user_id/documents': { alsoRoles: ['Underwriter'] },
  '/users/$user_id/documents/$document_id': { alsoRoles: ['Underwriter'] },
  '/review-rules': { minRole: 'FullMember', alsoRoles: ['Underwriter'] },
  '/webhooks': { alsoRoles: ['Developer'] },
  '/webhooks/$webhook_id': { alsoRoles: ['Developer'] },
  '/webhooks/$webhook_id/deliveries/$delivery_id': { alsoRoles: ['Developer'] },
  '/api-keys': { minRole: 'Admin', alsoRoles: ['Developer'] },
  '/events': { alsoRoles: ['Developer'] },
  '/events/$event_id': { alsoRoles: ['Developer'] },
  '/request-log': { minRole: 'Admin', alsoRoles: ['Developer'] },
  '/request-log/$request_id': { minRole: 'Admin', alsoRoles: ['Developer'] },
  '/providers': { alsoRoles: ['Underwriter', 'Developer'] },
  '/sandbox': { minRole: 'FullMember', sandboxOnly: true },
  '/sandbox/people/$user_name': { minRole: 'FullMember', sandboxOnly: true },
  '/sandbox/clock': { minRole: 'FullMember', sandboxOnly: true },
  '/sandbox/providers': { minRole: 'FullMember', sandboxOnly: true },
  '/sandbox/inbox': { minRole: 'FullMember', sandboxOnly: true },
  '/terms': { alsoRoles: ['Underwriter'] },
  '/terms/$term_id': { alsoRoles: ['Underwriter'] },
  '/configuration': { alsoRoles: ['Underwriter'] },
  '/members': { minRole: 'FullMember' },
  '/single-sign-on': { minRole: 'Admin' },
  '/audit-log': { minRole: 'Admin', alsoRoles: ['Developer'] },
  '/account': { alsoRoles: ['Underwriter', 'Developer'] },
}

export function canOpen(role: ConsoleRole, path: PagePath) {
  const { minRole = 'Support', alsoRoles = [] } = pages[path]
  return isAtLeast(role, minRole) || alsoRoles.some((specialist) => specialist === role)
}

export const groups = ['People', 'Integration', 'Journey', 'Team'] as const

/** Path of a page without parameters. */
type PlainPath = Exclude<PagePath, `${string}$${string}`>
type NavigationEntry = { path: PlainPath; label: string; group: (typeof groups)[number]; icon: NavIconName }

/** Navigation entries in display order. Other pages are linked from these pages. */
export const navigation: readonly NavigationEntry[] = [
  { path: '/overview', icon: 'gauge', label: 'Overview', group: 'People' },
  { path: '/users', icon: 'people', label: 'Users', group: 'People' },
  { path: '/review-rules', icon: 'checklist', label: 'Review rules', group: 'People' },
  { path: '/webhooks', icon: 'webhook', label: 'Webhooks', group: 'Integration' },
  { path: '/api-keys', icon: 'key', label: 'API keys', group: 'Integration' },
  { path: '/events', icon: 'bell', label: 'Events', group: 'Integration' },
  { path: '/request-log', icon: 'list', label: 'Requests', group: 'Integration' },
  { path: '/providers', icon: 'building', label: 'Providers', group: 'Integration' },
  { path: '/sandbox', icon: 'flask', label: 'Sandbox', group: 'Integration' },
  { path: '/terms', icon: 'document', label: 'Terms', group: 'Journey' },
  { path: '/configuration', icon: 'sliders', label: 'Configuration', group: 'Journey' },
  { path: '/members', icon: 'person', label: 'Members', group: 'Team' },
  { path: '/single-sign-on', icon: 'lock', label: 'Single sign-on', group: 'Team' },
  { path: '/audit-log', icon: 'shield', label: 'Audit log', group: 'Team' },
]
