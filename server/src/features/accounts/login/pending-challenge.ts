import type { Device, MfaMethod } from '../../../connectors/connector.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { type SealContext, seal, unseal } from '../../../platform/secrets/seal.ts'
import { openUser } from '../../users/service.ts'
import { type AccountRow, updateAccount } from '../queries.ts'
import { pendingWindowMs } from '../status-transitions.ts'

/**
 * The action that an account is waiting for: an MFA answer or an OAuth2 callback. `pending` is opaque connector
 * state.
 */
export type PendingAction =
  | { kind: 'mfa'; method: MfaMethod; pending: string }
  | {
      kind: 'oauth2'
      verifier: string | null
      device: Device | null
      /** Only for providers that issue the address themselves: the address, and the connector's opaque state. */
      authorization?: { url: string; pending: string } | null
    }

/**
 * Replaces the pending action. The row must be locked. Unless `until` is set, the applicant's time limit starts
 * again.
 */
export async function storePendingAction(
  tx: Tx,
  account: AccountRow,
  action: PendingAction,
  until = new Date(Date.now() + pendingWindowMs),
) {
  const { key } = await openUser(tx, account.user_id)
  const pending_version = account.pending_version + 1
  return updateAccount(tx, account.id, {
    pending: seal(key, sealContext(account.id, pending_version), JSON.stringify(action)),
    pending_kind: action.kind,
    pending_version,
    pending_until: until,
  })
}

export async function openPendingAction(tx: Tx, account: AccountRow): Promise<PendingAction | undefined> {
  if (!account.pending) return undefined
  const { key } = await openUser(tx, account.user_id)
  return JSON.parse(unseal(key, sealContext(account.id, account.pending_version), account.pending).toString())
}

const sealContext = (row: string, version: number): SealContext => ({
  table: 'accounts',
  column: 'pending',
  row,
  version,
})
