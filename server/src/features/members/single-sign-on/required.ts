import type { Tx } from '../../../platform/database/tenancy.ts'
import { forbidden } from '../../../platform/problem.ts'
import type { MemberRow } from '../queries.ts'
import { findProviderOf } from './queries.ts'

/** Throws if the member may sign in only at the provider of the organisation. Owners always may use their password. */
export async function requirePasswordAllowed(
  tx: Tx,
  { client_id, role }: Pick<MemberRow, 'client_id' | 'role'>,
) {
  if (role === 'Owner') return
  const provider = await findProviderOf(tx, client_id)
  if (provider?.is_required) throw forbidden('sso-required', 'Sign in with your organisation')
}
