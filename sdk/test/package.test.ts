import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { startApi } from '../../server/test/api.ts'
import { atEnd } from '../../server/test/at-end.ts'

const run = promisify(execFile)
const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

// The system's own Node, if there is one, is older than the version that the project pins.
const [plainNode = process.execPath] = ['/usr/bin/node', '/usr/local/bin/node'].filter(existsSync)

const root = await mkdtemp(join(tmpdir(), 'payproof-sdk-'))
atEnd(() => rm(root, { recursive: true, force: true }))
const project = join(root, 'project')

/** Builds and packs the package and installs it in an empty folder. */
async function install() {
  await run(process.execPath, [at('scripts/build.ts')])
  const npm = (args: string[], cwd: string) =>
    run('npm', [...args, '--offline', '--no-audit', '--no-fund', '--cache', join(root, 'cache')], { cwd })
  const { stdout: tarball } = await npm(['pack', at('dist'), '--silent'], root)
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "name": "lender", "type": "module", "private": true }')
  await npm(['install', join(root, tarball.trim())], project)
}

await install()

test('the package has no dependency, no source and no test, and is not private', async () => {
  const installed = join(project, 'node_modules/@payproof/sdk')
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: '@payproof/sdk', type: 'module', engines: { node: '>=20' } })
  for (const field of ['private', 'dependencies', 'devDependencies', 'scripts'])
    expect(manifest).not.toHaveProperty(field)
  const { stdout } = await run('find', [installed, '-type', 'f'])
  const names = stdout.trim().split('\n')
  const built = ['index.js', 'index.d.ts', 'webhooks.js', 'webhooks.d.ts']
  for (const name of ['README.md', 'LICENSE', ...built, ...built.map((name) => `cjs/${name}`)])
    expect(names).toContain(join(installed, name))
  expect(names.filter((name) => !/\.(js|d\.ts|md|json)$|LICENSE$/.test(name))).toEqual([])
  expect(names.filter((name) => name.includes('.test.'))).toEqual([])
})

/** The imports of the program below in both module systems. */
const imports = {
  'main.js': `import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Payproof, PayproofError } from '@payproof/sdk'
import { webhookReceiver } from '@payproof/sdk/webhooks'
await main()
`,
  'main.cjs': `const { createServer } = require('node:http')
const { buffer } = require('node:stream/consumers')
const { Payproof, PayproofError } = require('@payproof/sdk')
const { webhookReceiver } = require('@payproof/sdk/webhooks')
main()
`,
}

/**
 * A typical first program: calls with a key from the environment, a list, an error, and a receiver of signed and
 * encrypted webhooks.
 */
const program = `async function main() {
const { signing_secret, encryption_key } = JSON.parse(process.argv[2])
const payproof = new Payproof()
const { user_id } = await payproof.users.create({
  forename: 'Ada', surname: 'Quillfeather', date_of_birth: '1990-02-03', post_codes: ['LS1 4AP'], payroll_period_months: 3,
})
const listed = []
for await (const user of payproof.users.list()) listed.push(user.user_id)
await payproof.users.delete(user_id)
const failure = await payproof.users.get(user_id).catch((error) => error)

const heard = []
const receive = webhookReceiver({
  secrets: [signing_secret], encryptionKeys: [encryption_key], handle: ({ event, isTest }) => heard.push({ event, isTest }),
})
const server = createServer(async (request, response) => {
  response.writeHead(await receive(await buffer(request), request.headers)).end()
})
await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
const url = 'http://127.0.0.1:' + server.address().port
const { webhook_id } = await payproof.webhooks.create({
  name: 'first', url, events: ['user-payroll-submitted'], signing_secret, encryption_key,
})
const { state } = await payproof.webhooks.test(webhook_id, {})
server.close()
server.closeAllConnections()
const { code, status, requestId } = failure
process.stdout.write(JSON.stringify({
  isListed: listed.includes(user_id), isError: failure instanceof PayproofError, code, status, requestId, state, heard,
  node: process.versions.node,
}))
}`

test.each(Object.entries(imports))(
  '%s uses it with the Node of the machine and the real service',
  async (name, heading) => {
    const api = await startApi({ OUTBOUND_LOOPBACK: 'true' })
    await api.server.listen({ port: 0, host: '127.0.0.1' })
    await writeFile(join(project, name), heading + program)
    const env = {
      PAYPROOF_URL: `http://127.0.0.1:${(api.server.server.address() as AddressInfo).port}`,
      PAYPROOF_API_KEY: api.world.clients.acme.apiKey,
    }
    const given = {
      signing_secret: randomBytes(24).toString('hex'),
      encryption_key: randomBytes(32).toString('base64'),
    }
    const { stdout } = await run(plainNode, [name, JSON.stringify(given)], { cwd: project, env })
    const { node, ...said } = JSON.parse(stdout)
    expect(said).toEqual({
      isListed: true,
      isError: true,
      code: 'not-found',
      status: 404,
      requestId: expect.stringMatching(/^req_/),
      state: 'delivered',
      heard: [{ event: 'user-payroll-submitted', isTest: true }],
    })
    expect(Number.parseInt(node, 10)).toBeGreaterThanOrEqual(20)
  },
)

/**
 * A program that sends itself a signed delivery of a kind that does not exist yet, through both kinds of receiver.
 */
const unknownKind = `
import { createHmac } from 'node:crypto'
import { webhookReceiver, webhookResponder } from '@payproof/sdk/webhooks'

const heard = []
const options = { secrets: ['a signing secret'], handle: ({ event, isUnknown, planet }) => heard.push({ event, isUnknown, planet }) }
const [receive, respond] = [webhookReceiver(options), webhookResponder(options)]
const body = JSON.stringify({ event: 'user-moved-to-mars', planet: 'Mars' })
const headersOf = (id) => {
  const seconds = String(Math.floor(Date.now() / 1000))
  const mac = createHmac('sha256', 'a signing secret').update([id, seconds, body].join('.')).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': 'v1,' + mac, 'x-svc-attempt': '1' }
}
const request = new Request('https://lender.example/hooks', { method: 'POST', body, headers: headersOf('second') })
const statuses = [await receive(body, headersOf('first')), (await respond(request)).status]
process.stdout.write(JSON.stringify({ statuses, heard }))`

test('a delivery of an unknown kind is answered with 204 and handed over', async () => {
  await writeFile(join(project, 'unknown.js'), unknownKind)
  const { stdout } = await run(plainNode, ['unknown.js'], { cwd: project })
  const heard = { event: 'user-moved-to-mars', isUnknown: true, planet: 'Mars' }
  expect(JSON.parse(stdout)).toEqual({ statuses: [204, 204], heard: [heard, heard] })
})

test('a missing URL or key is named, also where there is no environment', async () => {
  await writeFile(
    join(project, 'missing.js'),
    `import { Payproof } from '@payproof/sdk'
    const { stdout } = process
    if (process.argv[2] === 'browser') delete globalThis.process
    const messages = []
    try { new Payproof() } catch (error) { messages.push(error.message) }
    await new Payproof({ baseUrl: 'http://127.0.0.1:1' }).users.get('x').catch((error) => messages.push(error.message))
    stdout.write(JSON.stringify(messages))`,
  )
  const messages = async (where: string, env: Record<string, string>) =>
    JSON.parse((await run(plainNode, ['missing.js', where], { cwd: project, env })).stdout)
  const expected = [
    'The URL of the API is missing: pass baseUrl, or set PAYPROOF_URL',
    expect.stringContaining('This client has none: pass apiKey, or set PAYPROOF_API_KEY'),
  ]
  expect(await messages('server', {})).toEqual(expected)
  expect(await messages('server', { PAYPROOF_URL: '', PAYPROOF_API_KEY: '' })).toEqual(expected)
  expect(await messages('browser', { PAYPROOF_URL: 'https://x.example', PAYPROOF_API_KEY: 'x' })).toEqual(
    expected,
  )
})

// Jest compiles each file as a CommonJS function in a vm context, so no file may be an ES module.
test('require() finds CommonJS files only, as Jest needs them', async () => {
  const installed = join(project, 'node_modules/@payproof/sdk')
  const { resolve } = createRequire(join(project, 'main.cjs'))
  expect(resolve('@payproof/sdk')).toBe(join(installed, 'cjs/index.js'))
  expect(resolve('@payproof/sdk/webhooks')).toBe(join(installed, 'cjs/webhooks.js'))
  const { type } = JSON.parse(await readFile(join(installed, 'cjs/package.json'), 'utf8'))
  expect(type).toBe('commonjs')
  const { stdout } = await run('find', [join(installed, 'cjs'), '-name', '*.js'])
  const files = stdout.trim().split('\n')
  expect(files.length).toBeGreaterThan(15)
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    expect(() => new Script(`(function (exports, require, module) {${text}\n})`), file).not.toThrow()
  }
})

test.each([
  [
    'a browser',
    [
      '--lib',
      'es2022,dom,dom.iterable,dom.asynciterable',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
    ],
  ],
  [
    'a server',
    [
      '--lib',
      'es2022',
      '--module',
      'nodenext',
      '--types',
      'node',
      '--typeRoots',
      at('../node_modules/@types'),
    ],
  ],
  [
    'a CommonJS server',
    ['--lib', 'es2022', '--module', 'node16', '--types', 'node', '--typeRoots', at('../node_modules/@types')],
  ],
])('its types hold for %s, checked to the last file', async (name, options) => {
  const isServer = name !== 'a browser'
  const file = join(project, `${name.replaceAll(' ', '-')}.${name === 'a CommonJS server' ? 'cts' : 'ts'}`)
  await writeFile(
    file,
    `import { Payproof, PayproofError, type User } from '@payproof/sdk'
    ${isServer ? "import { webhookReceiver } from '@payproof/sdk/webhooks'" : ''}
    const payproof = new Payproof({ userToken: async () => 'x', baseUrl: 'https://api.example' })
    export const user: Promise<User> = payproof.users.get('x')
    // @ts-expect-error a number is no id
    export const wrong = payproof.users.get(7)
    export const isMissing = (error: unknown) => error instanceof PayproofError && error.code === 'not-found'
    ${isServer ? "export const receive = webhookReceiver({ secrets: ['x'], handle: ({ id }) => id })" : ''}`,
  )
  const tsc = [at('../node_modules/.bin/tsc'), '--noEmit', '--strict', '--target', 'es2022', '--ignoreConfig']
  const said = await run(process.execPath, [...tsc, ...options, file], { cwd: project }).catch(
    (error) => error,
  )
  expect(said.stdout).toBe('')
})

test('the client needs nothing of Node', async () => {
  const files = [
    'index',
    'client',
    'attempt',
    'environment',
    'errors',
    'lists',
    'operations',
    'retry',
    'transport',
    'uploads',
    'user-token',
  ]
  for (const name of files) {
    const text = await readFile(at(`dist/${name}.js`), 'utf8')
    // environment.js reads globalThis.process only where it exists; the test of the missing URL runs without it.
    const forbidden =
      name === 'environment' ? /node:|\bBuffer\b|\brequire\b/ : /node:|\bprocess\b|\bBuffer\b|\brequire\b/
    expect(text, name).not.toMatch(forbidden)
    for (const [, imported = ''] of text.matchAll(/from '\.\/([\w-]+)\.js'/g))
      expect(files).toContain(imported)
  }
})
