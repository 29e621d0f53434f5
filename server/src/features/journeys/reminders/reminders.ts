import { hash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { audit, type Tenancy, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import { queueMail } from '../../../platform/mail/mailer.ts'
import { makeCode } from '../../../platform/secrets/codes.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import { type SealContext, seal, unseal } from '../../../platform/secrets/seal.ts'
import { defineTask } from '../../../platform/tasks/task.ts'
import { readConfiguration } from '../../configuration/service.ts'
import { customerReference, openUser } from '../../users/service.ts'
import type { MailLanguage } from '../invitations/mails.ts'
import { reminderMail } from './mails.ts'
import {
  deletePlannedReminder,
  deletePlannedReminders,
  findDueReminder,
  findSentReminder,
  hasRemindersSince,
  hasStoppedReminders,
  insertReminders,
  lockReminders,
  markReminded,
  markRemindersStopped,
  type PlannedReminder,
} from './queries.ts'

const dayMs = 24 * 3_600_000

export const stopPath = '/reminders/'

/** Content of an invitation that its reminders repeat. Sealed until they are sent. */
type Invited = {
  to: string
  language: MailLanguage
  link: string
  expires_at: string
  /** The address that was registered when the person was invited. Missing in reminders planned by an older version. */
  registered?: string | null
}

type PlannedInvitation = {
  userId: string
  journeyId: string
  to: string
  language: MailLanguage
  link: string
  expiresAt: Date
  invitedAt: Date
}

/**
 * Plans the reminders of an invitation, on the days of the client's configuration. Replaces those of earlier
 * invitations. Plans none for a person who has stopped them. The caller audits.
 */
export async function planReminders(tx: Tx, invitation: PlannedInvitation) {
  const { userId, journeyId, to, language, link, expiresAt, invitedAt } = invitation
  await cancelReminders(tx, userId)
  const { reminder_days } = await readConfiguration(tx)
  if (!reminder_days?.length || (await hasStoppedReminders(tx, userId))) return
  const { key, person } = await openUser(tx, userId)
  const registered = person.email ?? null
  const content: Invited = { to, language, link, expires_at: expiresAt.toISOString(), registered }
  const rows = reminder_days.map((days) => {
    const id = randomUUID()
    return {
      id,
      user_id: userId,
      journey_id: journeyId,
      sealed: seal(key, reminderContext(id), JSON.stringify(content)),
      invited_at: invitedAt,
      due_at: new Date(invitedAt.getTime() + days * dayMs),
    }
  })
  await insertReminders(tx, rows)
  await remind.scheduleMany(
    tx,
    rows.map(({ id, due_at }) => ({
      input: { reminder_id: id },
      options: { at: due_at, key: taskKeyOf(userId), userId },
    })),
  )
}

/**
 * Cancels planned reminders, unless the invitation is later than `before`. Locks the user first, as a running reminder
 * does, so that the two cannot wait for each other.
 */
export async function cancelReminders(tx: Tx, userId: string, before?: Date) {
  await lockReminders(tx, userId)
  if (before && (await hasRemindersSince(tx, userId, before))) return
  await remind.cancel(tx, taskKeyOf(userId))
  await deletePlannedReminders(tx, userId)
}

/**
 * Sends one reminder. The mail is queued in the transaction that ends the task, so that it is queued once, even if two
 * workers run the task.
 */
export const remind = defineTask({
  kind: 'journey.remind',
  lane: 'mail',
  input: z.object({ reminder_id: z.uuid() }),
  async run({ input: { reminder_id }, tenant }, { baseUrl }: { baseUrl: string }) {
    return (tx) => sendReminder(tx, tenant, { id: reminder_id, baseUrl })
  },
})

async function sendReminder(tx: Tx, tenant: Tenant, { id, baseUrl }: { id: string; baseUrl: string }) {
  const due = await findDueReminder(tx, id)
  const { reminder_days, client_display_name, client_logo, brand_colour } = await readConfiguration(tx)
  const invited = due && reminder_days?.length ? await openInvited(tx, id, due) : undefined
  if (!due || !invited) {
    await deletePlannedReminder(tx, id)
    audit(tx, 'journey.reminder_skipped', due?.user_id ?? id)
    return { sent: false }
  }
  const { to, language, link, expires_at } = invited
  const code = makeCode(tx)
  const mail = reminderMail(to, language, {
    clientName: client_display_name ?? 'Payproof',
    logo: client_logo ?? null,
    reference: customerReference(due.user_id, (await openUser(tx, due.user_id)).person),
    brandColour: brand_colour,
    link,
    expiresAt: new Date(expires_at),
    stopLink: `${baseUrl}${stopPath}${code}${language === 'cy' ? '?language=cy' : ''}`,
  })
  await queueMail(tx, tenant, mail, { userId: due.user_id })
  await markReminded(tx, id, { stopHash: hashStopCode(code), at: new Date() })
  audit(tx, 'journey.reminded', due.user_id)
  return { sent: true }
}

/** Returns undefined if another address was registered since the invitation: the old one may not be the person's. */
async function openInvited(tx: Tx, id: string, { user_id, sealed }: PlannedReminder) {
  const { key, person } = await openUser(tx, user_id)
  const invited: Invited = JSON.parse(unseal(key, reminderContext(id), sealed).toString())
  const { registered = person.email ?? null } = invited
  return registered === (person.email ?? null) ? invited : undefined
}

export const findStopLink = (database: Tenancy, code: string) =>
  database.system((tx) => findSentReminder(tx, hashStopCode(code)))

/** Stops the reminders of a person. Undefined if the link is unknown. Repeating it changes nothing. */
export async function stopReminders(
  { database, keyring }: { database: Tenancy; keyring: Keyring },
  { code, requestId }: { code: string; requestId: string },
) {
  const reminder = await findStopLink(database, code)
  if (!reminder) return undefined
  const { client_id, user_id } = reminder
  const actor = { kind: 'user', id: user_id, requestId } as const
  await database.tenant(client_id, actor, await keyring.of(client_id)).transaction(async (tx) => {
    await cancelReminders(tx, user_id)
    const isNew = await markRemindersStopped(tx, user_id)
    audit(tx, isNew ? 'journey.reminders_stopped' : 'journey.reminders_stop_repeated', user_id)
  })
  return reminder
}

const hashStopCode = (code: string) => hash('sha256', code, 'buffer')

const taskKeyOf = (userId: string) => `reminders ${userId}`

const reminderContext = (id: string): SealContext => ({
  table: 'journey_reminders',
  column: 'sealed',
  row: id,
  version: 1,
})
