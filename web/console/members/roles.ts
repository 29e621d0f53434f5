import { isAtLeast, type Role, roleNames } from '../session.ts'

/** What each role is for, in the words of the forms. */
const meanings: Record<Role, string> = {
  Owner: 'everything',
  Admin: 'members, API keys, audit log and all below',
  FullMember: 'people and their data, webhooks, settings',
  Support: 'that things exist and how they stand; no personal data',
}

/** The roles that somebody of this role may give. */
export const rolesToGive = (own: Role) =>
  (['Support', 'FullMember', 'Admin', 'Owner'] as const)
    .filter((role) => isAtLeast(own, role))
    .map((role) => ({ value: role, label: `${roleNames[role]}: ${meanings[role]}` }))
