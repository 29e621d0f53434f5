import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { standardHeaders } from '../../test/sender.ts'
import {
  type Delivery,
  type DeliveryMemory,
  inMemory,
  webhookReceiver,
  webhookResponder,
} from '../webhooks.ts'

const secret = 'a signing secret'
const event = {
  event: 'user-payroll-submitted',
  user_id: randomUUID(),
  timestamp: '2027-03-01T12:00:00.000Z',
  entry_id: randomUUID(),
  account_id: null,
}

function arrival(id = randomUUID() as string, content: object = event) {
  const body = JSON.stringify(content)
  return { id, body, headers: { ...standardHeaders(body, [secret], id, new Date()), 'x-svc-attempt': '1' } }
}

/** Creates a receiver that records the deliveries it processed. */
function aReceiver(options: { memory?: DeliveryMemory; work?: (delivery: Delivery) => unknown } = {}) {
  const handled: string[] = []
  const refused: string[] = []
  const { work, memory = inMemory() } = options
  const receive = webhookReceiver({
    secrets: [secret],
    memory,
    onRefused: ({ reason }) => refused.push(reason),
    async handle(delivery) {
      await work?.(delivery)
      handled.push(delivery.id)
    },
  })
  return { handled, refused, receive }
}

test('a repeated delivery is acknowledged and not processed again', async () => {
  const { receive, handled } = aReceiver()
  const { id, body, headers } = arrival()
  expect([await receive(body, headers), await receive(body, headers)]).toEqual([204, 204])
  expect(handled).toEqual([id])
})

test('while the first attempt is being processed a second gets 503, since the first may still fail', async () => {
  let end = (_: unknown) => {}
  const { receive, handled } = aReceiver({ work: () => new Promise((resolve) => (end = resolve)) })
  const { id, body, headers } = arrival()
  const first = receive(body, headers)
  await expect.poll(() => receive(body, headers)).toBe(409)
  end(undefined)
  expect(await first).toBe(204)
  expect(await receive(body, headers)).toBe(204)
  expect(handled).toEqual([id])
})

test('work that failed is done by the next attempt, and its error is the server’s to tell', async () => {
  let tries = 0
  const { receive, handled } = aReceiver({
    work: () => {
      if (tries++ === 0) throw new Error('The database is away')
    },
  })
  const { id, body, headers } = arrival()
  await expect(receive(body, headers)).rejects.toThrow('The database is away')
  expect(await receive(body, headers)).toBe(204)
  expect(handled).toEqual([id])
})

test('a kind of event that this version does not know is acknowledged and handled', async () => {
  const seen: string[] = []
  const handle = (delivery: Delivery) => seen.push(delivery.event)
  const { receive, refused } = aReceiver({ work: handle })
  const respond = webhookResponder({ secrets: [secret], handle })
  const content = { event: 'user-moved-house', user_id: event.user_id, timestamp: event.timestamp }
  const [first, second] = [arrival(undefined, content), arrival(undefined, content)]
  expect(await receive(first.body, first.headers)).toBe(204)
  expect((await respond(new Request('https://lender.example', { method: 'POST', ...second }))).status).toBe(
    204,
  )
  expect([seen, refused]).toEqual([['user-moved-house', 'user-moved-house'], []])
})

test('an invalid delivery is rejected with a reason and not remembered', async () => {
  const { receive, handled, refused } = aReceiver()
  const { id, body, headers } = arrival()
  expect(await receive(body.replace('null', '"x"'), headers)).toBe(400)
  expect(await receive(undefined, {})).toBe(400)
  await expect(receive(JSON.parse(body), headers)).rejects.toThrow('The body is parsed already')
  expect(refused).toEqual(['wrong-signature', 'unsigned'])
  expect(await receive(body, headers)).toBe(204)
  expect(handled).toEqual([id])
})

test('a memory forgets leases and old ids in time, and never holds more than it may', () => {
  let time = 0
  const memory = inMemory({ max: 2, now: () => time })
  expect([memory.begin('a', 10), memory.begin('a', 10)]).toEqual(['new', 'running'])
  time = 10
  expect(memory.begin('a', 10)).toBe('new')
  memory.finish('a', 100)
  time = 109
  expect(memory.begin('a', 10)).toBe('done')
  time = 110
  expect(memory.begin('a', 10)).toBe('new')
  memory.drop('a')
  for (const id of ['a', 'b', 'c']) memory.begin(id, 10)
  expect(['c', 'b', 'a'].map((id) => memory.begin(id, 10))).toEqual(['running', 'running', 'new'])
})

test('a web handler takes posts of at most 2 MiB', async () => {
  const handled: string[] = []
  const respond = webhookResponder({ secrets: [secret], handle: ({ id }) => handled.push(id) })
  const { id, body, headers } = arrival()
  const url = 'https://lender.example/hooks'
  expect((await respond(new Request(url))).status).toBe(405)
  expect((await respond(new Request(url, { method: 'POST' }))).status).toBe(400)
  const large = new Uint8Array(2 * 1024 * 1024 + 1)
  expect((await respond(new Request(url, { method: 'POST', body: large }))).status).toBe(413)
  expect((await respond(new Request(url, { method: 'POST', body, headers }))).status).toBe(204)
  expect(handled).toEqual([id])
})
