import { hash } from 'node:crypto'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { Tokens } from '../../platform/secrets/tokens.ts'
import { findJourneyLink, markJourneyEnded } from './queries.ts'

export { markJourneyEnded }

// Links to the hosted journey. A link is opened with its secret code and identified by its id, which is not secret.

export type JourneyLink = NonNullable<Awaited<ReturnType<typeof findJourneyLink>>>

export const hashLinkCode = (code: string) => hash('sha256', code, 'buffer')

/** Finds a link, even if it has expired: its page still shows the client's name. */
export const findLink = (tx: Tx, by: { code: string } | { id: string }) =>
  findJourneyLink(tx, 'code' in by ? { code_hash: hashLinkCode(by.code) } : by)

export const isLinkOpen = ({ expires_at }: JourneyLink) => expires_at.getTime() > Date.now()

const sessionSeconds = 3600

/** Returns when a session that starts now ends. It never outlives the link. */
export const sessionEndOf = (link: JourneyLink, at: Date) =>
  new Date((Math.floor(at.getTime() / 1000) + sessionLifetimeSeconds(link, at)) * 1000)

function sessionLifetimeSeconds({ expires_at }: JourneyLink, at: Date) {
  return Math.min(sessionSeconds, Math.floor((expires_at.getTime() - at.getTime()) / 1000))
}

/** Signs a token for the applicant who opened this link on this device. */
export async function signJourneyToken(tokens: Tokens, link: JourneyLink, deviceId: string) {
  const at = new Date()
  const { client_id, user_id: sub, token_version: ver, id: jid } = link
  const claims = { sub, client_id, token_use: 'user', ver, jid, did: deviceId } as const
  const lifetimeSeconds = sessionLifetimeSeconds(link, at)
  return { token: await tokens.sign(claims, { at, lifetimeSeconds }), expires_at: sessionEndOf(link, at) }
}
