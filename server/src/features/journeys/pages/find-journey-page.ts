import { sql } from 'kysely'
import type { Tenancy, Tx } from '../../../platform/database/tenancy.ts'
import { findLink, isOpen } from '../../access/links.ts'

/** The client in whose name a journey is shown. */
export type Brand = {
  client_display_name: string | null
  client_logo: string | null
  brand_colour: string | null
  frame_origins: string[] | null
}

/** Where a page belongs, found by somebody without a credential: by the code in its address, or by the journey's name. */
export function findPlace(database: Tenancy, by: { code: string } | { id: string }) {
  return database.system(async (tx) => {
    const link = await findLink(tx, by)
    if (!link) return undefined
    return { journeyId: link.id, isOpen: isOpen(link), brand: await readBrand(tx, link.client_id) }
  })
}

async function readBrand(tx: Tx, clientId: string): Promise<Brand | undefined> {
  const { rows } = await sql<Brand>`
    select client_display_name, client_logo, brand_colour, frame_origins
      from configurations where client_id = ${clientId}`.execute(tx)
  return rows[0]
}
