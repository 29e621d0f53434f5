import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { receive, verifySignature } from '@payproof/sdk/webhooks'
import { randomFrom } from './random.ts'
import {
  type HookPlan,
  journalOfElsewhere,
  journalOfHook,
  lineOfArrival,
  numberOf,
  openJournalFile,
  type ReceivedDelivery,
  type ReceiverPlan,
} from './webhook-plan.ts'

// The webhook receivers of a client, with one path each. They verify every request with the SDK, record it in a
// journal, and have outages until a request to /calm ends them.

const plan: ReceiverPlan = JSON.parse(process.argv[2] ?? '')
const random = randomFrom(plan.seed)
const dripMs = 1_000

type Misbehaviour = {
  answer: string
  share: number
  act(request: IncomingMessage, response: ServerResponse): unknown
}

const misbehaviours: Misbehaviour[] = [
  { answer: '500', share: 0.6, act: (_, response) => response.writeHead(500).end() },
  { answer: 'hang', share: 0.1, act: ({ socket }) => openSockets.add(socket) },
  { answer: 'reset', share: 0.6, act: ({ socket }) => socket.resetAndDestroy() },
  { answer: 'drip', share: 0.1, act: ({ socket }) => drip(socket, 'HTTP/1.1 200 OK\r\nx-slow: true') },
  {
    answer: 'redirect',
    share: 0.6,
    act: ({ headers, url }, response) =>
      response.writeHead(307, { location: `http://${headers.host}/elsewhere${url}` }).end(),
  },
  {
    // The headers are complete, so this response is a success however slow its body is.
    answer: 'trickle',
    share: 0.3,
    act: ({ socket }) =>
      drip(socket, 'thank you very much', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n'),
  },
]
const ok = (response: ServerResponse) => response.writeHead(200).end()

const openSockets = new Set<Socket>()
const outages: Record<string, number> = {}
const elsewhere = openJournalFile(journalOfElsewhere(plan.journals))
let isCalm = false

const hooks = plan.hooks.map((hook) => ({
  hook,
  journal: openJournalFile(journalOfHook(plan.journals, hook.index)),
  outage: undefined as Misbehaviour | undefined,
}))

const server = createServer((request, response) => {
  // A killed sender may have sent an incomplete request, which is not recorded.
  handle(request, response).catch(() => request.socket.destroy())
})

async function handle(request: IncomingMessage, response: ServerResponse) {
  const body = Buffer.concat(await request.toArray())
  const [, folder, name] = (request.url ?? '').split('/')
  const receiver = folder === 'hooks' ? hooks[Number(name)] : undefined
  if (folder === 'calm') return response.end(JSON.stringify(endOutages()))
  if (!receiver) {
    elsewhere.write(`${Date.now()} ${request.url}`)
    return ok(response)
  }
  const { hook, outage, journal } = receiver
  const delivery = verify(hook, request, body)
  const misbehaviour = !delivery.reason && outage && random.chance(outage.share) ? outage : undefined
  journal.write(lineOfArrival({ ...delivery, ...(misbehaviour && { answer: misbehaviour.answer }) }))
  if (misbehaviour) misbehaviour.act(request, response)
  else if (delivery.reason) response.writeHead(400).end()
  else ok(response)
}

function verify(
  { secret, encryptionKey, includesPayload }: HookPlan,
  { headers }: IncomingMessage,
  body: Buffer,
): ReceivedDelivery {
  const seconds = Number(headers['webhook-timestamp'])
  const refused = {
    at: Date.now(),
    answer: 'refused',
    seconds,
    attempt: 0,
    sequence: 0,
    event: 0,
    user: '-',
    id: '-',
  }
  try {
    const delivery = receive({
      body,
      headers,
      secrets: secret ? [secret] : null,
      ...(encryptionKey && { encryptionKeys: [encryptionKey] }),
    })
    if (secret && !verifySignature(body, String(headers['x-svc-signature']), secret))
      return { ...refused, reason: 'X-Svc-Signature is wrong' }
    if (delivery.isTombstone || delivery.isUnknown || delivery.event !== 'user-payroll-submitted')
      return { ...refused, reason: 'not a published event' }
    const { id, attempt, sequence = 0, user_id } = delivery
    const hasPayload = delivery.payload?.entry_id === delivery.entry_id
    if (hasPayload !== includesPayload) return { ...refused, reason: 'payload missing or unexpected' }
    const event = numberOf(delivery.entry_id)
    return { ...refused, answer: 'ok', attempt, sequence, event, user: user_id, id, reason: undefined }
  } catch (error) {
    return { ...refused, reason: String(error).replaceAll('\n', ' ') }
  }
}

async function drip(socket: Socket, letters: string, before = '') {
  openSockets.add(socket)
  socket.write(before)
  for (const letter of letters) {
    if (socket.destroyed) return
    socket.write(letter)
    await sleep(dripMs)
  }
}

async function runOutages(receiver: (typeof hooks)[number]) {
  // Each receiver has its own random generator, so that its outages do not depend on the timing of others.
  const ownRandom = randomFrom(plan.seed + (receiver.hook.index + 1) * 1_000)
  // Each receiver rotates through the kinds of outage from a different start, so that even a short proof covers all
  // kinds.
  for (let n = receiver.hook.index; !isCalm; n++) {
    await sleep(ownRandom.integer(...plan.healthyMs))
    if (isCalm) return
    const outage = misbehaviours[n % misbehaviours.length] as Misbehaviour
    receiver.outage = outage
    outages[outage.answer] = (outages[outage.answer] ?? 0) + 1
    await sleep(ownRandom.integer(...plan.outageMs))
    receiver.outage = undefined
  }
}

/** Ends all outages, as if the client had repaired and restarted its receivers; returns the outage counts. */
function endOutages() {
  isCalm = true
  for (const receiver of hooks) receiver.outage = undefined
  for (const socket of openSockets) socket.destroy()
  return outages
}

process.once('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => {
  process.send?.({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  for (const receiver of hooks) runOutages(receiver)
})
