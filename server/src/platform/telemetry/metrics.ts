import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof openMetrics>

/** Prometheus figures of this process. No label names a client, a user or a key. */
export function openMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    requests: new Histogram({
      name: 'payproof_http_request_seconds',
      help: 'Time to answer, by operation and status',
      labelNames: ['operation', 'status'] as const,
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
      registers: [registry],
    }),
    refused: new Counter({
      name: 'payproof_http_rate_limited_total',
      help: 'Requests refused by the rate limit',
      registers: [registry],
    }),
    turnedAway: new Counter({
      name: 'payproof_http_refused_total',
      help: 'Requests refused at the door because the process was full',
      registers: [registry],
    }),
    mails: new Counter({
      name: 'payproof_mails_total',
      help: 'Mails handed to the mail server, by outcome',
      labelNames: ['outcome'] as const,
      registers: [registry],
    }),
    tasks: new Histogram({
      name: 'payproof_task_seconds',
      help: 'Time to run a task and store its end, by kind and outcome',
      labelNames: ['kind', 'outcome'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60, 300],
      registers: [registry],
    }),
    taskDelay: new Histogram({
      name: 'payproof_task_delay_seconds',
      help: 'Time between due and started, by lane',
      labelNames: ['lane'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 300, 3600],
      registers: [registry],
    }),
    deliveries: new Histogram({
      name: 'payproof_delivery_seconds',
      help: 'Time of one attempt to deliver a webhook, by outcome',
      labelNames: ['outcome'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers: [registry],
    }),
    taskLeasesLost: new Counter({
      name: 'payproof_task_leases_lost_total',
      help: 'Tasks that were cancelled, or offered to another worker, while one had them in hand, by lane',
      labelNames: ['lane'] as const,
      registers: [registry],
    }),
    taskRedeliveries: new Counter({
      name: 'payproof_task_redeliveries_total',
      help: 'Tasks that NATS handed out again because their worker was silent, by lane',
      labelNames: ['lane'] as const,
      registers: [registry],
    }),
    databaseWait: new Histogram({
      name: 'payproof_database_wait_seconds',
      help: 'Time waited for a database connection by those who did not find one free',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers: [registry],
    }),
    objectStore: new Histogram({
      name: 'payproof_object_store_seconds',
      help: 'Time of one call to the object store, by operation and outcome: done, missing, failed',
      labelNames: ['operation', 'outcome'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
      registers: [registry],
    }),
    spans: new Counter({
      name: 'payproof_spans_total',
      help: 'Spans for the trace collector, by outcome: sent, dropped',
      labelNames: ['outcome'] as const,
      registers: [registry],
    }),
    checks: new Counter({
      name: 'payproof_recurring_checks_total',
      help: 'Recurring checks started',
      registers: [registry],
    }),
    providers: new Histogram({
      name: 'payproof_provider_seconds',
      help: 'Time of one call to a payroll provider, by outcome: good, refused, bad',
      labelNames: ['provider', 'outcome'] as const,
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60],
      registers: [registry],
    }),
    readings: new Histogram({
      name: 'payproof_reading_seconds',
      help: 'Time to read one document, by outcome: read, rejected; slow, memory, died, garbled where its child was ended',
      labelNames: ['outcome'] as const,
      buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers: [registry],
    }),
    gauge(name: string, help: string, read: () => number) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read())
        },
      })
    },
    /** A count that is kept elsewhere. */
    counter(name: string, help: string, read: () => number) {
      new Counter({
        name,
        help,
        registers: [registry],
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
    /** One figure per name, asked for with every scrape. */
    gaugeBy(label: string, name: string, help: string, read: () => Promise<Map<string, number>>) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          this.reset()
          for (const [value, figure] of await read()) this.set({ [label]: value }, figure)
        },
      })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
