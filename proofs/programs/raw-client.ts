import { connect, type Socket } from 'node:net'

/** Load on one address. It is received over IPC; the tally is returned over IPC, too. */
export type LoadOptions = {
  address: string
  /** Complete raw HTTP requests, sent round-robin. */
  requests: string[]
  seconds: number
  /** Maximum number of sockets; a request is not sent if no socket is free. */
  sockets: number
  /**
   * Open-loop rate of requests. If undefined, each socket sends the next request when it has received its reply
   * (closed loop).
   */
  perSecond?: number
}

export type LoadTally = {
  seconds: number
  sent: number
  unsent: number
  statuses: Record<string, number>
  /** Number of 429 and 503 replies without Retry-After. */
  withoutRetryAfter: number
  /** Number of connections that broke during a request. */
  broken: number
  /**
   * Milliseconds from the due time of a request to the last byte of its reply: for 2xx replies (answeredMs) and for
   * all others (refusedMs).
   */
  answeredMs: number[]
  refusedMs: number[]
}

// Requests are raw text over sockets, because at five times the capacity of the service, an HTTP library would be the
// bottleneck.
type Connection = { socket: Socket; dueAt: number; text: string }

// Index of the next request. Each load continues where the previous one stopped.
let next = 0

function run({ address, requests, seconds, sockets, perSecond }: LoadOptions): Promise<LoadTally> {
  const { hostname, port } = new URL(address)
  const tally: LoadTally = {
    seconds,
    sent: 0,
    unsent: 0,
    statuses: {},
    withoutRetryAfter: 0,
    broken: 0,
    answeredMs: [],
    refusedMs: [],
  }
  const free: Connection[] = []
  const open = new Set<Connection>()
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000

  function send(connection: Connection, dueAt: number) {
    connection.dueAt = dueAt
    connection.socket.write(requests[next++ % requests.length] ?? '', 'latin1')
    tally.sent++
  }

  function openConnection(dueAt: number) {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const connection: Connection = { socket, dueAt: 0, text: '' }
    open.add(connection)
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => receive(connection, chunk as unknown as string))
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(connection)
      if (connection.dueAt === 0) free.splice(free.indexOf(connection), free.includes(connection) ? 1 : 0)
      else if (performance.now() < endsAt) tally.broken++
      if (perSecond === undefined && performance.now() < endsAt) openConnection(performance.now())
    })
    send(connection, dueAt)
  }

  function receive(connection: Connection, chunk: string) {
    connection.text = connection.text === '' ? chunk : connection.text + chunk
    const head = connection.text.indexOf('\r\n\r\n')
    if (head < 0) return
    const headers = connection.text.slice(0, head).toLowerCase()
    const length = Number(/content-length: (\d+)/.exec(headers)?.[1] ?? 0)
    if (connection.text.length < head + 4 + length) return
    connection.text = ''
    count(headers, performance.now() - connection.dueAt)
    connection.dueAt = 0
    if (headers.includes('connection: close')) connection.socket.destroy()
    else if (perSecond !== undefined) free.push(connection)
    else if (performance.now() < endsAt) send(connection, performance.now())
  }

  function count(headers: string, ms: number) {
    const status = headers.slice(9, 12)
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
    if (status[0] === '2') tally.answeredMs.push(ms)
    else tally.refusedMs.push(ms)
    if ((status === '503' || status === '429') && !headers.includes('\r\nretry-after: '))
      tally.withoutRetryAfter++
  }

  /** Sends the requests that became due since the last tick; the timer ticks at most every millisecond. */
  function arrive(rate: number) {
    const due = Math.floor(((Math.min(performance.now(), endsAt) - startedAt) / 1000) * rate)
    for (let n = tally.sent + tally.unsent; n < due; n++) {
      const dueAt = startedAt + ((n + 1) / rate) * 1000
      const connection = free.pop()
      if (connection) send(connection, dueAt)
      else if (open.size < sockets) openConnection(dueAt)
      else tally.unsent++
    }
  }

  const arriving = perSecond === undefined ? undefined : setInterval(arrive, 1, perSecond)
  if (perSecond === undefined) for (let n = 0; n < sockets; n++) openConnection(performance.now())
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

process.on('message', async (options: LoadOptions) => process.send?.(await run(options)))
process.send?.({ listening: 'ready' })
