import { isSandbox } from './environment.ts'
import { canOpen, navigation, pages } from './pages.ts'
import { type Session, sessionNow } from './session.ts'

/** Returns the navigation entries that the signed-in member may see. */
export function visibleEntries(session: Session | undefined = sessionNow()) {
  const role = session?.member.role ?? 'Support'
  return navigation.filter(({ path }) => {
    const { sandboxOnly } = pages[path]
    return canOpen(role, path) && (isSandbox || !sandboxOnly)
  })
}
