import type { SignedIn } from '@payproof/sdk'
import { useSyncExternalStore } from 'react'

// Who is signed in. The token is in memory and in the tab's own storage, so that a reload keeps it and a closed tab
// loses it; it is never part of an address.

export type Session = { token: string; member: SignedIn['member'] }
export type Member = Session['member']
export type Role = Member['role']

const place = 'payproof-console'
const listeners = new Set<() => void>()
let session = read()
/** For the form that asks again; not kept. */
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

const roles: readonly Role[] = ['Support', 'FullMember', 'Admin', 'Owner']

export const roleNames: Record<Role, string> = {
  Owner: 'Owner',
  Admin: 'Admin',
  FullMember: 'Full member',
  Support: 'Support',
}

/** Whether a role is at least another. What the page hides by it the service refuses on its own. */
export const isAtLeast = (role: Role, least: Role) => roles.indexOf(role) >= roles.indexOf(least)

/** Whoever is signed in, for pages inside the shell, and what they may. */
export function useMember() {
  const member = useSession()?.member
  if (!member) throw new Error('nobody is signed in')
  return { ...member, may: (least: Role) => isAtLeast(member.role, least) }
}
