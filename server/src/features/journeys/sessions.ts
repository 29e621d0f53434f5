import { audit, type Tenancy, type Tenant } from '../../platform/database/tenancy.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { forbidden, Problem } from '../../platform/problem.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { Tokens } from '../../platform/secrets/tokens.ts'
import { findLink, isOpen, type Link, signJourneyToken } from '../access/links.ts'

export type SessionParts = { database: Tenancy; keyring: Keyring; tokens: Tokens }

const ended = 'This link has ended or never existed; ask for a new one'

/** The code of a link for a token. The code stays good: people open their link again, on this device or another. */
export async function openSession(
  { database, keyring, tokens }: SessionParts,
  requestId: string,
  code: string,
) {
  const link = await database.system((tx) => findLink(tx, { code }))
  if (!link || !isOpen(link)) throw new Problem(404, 'link-expired', [ended])
  const actor = { kind: 'user', id: link.user_id, requestId } as const
  const tenant = database.tenant(link.client_id, actor, await keyring.of(link.client_id))
  return tenant.transaction(async (tx) => {
    audit(tx, 'journey.opened', link.user_id)
    return sessionOf(tokens, link)
  })
}

/** A later token for as long as the link lasts. */
export function renewSession(tenant: Tenant, tokens: Tokens, caller: Caller) {
  const journeyId = requireJourney(caller)
  return tenant.transaction(async (tx) => {
    const link = await findLink(tx, { id: journeyId })
    if (link?.user_id !== caller.id || !isOpen(link)) throw forbidden('link-expired', ended)
    audit(tx, 'journey.renewed', caller.id)
    return sessionOf(tokens, link)
  })
}

/** For what only somebody who came by a link may do. */
export function requireJourney(caller: Caller) {
  const journeyId = caller.kind === 'user' ? caller.journeyId : null
  if (journeyId) return journeyId
  throw forbidden('journey-missing', 'This token was not given to somebody who came by a journey link')
}

async function sessionOf(tokens: Tokens, link: Link) {
  const { id: journey_id, expires_at: link_expires_at } = link
  return { ...(await signJourneyToken(tokens, link)), journey_id, link_expires_at }
}
