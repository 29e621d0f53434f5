import type { Device, MfaMethod } from '../../../connectors/connector.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { open, type Place, seal } from '../../../platform/secrets/seal.ts'
import { openUser } from '../../users/service.ts'
import { type AccountRow, updateAccount } from '../queries.ts'
import { windowMs } from '../status-transitions.ts'

/** What an account waits for the person with; the connector's own words for it are opaque. */
export type Waiting =
  | { kind: 'mfa'; method: MfaMethod; pending: string }
  | { kind: 'oauth2'; verifier: string | null; device: Device | null }

/** In the place of what it waited with before. The row must be held; the window begins anew unless told otherwise. */
export async function storeWaiting(
  tx: Tx,
  account: AccountRow,
  waiting: Waiting,
  until = new Date(Date.now() + windowMs),
) {
  const { key } = await openUser(tx, account.user_id)
  const pending_version = account.pending_version + 1
  return updateAccount(tx, account.id, {
    pending: seal(key, place(account.id, pending_version), JSON.stringify(waiting)),
    pending_kind: waiting.kind,
    pending_version,
    pending_until: until,
  })
}

export async function openWaitingOf(tx: Tx, account: AccountRow): Promise<Waiting | undefined> {
  if (!account.pending) return undefined
  const { key } = await openUser(tx, account.user_id)
  return JSON.parse(open(key, place(account.id, account.pending_version), account.pending).toString())
}

const place = (row: string, version: number): Place => ({
  table: 'accounts',
  column: 'pending',
  row,
  version,
})
