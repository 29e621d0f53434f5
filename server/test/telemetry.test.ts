import { randomBytes } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { cloneDatabase } from './api.ts'
import { atEnd } from './at-end.ts'
import { eventually } from './engine.ts'
import type { CollectedSpan } from './outside/collector.ts'
import type { Received } from './outside/receiver.ts'
import { startOutside } from './outside/start.ts'
import { type ApiProcess, startApiProcess } from './processes.ts'
import { startSandbox } from './sandbox.ts'
import { mustWith } from './stories/world.ts'
import { environmentFor } from './template.ts'

// Runs API, dispatcher and worker as separate processes, with a trace collector, a webhook receiver and the sandbox.
// One person logs in; everything that follows must be one trace, and what the operator sees must not contain personal
// data.

const world = inject('world')
const [database, collector, receiver, sandbox] = await Promise.all([
  cloneDatabase(world),
  startOutside('collector.ts'),
  startOutside('receiver.ts'),
  startSandbox({ clock: '2026-07-15T09:00:00Z' }),
])
atEnd(() => collector.stop())
atEnd(() => receiver.stop())
atEnd(database.drop)
const environment = {
  ...environmentFor(world, database.name),
  SANDBOX_URL: sandbox.url,
  SANDBOX_CLOCK: 'true',
  OUTBOUND_LOOPBACK: 'true',
  LOG_LEVEL: 'debug',
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-scope=ours%20only',
  METRICS_WEBHOOKS: 'true',
  SMTP_URL: 'smtp://127.0.0.1:9',
}
const roles = ['api', 'dispatcher', 'worker'] as const
const processes = await Promise.all(roles.map((role) => startApiProcess(environment, role)))
const [api, , worker] = processes as [ApiProcess, ApiProcess, ApiProcess]
const acme = api.withKey(world.clients.acme.apiKey)

const spans = async () => (await (await fetch(`${collector.url}/spans`)).json()) as CollectedSpan[]

const spanOf = (request: string | undefined) =>
  eventually(async () =>
    (await spans()).find(({ attributes }) => attributes['payproof.request.id'] === request),
  )

const linesOf = ({ output }: ApiProcess): Record<string, unknown>[] =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line))

const userName = 'wilhelmina.oakapple'
// Only the receiver and the client may see this path, by which our receiver identifies its webhooks.
const address = `${userName}?to=CanaryAddress`

/** Logs in as a sandbox person and waits until the client's receiver was notified. */
async function connectPerson() {
  const person = await sandbox.control('GET', `/people/${userName}`)
  const must = mustWith(acme)
  const { webhook_id } = await must('POST', '/webhooks', {
    name: userName,
    events: ['user-payroll-submitted'],
    url: `${receiver.url}/hooks/${address}`,
    config: { include_payload: true },
    encryption_key: randomBytes(32).toString('base64'),
  })
  const { user_id } = await must('POST', '/users', {
    forename: person.identity.forename,
    surname: person.identity.surname,
    ext_id: 'CanaryExtId',
    date_of_birth: person.identity.date_of_birth,
    ni_number: person.identity.ni_number,
    payroll_period_months: 6,
    post_codes: person.identity.addresses.map(({ post_code }: { post_code: string }) => post_code),
  })
  await must('POST', '/authorisations', { user_id, user_agent: 'CanaryAgent' })
  const { token } = await must('POST', '/user-tokens', { user_id })
  const signIn = (password: string) =>
    api.withToken(token)(
      'POST',
      '/accounts',
      { user_id, payroll_provider: 'sandbox-payroll', user_name: userName, password },
      // A trace context from outside must not be continued.
      { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` },
    )
  // The failure is first, because failures log the most.
  expect((await signIn('CanaryPassword')).status).toBe(400)
  const reply = await signIn('pass')
  if (reply.status !== 201) throw new Error(`no account: ${reply.text}`)
  const [received] = await eventually(async () => {
    const list = (await (await fetch(`${receiver.url}/received/${address}`)).json()) as Received[]
    return list.length > 0 && list
  })
  if (!received) throw new Error('no delivery was received')
  return { person, user_id, token, webhook_id, account: reply, received }
}

const connection = await connectPerson()
const requestId = connection.account.headers['x-request-id']

// In order: the last test stops the processes.
describe('telemetry of one login', { shuffle: false }, () => {
  test('a request and everything it triggers is one trace, through every process, up to the receiver', async () => {
    const collected = await eventually(async () => {
      const all = await spans()
      const root = all.find(({ attributes }) => attributes['payproof.request.id'] === requestId)
      const trace = all.filter(({ traceId }) => traceId === root?.traceId)
      return trace.some(({ name }) => name === 'task webhook.deliver') && trace
    })
    const byId = new Map(collected.map((span) => [span.spanId, span]))
    // Returns the names of the spans that lead to a span. The span 'hand out account.connect' is skipped, because the
    // API itself publishes the task if the lane has capacity.
    const spanPath = (span: CollectedSpan | undefined): string[] => {
      if (!span) return []
      const before = spanPath(byId.get(span.parentSpanId ?? ''))
      return span.name === 'hand out account.connect'
        ? before
        : [...before, `${span.resource['service.name']}: ${span.name}`]
    }
    const one = (name: string) => collected.find((span) => span.name === name)

    const fetched = [
      'payproof-api: POST /accounts',
      'payproof-worker: task account.connect',
      'payproof-dispatcher: hand out payroll.retrieve',
      'payproof-worker: task payroll.retrieve',
    ]
    expect(spanPath(one('task payroll.retrieve'))).toEqual(fetched)
    expect(spanPath(one('deliver webhook'))).toEqual([...fetched, 'payproof-worker: deliver webhook'])
    expect(spanPath(one('task webhook.deliver'))).toEqual([
      ...fetched,
      'payproof-dispatcher: hand out webhook.deliver',
      'payproof-worker: task webhook.deliver',
    ])
    const calls = collected.filter(({ name }) => name === 'call provider')
    expect(calls.map((span) => spanPath(span).at(-2)).sort()).toEqual([
      'payproof-worker: task account.connect',
      'payproof-worker: task payroll.retrieve',
    ])
    expect(calls[0]?.attributes).toEqual({
      'payproof.provider': 'sandbox-payroll',
      'payproof.outcome': 'good',
    })

    // The receiver can continue the trace of the attempt that reached it; the attempt's span is linked to the delivery
    // worker's.
    const delivery = one('deliver webhook') as CollectedSpan
    expect(connection.received.headers.traceparent).toBe(`00-${delivery.traceId}-${delivery.spanId}-01`)
    expect(delivery.links).toEqual([
      { traceId: delivery.traceId, spanId: one('task webhook.deliver')?.spanId },
    ])
    expect(delivery.attributes).toMatchObject({
      'payproof.event': 'user-payroll-submitted',
      'http.response.status_code': '200',
      'payproof.outcome': 'delivered',
      'payproof.webhook.id': connection.webhook_id,
    })
    const root = one('POST /accounts') as CollectedSpan
    expect(root.parentSpanId).toBeUndefined()
    expect(root.traceId).not.toBe('ab'.repeat(16))
    expect(root.attributes).toMatchObject({
      'payproof.operation': 'createAccount',
      'payproof.caller': 'user',
    })
  })

  test('log lines carry the trace id, in the process of the request and of its task', async () => {
    const root = await spanOf(requestId)
    const line = await eventually(() =>
      linesOf(api).find(({ reqId, msg }) => reqId === requestId && msg === 'request'),
    )
    expect(line).toMatchObject({ trace_id: root.traceId, span_id: root.spanId, route: '/accounts' })

    // The mail server is unreachable, which the worker logs.
    const invited = await acme('POST', '/members', { email: 'canary.mail@team.example', role: 'Support' })
    expect(invited.status).toBe(201)
    const cause = await spanOf(invited.headers['x-request-id'])
    const failure = await eventually(() =>
      linesOf(worker).find(({ msg, trace_id }) => msg === 'task failed' && trace_id === cause.traceId),
    )
    expect(failure).toMatchObject({ kind: 'mail.send' })
  })

  test('a failing receiver appears in the trace of its event', async () => {
    await fetch(`${receiver.url}/behaviours/${address}`, { method: 'PUT', body: '{"status":500}' })
    const event = 'user-payroll-submitted'
    const reply = await acme('POST', `/webhooks/${connection.webhook_id}/test`, { event })
    expect(reply.status, reply.text).toBeLessThan(300)
    const cause = await spanOf(reply.headers['x-request-id'])
    const attempt = await eventually(async () =>
      (await spans()).find(({ name, status }) => name === 'deliver webhook' && status?.code === 2),
    )
    expect(attempt.traceId).toBe(cause.traceId)
    expect(attempt.attributes).toMatchObject({ 'http.response.status_code': '500' })
  })

  test('spans, metrics and logs contain no personal data', async () => {
    const { person, user_id, token, received } = connection
    const { payslips } = await sandbox.control('GET', `/people/${userName}/payslips?limit=100`)
    const figures = await Promise.all(
      processes.map(async ({ address }) => (await fetch(`${address}/metrics`)).text()),
    )
    const stored = await acme('GET', `/payroll/${user_id}`)
    // A graceful shutdown flushes the log.
    for (const { signal } of processes) signal('SIGTERM')
    for (const { ended } of processes) expect(await ended).toMatchObject({ code: 0 })
    const seen = {
      spans: JSON.stringify(await (await fetch(`${collector.url}/raw`)).json()),
      figures: figures.join('\n'),
      logs: processes.map(({ output }) => output()).join('\n'),
    }
    const { identity } = person
    const secrets: string[] = [
      identity.forename,
      identity.surname,
      identity.ni_number,
      identity.date_of_birth,
      userName,
      ...identity.addresses.flatMap((address: Record<string, string>) => Object.values(address)),
      token,
      world.clients.acme.apiKey,
      'CanaryPassword',
      'CanaryExtId',
      'CanaryAgent',
      'CanaryAddress',
      'canary.mail',
      ...payslips.flatMap(
        (payslip: { totals: Record<string, string>; employment: { employer: { name: string } } }) => [
          ...Object.values(payslip.totals).filter((amount) => amount.length > 5),
          payslip.employment.employer.name,
        ],
      ),
    ].filter((text) => typeof text === 'string' && text.length > 3)
    // The service must have stored and sent these values; otherwise their absence elsewhere would prove nothing.
    expect(stored.text).toContain(identity.ni_number)
    expect(received.body.length).toBeGreaterThan(1_000)
    expect(secrets.length).toBeGreaterThan(30)
    for (const [where, text] of Object.entries(seen)) {
      expect(text.length, where).toBeGreaterThan(3_000)
      expect(
        secrets.filter((secret) => text.includes(secret)),
        where,
      ).toEqual([])
    }
    // The log identifies a user token by the user's id; spans and metrics do not even contain the id.
    expect(seen.spans).not.toContain(user_id)
    expect(seen.figures).not.toContain(user_id)
    expect(seen.spans).toContain('"x-scope":"ours only"'.replaceAll('"', '\\"'))
  })
})
