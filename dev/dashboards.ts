import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

// Grafana's dashboards as tables of what is shown; the files that Grafana loads are written from them.

/** unit: s, short, percentunit, ops. by: what a line is named after. */
type Panel = { title: string; unit: string; lines: { expr: string; by: string }[] }
type Dashboard = { uid: string; title: string; panels: Panel[] }

const rate = (name: string, by: string, where = '') =>
  `sum by (${by}) (rate(${name}{${where}}[$__rate_interval]))`
const quantile = (q: number, name: string, by = '', where = '') =>
  `histogram_quantile(${q}, sum by (le${by && `, ${by}`}) (rate(${name}_bucket{${where}}[$__rate_interval])))`
const most = (name: string, by: string) => `max by (${by}) (${name})`
const total = (name: string, by: string) => `sum by (${by}) (${name})`
const panel = (title: string, unit: string, ...lines: [expr: string, by: string][]): Panel => ({
  title,
  unit,
  lines: lines.map(([expr, by]) => ({ expr, by })),
})

const dashboards: Dashboard[] = [
  {
    uid: 'payproof-overview',
    title: 'Payproof: promises',
    panels: [
      panel(
        'Requests that failed (budget 0.1 %)',
        'percentunit',
        ['payproof:http_failed:ratio1h', '1 h'],
        ['payproof:http_failed:ratio6h', '6 h'],
      ),
      panel('Reads within 250 ms (promise 99 %)', 'percentunit', ['payproof:http_reads_fast:ratio1h', '1 h']),
      panel('Tasks begun within 5 s (promise 99 %)', 'percentunit', [
        'payproof:tasks_prompt:ratio1h',
        '{{lane}}',
      ]),
      panel('Oldest delivery not made', 's', [
        most('payproof_deliveries_oldest_seconds', 'state'),
        '{{state}}',
      ]),
      panel('Requests', 'ops', [rate('payproof_http_request_seconds_count', 'status'), '{{status}}']),
      panel('Slowest operations, 99 %', 's', [
        `topk(8, ${quantile(0.99, 'payproof_http_request_seconds', 'operation')})`,
        '{{operation}}',
      ]),
      panel('Refused by the rate limit', 'ops', [
        'sum(rate(payproof_http_rate_limited_total[$__rate_interval]))',
        'refused',
      ]),
      panel('Refused because processes were full', 'ops', [
        'sum(rate(payproof_http_refused_total[$__rate_interval]))',
        'refused',
      ]),
      panel('Requests that wait at the door', 'short', [
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
      panel('Oldest due task', 's', [most('payproof_tasks_oldest_due_seconds', 'lane'), '{{lane}}']),
      panel('Due and not handed out', 'short', [most('payproof_tasks_due', 'lane'), '{{lane}}']),
      panel('In NATS', 'short', [most('payproof_lane_depth', 'lane'), '{{lane}}']),
      panel('Hands in use', 'percentunit', [
        `${total('payproof_lane_running', 'lane')} / ${total('payproof_lane_hands', 'lane')}`,
        '{{lane}}',
      ]),
      panel('Due to started, 99 %', 's', [quantile(0.99, 'payproof_task_delay_seconds', 'lane'), '{{lane}}']),
      panel('Ends', 'ops', [rate('payproof_task_seconds_count', 'outcome'), '{{outcome}}']),
      panel('Time to run, 95 %', 's', [quantile(0.95, 'payproof_task_seconds', 'kind'), '{{kind}}']),
      panel('Dead, until somebody looks', 'short', [most('payproof_tasks_dead', 'lane'), '{{lane}}']),
      panel(
        'Leases lost and messages handed out again',
        'ops',
        [rate('payproof_task_leases_lost_total', 'lane'), 'lost {{lane}}'],
        [rate('payproof_task_redeliveries_total', 'lane'), 'again {{lane}}'],
      ),
      panel('Recurring checks: oldest due', 's', [
        most('payproof_recurring_oldest_due_seconds', 'provider'),
        '{{provider}}',
      ]),
      panel('Recurring checks started', 'ops', [
        'sum(rate(payproof_recurring_checks_total[$__rate_interval]))',
        'started',
      ]),
      panel('Reading documents, 95 %', 's', [
        quantile(0.95, 'payproof_reading_seconds', 'outcome'),
        '{{outcome}}',
      ]),
      panel('Documents waiting', 'short', ['sum(payproof_readings_waiting)', 'waiting']),
    ],
  },
  {
    uid: 'payproof-outside',
    title: 'Payproof: providers and receivers',
    panels: [
      panel('Providers: 1 operational, 0.5 degraded, 0 down', 'short', [
        'min by (provider) (payproof_provider_up)',
        '{{provider}}',
      ]),
      panel('Left alone', 'short', [most('payproof_provider_breaker_open', 'provider'), '{{provider}}']),
      panel('Calls to providers', 'ops', [
        rate('payproof_provider_seconds_count', 'provider, outcome'),
        '{{provider}} {{outcome}}',
      ]),
      panel('Median of the last hour', 's', [
        most('payproof_provider_median_seconds', 'provider'),
        '{{provider}}',
      ]),
      panel('Answered in the last hour', 'percentunit', [
        'min by (provider) (payproof_provider_success_rate)',
        '{{provider}}',
      ]),
      panel(
        'Waiting for a turn; visits to websites',
        'short',
        ['sum(payproof_turns_waiting)', 'turns'],
        ['sum(payproof_browser_visits)', 'visits'],
      ),
      panel('Attempts to deliver', 'ops', [
        rate('payproof_delivery_seconds_count', 'outcome'),
        '{{outcome}}',
      ]),
      panel('Time of an attempt, 95 %', 's', [
        quantile(0.95, 'payproof_delivery_seconds', 'outcome'),
        '{{outcome}}',
      ]),
      panel('Deliveries waiting', 'short', [most('payproof_deliveries_waiting', 'state'), '{{state}}']),
      panel('Webhooks', 'short', [most('payproof_webhooks', 'state'), '{{state}}']),
      panel(
        'Senders',
        'short',
        ['sum(payproof_webhook_senders_taken)', 'taken'],
        ['sum(payproof_webhook_senders_waiting)', 'waiting'],
      ),
      panel('Webhooks that lag most (METRICS_WEBHOOKS)', 's', [
        most('payproof_webhook_oldest_seconds', 'webhook'),
        '{{webhook}}',
      ]),
      panel('Mails', 'ops', [rate('payproof_mails_total', 'outcome'), '{{outcome}}']),
    ],
  },
  {
    uid: 'payproof-processes',
    title: 'Payproof: processes and what they stand on',
    panels: [
      panel('Database connections', 'short', [
        total('payproof_database_connections', 'instance, state'),
        '{{instance}} {{state}}',
      ]),
      panel('Waiting for a connection', 'short', [
        total('payproof_database_waiting', 'instance'),
        '{{instance}}',
      ]),
      panel('Time waited for a connection, 99 %', 's', [
        quantile(0.99, 'payproof_database_wait_seconds', 'instance'),
        '{{instance}}',
      ]),
      panel('NATS reached', 'short', ['min by (instance) (payproof_bus_connected)', '{{instance}}']),
      panel('NATS lost', 'ops', [rate('payproof_bus_losses_total', 'instance'), '{{instance}}']),
      panel('Object store, 95 %', 's', [
        quantile(0.95, 'payproof_object_store_seconds', 'operation'),
        '{{operation}}',
      ]),
      panel('Object store: failed calls', 'ops', [
        rate('payproof_object_store_seconds_count', 'operation', 'outcome="failed"'),
        '{{operation}}',
      ]),
      panel('Event loop lag, 99 %', 's', [
        'max by (instance) (nodejs_eventloop_lag_p99_seconds{job=~"payproof.*"})',
        '{{instance}}',
      ]),
      panel('Processor', 'percentunit', [
        rate('process_cpu_seconds_total', 'instance', 'job=~"payproof.*"'),
        '{{instance}}',
      ]),
      panel('Memory', 'bytes', [
        'max by (instance) (process_resident_memory_bytes{job=~"payproof.*"})',
        '{{instance}}',
      ]),
      panel('Readers without a sandbox', 'short', ['sum(payproof_reader_unconfined)', 'unconfined']),
      panel('Spans', 'ops', [rate('payproof_spans_total', 'outcome'), '{{outcome}}']),
    ],
  },
]

const datasource = { type: 'prometheus', uid: '$datasource' }

function describePanel({ title, unit, lines }: Panel, n: number) {
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

const describe = ({ uid, title, panels }: Dashboard) => ({
  uid,
  title,
  tags: ['payproof'],
  schemaVersion: 39,
  editable: false,
  time: { from: 'now-6h', to: 'now' },
  refresh: '30s',
  templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
  panels: panels.map(describePanel),
})

/** Name and content of each file. */
export const dashboardFiles = () =>
  new Map(dashboards.map((one) => [`${one.uid}.json`, `${JSON.stringify(describe(one), null, 2)}\n`]))

if (import.meta.main) {
  const folder = new URL('../deploy/telemetry/dashboards/', import.meta.url)
  for (const [name, text] of dashboardFiles()) await writeFile(fileURLToPath(new URL(name, folder)), text)
}
