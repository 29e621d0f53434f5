import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Empty } from '../ui/states.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { readSearch, writeSearch } from './filters.ts'
import { PageFrame } from './page-frame.tsx'
import { pages } from './pages.ts'
import { base } from './places.ts'
import { Problem } from './query-state.tsx'
import { Invitation } from './routes/invitations.code.tsx'
import { NewPassword } from './routes/password-reset.code.tsx'
import { PasswordReset } from './routes/password-reset.tsx'
import { SignIn } from './routes/signin.tsx'
import { Shell, visibleIn } from './shell.tsx'

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toasts />
    </>
  ),
})
const at = (path: string, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => root, path, component })

const doors = [
  at('/signin', SignIn),
  at('/invitations/$code', Invitation),
  at('/password-reset', PasswordReset),
  at('/password-reset/$code', NewPassword),
]

const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Shell })
const first = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad() {
    const [page] = visibleIn(pages)
    if (page) throw redirect({ to: page.path, replace: true })
  },
  component: NothingYet,
})
const rooms = pages.map(({ path, load }) =>
  createRoute({ getParentRoute: () => inside, path, component: lazyRouteComponent(load, 'Page') }),
)

const elsewhere = createRoute({ getParentRoute: () => inside, path: '$', component: NotFound })

function NothingYet() {
  return (
    <PageFrame title="Welcome">
      <Empty title="There is nothing here for your role" />
    </PageFrame>
  )
}

function NotFound() {
  return (
    <PageFrame title="Not found">
      <Empty title="There is no such page" />
    </PageFrame>
  )
}

export const router = createRouter({
  routeTree: root.addChildren([...doors, inside.addChildren([first, ...rooms, elsewhere])]),
  basepath: base,
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  // Preload only the page's code: preloading data would use up the team's rate limit.
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ({ error }) => <Problem error={error} onRetry={() => location.reload()} />,
})
