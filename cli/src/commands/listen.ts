import { hostname } from 'node:os'
import type { Payproof } from '@payproof/sdk'
import { type Delivery, eventKinds } from '@payproof/sdk/webhooks'
import { type CommandContext, command } from '../command.ts'
import { findConnection, isLoopback } from '../connection.ts'
import { CliError } from '../fault.ts'
import { openReceiver, type ReceiverOutcome } from '../receiver.ts'
import { newSecret, secretIn } from '../secret-file.ts'
import { jsonOf, plain } from '../text.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export const listen = command({
  name: 'webhooks listen',
  does: 'receive webhook deliveries on this machine: verify, print and forward them',
  about:
    'Registers a temporary webhook and removes it when you press Ctrl-C. The API must run on this machine, as with npm run dev.\n' +
    'With --forward, your program receives the same bytes and headers, and its response goes back to the API. Give your program\n' +
    'the secret in --secret-file to verify the signature.',
  options: {
    forward: { kind: 'text', value: 'URL', does: 'also send each delivery to this http URL on this machine' },
    event: { kind: 'texts', words: eventKinds, does: 'event to receive; default: all' },
    payload: { kind: 'flag', does: 'include the data, not only its ids' },
    'secret-file': {
      kind: 'text',
      value: 'FILE',
      does: 'file with the signing secret; created with a new secret if missing',
    },
    port: { kind: 'number', does: 'port to listen on; default: any free port' },
    count: { kind: 'number', does: 'stop after this number of deliveries' },
  },
  async run({ options }, program) {
    const { url } = await findConnection(program.settings)
    if (!isLoopback(new URL(url)))
      throw new CliError(
        'usage',
        `${url} cannot reach this machine. webhooks listen needs an API that runs on this machine`,
      )
    const forward = options.forward === undefined ? undefined : localAddress(options.forward)
    const secret = options['secret-file'] ? await secretIn(options['secret-file']) : newSecret()
    const payproof = await program.client()
    await removeForgotten(payproof)

    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    let left = options.count ?? Number.POSITIVE_INFINITY
    const receiver = await openReceiver({
      secret,
      forward,
      port: options.port ?? 0,
      onDelivery(delivery, outcome) {
        show(program, delivery, outcome)
        if (--left <= 0) end()
      },
      onRefused: (reason) => program.note(`Refused: ${plain(reason)}`),
    })
    for (const signal of signals) process.once(signal, end)
    process.stdout.once('error', end)
    try {
      const { webhook_id } = await payproof.webhooks.create({
        name: nameOf(process.pid),
        url: receiver.url,
        signing_secret: secret,
        events: options.event.length > 0 ? options.event : [...eventKinds],
        config: { include_payload: options.payload },
      })
      program.note(`Webhook ${webhook_id} listens at ${receiver.url}; Ctrl-C ends it.`)
      await ended
      await payproof.webhooks.delete(webhook_id)
      program.note(`Removed webhook ${webhook_id}.`)
    } finally {
      await receiver.close()
    }
    return undefined
  },
})

function localAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' && isLoopback(url)) return url
  throw new CliError(
    'usage',
    '--forward must be an http URL on this machine, such as http://127.0.0.1:3000/hooks',
  )
}

const nameOf = (pid: number) => `payproof listen on ${hostname()}, process ${pid}`

/** Removes the webhook of a listener on this machine that was killed before it could remove it. */
async function removeForgotten({ webhooks }: Payproof) {
  for (const { webhook_id, name } of await webhooks.list().toArray({ max: 1_000 })) {
    const pid = Number(/, process (\d+)$/.exec(name)?.[1])
    if (pid && name === nameOf(pid) && !isAlive(pid)) await webhooks.delete(webhook_id)
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function show({ print, wantsJson }: CommandContext, delivery: Delivery, { status, ms }: ReceiverOutcome) {
  const { id, attempt, sequence, isTest, isTombstone, event, user_id = '-', body } = delivery
  const forwarded = ms === undefined ? {} : { forwarded: { status, ms } }
  if (wantsJson) {
    const marks = { delivery_id: id, attempt, sequence, is_test: isTest, is_tombstone: isTombstone }
    return print(jsonOf({ ...marks, ...forwarded, body: JSON.parse(body) }))
  }
  const marks = [`try ${attempt}`, ...(isTest ? ['test'] : []), ...(isTombstone ? ['erased'] : [])].join(', ')
  const gone = ms === undefined ? '' : `  -> ${status} in ${ms} ms`
  print(
    plain(
      `${new Date().toISOString().slice(11, 19)}  ${event}  user ${user_id}  delivery ${id} (${marks})${gone}`,
    ),
  )
}
