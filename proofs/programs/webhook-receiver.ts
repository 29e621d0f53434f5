import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { receive, verifySignature } from '@payproof/sdk/webhooks'
import { randomFrom } from './random.ts'
import {
  type Arrival,
  type HookPlan,
  journalOfElsewhere,
  journalOfHook,
  lineOfArrival,
  numberOf,
  openLines,
  type ReceiverPlan,
} from './webhook-plan.ts'

// The receivers of a client, one path each. They verify everything with the receiver's kit, write everything down, and
// misbehave in spells until somebody asks them to be calm.

const plan: ReceiverPlan = JSON.parse(process.argv[2] ?? '')
const random = randomFrom(plan.seed)
const letterMs = 1_000

type Misbehaviour = {
  answer: string
  share: number
  act(request: IncomingMessage, response: ServerResponse): unknown
}

const misbehaviours: Misbehaviour[] = [
  { answer: '500', share: 0.6, act: (_, response) => response.writeHead(500).end() },
  { answer: 'hang', share: 0.1, act: ({ socket }) => held.add(socket) },
  { answer: 'reset', share: 0.6, act: ({ socket }) => socket.resetAndDestroy() },
  { answer: 'drip', share: 0.1, act: ({ socket }) => drip(socket, 'HTTP/1.1 200 OK\r\nx-slow: true') },
  {
    answer: 'redirect',
    share: 0.6,
    act: ({ headers, url }, response) =>
      response.writeHead(307, { location: `http://${headers.host}/elsewhere${url}` }).end(),
  },
  {
    // The head is complete, so this is a success, however long the rest may take.
    answer: 'trickle',
    share: 0.3,
    act: ({ socket }) =>
      drip(socket, 'thank you very much', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n'),
  },
]
const ok = (response: ServerResponse) => response.writeHead(200).end()

const held = new Set<Socket>()
const spells: Record<string, number> = {}
const elsewhere = openLines(journalOfElsewhere(plan.journals))
let isCalm = false

const hooks = plan.hooks.map((hook) => ({
  hook,
  journal: openLines(journalOfHook(plan.journals, hook.index)),
  spell: undefined as Misbehaviour | undefined,
}))

const server = createServer((request, response) => {
  // A sender that was killed may have sent half a request: that is none.
  answer(request, response).catch(() => request.socket.destroy())
})

async function answer(request: IncomingMessage, response: ServerResponse) {
  const body = Buffer.concat(await request.toArray())
  const [, room, name] = (request.url ?? '').split('/')
  const receiver = room === 'hooks' ? hooks[Number(name)] : undefined
  if (room === 'calm') return response.end(JSON.stringify(becomeCalm()))
  if (!receiver) {
    elsewhere.write(`${Date.now()} ${request.url}`)
    return ok(response)
  }
  const { hook, spell, journal } = receiver
  const arrival = read(hook, request, body)
  const misbehaviour = !arrival.reason && spell && random.happens(spell.share) ? spell : undefined
  journal.write(lineOfArrival({ ...arrival, ...(misbehaviour && { answer: misbehaviour.answer }) }))
  if (misbehaviour) misbehaviour.act(request, response)
  else ok(response)
}

function read(
  { secret, encryptionKey, includesPayload }: HookPlan,
  { headers }: IncomingMessage,
  body: Buffer,
): Arrival {
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
    const {
      id,
      attempt,
      sequence = 0,
      user_id,
      ...delivery
    } = receive({
      body,
      headers,
      secrets: secret ? [secret] : null,
      ...(encryptionKey && { encryptionKeys: [encryptionKey] }),
    })
    if (secret && !verifySignature(body, String(headers['x-svc-signature']), secret))
      return { ...refused, reason: 'X-Svc-Signature is wrong' }
    if (delivery.isTombstone || delivery.event !== 'user-payroll-submitted')
      return { ...refused, reason: 'it is no event that was published' }
    const hasPayload = delivery.payload?.entry_id === delivery.entry_id
    if (hasPayload !== includesPayload) return { ...refused, reason: 'its payload is not as asked for' }
    const event = numberOf(delivery.entry_id)
    return { ...refused, answer: 'ok', attempt, sequence, event, user: user_id, id, reason: undefined }
  } catch (error) {
    return { ...refused, reason: String(error).replaceAll('\n', ' ') }
  }
}

async function drip(socket: Socket, letters: string, before = '') {
  held.add(socket)
  socket.write(before)
  for (const letter of letters) {
    if (socket.destroyed) return
    socket.write(letter)
    await sleep(letterMs)
  }
}

async function haveSpells(receiver: (typeof hooks)[number]) {
  // A generator for each receiver: its outages do not depend on the timing of the others.
  const ownRandom = randomFrom(plan.seed + (receiver.hook.index + 1) * 1_000)
  // Each kind in turn, and receivers start at different ones: even a short proof sees all of them.
  for (let turn = receiver.hook.index; !isCalm; turn++) {
    await sleep(ownRandom.whole(...plan.calmMs))
    if (isCalm) return
    const spell = misbehaviours[turn % misbehaviours.length] as Misbehaviour
    receiver.spell = spell
    spells[spell.answer] = (spells[spell.answer] ?? 0) + 1
    await sleep(ownRandom.whole(...plan.spellMs))
    receiver.spell = undefined
  }
}

/** As if the client had repaired and restarted everything; says what there was. */
function becomeCalm() {
  isCalm = true
  for (const receiver of hooks) receiver.spell = undefined
  for (const socket of held) socket.destroy()
  return spells
}

process.once('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => {
  process.send?.({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  for (const receiver of hooks) haveSpells(receiver)
})
