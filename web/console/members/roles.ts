import { type ConsoleRole, isAtLeast, roleNames, specialistRoles } from '../roles.ts'

/** Lists the roles that a member with this role may assign. */
export const rolesToGive = (own: ConsoleRole) =>
  (['Support', ...specialistRoles, 'FullMember', 'Admin', 'Owner'] as const)
    .filter((role) => isAtLeast(own, role))
    .map((role) => ({ value: role, label: roleNames[role] }))

export const aboutRoles =
  'Support members see statuses but no personal data. Underwriters see people and decide. ' +
  'Developers manage API keys and webhooks and read the logs, but see no people. Full members work with people. ' +
  'Admins also manage settings, webhooks, members, API keys and the audit log.'
