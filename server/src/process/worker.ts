import type { Device } from '../connectors/connector.ts'
import {
  connectBrowserProcess,
  startBrowserProcess,
} from '../connectors/web-portal/browser-process/own-process.ts'
import { openBrowsers } from '../connectors/web-portal/browsers.ts'
import type { AccountRow } from '../features/accounts/service.ts'
import {
  answer,
  authorise,
  confirmConsent,
  connect,
  end,
  exchange,
  reconnect,
} from '../features/accounts/tasks.ts'
import { retrieveBankAccounts, startFirstBankRetrieval } from '../features/bank-income/tasks.ts'
import { read as readStatements } from '../features/bank-statements/tasks.ts'
import { erase } from '../features/documents/erase.ts'
import { backgroundReadingMs } from '../features/documents/limits.ts'
import { readAhead } from '../features/documents/read-ahead.ts'
import { updateSummary } from '../features/income/service.ts'
import { updateIncomeSummary } from '../features/income-changes/service.ts'
import { createLogoImages } from '../features/journeys/pages/logo-images.ts'
import { remind } from '../features/journeys/reminders/reminders.ts'
import { direct, readPayslips, retrieve, startFirstRetrieval } from '../features/payroll/tasks.ts'
import { applyReviewRules } from '../features/reviews/rules/apply.ts'
import { retrieveIncome, startFirstIncome } from '../features/tax-income/tasks.ts'
import { autoPause } from '../features/webhooks/delivery/auto-pause.ts'
import { openEventContents } from '../features/webhooks/delivery/event-contents.ts'
import { createOutcomeRecorder } from '../features/webhooks/delivery/recorder.ts'
import { deliver, recover, retryLater, sendTest } from '../features/webhooks/tasks.ts'
import { createKeyedSemaphore } from '../platform/concurrency/keyed-semaphore.ts'
import { createPermits } from '../platform/concurrency/permits.ts'
import type { Tx } from '../platform/database/tenancy.ts'
import { openMailTransport, sendMail } from '../platform/mail/mailer.ts'
import { sendText } from '../platform/mail/text-messages.ts'
import type { RunnableTask } from '../platform/tasks/task.ts'
import type { ProcessDependencies } from './dependencies.ts'

/** Lists all task kinds, bound to their dependencies. */
export function openTasks(deps: ProcessDependencies): { tasks: RunnableTask[]; close(): Promise<void> } {
  const { config, metrics, log } = deps
  const transport =
    config.SMTP_URL === undefined
      ? undefined
      : openMailTransport({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM })
  const logos = createLogoImages(deps.outbound)
  const deliveryDeps = openDeliveryDeps(deps)
  const browsers = openBrowsers({
    browserProcess: openBrowserProcess(config),
    maxVisits: config.BROWSER_VISITS,
    log,
  })
  metrics.gauge(
    'payproof_browser_visits',
    'Browser visits to provider websites in progress',
    browsers.openVisits,
  )
  const { connectors, credentialHandoff, guard, health, requestSlots, reader, clock } = deps
  const accountDeps = {
    connectors,
    credentialHandoff,
    guard,
    health,
    requestSlots,
    browsers,
    reader,
    clock,
    baseUrl: config.BASE_URL,
    async whenAuthorised(tx: Tx, row: AccountRow, device: Device | null) {
      const connector = connectors.of(row.client_id).get(row.payroll_provider)
      if (connector?.dataType === 'tax-years')
        await startFirstIncome(tx, credentialHandoff, { account: row, entry: connector.entry, device })
      else if (connector?.dataType === 'bank-accounts')
        await startFirstBankRetrieval(tx, row, connector.entry)
      else if (connector) await startFirstRetrieval(tx, row, connector.entry)
    },
  }
  const providerDeps = { connectors, health, requestSlots, browsers, reader, clock }
  const payrollDeps = { ...providerDeps, environment: config.ENVIRONMENT }
  const readingDeps = {
    objects: deps.objects,
    scanner: deps.scanner,
    reader: deps.documentReader,
    maxClientReadingMs: config.READER_CLIENT_SECONDS * 1_000,
    backgroundReadingMs,
  }
  return {
    tasks: [
      ...(transport ? [sendMail.withDeps({ transport, metrics, findLogo: logos.find })] : []),
      sendText.withDeps({ gateway: textGatewayOf(config), metrics }),
      remind.withDeps({ baseUrl: config.BASE_URL }),
      deliver.withDeps(deliveryDeps),
      retryLater.withDeps(deliveryDeps),
      sendTest.withDeps(deliveryDeps),
      recover.withDeps(deliveryDeps),
      connect.withDeps(accountDeps),
      answer.withDeps(accountDeps),
      authorise.withDeps(accountDeps),
      exchange.withDeps(accountDeps),
      reconnect.withDeps(accountDeps),
      confirmConsent.withDeps(accountDeps),
      end.withDeps(accountDeps),
      retrieve.withDeps(payrollDeps),
      direct.withDeps(payrollDeps),
      retrieveBankAccounts.withDeps(payrollDeps),
      retrieveIncome.withDeps({ ...payrollDeps, credentialHandoff }),
      readPayslips.withDeps(readingDeps),
      readAhead.withDeps(readingDeps),
      readStatements.withDeps(readingDeps),
      applyReviewRules.withDeps({ clock }),
      updateIncomeSummary.withDeps({ updateSummary: updateSummary({ clock }) }),
      erase.withDeps({ objects: deps.objects, ledger: deps.ledger }),
    ],
    async close() {
      deliveryDeps.eventContents.close()
      transport?.close()
      await browsers.close()
    },
  }
}

const textGatewayOf = ({ SMS_GATEWAY_URL: url, SMS_GATEWAY_TOKEN: token }: ProcessDependencies['config']) =>
  url === undefined ? undefined : { url, token }

/** Uses the configured browser process, or starts one without any of this process's secrets. */
function openBrowserProcess(config: ProcessDependencies['config']) {
  if (config.BROWSER_SOCKET) return connectBrowserProcess(config.BROWSER_SOCKET)
  const sandbox = config.BROWSER_SANDBOX ?? (config.ENVIRONMENT === 'production' ? 'required' : 'preferred')
  return startBrowserProcess({ executablePath: config.CHROMIUM, sandbox })
}

function openDeliveryDeps({
  config,
  database,
  bus,
  outbound,
  metrics,
  tracer,
}: ProcessDependencies): Parameters<typeof deliver.withDeps>[0] {
  const maxConcurrent = config.WEBHOOK_SENDERS
  const maxPerClient = Math.ceil(maxConcurrent / 4)
  const sendSlots = createKeyedSemaphore({ maxConcurrent, maxPerKey: maxPerClient })
  metrics.gauge('payproof_webhook_senders_taken', 'Webhook requests in flight', sendSlots.inUseCount)
  metrics.gauge(
    'payproof_webhook_senders_waiting',
    'Webhook requests waiting for a send slot',
    sendSlots.queuedCount,
  )
  return {
    database,
    bus,
    outbound,
    sendSlots,
    recorder: createOutcomeRecorder(database),
    eventContents: openEventContents(database),
    tracer,
    inFlight: inFlightLimits(config, maxPerClient),
    idlePermits: createPermits(maxIdleCouriers),
    now: Date.now,
    onAttempt: (outcome, seconds) => metrics.deliveries.observe({ outcome }, seconds),
    pause: (tenant, webhookId, reason) => autoPause(tenant, webhookId, reason, config.BASE_URL),
  }
}

/** A quarter of the couriers of a process (lanes.ts). */
const maxIdleCouriers = 64

/** One webhook may use half of its client's send slots, so that there are always some for the client's other webhooks. */
function inFlightLimits(
  { WEBHOOK_IN_FLIGHT: initial, WEBHOOK_MAX_IN_FLIGHT: max }: ProcessDependencies['config'],
  maxPerClient: number,
) {
  return { initial, max: Math.max(initial, Math.min(max, Math.floor(maxPerClient / 2))) }
}
