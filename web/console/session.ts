import { type BrowserSignedIn, type CurrentSession, PayproofError } from '@payproof/sdk'
import { useSyncExternalStore } from 'react'
import { type ConsoleRole, type ConsoleSpecialist, isAtLeast } from './roles.ts'

// The signed-in member. The session itself is in a cookie that scripts cannot read. Tabs share the time of the last
// activity in localStorage, which is also the sign that there is a session; it holds nothing about the member.

export type Session = {
  member: BrowserSignedIn['member']
  /** The client requires a second factor, and the member has none. */
  mustSetUpFactor?: true
}
export type SignedInMember = Session['member']

/** The service ends a session after this time without a request. */
export const idleMs = 15 * 60_000

const storageKey = 'payproof-console'
const listeners = new Set<() => void>()
const otherTabs = new BroadcastChannel('payproof-console')
let session: Session | undefined
/** Email address that prefills the sign-in form after a session has expired; it is not stored. */
let lastEmail = ''

/** Time of the last activity in any tab; 0 if there is no session. */
export const lastActivity = () => Number(localStorage.getItem(storageKey) ?? 0)

export function recordActivity() {
  if (session) localStorage.setItem(storageKey, String(Date.now()))
}

function set(next: Session | undefined) {
  session = next
  if (next) recordActivity()
  else localStorage.removeItem(storageKey)
  for (const listener of listeners) listener()
}

/**
 * Loads the session of the cookie when a page opens. Without a recent session, no request is sent. Throws if the service
 * does not say whether the session has ended.
 */
export async function restoreSession(load: () => Promise<CurrentSession>) {
  if (Date.now() - lastActivity() > idleMs) return set(undefined)
  try {
    set({ member: (await load()).member })
  } catch (error) {
    // After any other error the session may still be open.
    if (!(error instanceof PayproofError) || error.status !== 401) throw error
    set(undefined)
  }
}

export function beginSession({ member }: Pick<BrowserSignedIn, 'member'>) {
  lastEmail = member.email
  set({ member })
  otherTabs.postMessage('signed-in')
}

/** Shows the setup of a second factor instead of every page, after the service has refused a request for it. */
export function requireFactor() {
  if (session && !session.mustSetUpFactor) set({ ...session, mustSetUpFactor: true })
}

/** Shows the sign-in page in every tab. `signOut` also ends the session at the service. */
export function endSession() {
  set(undefined)
  otherTabs.postMessage('signed-out')
}

otherTabs.onmessage = ({ data }) => {
  // Another member may have signed in: start again with empty caches.
  if (data === 'signed-in') location.reload()
  else set(undefined)
}

export const sessionNow = () => session

export const emailToOffer = () => lastEmail

export function offerEmail(email: string) {
  lastEmail = email
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSession = () => useSyncExternalStore(subscribe, () => session)

/** Returns the signed-in member and their permissions, for pages behind the sign-in. */
export function useMember() {
  const member = useSession()?.member
  if (!member) throw new Error('no member is signed in')
  return {
    ...member,
    /** Whether the member has this role or a higher one, or one of these specialist roles. */
    may: (minRole: ConsoleRole, ...alsoRoles: ConsoleSpecialist[]) =>
      isAtLeast(member.role, minRole) || alsoRoles.some((role) => role === member.role),
  }
}
