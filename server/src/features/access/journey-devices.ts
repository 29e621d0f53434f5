import { hash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tenancy, Tx } from '../../platform/database/tenancy.ts'
import type { JourneyDevice } from '../../platform/http/caller.ts'

// Browsers that opened a journey link. Only the browser that shared the data, or one on which the person proved who
// they are, may show, export or delete it.

type DeviceKey = { clientId: string; userId: string; deviceId: string }

/** Finds the device by the secret that the browser keeps, or adds it. Without a secret, every session is a new device. */
export async function rememberDevice(tx: Tx, userId: string, secret: string | undefined) {
  const secretHash = secret === undefined ? null : hash('sha256', `${userId} ${secret}`, 'buffer')
  const { rows } = await sql<{ id: string }>`
    insert into journey_devices (id, user_id, secret_hash) values (${randomUUID()}, ${userId}, ${secretHash})
      on conflict (client_id, user_id, secret_hash) do update set used_at = now()
      returning id`.execute(tx)
  const [device] = rows
  if (!device) throw new Error('The device was not stored')
  return device.id
}

export async function confirmDevice(tx: Tx, { userId, deviceId }: Omit<DeviceKey, 'clientId'>) {
  await sql`update journey_devices set confirmed_at = now()
    where user_id = ${userId} and id = ${deviceId}`.execute(tx)
}

/** After an erasure there is nothing to protect, and the next device that shares data is trusted with it. */
export async function forgetSharingDevices(tx: Tx, userId: string, before: Date | undefined) {
  await sql`update journey_devices set brought_at = null
    where user_id = ${userId} and brought_at <= ${before ?? sql`'infinity'`}`.execute(tx)
}

/** The device of a token, for the checks that run before the request's own transaction. */
export const openJourneyDevice = (database: Tenancy, key: DeviceKey): JourneyDevice => ({
  id: key.deviceId,
  isTrusted: () => database.system((tx) => isTrusted(tx, key)),
  recordShare: (requestedAt) => database.system((tx) => recordShare(tx, key, requestedAt)),
})

const dataTables = [
  'documents',
  'payroll_submissions',
  'bank_statement_submissions',
  'tax_income_submissions',
] as const

const hasData = ({ clientId, userId }: DeviceKey, before: Date) =>
  sql.join(
    dataTables.map(
      (table) => sql`exists (select from ${sql.table(table)}
        where client_id = ${clientId} and user_id = ${userId} and created_at < ${before})`,
    ),
    sql` or `,
  )

/** Two devices that shared data may belong to two people, so neither is trusted until it is confirmed. */
async function isTrusted(tx: Tx, key: DeviceKey) {
  const { clientId, userId, deviceId } = key
  const { rows } = await sql<{ is_trusted: boolean }>`
    select coalesce((select d.confirmed_at is not null or (d.brought_at is not null and not exists (
          select from journey_devices o where o.client_id = d.client_id and o.user_id = d.user_id and o.id <> d.id
            and o.brought_at is not null))
        from journey_devices d where d.client_id = ${clientId} and d.user_id = ${userId} and d.id = ${deviceId}),
      false) or not (${hasData(key, new Date())}) as is_trusted`.execute(tx)
  return rows[0]?.is_trusted ?? false
}

/** Records that this device shared data, unless there was data before: it may be another person's. */
async function recordShare(tx: Tx, key: DeviceKey, requestedAt: Date) {
  const { clientId, userId, deviceId } = key
  await sql`update journey_devices set brought_at = now()
    where client_id = ${clientId} and user_id = ${userId} and id = ${deviceId} and brought_at is null
      and not (${hasData(key, requestedAt)})`.execute(tx)
}

/** A device that was not used for this number of days must be confirmed again. */
const unusedDeviceDays = 30

export const deleteUnusedDevices = (tx: Tx) =>
  sql`delete from journey_devices where used_at < now() - ${unusedDeviceDays} * interval '1 day'`.execute(tx)
