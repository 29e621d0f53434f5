import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openMemoryLimit } from '../../dev/faults/memory-limit.ts'
import type { PairKind } from '../programs/start-pairs.ts'

/** The manifest whose memory limit a process of the proof gets. */
const manifests: Record<PairKind, { file: string; container: string }> = {
  api: { file: 'api.yaml', container: 'api' },
  worker: { file: 'workers.yaml', container: 'worker-deliver' },
  dispatcher: { file: 'dispatcher.yaml', container: 'dispatcher' },
  service: { file: 'api.yaml', container: 'api' },
}
const kinds: readonly PairKind[] = ['api', 'worker', 'dispatcher', 'service']
const unitBytes: Record<string, number> = { Mi: 1024 ** 2, Gi: 1024 ** 3 }

export type MemoryLimits = ReturnType<typeof limitMemory>

/** Opens a memory limit for one process of each kind. */
export function limitMemory() {
  const opened = kinds.map((kind) => ({ kind, limit: openMemoryLimit(kind, readLimit(kind)) }))
  return {
    count: opened.length,
    list: opened,
    kills: () => opened.reduce((sum, { limit }) => sum + limit.kills(), 0),
    close() {
      for (const { limit } of opened) limit.close()
    },
  }
}

function readLimit(kind: PairKind) {
  const { file, container } = manifests[kind]
  const path = fileURLToPath(new URL(`../../deploy/kubernetes/${file}`, import.meta.url))
  const text = readFileSync(path, 'utf8')
  const from = text.indexOf(`- name: ${container}\n          image`)
  const [, amount, unit = ''] = /limits:\s+memory: (\d+)(Mi|Gi)/.exec(text.slice(from)) ?? []
  const bytes = Number(amount) * (unitBytes[unit] ?? Number.NaN)
  if (from < 0 || Number.isNaN(bytes)) throw new Error(`${file} has no memory limit of ${container}`)
  return bytes
}
