import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createTransport, type Transporter } from 'nodemailer'
import { z } from 'zod'
import { audit, type Tenant, type Tx } from '../database/tenancy.ts'
import { defineTask, TaskFailure } from '../tasks/task.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { embedLogo, type FindLogo } from './mail-logo.ts'
import { deleteOutgoing, findOutgoing, storeOutgoing } from './outgoing.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  /** URL of the sender's logo. It is fetched when the mail is sent. */
  logo?: string
}

/**
 * Stores the encrypted mail in the caller's transaction. A worker sends it later. After a crash a mail may be sent
 * twice, but it is never lost. Mail to a user is deleted with the user.
 */
export async function queueMail(tx: Tx, tenant: Tenant, content: Mail, { userId }: { userId?: string } = {}) {
  const id = randomUUID()
  await storeOutgoing(tx, tenant, { id, content, userId })
  await sendMail.schedule(tx, { mail_id: id }, userId ? { userId } : {})
}

export const sendMail = defineTask({
  kind: 'mail.send',
  lane: 'mail',
  isConfirmedFirst: true,
  input: z.object({ mail_id: z.uuid() }),
  async run(
    { input: { mail_id }, tenant },
    { transport, metrics, findLogo }: { transport: Transporter; metrics: Metrics; findLogo: FindLogo },
  ) {
    const content = await findOutgoing<Mail>(tenant, mail_id)
    if (!content) return { sent: false }
    try {
      await transport.sendMail(await embedLogo(content, findLogo))
    } catch (error) {
      metrics.mails.inc({ outcome: 'failed' })
      throw toTaskFailure(error)
    }
    metrics.mails.inc({ outcome: 'sent' })
    return async (tx) => {
      await deleteOutgoing(tx, mail_id)
      audit(tx, 'mail.sent', mail_id)
      return { sent: true }
    }
  },
})

/**
 * Deletes mail and text messages whose task was removed from the dead letters (after 30 days) and mail to users whose links have
 * expired (after 7 days).
 */
export function deleteOldMails(tx: Tx) {
  return sql`delete from outgoing_mails where (client_id, id) in (
    select client_id, id from outgoing_mails
      where created_at < now() - case when user_id is null then interval '31 days' else interval '7 days' end
      limit 5000)`.execute(tx)
}

export function openMailTransport({ smtpUrl, from }: { smtpUrl: string; from: string }): Transporter {
  return createTransport(smtpUrl, {
    from,
    pool: true,
    connectionTimeout: 5_000,
    socketTimeout: 10_000,
  } as object)
}

// The mail server's reply quotes the recipient, so only its codes are kept. A 5xx code is permanent.
function toTaskFailure(error: unknown) {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const isFinal = responseCode !== undefined && responseCode >= 500
  return new TaskFailure(`mail server replied ${responseCode ?? 'nothing'} (${code ?? 'no code'})`, {
    final: isFinal,
  })
}
