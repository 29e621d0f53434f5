import { isAtLeast, type Role, roleNames } from '../session.ts'

/** The roles that somebody of this role may give. */
export const rolesToGive = (own: Role) =>
  (['Support', 'FullMember', 'Admin', 'Owner'] as const)
    .filter((role) => isAtLeast(own, role))
    .map((role) => ({ value: role, label: roleNames[role] }))

export const aboutRoles =
  'Support sees that things exist and how they stand, but no personal data. Full members work with people, webhooks and ' +
  'settings. Admins also look after members, API keys and the audit log.'
