import type { z } from 'zod'
import { audit, type Tenancy, type Tenant } from '../../platform/database/tenancy.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { forbidden, Problem } from '../../platform/problem.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { Tokens } from '../../platform/secrets/tokens.ts'
import { rememberDevice } from '../access/journey-devices.ts'
import { findLink, isLinkOpen, type JourneyLink, signJourneyToken } from '../access/links.ts'
import { markOpened } from '../reviews/service.ts'
import type { JourneyCode } from './schemas.ts'

export type SessionDeps = { database: Tenancy; keyring: Keyring; tokens: Tokens }

const linkEndedMessage = 'This link has ended or never existed; ask for a new one'

/**
 * Exchanges the code of a link for a token. The code stays valid, because applicants reopen their link, also on other
 * devices.
 */
export async function openSession(
  { database, keyring, tokens }: SessionDeps,
  requestId: string,
  { code, device }: z.output<typeof JourneyCode>,
) {
  const link = await database.system((tx) => findLink(tx, { code }))
  if (!link || !isLinkOpen(link)) throw new Problem(404, 'link-expired', [linkEndedMessage])
  const actor = { kind: 'user', id: link.user_id, requestId } as const
  const tenant = database.tenant(link.client_id, actor, await keyring.of(link.client_id))
  return tenant.transaction(async (tx) => {
    audit(tx, 'journey.opened', link.user_id)
    await markOpened(tx, link.user_id)
    return createSession(tokens, link, await rememberDevice(tx, link.user_id, device))
  })
}

/** Issues a new token while the link is still valid. */
export function renewSession(tenant: Tenant, tokens: Tokens, caller: Caller) {
  const journeyId = requireJourney(caller)
  const device = requireDevice(caller)
  return tenant.transaction(async (tx) => {
    const link = await findLink(tx, { id: journeyId })
    if (link?.user_id !== caller.id || !isLinkOpen(link)) throw forbidden('link-expired', linkEndedMessage)
    audit(tx, 'journey.renewed', caller.id)
    return createSession(tokens, link, device.id)
  })
}

/** Requires a token that was obtained through a journey link. */
export function requireJourney(caller: Caller): string {
  const journeyId = caller.kind === 'user' ? caller.journeyId : null
  if (journeyId) return journeyId
  throw forbidden('journey-missing', 'This token does not belong to a journey link')
}

/** Requires the device of a token that was obtained through a journey link. */
export function requireDevice(caller: Caller) {
  requireJourney(caller)
  if (caller.kind === 'user' && caller.device) return caller.device
  throw new Error('A token of a journey names its device')
}

export async function createSession(tokens: Tokens, link: JourneyLink, deviceId: string) {
  const { id: journey_id, expires_at: link_expires_at } = link
  return { ...(await signJourneyToken(tokens, link, deviceId)), journey_id, link_expires_at }
}
