import { sql } from 'kysely'
import type { Tenancy, Tx } from '../../../platform/database/tenancy.ts'
import { findLink, isLinkOpen } from '../../access/links.ts'

/** Branding of the client whose journey is shown. */
export type ClientBrand = {
  client_display_name: string | null
  client_logo: string | null
  brand_colour: string | null
  frame_origins: string[] | null
}

/** Finds a journey by the code of its link or by its id, without credentials. */
export function findJourneyPage(database: Tenancy, by: { code: string } | { id: string }) {
  return database.system(async (tx) => {
    const link = await findLink(tx, by)
    if (!link) return undefined
    return { journeyId: link.id, isOpen: isLinkOpen(link), brand: await readBrand(tx, link.client_id) }
  })
}

async function readBrand(tx: Tx, clientId: string): Promise<ClientBrand | undefined> {
  const { rows } = await sql<ClientBrand>`
    select client_display_name, client_logo, brand_colour, frame_origins
      from configurations where client_id = ${clientId}`.execute(tx)
  return rows[0]
}
