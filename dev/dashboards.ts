import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

// Source of the Grafana dashboards in deploy/telemetry/dashboards; `node dev/dashboards.ts` writes them.

/** A panel. `unit` is a Grafana unit, e.g. s, short, percentunit or ops; `by` is the legend of a series. */
type Panel = { title: string; unit: string; lines: { expr: string; by: string }[] }
type Dashboard = { uid: string; title: string; panels: Panel[] }

const rate = (name: string, by: string, where = '') =>
  `sum by (${by}) (rate(${name}{${where}}[$__rate_interval]))`
const quantile = (q: number, name: string, by = '', where = '') =>
  `histogram_quantile(${q}, sum by (le${by && `, ${by}`}) (rate(${name}_bucket{${where}}[$__rate_interval])))`
const max = (name: string, by: string) => `max by (${by}) (${name})`
const total = (name: string, by: string) => `sum by (${by}) (${name})`
const panel = (title: string, unit: string, ...lines: [expr: string, by: string][]): Panel => ({
  title,
  unit,
  lines: lines.map(([expr, by]) => ({ expr, by })),
})

const dashboards: Dashboard[] = [
  {
    uid: 'payproof-overview',
    title: 'Payproof: service levels',
    panels: [
      panel(
        'Failed requests (error budget 0.1 %)',
        'percentunit',
        ['payproof:http_failed:ratio1h', '1 h'],
        ['payproof:http_failed:ratio6h', '6 h'],
      ),
      panel('Reads within 250 ms (objective 99 %)', 'percentunit', [
        'payproof:http_reads_fast:ratio1h',
        '1 h',
      ]),
      panel('Tasks started within 5 s (objective 99 %)', 'percentunit', [
        'payproof:tasks_prompt:ratio1h',
        '{{lane}}',
      ]),
      panel('Oldest pending webhook delivery', 's', [
        max('payproof_deliveries_oldest_seconds', 'state'),
        '{{state}}',
      ]),
      panel('Requests', 'ops', [rate('payproof_http_request_seconds_count', 'status'), '{{status}}']),
      panel('Slowest operations, p99', 's', [
        `topk(8, ${quantile(0.99, 'payproof_http_request_seconds', 'operation')})`,
        '{{operation}}',
      ]),
      panel('Requests rejected by the rate limit', 'ops', [
        'sum(rate(payproof_http_rate_limited_total[$__rate_interval]))',
        'refused',
      ]),
      panel('Requests shed at full capacity', 'ops', [
        'sum(rate(payproof_http_refused_total[$__rate_interval]))',
        'refused',
      ]),
      panel('Requests queued by admission control', 'short', [
        total('payproof_http_waiting', 'instance'),
        '{{instance}}',
      ]),
      panel('Processes', 'short', ['sum by (job) (up{job=~"payproof.*"})', '{{job}}']),
    ],
  },
  {
    uid: 'payproof-work',
    title: 'Payproof: lanes and tasks',
    panels: [
      panel('Oldest due task', 's', [max('payproof_tasks_oldest_due_seconds', 'lane'), '{{lane}}']),
      panel('Due tasks not yet dispatched', 'short', [max('payproof_tasks_due', 'lane'), '{{lane}}']),
      panel('Lane depth in NATS', 'short', [max('payproof_lane_depth', 'lane'), '{{lane}}']),
      panel('Worker slots in use', 'percentunit', [
        `${total('payproof_lane_running', 'lane')} / ${total('payproof_lane_hands', 'lane')}`,
        '{{lane}}',
      ]),
      panel('Delay from due to started, p99', 's', [
        quantile(0.99, 'payproof_task_delay_seconds', 'lane'),
        '{{lane}}',
      ]),
      panel('Finished tasks by outcome', 'ops', [
        rate('payproof_task_seconds_count', 'outcome'),
        '{{outcome}}',
      ]),
      panel('Task duration, p95', 's', [quantile(0.95, 'payproof_task_seconds', 'kind'), '{{kind}}']),
      panel('Dead-lettered tasks', 'short', [max('payproof_tasks_dead', 'lane'), '{{lane}}']),
      panel(
        'Lost leases and redelivered messages',
        'ops',
        [rate('payproof_task_leases_lost_total', 'lane'), 'lost {{lane}}'],
        [rate('payproof_task_redeliveries_total', 'lane'), 'redelivered {{lane}}'],
      ),
      panel('Recurring checks: oldest due', 's', [
        max('payproof_recurring_oldest_due_seconds', 'provider'),
        '{{provider}}',
      ]),
      panel('Recurring checks started', 'ops', [
        'sum(rate(payproof_recurring_checks_total[$__rate_interval]))',
        'started',
      ]),
      panel('Document extraction time, p95', 's', [
        quantile(0.95, 'payproof_reading_seconds', 'outcome'),
        '{{outcome}}',
      ]),
      panel('Documents queued for extraction', 'short', ['sum(payproof_readings_waiting)', 'waiting']),
      panel('Opinions of the language model by outcome', 'ops', [
        rate('payproof_model_seconds_count', 'outcome'),
        '{{outcome}}',
      ]),
    ],
  },
  {
    uid: 'payproof-outside',
    title: 'Payproof: providers and webhooks',
    panels: [
      panel('Providers: 1 operational, 0.5 degraded, 0 down', 'short', [
        'min by (provider) (payproof_provider_up)',
        '{{provider}}',
      ]),
      panel('Provider circuit breakers open', 'short', [
        max('payproof_provider_breaker_open', 'provider'),
        '{{provider}}',
      ]),
      panel('Calls to providers', 'ops', [
        rate('payproof_provider_seconds_count', 'provider, outcome'),
        '{{provider}} {{outcome}}',
      ]),
      panel('Provider response time, median of the last hour', 's', [
        max('payproof_provider_median_seconds', 'provider'),
        '{{provider}}',
      ]),
      panel('Provider success rate, last hour', 'percentunit', [
        'min by (provider) (payproof_provider_success_rate)',
        '{{provider}}',
      ]),
      panel(
        'Queued for a provider slot; browser sessions',
        'short',
        ['sum(payproof_turns_waiting)', 'queued'],
        ['sum(payproof_browser_visits)', 'sessions'],
      ),
      panel('Webhook delivery attempts', 'ops', [
        rate('payproof_delivery_seconds_count', 'outcome'),
        '{{outcome}}',
      ]),
      panel('Delivery attempt duration, p95', 's', [
        quantile(0.95, 'payproof_delivery_seconds', 'outcome'),
        '{{outcome}}',
      ]),
      panel('Pending webhook deliveries', 'short', [
        max('payproof_deliveries_waiting', 'state'),
        '{{state}}',
      ]),
      panel('Webhooks by state', 'short', [max('payproof_webhooks', 'state'), '{{state}}']),
      panel(
        'Webhook send slots',
        'short',
        ['sum(payproof_webhook_senders_taken)', 'in use'],
        ['sum(payproof_webhook_senders_waiting)', 'waiting'],
      ),
      panel('Webhooks with the oldest pending delivery (METRICS_WEBHOOKS)', 's', [
        max('payproof_webhook_oldest_seconds', 'webhook'),
        '{{webhook}}',
      ]),
      panel('Emails', 'ops', [rate('payproof_mails_total', 'outcome'), '{{outcome}}']),
      panel('Text messages', 'ops', [rate('payproof_texts_total', 'outcome'), '{{outcome}}']),
    ],
  },
  {
    uid: 'payproof-processes',
    title: 'Payproof: processes and dependencies',
    panels: [
      panel('Database connections', 'short', [
        total('payproof_database_connections', 'instance, state'),
        '{{instance}} {{state}}',
      ]),
      panel('Requests waiting for a database connection', 'short', [
        total('payproof_database_waiting', 'instance'),
        '{{instance}}',
      ]),
      panel('Wait for a database connection, p99', 's', [
        quantile(0.99, 'payproof_database_wait_seconds', 'instance'),
        '{{instance}}',
      ]),
      panel(
        'PostgreSQL: archive, transactions and clock',
        's',
        ['max(payproof_database_archive_age_seconds)', 'since the last WAL file was archived'],
        ['max(payproof_database_oldest_transaction_seconds)', 'oldest open transaction'],
        ['max(payproof_clock_skew_seconds)', 'clock skew'],
      ),
      panel('PostgreSQL: transactions since the oldest row was frozen', 'short', [
        'max(payproof_database_xid_age)',
        'transactions',
      ]),
      panel(
        'PostgreSQL: failures',
        'short',
        ['max(payproof_database_archive_failures)', 'archiving'],
        ['max(payproof_database_checksum_failures)', 'checksums'],
      ),
      panel('NATS connected', 'short', ['min by (instance) (payproof_bus_connected)', '{{instance}}']),
      panel('NATS disconnects', 'ops', [rate('payproof_bus_losses_total', 'instance'), '{{instance}}']),
      panel('NATS messages rejected', 'ops', [rate('payproof_bus_rejected_total', 'reason'), '{{reason}}']),
      panel('Requests missing from the request log', 'ops', [
        rate('payproof_request_log_dropped_total', 'instance'),
        '{{instance}}',
      ]),
      panel('Object store latency, p95', 's', [
        quantile(0.95, 'payproof_object_store_seconds', 'operation'),
        '{{operation}}',
      ]),
      panel('Object store: failed calls', 'ops', [
        rate('payproof_object_store_seconds_count', 'operation', 'outcome="failed"'),
        '{{operation}}',
      ]),
      panel('Event loop lag, p99', 's', [
        'max by (instance) (nodejs_eventloop_lag_p99_seconds{job=~"payproof.*"})',
        '{{instance}}',
      ]),
      panel('CPU', 'percentunit', [
        rate('process_cpu_seconds_total', 'instance', 'job=~"payproof.*"'),
        '{{instance}}',
      ]),
      panel('Memory', 'bytes', [
        'max by (instance) (process_resident_memory_bytes{job=~"payproof.*"})',
        '{{instance}}',
      ]),
      panel('Document readers without a sandbox', 'short', ['sum(payproof_reader_unconfined)', 'unconfined']),
      panel('Trace spans', 'ops', [rate('payproof_spans_total', 'outcome'), '{{outcome}}']),
    ],
  },
]

const datasource = { type: 'prometheus', uid: '$datasource' }

function toGrafanaPanel({ title, unit, lines }: Panel, n: number) {
  return {
    id: n + 1,
    type: 'timeseries',
    title,
    datasource,
    gridPos: { x: (n % 2) * 12, y: Math.floor(n / 2) * 8, w: 12, h: 8 },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
    targets: lines.map(({ expr, by }, line) => ({
      refId: String.fromCharCode(65 + line),
      datasource,
      expr,
      legendFormat: by,
    })),
  }
}

const toGrafanaDashboard = ({ uid, title, panels }: Dashboard) => ({
  uid,
  title,
  tags: ['payproof'],
  schemaVersion: 39,
  editable: false,
  time: { from: 'now-6h', to: 'now' },
  refresh: '30s',
  templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
  panels: panels.map(toGrafanaPanel),
})

/** Returns the content of each dashboard file by file name. */
export const dashboardFiles = () =>
  new Map(
    dashboards.map((one) => [`${one.uid}.json`, `${JSON.stringify(toGrafanaDashboard(one), null, 2)}\n`]),
  )

if (import.meta.main) {
  const folder = new URL('../deploy/telemetry/dashboards/', import.meta.url)
  for (const [name, text] of dashboardFiles()) await writeFile(fileURLToPath(new URL(name, folder)), text)
}
