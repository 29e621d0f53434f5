import { readChangedHeads } from '../platform/database/audit-chain.ts'
import { exportHeads } from '../platform/objects/audit-heads.ts'
import { openObjectStore } from '../platform/objects/objects.ts'
import { openAttestations } from '../platform/secrets/attestations.ts'
import { objectSettings, type ProcessDependencies } from './dependencies.ts'

const intervalMs = 60_000
/** Heads of transactions that committed late are exported once more. */
const overlapMs = 120_000

type ExportDeps = Pick<ProcessDependencies, 'config' | 'database' | 'keyring' | 'log'>

/**
 * Exports the heads of the audit chains every minute: all of them at the start, then those that have changed. Returns
 * undefined if no bucket is set.
 */
export function startHeadsExport(deps: ExportDeps) {
  const { config, database, keyring, log } = deps
  const bucket = config.AUDIT_HEADS_BUCKET
  if (!bucket) return undefined
  const objects = openObjectStore({ ...objectSettings(config), bucket, temporary: undefined })
  const { sign } = openAttestations({
    database,
    sealingKey: keyring.cellKeys('attestation keys'),
    issuer: config.BASE_URL,
  })
  let since = new Date(0)
  let running = Promise.resolve()

  async function run() {
    const startedAt = new Date()
    try {
      const heads = await database.system((tx) => readChangedHeads(tx, since))
      if (heads.length > 0) await exportHeads(heads, { objects, sign, days: config.AUDIT_HEADS_DAYS })
      since = new Date(startedAt.getTime() - overlapMs)
    } catch (error) {
      log.warn({ err: error }, 'could not export heads of the audit log, retrying')
    }
  }

  const timer = setInterval(() => {
    running = running.then(run)
  }, intervalMs)
  running = run()
  return {
    async close() {
      clearInterval(timer)
      await running
      await objects.close()
    },
  }
}
