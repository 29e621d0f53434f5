import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { afterCommit, type Tenancy, type Tenant, type Tx } from '../database/tenancy.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { open, type Place, seal } from '../secrets/seal.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'

export type Mail = { to: string; subject: string; text: string }

export type Mailer = ReturnType<typeof openMailer>

const sweepEveryMs = 5_000
const attemptsLimit = 10

/**
 * Mail goes through the database: written in the transaction that causes it, sent after the commit, and swept up
 * by any process if the first attempt fails or its process dies. A crash can send a mail twice, never lose it.
 */
export function openMailer(parts: {
  database: Tenancy
  keyring: Keyring
  smtpUrl: string
  from: string
  log: Log
  metrics: Metrics
}) {
  const { database, keyring, log, metrics } = parts
  const transport = createTransport(parts.smtpUrl, {
    from: parts.from,
    pool: true,
    connectionTimeout: 5_000,
    socketTimeout: 10_000,
  } as object)
  let sweeping: Promise<void> | undefined

  async function sweep() {
    for (const mail of await database.system(claimDue)) {
      try {
        const { dataKey } = await keyring.of(mail.client_id)
        const content: Mail = JSON.parse(open(dataKey, mailPlace(mail.id), mail.sealed).toString())
        await transport.sendMail(content)
        await database.system((tx) => deleteMail(tx, mail.id))
        metrics.mails.inc({ outcome: 'sent' })
      } catch (error) {
        metrics.mails.inc({ outcome: 'failed' })
        log.warn({ ...reasonOf(error), mail: mail.id, attempts: mail.attempts }, 'a mail could not be sent')
        if (mail.attempts >= attemptsLimit) await database.system((tx) => deleteMail(tx, mail.id))
      }
    }
  }

  function kick() {
    sweeping ??= sweep()
      .catch((error) => log.warn({ err: error }, 'outgoing mail is stuck'))
      .finally(() => {
        sweeping = undefined
      })
    return sweeping
  }
  const sweeps = setInterval(kick, sweepEveryMs).unref()

  return {
    async send(tx: Tx, tenant: Tenant, mail: Mail) {
      const id = randomUUID()
      const sealed = seal(tenant.keys.dataKey, mailPlace(id), JSON.stringify(mail))
      await tx.insertInto('outgoing_mails').values({ id, sealed }).execute()
      // A sweep under way may have looked before this commit, so another one follows it.
      afterCommit(tx, () => {
        if (sweeping) sweeping.then(kick)
        else kick()
      })
    },
    async close() {
      clearInterval(sweeps)
      await sweeping
      transport.close()
    },
  }
}

// What a mail server answers quotes the recipient, so only its codes are kept.
function reasonOf(error: unknown) {
  const { code, response, responseCode } = error as {
    code?: string
    response?: string
    responseCode?: number
  }
  return response === undefined ? { err: error } : { code, responseCode }
}

// A claimed mail is not offered again for a minute, then with growing pauses: 1, 2, 4 … minutes.
async function claimDue(tx: Tx) {
  const { rows } = await sql<{ id: string; client_id: string; sealed: Buffer; attempts: number }>`
    update outgoing_mails
      set attempts = attempts + 1, due_at = now() + interval '1 minute' * power(2, attempts)
      where (client_id, id) in (
        select client_id, id from outgoing_mails where due_at <= now()
          order by due_at limit 20 for update skip locked)
      returning id, client_id, sealed, attempts`.execute(tx)
  return rows
}

function deleteMail(tx: Tx, id: string) {
  return tx.deleteFrom('outgoing_mails').where('id', '=', id).execute()
}

const mailPlace = (id: string): Place => ({ table: 'outgoing_mails', column: 'sealed', row: id, version: 1 })
