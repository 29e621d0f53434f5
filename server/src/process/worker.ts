import type { Device } from '../connectors/connector.ts'
import { openBrowsers } from '../connectors/web-portal/browsers.ts'
import type { AccountRow } from '../features/accounts/service.ts'
import { answer, connect, end, exchange, reconnect } from '../features/accounts/tasks.ts'
import { read as readStatements } from '../features/bank-statements/tasks.ts'
import { erase } from '../features/documents/erase.ts'
import { direct, readPayslips, retrieve, startFirst } from '../features/payroll/tasks.ts'
import { retrieveIncome, startFirstIncome } from '../features/tax-income/tasks.ts'
import { pauseByItself } from '../features/webhooks/delivery/auto-pause.ts'
import { openSenders } from '../platform/concurrency/keyed-semaphore.ts'
import { deliver, recover, retryLater, sendTest } from '../features/webhooks/tasks.ts'
import type { Tx } from '../platform/database/tenancy.ts'
import { openMailTransport, sendMail } from '../platform/mail/mailer.ts'
import type { Runnable } from '../platform/tasks/task.ts'
import type { Parts } from './dependencies.ts'

/** Every kind of task with its tools. A new kind adds one line. */
export function openTasks(parts: Parts): { tasks: Runnable[]; close(): Promise<void> } {
  const { config, metrics, log } = parts
  const transport = openMailTransport({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM })
  const courier = courierTools(parts)
  const browsers = openBrowsers({ executablePath: config.CHROMIUM, most: config.BROWSER_VISITS, log })
  metrics.gauge('payproof_browser_visits', 'Visits to websites of providers under way', browsers.open)
  const { connectors, desk, guard, health, turns, clock } = parts
  const account = {
    connectors,
    desk,
    guard,
    health,
    turns,
    browsers,
    clock,
    baseUrl: config.BASE_URL,
    async whenAuthorised(tx: Tx, row: AccountRow, device: Device | null) {
      const connector = connectors.get(row.payroll_provider)
      if (connector?.gives === 'tax-years')
        await startFirstIncome(tx, desk, { account: row, entry: connector.entry, device })
      else if (connector) await startFirst(tx, row, connector.entry)
    },
  }
  const payroll = { connectors, health, turns, browsers, clock, environment: config.ENVIRONMENT }
  const reading = { objects: parts.objects, scanner: parts.scanner, reader: parts.reader }
  return {
    tasks: [
      sendMail.with({ transport, metrics }),
      ...[deliver, retryLater, sendTest, recover].map((task) => task.with(courier)),
      ...[connect, answer, exchange, reconnect, end].map((task) => task.with(account)),
      retrieve.with(payroll),
      direct.with(payroll),
      retrieveIncome.with({ ...payroll, desk }),
      readPayslips.with(reading),
      readStatements.with(reading),
      erase.with({ objects: parts.objects, ledger: parts.ledger }),
    ],
    async close() {
      transport.close()
      await browsers.close()
    },
  }
}

function courierTools({
  config,
  database,
  bus,
  outbound,
  metrics,
  tracer,
}: Parts): Parameters<typeof deliver.with>[0] {
  const most = config.WEBHOOK_SENDERS
  const senders = openSenders({ most, clientMost: Math.ceil(most / 4) })
  metrics.gauge('payproof_webhook_senders_taken', 'Webhook requests under way', senders.taken)
  metrics.gauge('payproof_webhook_senders_waiting', 'Webhook requests waiting for a sender', senders.waiting)
  return {
    database,
    bus,
    outbound,
    senders,
    tracer,
    mostInFlight: config.WEBHOOK_IN_FLIGHT,
    now: Date.now,
    onAttempt: (outcome, seconds) => metrics.deliveries.observe({ outcome }, seconds),
    pause: (tenant, webhookId, reason) => pauseByItself(tenant, webhookId, reason, config.BASE_URL),
  }
}
