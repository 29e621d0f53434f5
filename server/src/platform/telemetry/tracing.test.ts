import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { openLog } from './log.ts'
import { openExporter } from './otlp.ts'
import { formatTrace, parseTrace } from './trace-context.ts'
import { currentSpan, type EndedSpan, openTracer, traceStep, withSpan } from './tracing.ts'

function recordingTracer(sampleRatio = 1) {
  const ended: EndedSpan[] = []
  return { ended, tracer: openTracer({ sampleRatio, onEnd: (span) => ended.push(span) }) }
}

test('parses its own format and rejects other texts', () => {
  const context = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', isSampled: true }
  expect(parseTrace(formatTrace(context))).toEqual(context)
  expect(parseTrace(formatTrace({ ...context, isSampled: false }))).toEqual({ ...context, isSampled: false })
  for (const text of [
    undefined,
    null,
    '',
    'nonsense',
    formatTrace(context).toUpperCase(),
    `${formatTrace(context)}-more`,
    formatTrace({ ...context, traceId: '0'.repeat(32) }),
    formatTrace({ ...context, spanId: '0'.repeat(16) }),
  ])
    expect(parseTrace(text), String(text)).toBeUndefined()
})

test('a step is a child of the span it starts in, also after an await, and records failure', async () => {
  const { ended, tracer } = recordingTracer()
  const [one, two] = [tracer.start('one', 'server', {}), tracer.start('two', 'server', {})]
  const step = (name: string) => ({ name, kind: 'client', attributes: {} }) as const
  await Promise.all([
    withSpan(one, async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      await traceStep(step('good'), async (note) => note({ 'payproof.outcome': 'fine' }))
    }),
    withSpan(two, () => traceStep(step('bad'), () => Promise.reject(new Error('no')))).catch(() => {}),
  ])
  expect(ended).toMatchObject([
    { name: 'bad', parentSpanId: two.context.spanId, isFailed: true },
    { name: 'good', parentSpanId: one.context.spanId, attributes: { 'payproof.outcome': 'fine' } },
  ])
  expect(currentSpan()).toBeUndefined()
})

test('the sampling decision is made once, at the root; an unsampled trace keeps its id and exports nothing', () => {
  const { ended, tracer } = recordingTracer(0)
  const root = tracer.start('root', 'server', {})
  const next = tracer.start('next', 'consumer', {}, { trace: root.traceparent })
  for (const span of [next, root]) span.end()
  expect(next.context.traceId).toBe(root.context.traceId)
  expect(ended).toEqual([])
  const other = recordingTracer(0)
  other.tracer
    .start('of a recorded one', 'consumer', {}, { trace: root.traceparent.replace(/00$/, '01') })
    .end()
  expect(other.ended).toHaveLength(1)
})

test('only the first call of end counts', () => {
  const { ended, tracer } = recordingTracer()
  const span = tracer.start('once', 'server', {})
  span.end({ 'payproof.outcome': 'done' })
  span.end({}, true)
  expect(ended).toMatchObject([{ isFailed: false, attributes: { 'payproof.outcome': 'done' } }])
})

test('drops and counts spans if the collector is unreachable or fails', async () => {
  const refusing = createServer((_request, response) => response.writeHead(500).end()).listen(0, '127.0.0.1')
  atEnd(() => refusing.close().closeAllConnections())
  await new Promise((resolve) => refusing.once('listening', resolve))
  const { port } = refusing.address() as AddressInfo
  for (const endpoint of ['http://127.0.0.1:9', `http://127.0.0.1:${port}/`]) {
    const counts = { sent: 0, dropped: 0 }
    const exporter = openExporter({
      endpoint,
      headers: {},
      resource: {},
      log: openLog('silent'),
      onCount: (outcome, spans) => {
        counts[outcome] += spans
      },
    })
    const tracer = openTracer({ sampleRatio: 1, onEnd: exporter.add })
    // This is more than the queue holds, so the rest is dropped immediately.
    for (let n = 0; n < 10_000; n++) tracer.start('lost', 'server', {}).end()
    expect(counts).toEqual({ sent: 0, dropped: 10_000 - 8_192 })
    await exporter.close()
    expect(counts).toEqual({ sent: 0, dropped: 10_000 })
  }
})
