/** What arrived, as it arrived. */
export type Arrival = {
  /** Counts everything that ever arrived here. */
  number: number
  receivedAt: Date
  headers: { [name: string]: string }
  body: Buffer
  /** The status that was answered. */
  answered: number
}

export type Keys = { signingSecrets: string[]; encryptionKeys: string[] }

/** How a receiver answers; `timesLeft` undefined: until told otherwise. */
export type Answering = {
  status: number
  delaySeconds: number
  timesLeft?: number
  retryAfterSeconds?: number
  webhookDelivery?: 'disable' | 'abort-message'
}

export type Inbox = { name: string; keys: Keys; answering: Answering | undefined; arrivals: Arrival[] }

const mostInboxes = 200
const mostArrivals = 100
/** Of all inboxes together: a hundred large ones in each would be more than a machine has. */
const mostBytes = 128 * 2 ** 20

export type Inboxes = ReturnType<typeof openInboxes>

/** Receivers by name. What is over a limit pushes out the oldest. */
export function openInboxes() {
  const inboxes = new Map<string, Inbox>()
  let arrived = 0
  let bytes = 0

  function forget(inbox: Inbox, count: number) {
    for (const { body } of inbox.arrivals.splice(0, count)) bytes -= body.length
  }

  /** Makes it if need be, in the place of the one that was not used for longest. */
  function open(name: string): Inbox {
    const known = inboxes.get(name)
    const inbox = known ?? { name, ...emptySettings(), arrivals: [] }
    inboxes.delete(name)
    inboxes.set(name, inbox)
    const [oldest] = inboxes.values()
    if (oldest && inboxes.size > mostInboxes) remove(oldest.name)
    return inbox
  }

  function remove(name: string) {
    const inbox = inboxes.get(name)
    if (inbox) forget(inbox, inbox.arrivals.length)
    return inboxes.delete(name)
  }

  return {
    open,
    remove,
    /** Newest first. */
    list: () => [...inboxes.values()].toReversed(),
    find: (name: string): Inbox => inboxes.get(name) ?? { name, ...emptySettings(), arrivals: [] },
    empty(name: string) {
      const inbox = inboxes.get(name)
      if (inbox) forget(inbox, inbox.arrivals.length)
    },
    receive(name: string, { headers, body }: Pick<Arrival, 'headers' | 'body'>): Answering {
      const inbox = open(name)
      const answering = nextAnswer(inbox)
      arrived += 1
      bytes += body.length
      // A receiver's clock is that of everybody else: its signatures are not of the sandbox's making.
      const receivedAt = new Date()
      inbox.arrivals.push({ number: arrived, receivedAt, headers, body, answered: answering.status })
      if (inbox.arrivals.length > mostArrivals) forget(inbox, 1)
      while (bytes > mostBytes) forget(withOldest(inboxes), 1)
      return answering
    },
    reset() {
      inboxes.clear()
      bytes = 0
    },
  }
}

const emptySettings = () => ({ keys: { signingSecrets: [], encryptionKeys: [] }, answering: undefined })

function nextAnswer(inbox: Inbox): Answering {
  const { answering } = inbox
  if (!answering) return { status: 200, delaySeconds: 0 }
  if (answering.timesLeft === undefined) return answering
  const timesLeft = answering.timesLeft - 1
  inbox.answering = timesLeft > 0 ? { ...answering, timesLeft } : undefined
  return answering
}

function withOldest(inboxes: Map<string, Inbox>): Inbox {
  const age = ({ arrivals }: Inbox) => arrivals[0]?.number ?? Number.POSITIVE_INFINITY
  return [...inboxes.values()].reduce((oldest, inbox) => (age(inbox) < age(oldest) ? inbox : oldest))
}
