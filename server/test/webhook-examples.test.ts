import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { receive, type WebhookError } from '@payproof/sdk/webhooks'
import { expect, test } from 'vitest'
import { choosePort, isListening } from '../../dev/services/ports.ts'
import { findProgram } from '../../dev/services/programs.ts'
import { standardHeaders } from '../../sdk/test/sender.ts'
import { composeMessage, type DeliveryFormat } from '../src/features/webhooks/delivery/signed-message.ts'
import { startApi } from './api.ts'
import { atEnd } from './at-end.ts'
import { eventually } from './engine.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'payproof-webhook-examples-'))
atEnd(() => rmSync(folder, { recursive: true }))

/** A message with its body as text. */
type SentMessage = { headers: Record<string, string>; body: string }

type Language = {
  name: string
  file: string
  isRequired: boolean
  command(port: number): string[] | undefined
}

const withProgram = (name: string | undefined, ...args: string[]) => (name ? [name, ...args] : undefined)
const sourceOf = (file: string) => at(`examples/webhooks/${file}`)

/** Python's standard library has no AES, so a Python with the cryptography package is used. */
const python = [findProgram('python3'), '/usr/bin/python3'].find(
  (one) => one && spawnSync(one, ['-c', 'import cryptography']).status === 0,
)

const goProgram = findProgram('go') && join(folder, 'receiver')
if (goProgram) execFileSync('go', ['build', '-o', goProgram, sourceOf('go/receiver.go')])

const languages: Language[] = [
  {
    name: 'TypeScript',
    file: 'typescript/receiver.ts',
    isRequired: true,
    command: () => [process.execPath, sourceOf('typescript/receiver.ts')],
  },
  {
    name: 'Python',
    file: 'python/receiver.py',
    isRequired: true,
    command: () => withProgram(python, sourceOf('python/receiver.py')),
  },
  {
    name: 'PHP',
    file: 'php/receiver.php',
    isRequired: true,
    command: (port) =>
      withProgram(findProgram('php'), '-S', `127.0.0.1:${port}`, sourceOf('php/receiver.php')),
  },
  {
    name: 'Ruby',
    file: 'ruby/receiver.rb',
    isRequired: true,
    command: () => withProgram(findProgram('ruby'), sourceOf('ruby/receiver.rb')),
  },
  {
    name: 'Go',
    file: 'go/receiver.go',
    isRequired: false,
    command: () => withProgram(goProgram),
  },
  {
    name: 'Java',
    file: 'java/Receiver.java',
    isRequired: false,
    command: () =>
      findProgram('javac') ? withProgram(findProgram('java'), sourceOf('java/Receiver.java')) : undefined,
  },
]

// biome-ignore lint/style/noProcessEnv: the runtimes need PATH and the like.
const inherited = process.env
const secret = 'a secret of £ and 🔑'
const [oldKey, key, strangeKey] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const

type Receiver = {
  url: string
  deliver(message: SentMessage): Promise<{ status: number; output: string | undefined }>
}

/** Runs the example in a separate process; its output for each delivery is returned with its response. */
async function open(command: string[], port: number, keys: Buffer[]): Promise<Receiver> {
  const [program = '', ...args] = command
  const [ENCRYPTION_KEY = '', ENCRYPTION_KEY_NEXT = ''] = keys.map((bytes) => bytes.toString('base64'))
  const settings = { ENCRYPTION_KEY, ENCRYPTION_KEY_NEXT }
  const child = spawn(program, args, {
    env: { ...inherited, LC_ALL: 'C.UTF-8', PORT: String(port), SIGNING_SECRET: secret, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  atEnd(() => child.kill('SIGKILL'))
  let printed = ''
  let errorOutput = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (printed += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (errorOutput += text))
  await eventually(() => isListening(port)).catch(() => {
    throw new Error(`${command.join(' ')} does not listen: ${errorOutput}`)
  })
  const lines = () => printed.split('\n').slice(0, -1)
  const url = `http://127.0.0.1:${port}/`
  return {
    url,
    async deliver({ headers, body }) {
      const before = lines().length
      const { status } = await fetch(url, { method: 'POST', headers, body })
      await eventually(() => lines().length > before)
      return { status, output: lines()[before] }
    },
  }
}

const running = new Map<string, { plain: Receiver; sealed: Receiver }>()
await Promise.all(
  languages.map(async ({ name, command }) => {
    const [first, second] = [await choosePort(undefined), await choosePort(undefined)]
    const [one, other] = [command(first), command(second)]
    if (!one || !other) return
    const [plain, sealed] = await Promise.all([open(one, first, []), open(other, second, [oldKey, key])])
    running.set(name, { plain, sealed })
  }),
)

test('the examples ran in every required language, and skipped ones are reported', () => {
  const missing = languages.filter(({ name }) => !running.has(name))
  const names = missing.map(({ name }) => name).join(', ') || 'none'
  process.stdout.write(`webhook examples run in ${[...running.keys()].join(', ')}; not run: ${names}\n`)
  expect(
    missing.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    'install php-cli, ruby and python3-cryptography',
  ).toEqual([])
})

const event = {
  event: 'user-payroll-submitted',
  user_id: randomUUID(),
  timestamp: '2027-03-01T12:00:00.000Z',
}
const text = JSON.stringify({ ...event, entry_id: 'Zoë 🐝 £1,234.56', account_id: null })
const sealedWith = (bytes: Buffer): DeliveryFormat['encryption'] => ({
  key: createSecretKey(bytes),
  keyId: randomUUID(),
  contentType: 'text/plain',
})

/** Creates a delivery with the service's own code. */
function delivery(
  form: Partial<DeliveryFormat> & { secrets?: string[]; ageSeconds?: number } = {},
): SentMessage {
  const { secrets = [secret], ageSeconds = 0, ...rest } = form
  const all = secrets.map((one) => Buffer.from(one))
  const { headers, body } = composeMessage(
    {
      includesPayload: false,
      signing: { primary: all[0], next: all[1], all },
      encryption: undefined,
      ...rest,
    },
    {
      thin: Buffer.from(text),
      payload: undefined,
      isPayloadOmitted: false,
      isTombstone: false,
      isTest: false,
    },
    { deliveryId: randomUUID(), attempt: 1, sequence: '7' },
    Date.now() - ageSeconds * 1_000,
  )
  return { headers, body: body.toString() }
}

const changed = (
  message: SentMessage,
  headers: Record<string, string>,
  body = message.body,
): SentMessage => ({
  headers: { ...message.headers, ...headers },
  body,
})
const without = ({ headers, body }: SentMessage, ...names: string[]): SentMessage => ({
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name))),
  body,
})
const now = () => String(Math.floor(Date.now() / 1_000))
const promoted = (...secrets: string[]): DeliveryFormat['signing'] => {
  const all = secrets.map((one) => Buffer.from(one))
  return { primary: all[0], next: all[0], all }
}
const both = `verified by both signatures: ${text}`

type Case = [about: string, receiver: 'plain' | 'sealed', message: () => SentMessage, expected: string]
const cases: Case[] = [
  ['as it is sent', 'plain', () => delivery(), both],
  ['four minutes old', 'plain', () => delivery({ ageSeconds: 200 }), both],
  [
    'another body',
    'plain',
    () => changed(delivery(), {}, text.replace('1,234', '9,234')),
    'refused: wrong-signature',
  ],
  ['another secret', 'plain', () => delivery({ secrets: ['another secret'] }), 'refused: wrong-signature'],
  ['an empty secret', 'plain', () => delivery({ secrets: [''] }), 'refused: wrong-signature'],
  [
    'another id',
    'plain',
    () => changed(delivery(), { 'webhook-id': randomUUID() }),
    'refused: wrong-signature',
  ],
  [
    'an old one with a new time',
    'plain',
    () => changed(delivery({ ageSeconds: 900 }), { 'webhook-timestamp': now() }),
    'refused: wrong-signature',
  ],
  ['without a signature', 'plain', () => without(delivery(), 'webhook-signature'), 'refused: unsigned'],
  ['without a time', 'plain', () => without(delivery(), 'webhook-timestamp'), 'refused: unsigned'],
  ['too old', 'plain', () => delivery({ ageSeconds: 400 }), 'refused: wrong-time'],
  ['too early', 'plain', () => delivery({ ageSeconds: -400 }), 'refused: wrong-time'],
  ['a rotation in which ours goes', 'plain', () => delivery({ secrets: [secret, 'the next one'] }), both],
  ['a rotation in which ours comes', 'plain', () => delivery({ secrets: ['the last one', secret] }), both],
  [
    'a promoted secret that is not ours',
    'plain',
    () => delivery({ signing: promoted('the next one', secret) }),
    both.replace('both signatures', 'webhook-signature'),
  ],
  [
    'a rotation between two others',
    'plain',
    () => delivery({ secrets: ['the last one', 'the next one'] }),
    'refused: wrong-signature',
  ],
  [
    'beside a signature of a version to come',
    'plain',
    () => {
      const one = delivery()
      return changed(one, { 'webhook-signature': `v2,AAAA ${one.headers['webhook-signature']}` })
    },
    both,
  ],
  [
    'without the older signature',
    'plain',
    () => without(delivery(), 'x-svc-signature'),
    both.replace('both signatures', 'webhook-signature'),
  ],
  [
    'encrypted, for a receiver without a key',
    'plain',
    () => delivery({ encryption: sealedWith(key) }),
    'refused: no-key',
  ],
  ['encrypted', 'sealed', () => delivery({ encryption: sealedWith(key) }), both],
  ['encrypted with the key that goes', 'sealed', () => delivery({ encryption: sealedWith(oldKey) }), both],
  [
    'encrypted with a strange key',
    'sealed',
    () => delivery({ encryption: sealedWith(strangeKey) }),
    'refused: undecryptable',
  ],
  [
    'encrypted, with another vector',
    'sealed',
    () =>
      changed(delivery({ encryption: sealedWith(key) }), {
        'x-svc-encryption-iv': randomBytes(12).toString('base64'),
      }),
    'refused: undecryptable',
  ],
  [
    'encrypted, with half a vector',
    'sealed',
    () => changed(delivery({ encryption: sealedWith(key) }), { 'x-svc-encryption-iv': 'AAAA' }),
    'refused: undecryptable',
  ],
  [
    'encrypted, another body',
    'sealed',
    () => {
      const one = delivery({ encryption: sealedWith(key) })
      return changed(one, {}, `AAAA${one.body.slice(4)}`)
    },
    'refused: wrong-signature',
  ],
  [
    'signed, but shorter than a tag',
    'sealed',
    () => {
      const one = delivery({ encryption: sealedWith(key) })
      const body = 'AAAA'
      return changed(one, standardHeaders(body, [secret], randomUUID(), new Date()), body)
    },
    'refused: undecryptable',
  ],
  ['not encrypted, for a receiver with keys', 'sealed', () => delivery(), 'refused: not-encrypted'],
]

/** Returns the SDK's verdict on the same delivery, mapped to the examples' messages. */
function verifyWithSdk({ headers, body }: SentMessage, receiver: 'plain' | 'sealed') {
  const encryptionKeys = [oldKey, key].map((bytes) => bytes.toString('base64'))
  try {
    return receive({ body, headers, secrets: [secret], ...(receiver === 'sealed' && { encryptionKeys }) })
      .body
  } catch (error) {
    return `refused: ${(error as WebhookError).reason}`
  }
}

test.each(cases)('%s: the SDK agrees', (_, receiver, message, expected) => {
  expect(verifyWithSdk(message(), receiver)).toBe(expected.startsWith('verified') ? text : expected)
})

test.each(
  [...running].flatMap(([name, receivers]) => cases.map((one) => [name, one[0], one, receivers] as const)),
)('%s, %s', async (_language, _about, [, receiver, message, expected], receivers) => {
  const status = expected.startsWith('verified') ? 204 : 400
  expect(await receivers[receiver].deliver(message())).toEqual({ status, output: expected })
})

const api = await startApi({ OUTBOUND_LOOPBACK: 'true' })

test.each([...running])(
  '%s takes what the service itself delivers, before and in a rotation',
  async (name, { sealed }) => {
    const { body: hook } = await api.acme('POST', '/webhooks', {
      name,
      url: sealed.url,
      events: ['user-payroll-submitted'],
      config: { include_payload: true },
      signing_secret: secret,
      encryption_key: key.toString('base64'),
    })
    const tried = async () => (await api.acme('POST', `/webhooks/${hook.webhook_id}/test`, {})).body
    expect(await tried()).toMatchObject({ state: 'delivered', attempts: [{ status: 204 }] })
    const rotation = { signing_secret: 'the next one' }
    expect((await api.acme('POST', `/webhooks/${hook.webhook_id}/rotate`, rotation)).status).toBe(200)
    expect(await tried()).toMatchObject({ state: 'delivered', attempts: [{ status: 204 }] })
  },
)

test.each(languages)('the guide contains the tested example: $name', ({ name, file }) => {
  const guide = readFileSync(at('docs/guides/webhooks.md'), 'utf8')
  const [, shown] = new RegExp(`### ${name}\\n[\\s\\S]*?\`\`\`\\w+.*\\n([\\s\\S]*?)\`\`\``).exec(guide) ?? []
  const source = readFileSync(sourceOf(file), 'utf8')
  const [, indent = '', region] =
    /( *)(?:\/\/|#) #region verify\n([\s\S]*?)\n *(?:\/\/|#) #endregion/.exec(source) ?? []
  expect(shown?.trim()).toBe(region?.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trim())
  expect(guide).toContain(`](../../examples/webhooks/${file})`)
})
