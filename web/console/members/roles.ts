import { type ConsoleRole, isAtLeast, roleNames } from '../session.ts'

/** The roles a member with this role may assign. */
export const rolesToGive = (own: ConsoleRole) =>
  (['Support', 'FullMember', 'Admin', 'Owner'] as const)
    .filter((role) => isAtLeast(own, role))
    .map((role) => ({ value: role, label: roleNames[role] }))

export const aboutRoles =
  'Support sees that things exist and how they stand, but no personal data. Full members work with people, webhooks and ' +
  'settings. Admins also look after members, API keys and the audit log.'
