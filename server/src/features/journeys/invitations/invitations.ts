import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import { mail } from '../../../platform/mail/mailer.ts'
import { tooMany } from '../../../platform/problem.ts'
import { addLink } from '../../access/service.ts'
import { holdClient, readConfiguration } from '../../configuration/service.ts'
import { effectiveSettings } from '../../users/service.ts'
import { countInvitations, deleteOldInvitations, insertInvitation } from '../queries.ts'
import type { NewInvitation } from '../schemas.ts'
import { invitationMail } from './mails.ts'

// Within a day. Each is a message to somebody who did not ask for it.
export const mostOfUser = 5
export const mostOfClient = 2_000

/** The mail waits in the database, with its address sealed, until it is sent; nothing else keeps the address. */
export function invite(
  tenant: Tenant,
  baseUrl: string,
  { user_id, email, language }: z.output<typeof NewInvitation>,
) {
  return tenant.transaction(async (tx) => {
    // Whoever counts does so alone, or two at once would both be the last.
    await holdClient(tx)
    const { payroll_period_months: months } = await effectiveSettings(tx, user_id)
    await requireRoom(tx, user_id)
    const queued_at = new Date()
    const { webapp_link, expires_at } = await addLink(tx, { baseUrl, userId: user_id, at: queued_at })
    const { client_display_name, brand_colour } = await readConfiguration(tx)
    const content = invitationMail(email, language, {
      clientName: client_display_name ?? 'Payproof',
      brandColour: brand_colour,
      months,
      link: webapp_link,
      expiresAt: expires_at,
    })
    await mail(tx, tenant, content, { userId: user_id })
    await insertInvitation(tx, { user_id, created_at: queued_at })
    audit(tx, 'journey.invited', user_id)
    return { user_id, queued_at, link_expires_at: expires_at }
  })
}

async function requireRoom(tx: Tx, userId: string) {
  const [ofUser, ofClient] = [await countInvitations(tx, userId), await countInvitations(tx)]
  if (ofUser.count >= mostOfUser)
    throw refusal(`User [${userId}] was sent ${mostOfUser} links by e-mail within 24 hours`, ofUser)
  if (ofClient.count >= mostOfClient)
    throw refusal(`${mostOfClient} links were sent by e-mail within 24 hours`, ofClient)
}

const refusal = (text: string, { secondsLeft }: { secondsLeft: number }) =>
  tooMany('too-many-invitations', text, secondsLeft)

export const forgetOldInvitations = (tx: Tx) => deleteOldInvitations(tx)
