import type { BrowserSignedIn } from '@payproof/sdk'

export type ConsoleRole = BrowserSignedIn['member']['role']

const rankedRoles: readonly ConsoleRole[] = ['Support', 'FullMember', 'Admin', 'Owner']
/** Roles outside that order, which may open only the pages and use only the controls that name them. */
export const specialistRoles = ['Underwriter', 'Developer'] as const
export type ConsoleSpecialist = (typeof specialistRoles)[number]

export const roleNames: Record<ConsoleRole, string> = {
  Owner: 'Owner',
  Admin: 'Admin',
  FullMember: 'Full member',
  Support: 'Support',
  Underwriter: 'Underwriter',
  Developer: 'Developer',
}

/** Whether a role is at least another. The console uses it only to hide controls; the API enforces permissions. */
export const isAtLeast = (role: ConsoleRole, minRole: ConsoleRole) =>
  rankedRoles.indexOf(role) >= rankedRoles.indexOf(minRole)
