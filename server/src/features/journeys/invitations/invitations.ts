import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import { queueMail } from '../../../platform/mail/mailer.ts'
import { tooManyRequests } from '../../../platform/problem.ts'
import { addJourneyLink } from '../../access/service.ts'
import { lockClient, readConfiguration } from '../../configuration/service.ts'
import { effectiveSettings, registerEmail } from '../../users/service.ts'
import { countInvitations, deleteOldInvitations, insertInvitation } from '../queries.ts'
import type { NewInvitation } from '../schemas.ts'
import { invitationMail } from './mails.ts'

// Limits within 24 hours. The recipients have not asked for these mails, so their number is limited.
export const maxInvitationsPerUser = 5
export const maxInvitationsPerClient = 2_000

/** Queues the mail. Its address is registered for the person, encrypted, so that they can come back with a one-time code. */
export function invite(
  tenant: Tenant,
  baseUrl: string,
  { user_id, email, language }: z.output<typeof NewInvitation>,
) {
  return tenant.transaction(async (tx) => {
    // The client is locked while invitations are counted, so that concurrent requests cannot exceed the limit.
    await lockClient(tx)
    const { payroll_period_months: months } = await effectiveSettings(tx, user_id)
    await requireWithinLimits(tx, user_id)
    await registerEmail(tx, tenant, user_id, email)
    const queued_at = new Date()
    const { webapp_link, expires_at } = await addJourneyLink(tx, { baseUrl, userId: user_id, at: queued_at })
    const { client_display_name, brand_colour } = await readConfiguration(tx)
    const content = invitationMail(email, language, {
      clientName: client_display_name ?? 'Payproof',
      brandColour: brand_colour,
      months,
      link: webapp_link,
      expiresAt: expires_at,
    })
    await queueMail(tx, tenant, content, { userId: user_id })
    await insertInvitation(tx, { user_id, created_at: queued_at })
    audit(tx, 'journey.invited', user_id)
    return { user_id, queued_at, link_expires_at: expires_at }
  })
}

async function requireWithinLimits(tx: Tx, userId: string) {
  const [sentToUser, sentByClient] = [await countInvitations(tx, userId), await countInvitations(tx)]
  if (sentToUser.count >= maxInvitationsPerUser)
    throw limitError(
      `User [${userId}] was sent ${maxInvitationsPerUser} links by e-mail within 24 hours`,
      sentToUser,
    )
  if (sentByClient.count >= maxInvitationsPerClient)
    throw limitError(`${maxInvitationsPerClient} links were sent by e-mail within 24 hours`, sentByClient)
}

const limitError = (text: string, { secondsLeft }: { secondsLeft: number }) =>
  tooManyRequests('too-many-invitations', text, secondsLeft)

export const purgeOldInvitations = (tx: Tx) => deleteOldInvitations(tx)
