import { connect, type Socket } from 'node:net'

/** A stretch of load on one address, told over IPC; the tally comes back the same way. */
export type Stretch = {
  address: string
  /** Whole requests, as they go over the wire; taken in turns. */
  requests: string[]
  seconds: number
  /** Sockets at most: a request that finds none free is not sent. */
  sockets: number
  /** Arrivals per second whatever comes of them; without it each socket asks again as soon as it has its answer. */
  perSecond?: number
}

export type Tally = {
  seconds: number
  sent: number
  unsent: number
  statuses: Record<string, number>
  /** Refusals (429, 503) that do not say when to come back. */
  withoutRetryAfter: number
  /** Connections that broke under a request. */
  broken: number
  /** From the moment a request was due to its last byte, of answers (2xx) and of refusals, in milliseconds. */
  answeredMs: number[]
  refusedMs: number[]
}

// Requests and answers as bare text: at five times what the service can do, a library for HTTP would be what is measured.
type Line = { socket: Socket; dueAt: number; text: string }

// Each stretch goes on with the request after the last one of the stretch before.
let next = 0

function run({ address, requests, seconds, sockets, perSecond }: Stretch): Promise<Tally> {
  const { hostname, port } = new URL(address)
  const tally: Tally = {
    seconds,
    sent: 0,
    unsent: 0,
    statuses: {},
    withoutRetryAfter: 0,
    broken: 0,
    answeredMs: [],
    refusedMs: [],
  }
  const free: Line[] = []
  const open = new Set<Line>()
  const beganAt = performance.now()
  const endsAt = beganAt + seconds * 1000

  function send(line: Line, dueAt: number) {
    line.dueAt = dueAt
    line.socket.write(requests[next++ % requests.length] ?? '', 'latin1')
    tally.sent++
  }

  function openLine(dueAt: number) {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const line: Line = { socket, dueAt: 0, text: '' }
    open.add(line)
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => hear(line, chunk as unknown as string))
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(line)
      if (line.dueAt === 0) free.splice(free.indexOf(line), free.includes(line) ? 1 : 0)
      else if (performance.now() < endsAt) tally.broken++
      if (perSecond === undefined && performance.now() < endsAt) openLine(performance.now())
    })
    send(line, dueAt)
  }

  function hear(line: Line, chunk: string) {
    line.text = line.text === '' ? chunk : line.text + chunk
    const head = line.text.indexOf('\r\n\r\n')
    if (head < 0) return
    const headers = line.text.slice(0, head).toLowerCase()
    const length = Number(/content-length: (\d+)/.exec(headers)?.[1] ?? 0)
    if (line.text.length < head + 4 + length) return
    line.text = ''
    count(headers, performance.now() - line.dueAt)
    line.dueAt = 0
    if (headers.includes('connection: close')) line.socket.destroy()
    else if (perSecond !== undefined) free.push(line)
    else if (performance.now() < endsAt) send(line, performance.now())
  }

  function count(headers: string, ms: number) {
    const status = headers.slice(9, 12)
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
    if (status[0] === '2') tally.answeredMs.push(ms)
    else tally.refusedMs.push(ms)
    if ((status === '503' || status === '429') && !headers.includes('\r\nretry-after: '))
      tally.withoutRetryAfter++
  }

  /** What has come due since the last look; a clock that only ticks by the millisecond brings a few at a time. */
  function arrive(rate: number) {
    const due = Math.floor(((Math.min(performance.now(), endsAt) - beganAt) / 1000) * rate)
    for (let n = tally.sent + tally.unsent; n < due; n++) {
      const dueAt = beganAt + ((n + 1) / rate) * 1000
      const line = free.pop()
      if (line) send(line, dueAt)
      else if (open.size < sockets) openLine(dueAt)
      else tally.unsent++
    }
  }

  const arriving = perSecond === undefined ? undefined : setInterval(arrive, 1, perSecond)
  if (perSecond === undefined) for (let n = 0; n < sockets; n++) openLine(performance.now())
  return new Promise((resolve) => {
    setTimeout(
      () => {
        clearInterval(arriving)
        for (const { socket } of open) socket.destroy()
        resolve(tally)
      },
      seconds * 1000 + 500,
    )
  })
}

process.on('message', async (stretch: Stretch) => process.send?.(await run(stretch)))
process.send?.({ listening: 'ready' })
