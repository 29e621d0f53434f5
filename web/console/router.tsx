import { createRouter } from '@tanstack/react-router'
import { Skeleton } from '../ui/skeleton.tsx'
import { parseSearch, stringifySearch } from './filters.ts'
import { base } from './paths.ts'
import { Problem } from './query-state.tsx'
import { routeTree } from './route-tree.tsx'

export const router = createRouter({
  routeTree,
  basepath: base,
  parseSearch,
  stringifySearch,
  // Only the page's code is preloaded, because preloading data would use up the team's rate limit.
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 200,
  defaultPendingComponent: () => <Skeleton lines={8} label="Loading the page" />,
  defaultErrorComponent: ({ error }) => <Problem error={error} onRetry={() => location.reload()} />,
})

// Makes paths, parameters and search of every link and hook type-safe.
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
