import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof openMetrics>

/** Prometheus metrics of this process. No label identifies a client, a user or a key. */
export function openMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    requests: new Histogram({
      name: 'payproof_http_request_seconds',
      help: 'Duration of HTTP requests, by operation and status',
      labelNames: ['operation', 'status'] as const,
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
      registers: [registry],
    }),
    rateLimited: new Counter({
      name: 'payproof_http_rate_limited_total',
      help: 'Requests rejected by the rate limit',
      registers: [registry],
    }),
    shedRequests: new Counter({
      name: 'payproof_http_refused_total',
      help: 'Requests shed by admission control because the process was overloaded',
      registers: [registry],
    }),
    requestLogDropped: new Counter({
      name: 'payproof_request_log_dropped_total',
      help: 'Requests missing from the request log, because its buffer was full or the database unreachable',
      registers: [registry],
    }),
    mails: new Counter({
      name: 'payproof_mails_total',
      help: 'E-mails handed to the mail server, by outcome',
      labelNames: ['outcome'] as const,
      registers: [registry],
    }),
    texts: new Counter({
      name: 'payproof_texts_total',
      help: 'Text messages handed to the SMS gateway, by outcome',
      labelNames: ['outcome'] as const,
      registers: [registry],
    }),
    tasks: new Histogram({
      name: 'payproof_task_seconds',
      help: 'Duration of tasks including storing the result, by kind and outcome',
      labelNames: ['kind', 'outcome'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60, 300],
      registers: [registry],
    }),
    taskDelay: new Histogram({
      name: 'payproof_task_delay_seconds',
      help: 'Delay between due time and start of a task, by lane',
      labelNames: ['lane'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 300, 3600],
      registers: [registry],
    }),
    deliveries: new Histogram({
      name: 'payproof_delivery_seconds',
      help: 'Duration of webhook delivery attempts, by outcome',
      labelNames: ['outcome'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers: [registry],
    }),
    taskLeasesLost: new Counter({
      name: 'payproof_task_leases_lost_total',
      help: 'Running tasks that were cancelled or offered to another worker, by lane',
      labelNames: ['lane'] as const,
      registers: [registry],
    }),
    taskRedeliveries: new Counter({
      name: 'payproof_task_redeliveries_total',
      help: 'Task messages redelivered by NATS because the worker sent no heartbeat, by lane',
      labelNames: ['lane'] as const,
      registers: [registry],
    }),
    rejectedMessages: new Counter({
      name: 'payproof_bus_rejected_total',
      help: 'NATS messages dropped because no process of this cell signed them in time, by reason: unsigned, forged, stale',
      labelNames: ['reason'] as const,
      registers: [registry],
    }),
    databaseWait: new Histogram({
      name: 'payproof_database_wait_seconds',
      help: 'Wait for a database connection when none was free',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers: [registry],
    }),
    objectStore: new Histogram({
      name: 'payproof_object_store_seconds',
      help: 'Duration of object store calls, by operation and outcome: done, missing, failed',
      labelNames: ['operation', 'outcome'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
      registers: [registry],
    }),
    spans: new Counter({
      name: 'payproof_spans_total',
      help: 'Trace spans exported to the collector, by outcome: sent, dropped',
      labelNames: ['outcome'] as const,
      registers: [registry],
    }),
    recurringChecks: new Counter({
      name: 'payproof_recurring_checks_total',
      help: 'Recurring checks started',
      registers: [registry],
    }),
    providerCalls: new Histogram({
      name: 'payproof_provider_seconds',
      help: 'Duration of calls to payroll providers, by provider and outcome: good, refused, bad',
      labelNames: ['provider', 'outcome'] as const,
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60],
      registers: [registry],
    }),
    documentReads: new Histogram({
      name: 'payproof_reading_seconds',
      help: 'Duration of document reads, by outcome: read, rejected; or slow, memory, died, garbled if the child process was killed',
      labelNames: ['outcome'] as const,
      buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers: [registry],
    }),
    modelOpinions: new Histogram({
      name: 'payproof_model_seconds',
      help: 'Time that uncertain documents waited for the model, by outcome: used; or dropped as invented, refuted, overruled, malformed; or failed, skipped if there was no reply',
      labelNames: ['outcome'] as const,
      buckets: [0.5, 1, 2.5, 5, 10, 20, 30, 60, 120],
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
    /** Registers a gauge that is read on every scrape. Without a value it is absent. */
    asyncGauge(name: string, help: string, read: () => Promise<number | undefined>) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          const value = await read()
          if (value === undefined) this.remove()
          else this.set(value)
        },
      })
    },
    /** Registers a counter whose value is maintained by the caller. */
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
    /** Registers a gauge with one value per label value, read on every scrape. */
    gaugeByLabel(label: string, name: string, help: string, read: () => Promise<Map<string, number>>) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          this.reset()
          for (const [labelValue, value] of await read()) this.set({ [label]: labelValue }, value)
        },
      })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
