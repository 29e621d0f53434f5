import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { openLog } from './log.ts'
import { openExporter } from './otlp.ts'
import { formatTrace, parseTrace } from './trace-context.ts'
import { currentSpan, type EndedSpan, inStep, openTracer, within } from './tracing.ts'

function recording(share = 1) {
  const ended: EndedSpan[] = []
  return { ended, tracer: openTracer({ share, onEnd: (span) => ended.push(span) }) }
}

test('what was written is read, and anything else is not believed', () => {
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

test('a step belongs to what is going on where it was begun, also after waiting, and says how it ended', async () => {
  const { ended, tracer } = recording()
  const [one, two] = [tracer.start('one', 'server', {}), tracer.start('two', 'server', {})]
  const step = (name: string) => ({ name, kind: 'client', attributes: {} }) as const
  await Promise.all([
    within(one, async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      await inStep(step('good'), async (note) => note({ 'payproof.outcome': 'fine' }))
    }),
    within(two, () => inStep(step('bad'), () => Promise.reject(new Error('no')))).catch(() => {}),
  ])
  expect(ended).toMatchObject([
    { name: 'bad', parentSpanId: two.context.spanId, isFailed: true },
    { name: 'good', parentSpanId: one.context.spanId, attributes: { 'payproof.outcome': 'fine' } },
  ])
  expect(currentSpan()).toBeUndefined()
})

test('a trace that is not recorded keeps its id over processes and sends nothing; a share decides once, at the beginning', () => {
  const { ended, tracer } = recording(0)
  const root = tracer.start('root', 'server', {})
  const next = tracer.start('next', 'consumer', {}, { trace: root.traceparent })
  for (const span of [next, root]) span.end()
  expect(next.context.traceId).toBe(root.context.traceId)
  expect(ended).toEqual([])
  const other = recording(0)
  other.tracer
    .start('of a recorded one', 'consumer', {}, { trace: root.traceparent.replace(/00$/, '01') })
    .end()
  expect(other.ended).toHaveLength(1)
})

test('a span ends once, with its first word', () => {
  const { ended, tracer } = recording()
  const span = tracer.start('once', 'server', {})
  span.end({ 'payproof.outcome': 'done' })
  span.end({}, true)
  expect(ended).toMatchObject([{ isFailed: false, attributes: { 'payproof.outcome': 'done' } }])
})

test('a collector that is away or refuses costs spans, which are counted, and nothing else', async () => {
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
    const tracer = openTracer({ share: 1, onEnd: exporter.add })
    // More than may wait: the rest is forgotten at once.
    for (let n = 0; n < 10_000; n++) tracer.start('lost', 'server', {}).end()
    expect(counts).toEqual({ sent: 0, dropped: 10_000 - 8_192 })
    await exporter.close()
    expect(counts).toEqual({ sent: 0, dropped: 10_000 })
  }
})
