import { hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { TransactionWork } from '../database/scoped-connection.ts'
import type { KeyVersions } from './key-versions.ts'
import type { RootKey } from './root-key.ts'

type SystemAccess = { system<T>(work: TransactionWork<T>): Promise<T> }

export type CellKeyVersion = { name: string; version: number; createdAt: Date; activeFrom: Date }
type OpenedVersion = CellKeyVersion & { key: Buffer; derived: Map<string, Buffer> }

export type CellKeys = Awaited<ReturnType<typeof openCellKeys>>

const keyBytes = 32
/** How often a process looks for new and removed versions. */
export const cellKeyPollMs = 5_000
const retryMs = 500

/**
 * Keys of the whole cell, one for each purpose, derived from the versions of the cell key. New values use the newest
 * version that is active; values of all stored versions are accepted. Running processes notice new and removed versions.
 */
export async function openCellKeys(root: RootKey, database: SystemAccess) {
  let versions: OpenedVersion[] = []

  async function refresh() {
    const rows = await readVersions(database)
    const opened: OpenedVersion[] = []
    for (const { wrapped, ...row } of rows) {
      const known = versions.find(({ name }) => name === row.name)
      const key = known?.key ?? (await root.unwrap(wrapped, row.name))
      opened.push({ ...row, key, derived: known?.derived ?? new Map() })
    }
    versions = opened
  }

  await refresh()
  if (versions.length === 0)
    throw new Error('This database has no cell key yet; run `admin prepare-cell` once')
  // While the database or the key store is unreachable, the known versions are used.
  let isClosed = false
  const poll = async () => {
    if (isClosed) return
    const isRead = await refresh().then(
      () => true,
      () => false,
    )
    setTimeout(poll, isRead ? cellKeyPollMs : retryMs).unref()
  }
  setTimeout(poll, cellKeyPollMs).unref()

  /** The version for new values first, then the others from new to old. */
  function ordered(): [OpenedVersion, ...OpenedVersion[]] {
    const now = Date.now()
    const current = versions.find(({ activeFrom }) => activeFrom.getTime() <= now) ?? versions.at(-1)
    if (!current) throw new Error('The cell key is missing')
    return [current, ...versions.filter((version) => version !== current)]
  }

  const keysFor =
    (purpose: string): KeyVersions =>
    () => {
      const [current, ...others] = ordered()
      return [derive(current, purpose), ...others.map((version) => derive(version, purpose))]
    }

  return {
    refresh,
    close() {
      isClosed = true
    },
    keysFor,
    current: (purpose: string) => keysFor(purpose)()[0],
    /** The key that values without a version were made with. */
    oldest(purpose: string) {
      const oldest = versions.at(-1)
      if (!oldest) throw new Error('The cell key is missing')
      return derive(oldest, purpose)
    },
    /** Versions from new to old. */
    versions: (): CellKeyVersion[] => versions,
  }
}

function derive({ key, derived }: OpenedVersion, purpose: string) {
  const known = derived.get(purpose)
  if (known) return known
  const made = Buffer.from(hkdfSync('sha256', key, '', purpose, keyBytes))
  derived.set(purpose, made)
  return made
}

/** Creates the first version of the cell key if there is none. */
export async function prepareCellKey(root: RootKey, database: SystemAccess) {
  const wrapped = await root.wrap(randomBytes(keyBytes), nameOf(1))
  await database.system((tx) =>
    tx
      .insertInto('cell_keys')
      .values({ name: nameOf(1), wrapped })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** Stores a new version, which becomes active later. Does nothing if another command has just stored it. */
export async function announceCellKey(
  root: RootKey,
  database: SystemAccess,
  { version, leadSeconds }: { version: number; leadSeconds: number },
) {
  const name = nameOf(version)
  const wrapped = await root.wrap(randomBytes(keyBytes), name)
  await database.system((tx) =>
    tx
      .insertInto('cell_keys')
      .values({ name, wrapped, active_from: sql`now() + ${leadSeconds} * interval '1 second'` })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** Destroys all versions before this one. */
export async function removeCellKeysBefore(database: SystemAccess, versions: CellKeyVersion[], kept: number) {
  const names = versions.filter(({ version }) => version < kept).map(({ name }) => name)
  if (names.length > 0)
    await database.system((tx) => tx.deleteFrom('cell_keys').where('name', 'in', names).execute())
  return names.length
}

async function readVersions(database: SystemAccess) {
  const rows = await database.system((tx) => tx.selectFrom('cell_keys').selectAll().execute())
  return rows
    .map(({ name, wrapped, created_at, active_from }) => ({
      name,
      wrapped,
      version: versionOf(name),
      createdAt: created_at,
      activeFrom: active_from,
    }))
    .toSorted((one, other) => other.version - one.version)
}

const nameOf = (version: number) => (version === 1 ? 'cell' : `cell-${version}`)
const versionOf = (name: string) => Number(/^cell-(\d+)$/.exec(name)?.[1] ?? 1)
