import { hash } from 'node:crypto'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { Tokens } from '../../platform/secrets/tokens.ts'
import { findJourneyLink } from './queries.ts'

// What the hosted journey knows of the links that lead to it. A link is opened by its code, which is a secret, and named by
// its id, which is none.

export type Link = NonNullable<Awaited<ReturnType<typeof findJourneyLink>>>

export const hashOfCode = (code: string) => hash('sha256', code, 'buffer')

/** Also one that has ended: its page still says whose it was. */
export const findLink = (tx: Tx, by: { code: string } | { id: string }) =>
  findJourneyLink(tx, 'code' in by ? { code_hash: hashOfCode(by.code) } : by)

export const isOpen = ({ expires_at }: Link) => expires_at.getTime() > Date.now()

const sessionSeconds = 3600

/** A token for the person who came by this link. It ends with the link at the latest. */
export async function signJourneyToken(tokens: Tokens, link: Link) {
  const at = new Date()
  const leftSeconds = Math.floor((link.expires_at.getTime() - at.getTime()) / 1000)
  const lifetimeSeconds = Math.min(sessionSeconds, leftSeconds)
  const { client_id, user_id: sub, token_version: ver, id: jid } = link
  const claims = { sub, client_id, token_use: 'user', ver, jid } as const
  const expires_at = new Date((Math.floor(at.getTime() / 1000) + lifetimeSeconds) * 1000)
  return { token: await tokens.sign(claims, { at, lifetimeSeconds }), expires_at }
}
