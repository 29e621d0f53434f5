import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import { queueMail } from '../../../platform/mail/mailer.ts'
import { queueText } from '../../../platform/mail/text-messages.ts'
import { invalid, tooManyRequests } from '../../../platform/problem.ts'
import { addJourneyLink } from '../../access/service.ts'
import { lockClient, readConfiguration } from '../../configuration/service.ts'
import { customerReference, effectiveSettings, openUser, registerContact } from '../../users/service.ts'
import { countInvitations, deleteOldInvitations, insertInvitation } from '../queries.ts'
import { cancelReminders, planReminders } from '../reminders/reminders.ts'
import type { NewInvitation } from '../schemas.ts'
import { type Invitation, invitationMail, invitationText } from './mails.ts'

// Limits within 24 hours. The recipients have not asked for these mails, so their number is limited.
export const maxInvitationsPerUser = 5
export const maxInvitationsPerClient = 2_000

export type InvitationDeps = { baseUrl: string; sendsTexts: boolean }

type NewInvitationInput = z.output<typeof NewInvitation>

/**
 * Queues the mail or text message. Its address is registered for the person, encrypted, so that they can come back with
 * a one-time code. Reminders go by mail only.
 */
export function invite(tenant: Tenant, { baseUrl, sendsTexts }: InvitationDeps, input: NewInvitationInput) {
  const { user_id, phone } = input
  if (phone !== undefined && !sendsTexts)
    throw invalid('Field [phone] is invalid: this service sends no text messages')
  return tenant.transaction(async (tx) => {
    // The client is locked while invitations are counted, so that concurrent requests cannot exceed the limit.
    await lockClient(tx)
    const { payroll_period_months: months } = await effectiveSettings(tx, user_id)
    await requireWithinLimits(tx, user_id)
    const queued_at = new Date()
    const { id, webapp_link, expires_at } = await addJourneyLink(tx, {
      baseUrl,
      userId: user_id,
      at: queued_at,
      request: input.request,
    })
    const { client_display_name, client_logo, brand_colour } = await readConfiguration(tx)
    const invitation = {
      clientName: client_display_name ?? 'Payproof',
      logo: client_logo ?? null,
      brandColour: brand_colour,
      reference: customerReference(user_id, (await openUser(tx, user_id)).person),
      months,
      link: webapp_link,
      expiresAt: expires_at,
      request: input.request,
    }
    await queueInvitation(tx, tenant, input, { invitation, journeyId: id, invitedAt: queued_at })
    await insertInvitation(tx, { user_id, created_at: queued_at })
    audit(tx, 'journey.invited', user_id)
    return { user_id, queued_at, link_expires_at: expires_at }
  })
}

async function queueInvitation(
  tx: Tx,
  tenant: Tenant,
  { user_id: userId, email, phone, language }: NewInvitationInput,
  { invitation, journeyId, invitedAt }: { invitation: Invitation; journeyId: string; invitedAt: Date },
) {
  if (phone !== undefined) {
    await registerContact(tx, tenant, userId, { phone })
    await cancelReminders(tx, userId)
    return queueText(tx, tenant, invitationText(phone, language, invitation), { userId })
  }
  const to = email ?? (await requireEmail(tx, userId))
  await registerContact(tx, tenant, userId, { email: to })
  await queueMail(tx, tenant, invitationMail(to, language, invitation), { userId })
  const { link, expiresAt } = invitation
  await planReminders(tx, { userId, journeyId, to, language, link, expiresAt, invitedAt })
}

async function requireEmail(tx: Tx, userId: string) {
  const { person } = await openUser(tx, userId)
  if (person.email === undefined)
    throw invalid('Field [email] is missing: no e-mail address is registered for the user')
  return person.email
}

/** Throws if the client cannot send this many links any more today. */
export async function requireRoomFor(tx: Tx, links: number) {
  const sent = await countInvitations(tx)
  if (sent.count + links > maxInvitationsPerClient)
    throw limitError(`At most ${maxInvitationsPerClient} links are sent by e-mail within 24 hours`, sent)
}

async function requireWithinLimits(tx: Tx, userId: string) {
  const [sentToUser, sentByClient] = [await countInvitations(tx, userId), await countInvitations(tx)]
  if (sentToUser.count >= maxInvitationsPerUser)
    throw limitError(`User [${userId}] was sent ${maxInvitationsPerUser} links within 24 hours`, sentToUser)
  if (sentByClient.count >= maxInvitationsPerClient)
    throw limitError(`${maxInvitationsPerClient} links were sent within 24 hours`, sentByClient)
}

const limitError = (text: string, { secondsLeft }: { secondsLeft: number }) =>
  tooManyRequests('too-many-invitations', text, secondsLeft)

export const purgeOldInvitations = (tx: Tx) => deleteOldInvitations(tx)
