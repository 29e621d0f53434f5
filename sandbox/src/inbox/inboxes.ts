/** A received webhook delivery, unmodified. */
export type InboxDelivery = {
  /** Sequence number across all inboxes. */
  number: number
  receivedAt: Date
  headers: { [name: string]: string }
  body: Buffer
  repliedStatus: number
}

export type InboxKeys = { signingSecrets: string[]; encryptionKeys: string[] }

/** Configured reply of an inbox; without `timesLeft` it applies until changed. */
export type InboxReply = {
  status: number
  delaySeconds: number
  timesLeft?: number
  retryAfterSeconds?: number
  webhookDelivery?: 'disable' | 'abort-message'
}

export type Inbox = {
  name: string
  keys: InboxKeys
  replyBehaviour: InboxReply | undefined
  deliveries: InboxDelivery[]
}

const maxInboxes = 200
const maxDeliveries = 100
/** Maximum size of all inboxes together, to bound memory use. */
const maxTotalBytes = 128 * 2 ** 20

export type Inboxes = ReturnType<typeof openInboxes>

/** Opens webhook receivers by name. Above the limits, the oldest entries are evicted. */
export function openInboxes() {
  const inboxes = new Map<string, Inbox>()
  let receivedCount = 0
  let bytes = 0

  function forget(inbox: Inbox, count: number) {
    for (const { body } of inbox.deliveries.splice(0, count)) bytes -= body.length
  }

  /** Returns the inbox, creating it if necessary. If there are too many, the least recently used one is evicted. */
  function open(name: string): Inbox {
    const existing = inboxes.get(name)
    const inbox = existing ?? { name, ...emptySettings(), deliveries: [] }
    inboxes.delete(name)
    inboxes.set(name, inbox)
    const [oldest] = inboxes.values()
    if (oldest && inboxes.size > maxInboxes) remove(oldest.name)
    return inbox
  }

  function remove(name: string) {
    const inbox = inboxes.get(name)
    if (inbox) forget(inbox, inbox.deliveries.length)
    return inboxes.delete(name)
  }

  return {
    open,
    remove,
    /** Lists inboxes, most recently used first. */
    list: () => [...inboxes.values()].toReversed(),
    find: (name: string): Inbox => inboxes.get(name) ?? { name, ...emptySettings(), deliveries: [] },
    empty(name: string) {
      const inbox = inboxes.get(name)
      if (inbox) forget(inbox, inbox.deliveries.length)
    },
    receive(name: string, { headers, body }: Pick<InboxDelivery, 'headers' | 'body'>): InboxReply {
      const inbox = open(name)
      const replyBehaviour = nextReply(inbox)
      receivedCount += 1
      bytes += body.length
      // Uses real time, not the simulated clock, because the service under test signs with real time.
      const receivedAt = new Date()
      inbox.deliveries.push({
        number: receivedCount,
        receivedAt,
        headers,
        body,
        repliedStatus: replyBehaviour.status,
      })
      if (inbox.deliveries.length > maxDeliveries) forget(inbox, 1)
      while (bytes > maxTotalBytes) forget(inboxWithOldestDelivery(inboxes), 1)
      return replyBehaviour
    },
    reset() {
      inboxes.clear()
      bytes = 0
    },
  }
}

const emptySettings = () => ({ keys: { signingSecrets: [], encryptionKeys: [] }, replyBehaviour: undefined })

function nextReply(inbox: Inbox): InboxReply {
  const { replyBehaviour } = inbox
  if (!replyBehaviour) return { status: 200, delaySeconds: 0 }
  if (replyBehaviour.timesLeft === undefined) return replyBehaviour
  const timesLeft = replyBehaviour.timesLeft - 1
  inbox.replyBehaviour = timesLeft > 0 ? { ...replyBehaviour, timesLeft } : undefined
  return replyBehaviour
}

function inboxWithOldestDelivery(inboxes: Map<string, Inbox>): Inbox {
  const age = ({ deliveries }: Inbox) => deliveries[0]?.number ?? Number.POSITIVE_INFINITY
  return [...inboxes.values()].reduce((oldest, inbox) => (age(inbox) < age(oldest) ? inbox : oldest))
}
