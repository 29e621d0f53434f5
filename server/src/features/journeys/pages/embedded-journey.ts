import type { FastifyBaseLogger } from 'fastify'
import type { Tenancy } from '../../../platform/database/tenancy.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import { findLink, isLinkOpen, sessionEndOf } from '../../access/links.ts'
import { type CurrentJourneyDeps, readCurrentJourney } from '../current-journey.ts'

export type EmbeddedJourneyDeps = CurrentJourneyDeps & { database: Tenancy; keyring: Keyring }

/**
 * Reads the journey for the page of a link, so that the page needs no second request for its first screen. It contains
 * no token: mail scanners open links too. Returns null on failure, and the page then requests it.
 */
export async function readEmbeddedJourney(
  deps: EmbeddedJourneyDeps,
  code: string,
  request: { id: string; log: FastifyBaseLogger },
) {
  try {
    const link = await deps.database.system((tx) => findLink(tx, { code }))
    if (!link || !isLinkOpen(link)) return null
    const { user_id: id, client_id: clientId } = link
    const actor = { kind: 'user', id, requestId: request.id } as const
    const tenant = deps.database.tenant(clientId, actor, await deps.keyring.of(clientId))
    const expiresAt = sessionEndOf(link, new Date())
    const caller = {
      kind: 'user',
      id,
      clientId,
      role: null,
      journeyId: link.id,
      device: null,
      expiresAt,
    } as const
    return await readCurrentJourney(tenant, caller, deps)
  } catch (error) {
    request.log.warn({ err: error }, 'could not embed the journey in its page')
    return null
  }
}
