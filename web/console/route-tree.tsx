import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { Empty } from '../ui/states.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { day, oneOf, pageNumber, searchFor, text } from './filters.ts'
import { PageFrame } from './page-frame.tsx'
import { actorKinds, methods, statusClasses } from './requests/labels.tsx'
import { allStatuses } from './reviews/labels.tsx'
import { reviewSorts } from './reviews/queue-query.ts'
import { allAdvice } from './reviews/rule-labels.tsx'
import { Approval } from './routes/approvals.code.tsx'
import { Invitation } from './routes/invitations.code.tsx'
import { NewPassword } from './routes/password-reset.code.tsx'
import { PasswordReset } from './routes/password-reset.tsx'
import { SignIn } from './routes/signin.tsx'
import { SingleSignOnResult } from './routes/sso.tsx'
import { Shell } from './shell.tsx'
import { categories } from './terms/categories.ts'
import { visibleEntries } from './visible-entries.ts'
import { allEvents, allStates } from './webhooks/labels.tsx'

// Every page with its path and search parameters. Pages are loaded when they are opened. A page's file name is its
// path, with dots instead of slashes.

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toasts />
    </>
  ),
})

const publicRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/signin',
    component: SignIn,
    validateSearch: ({ next }: Record<string, unknown>): { next?: string } =>
      typeof next === 'string' ? { next } : {},
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sso',
    component: SingleSignOnResult,
    validateSearch: ({ error }: Record<string, unknown>): { error?: string } =>
      typeof error === 'string' ? { error } : {},
  }),
  createRoute({ getParentRoute: () => root, path: '/invitations/$code', component: Invitation }),
  createRoute({ getParentRoute: () => root, path: '/approvals/$code', component: Approval }),
  createRoute({ getParentRoute: () => root, path: '/password-reset', component: PasswordReset }),
  createRoute({ getParentRoute: () => root, path: '/password-reset/$code', component: NewPassword }),
] as const

/** Parent route of all pages behind the sign-in. */
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Shell })

const first = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad() {
    const [entry] = visibleEntries()
    if (entry) throw redirect({ to: entry.path, replace: true })
  },
  component: NothingYet,
})

/** Parent route of the pages about one user. */
const user = createRoute({ getParentRoute: () => inside, path: '/users/$user_id' })
const userRoutes = [
  createRoute({
    getParentRoute: () => user,
    path: '/',
    component: lazyRouteComponent(() => import('./routes/users.user_id.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => user,
    path: '/timeline',
    validateSearch: searchFor({ cursor: text, show: oneOf('all') }),
    component: lazyRouteComponent(() => import('./routes/users.user_id.timeline.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => user,
    path: '/connections',
    validateSearch: searchFor({ page: pageNumber, consents: pageNumber }),
    component: lazyRouteComponent(() => import('./routes/users.user_id.connections.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => user,
    path: '/notes',
    validateSearch: searchFor({ page: pageNumber }),
    component: lazyRouteComponent(() => import('./routes/users.user_id.notes.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => user,
    path: '/connect',
    component: lazyRouteComponent(() => import('./routes/users.user_id.connect.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => user,
    path: '/income',
    validateSearch: searchFor({ show: oneOf('gross', 'net') }),
    component: lazyRouteComponent(() => import('./routes/users.user_id.income.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => user,
    path: '/payslips',
    validateSearch: searchFor({ page: pageNumber }),
    component: lazyRouteComponent(() => import('./routes/users.user_id.payslips.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => user,
    path: '/payslips/$submission_id',
    component: lazyRouteComponent(() => import('./routes/users.user_id.payslips.submission_id.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => user,
    path: '/statements',
    validateSearch: searchFor({
      page: pageNumber,
      statement: text,
      show: oneOf('in', 'out'),
      row: pageNumber,
    }),
    component: lazyRouteComponent(() => import('./routes/users.user_id.statements.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => user,
    path: '/tax',
    component: lazyRouteComponent(() => import('./routes/users.user_id.tax.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => user,
    path: '/expenditure',
    validateSearch: searchFor({ month: text }),
    component: lazyRouteComponent(() => import('./routes/users.user_id.expenditure.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => user,
    path: '/report',
    validateSearch: searchFor({ page: pageNumber }),
    component: lazyRouteComponent(() => import('./routes/users.user_id.report.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => user,
    path: '/documents',
    validateSearch: searchFor({ page: pageNumber, type: oneOf('payslip', 'bank_statement') }),
    component: lazyRouteComponent(() => import('./routes/users.user_id.documents.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => user,
    path: '/documents/$document_id',
    validateSearch: searchFor({ page: pageNumber, field: text, show: oneOf('findings') }),
    component: lazyRouteComponent(() => import('./routes/users.user_id.documents.document_id.tsx'), 'Page'),
  }),
] as const

const pageRoutes = [
  createRoute({
    getParentRoute: () => inside,
    path: '/overview',
    validateSearch: searchFor({ days: oneOf('7', '30', '90'), page: pageNumber }),
    component: lazyRouteComponent(() => import('./routes/overview.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/users',
    validateSearch: searchFor({
      page: pageNumber,
      cursor: text,
      search: text,
      status: oneOf(...allStatuses),
      severity: oneOf('high', 'medium', 'low', 'none'),
      advice: oneOf(...allAdvice),
      assigned: oneOf('me', 'nobody'),
      employer: text,
      gross_from: text,
      gross_below: text,
      sort: oneOf(...reviewSorts),
      direction: oneOf('asc'),
      recurring: oneOf('on', 'off'),
    }),
    component: lazyRouteComponent(() => import('./routes/users.tsx'), 'Page'),
  }),
  user.addChildren(userRoutes),
  createRoute({
    getParentRoute: () => inside,
    path: '/review-rules',
    validateSearch: searchFor({ page: pageNumber }),
    component: lazyRouteComponent(() => import('./routes/review-rules.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/webhooks',
    validateSearch: searchFor({ page: pageNumber }),
    component: lazyRouteComponent(() => import('./routes/webhooks.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/webhooks/$webhook_id',
    validateSearch: searchFor({
      state: oneOf(...allStates),
      event: oneOf(...allEvents),
      user_id: text,
      cursor: text,
    }),
    component: lazyRouteComponent(() => import('./routes/webhooks.webhook_id.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/webhooks/$webhook_id/deliveries/$delivery_id',
    component: lazyRouteComponent(
      () => import('./routes/webhooks.webhook_id.deliveries.delivery_id.tsx'),
      'Page',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/api-keys',
    validateSearch: searchFor({ page: pageNumber }),
    component: lazyRouteComponent(() => import('./routes/api-keys.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/events',
    validateSearch: searchFor({ event: oneOf(...allEvents), user_id: text, cursor: text }),
    component: lazyRouteComponent(() => import('./routes/events.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/events/$event_id',
    component: lazyRouteComponent(() => import('./routes/events.event_id.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/request-log',
    validateSearch: searchFor({
      status: oneOf(...statusClasses),
      method: oneOf(...methods),
      actor_kind: oneOf(...actorKinds),
      actor_id: text,
      operation_id: text,
      cursor: text,
    }),
    component: lazyRouteComponent(() => import('./routes/request-log.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/request-log/$request_id',
    component: lazyRouteComponent(() => import('./routes/request-log.request_id.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/providers',
    validateSearch: searchFor({
      page: pageNumber,
      search: text,
      state: oneOf('operational', 'degraded', 'down', 'unknown'),
    }),
    component: lazyRouteComponent(() => import('./routes/providers.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/sandbox',
    validateSearch: searchFor({ page: pageNumber, search: text }),
    component: lazyRouteComponent(() => import('./routes/sandbox.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/sandbox/people/$user_name',
    component: lazyRouteComponent(() => import('./routes/sandbox.people.user_name.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/sandbox/clock',
    component: lazyRouteComponent(() => import('./routes/sandbox.clock.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/sandbox/providers',
    component: lazyRouteComponent(() => import('./routes/sandbox.providers.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/sandbox/inbox',
    validateSearch: searchFor({ page: pageNumber }),
    component: lazyRouteComponent(() => import('./routes/sandbox.inbox.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/terms',
    validateSearch: searchFor({ page: pageNumber, category: oneOf(...categories) }),
    component: lazyRouteComponent(() => import('./routes/terms.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/terms/$term_id',
    component: lazyRouteComponent(() => import('./routes/terms.term_id.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/configuration',
    component: lazyRouteComponent(() => import('./routes/configuration.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/members',
    validateSearch: searchFor({ page: pageNumber }),
    component: lazyRouteComponent(() => import('./routes/members.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/single-sign-on',
    component: lazyRouteComponent(() => import('./routes/single-sign-on.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/audit-log',
    validateSearch: searchFor({ subject_id: text, actor_id: text, from: day, to: day, cursor: text }),
    component: lazyRouteComponent(() => import('./routes/audit-log.tsx'), 'Page'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/account',
    validateSearch: searchFor({ page: pageNumber }),
    component: lazyRouteComponent(() => import('./routes/account.tsx'), 'Page'),
  }),
] as const

const notFound = createRoute({ getParentRoute: () => inside, path: '$', component: NotFound })

function NothingYet() {
  return (
    <PageFrame title="Welcome">
      <Empty title="Your role cannot open this page" />
    </PageFrame>
  )
}

function NotFound() {
  return (
    <PageFrame title="Not found">
      <Empty title="Page not found" />
    </PageFrame>
  )
}

export const routeTree = root.addChildren([
  ...publicRoutes,
  inside.addChildren([first, ...pageRoutes, notFound]),
])
