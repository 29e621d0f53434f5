import { bombs } from './bombs.ts'
import { contents } from './contents.ts'
import { damagedFrom } from './damaged.ts'
import type { HostileFile } from './files.ts'
import { strangers } from './disguises.ts'
import { tables } from './tables.ts'
import { trees } from './trees.ts'

/** Every kind; of good papers that were hurt, as many as told. */
export const listHostile = (papers: readonly Buffer[], times: number): HostileFile[] => [
  ...bombs,
  ...trees,
  ...tables,
  ...contents,
  ...strangers,
  ...damagedFrom(papers, times),
]
