import { bombs } from './bombs.ts'
import { contents } from './contents.ts'
import { damagedFrom } from './damaged.ts'
import { disguises } from './disguises.ts'
import type { HostileFile } from './files.ts'
import { tables } from './tables.ts'
import { trees } from './trees.ts'

/** Lists all hostile files, including each kind of damage applied `times` times to valid documents. */
export const listHostile = (documents: readonly Buffer[], times: number): HostileFile[] => [
  ...bombs,
  ...trees,
  ...tables,
  ...contents,
  ...disguises,
  ...damagedFrom(documents, times),
]
