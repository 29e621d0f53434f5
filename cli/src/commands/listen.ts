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
  does: 'receives deliveries here: registers itself in the sandbox, prints what is verified, and forwards it',
  about:
    'For an API on this machine, such as that of npm run dev. Ctrl-C ends it and removes its webhook. With --forward your\n' +
    'program gets the same bytes and headers, and what it answers is what the API is answered; give both the same --secret-file.',
  options: {
    forward: { kind: 'text', value: 'URL', does: 'an http address of this machine' },
    event: { kind: 'texts', words: eventKinds, does: 'all of them if left out' },
    payload: { kind: 'flag', does: 'has the data sent along, not only its ids' },
    'secret-file': {
      kind: 'text',
      value: 'FILE',
      does: 'what signs them; a file that is not there is made with a new secret',
    },
    port: { kind: 'number', does: 'where to listen; any that is free if left out' },
    count: { kind: 'number', does: 'ends after so many' },
  },
  async run({ options }, program) {
    const { url } = await findConnection(program.settings)
    if (!isLoopback(new URL(url)))
      throw new CliError('usage', `${url} cannot reach this machine: listen is for a sandbox that runs here`)
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
      program.note(`Webhook ${webhook_id} is removed.`)
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
    '--forward is an http address of this machine, such as http://127.0.0.1:3000/hooks',
  )
}

const nameOf = (pid: number) => `payproof listen on ${hostname()}, process ${pid}`

/** Remove the webhook of a listener on this machine that was killed before it could. */
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
  const { id, attempt, sequence, isTest, isTombstone, event, user_id, body } = delivery
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
