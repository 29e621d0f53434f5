import type { SignedIn } from '@payproof/sdk'
import { useSyncExternalStore } from 'react'

// The signed-in member. The token is kept in memory and in sessionStorage: a reload keeps it, closing the tab
// drops it. It is never part of an address.

export type Session = { token: string; member: SignedIn['member'] }
export type SignedInMember = Session['member']
export type ConsoleRole = SignedInMember['role']

const place = 'payproof-console'
const listeners = new Set<() => void>()
let session = read()
/** Prefills the sign-in form after a session expires; not stored. */
let lastEmail = ''

function read(): Session | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '') as Session
  } catch {
    return undefined
  }
}

function set(next: Session | undefined) {
  session = next
  if (next) sessionStorage.setItem(place, JSON.stringify(next))
  else sessionStorage.removeItem(place)
  for (const listener of listeners) listener()
}

export function beginSession({ jwt, member }: SignedIn) {
  lastEmail = member.email
  set({ token: jwt, member })
}

export const endSession = () => set(undefined)

export const currentToken = () => session?.token ?? ''

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

const roles: readonly ConsoleRole[] = ['Support', 'FullMember', 'Admin', 'Owner']

export const roleNames: Record<ConsoleRole, string> = {
  Owner: 'Owner',
  Admin: 'Admin',
  FullMember: 'Full member',
  Support: 'Support',
}

/** Whether a role is at least another. Hiding is a convenience: the API enforces it. */
export const isAtLeast = (role: ConsoleRole, least: ConsoleRole) =>
  roles.indexOf(role) >= roles.indexOf(least)

/** The signed-in member and their permissions, for pages inside the shell. */
export function useMember() {
  const member = useSession()?.member
  if (!member) throw new Error('nobody is signed in')
  return { ...member, may: (least: ConsoleRole) => isAtLeast(member.role, least) }
}
