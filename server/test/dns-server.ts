import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** DNS records of a name. If there are several, they are used in turn, one per query. */
export type Records = {
  a?: readonly string[]
  aaaa?: readonly string[]
  cname?: string
  delayMs?: number
  /** DNS error code. */
  code?: number
  /** Record type to which the delay and the code apply; both types by default. */
  troubled?: 'a' | 'aaaa'
}

export type Zone = Map<string, Records | readonly Records[]>

type Question = { id: number; name: string; type: number; bytes: Buffer }

const types = { a: 1, cname: 5, aaaa: 28 }
const noSuchName = 3
const longestChain = 8

/** Starts a DNS server that answers from the zone with a TTL of 0, so that nothing is cached. */
export async function startDnsServer(zone: Zone, port = 0) {
  const socket = createSocket('udp4')
  /** Number of queries by name and type. */
  const queryCounts = new Map<string, number>()
  const pendingReplies = new Set<NodeJS.Timeout>()

  function recordsOf({ name, type }: Question): Records {
    const key = `${name} ${type}`
    const count = queryCounts.get(key) ?? 0
    queryCounts.set(key, count + 1)
    const known = zone.get(name)
    if (!known) return { code: noSuchName }
    if (!Array.isArray(known)) return known as Records
    return known[count % known.length]
  }

  socket.on('message', (message, sender) => {
    const question = readQuestion(message)
    const records = recordsOf(question)
    const isAffected = !records.troubled || types[records.troubled] === question.type
    const { code = 0, delayMs = 0 } = isAffected ? records : {}
    const reply = writeReply(question, code, listAnswers(question, records, zone))
    const sending = setTimeout(() => {
      pendingReplies.delete(sending)
      socket.send(reply, sender.port, sender.address)
    }, delayMs)
    pendingReplies.add(sending)
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return {
    server: `127.0.0.1:${socket.address().port}`,
    /** Lists the names of all queries so far, each once. */
    askedNames: () => [...new Set([...queryCounts.keys()].map((key) => key.slice(0, key.lastIndexOf(' '))))],
    close() {
      for (const sending of pendingReplies) clearTimeout(sending)
      socket.close()
    },
  }
}

function readQuestion(message: Buffer): Question {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const bytes = message.subarray(12, at + 5)
  return {
    id: message.readUInt16BE(0),
    name: labels.join('.').toLowerCase(),
    type: message.readUInt16BE(at + 1),
    bytes,
  }
}

/** Follows CNAMEs as a resolver does, and includes every step in the answer. */
function listAnswers({ name, type }: Question, records: Records, zone: Zone): Buffer[] {
  const answers: Buffer[] = []
  let owner = name
  let known: Records | undefined = records
  for (let step = 0; known?.cname && step < longestChain; step++) {
    answers.push(writeRecord(owner, types.cname, writeName(known.cname)))
    owner = known.cname
    known = zone.get(owner) as Records | undefined
  }
  const addresses = type === types.a ? known?.a : type === types.aaaa ? known?.aaaa : []
  return [...answers, ...(addresses ?? []).map((address) => writeRecord(owner, type, bytesOf(address)))]
}

function writeReply(question: Question, code: number, answers: Buffer[]): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(question.id, 0)
  // These flags mark an answer from a recursive server.
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(answers.length, 6)
  return Buffer.concat([head, question.bytes, ...answers])
}

function writeRecord(owner: string, type: number, value: Buffer): Buffer {
  const middle = Buffer.alloc(10)
  middle.writeUInt16BE(type, 0)
  middle.writeUInt16BE(1, 2)
  middle.writeUInt16BE(value.length, 8)
  return Buffer.concat([writeName(owner), middle, value])
}

function writeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

function bytesOf(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number))
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical.split('::').map((half) => half.split(':').filter(Boolean))
  const words = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return Buffer.from(words.map((word) => word.padStart(4, '0')).join(''), 'hex')
}
