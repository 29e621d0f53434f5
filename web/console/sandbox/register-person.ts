import type { SandboxPersonDetails } from '@payproof/sdk'
import { api } from '../api.ts'
import { newUserOf } from '../users/user-fields.tsx'

/** Registers a sandbox person as a user of the client, with the details that their payroll knows. */
export const registerPerson = ({ identity }: SandboxPersonDetails, ext_id: string) =>
  api.users.create(
    newUserOf({
      forename: identity.forename,
      surname: identity.surname,
      date_of_birth: identity.date_of_birth,
      ni_number: identity.ni_number ?? '',
      post_codes: identity.addresses.map(({ post_code }) => post_code).join(','),
      ext_id,
      payroll_period_months: '12',
    }),
  )

/** A reference that no other user has. */
export const newReference = () => `TEST-${crypto.randomUUID().slice(0, 8).toUpperCase()}`
