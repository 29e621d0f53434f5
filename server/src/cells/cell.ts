import type { Config } from '../config.ts'
import { objectSettings, openFoundation } from '../parts.ts'
import { openObjects } from '../platform/objects/objects.ts'

export type Cell = Awaited<ReturnType<typeof openCell>>

/** How long a statement over all rows of a client may take. */
const queryMs = 600_000

/** A cell as the mover sees it: its rows, keys and files. */
export async function openCell(config: Config) {
  const foundation = await openFoundation({ ...config, DATABASE_QUERY_MS: queryMs, DATABASE_WAIT_MS: 10_000 })
  const objects = openObjects(objectSettings(config))
  return {
    ...foundation,
    config,
    objects,
    async close() {
      await objects.close()
      await foundation.database.close()
    },
  }
}
