import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startApi } from '../../server/test/api.ts'
import { atEnd } from '../../server/test/at-end.ts'

const run = promisify(execFile)
const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

// The system's own Node, if there is one: older than the version the project pins.
const [plainNode = process.execPath] = ['/usr/bin/node', '/usr/local/bin/node'].filter(existsSync)

const root = await mkdtemp(join(tmpdir(), 'payproof-sdk-'))
atEnd(() => rm(root, { recursive: true, force: true }))
const project = join(root, 'project')

/** The package, built, packed and installed in an empty folder. */
async function install() {
  await run(process.execPath, [at('scripts/build.ts')])
  const npm = (args: string[], cwd: string) =>
    run('npm', [...args, '--offline', '--no-audit', '--no-fund', '--cache', join(root, 'cache')], { cwd })
  await npm(['pack', at('dist'), '--silent'], root)
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "name": "lender", "type": "module", "private": true }')
  await npm(['install', join(root, 'payproof-sdk-0.1.0.tgz')], project)
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
  for (const name of ['README.md', 'LICENSE', 'index.js', 'index.d.ts', 'webhooks.js', 'webhooks.d.ts'])
    expect(names).toContain(join(installed, name))
  expect(names.filter((name) => !/\.(js|d\.ts|md|json)$|LICENSE$/.test(name))).toEqual([])
  expect(names.filter((name) => name.includes('.test.'))).toEqual([])
})

/** A typical first program: calls, a list, an error, and a receiver of signed and encrypted webhooks. */
const program = `import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Payproof, PayproofError } from '@payproof/sdk'
import { webhookReceiver } from '@payproof/sdk/webhooks'

const { baseUrl, apiKey, signing_secret, encryption_key } = JSON.parse(process.argv[2])
const payproof = new Payproof({ apiKey, baseUrl })
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
}))`

test('plain JavaScript uses it with the Node of the machine and the real service', async () => {
  const api = await startApi({ OUTBOUND_LOOPBACK: 'true' })
  await api.server.listen({ port: 0, host: '127.0.0.1' })
  await writeFile(join(project, 'main.js'), program)
  const given = {
    baseUrl: `http://127.0.0.1:${(api.server.server.address() as AddressInfo).port}`,
    apiKey: api.world.clients.acme.apiKey,
    signing_secret: randomBytes(24).toString('hex'),
    encryption_key: randomBytes(32).toString('base64'),
  }
  const { stdout } = await run(plainNode, ['main.js', JSON.stringify(given)], { cwd: project })
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
])('its types hold for %s, checked to the last file', async (name, options) => {
  const file = join(project, `${name.replace(' ', '-')}.ts`)
  await writeFile(
    file,
    `import { Payproof, PayproofError, type User } from '@payproof/sdk'
    ${name === 'a server' ? "import { webhookReceiver } from '@payproof/sdk/webhooks'" : ''}
    const payproof = new Payproof({ userToken: async () => 'x', baseUrl: 'https://api.example' })
    export const user: Promise<User> = payproof.users.get('x')
    // @ts-expect-error a number is no id
    export const wrong = payproof.users.get(7)
    export const isMissing = (error: unknown) => error instanceof PayproofError && error.code === 'not-found'
    ${name === 'a server' ? "export const receive = webhookReceiver({ secrets: ['x'], handle: ({ id }) => id })" : ''}`,
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
    expect(text, name).not.toMatch(/node:|\bprocess\b|\bBuffer\b|\brequire\b/)
    for (const [, imported = ''] of text.matchAll(/from '\.\/([\w-]+)\.js'/g))
      expect(files).toContain(imported)
  }
})
