import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { atEnd } from '../../server/test/at-end.ts'
import { standardHeaders } from './sender.ts'

const run = promisify(execFile)
const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

// The machine's own Node, which is older than the one that the project pins, where there is one.
const [plainNode = process.execPath] = ['/usr/bin/node', '/usr/local/bin/node'].filter(existsSync)

const root = await mkdtemp(join(tmpdir(), 'payproof-sdk-'))
atEnd(() => rm(root, { recursive: true, force: true }))
const project = join(root, 'project')

/** The package, built, packed, and installed in a folder without anything else. */
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
  expect(names.filter((name) => !/\.(js|d\.ts|md|json)$|LICENSE$/.test(name))).toEqual([])
  expect(names.filter((name) => name.includes('.test.'))).toEqual([])
})

test('plain JavaScript uses it with the Node of the machine', async () => {
  const server = createServer((request, response) => {
    const isKnown = request.headers['x-api-key'] === 'a key'
    const page = {
      users: [{ user_id: 'u1' }],
      pagination: { offset: 1, limit: 100, count: 1, total_count: 1 },
    }
    response.writeHead(isKnown ? 200 : 401).end(JSON.stringify(page))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  atEnd(() => server.close())
  const body = JSON.stringify({
    ...{ event: 'user-payroll-submitted', user_id: 'u1', timestamp: 'now', entry_id: 'e1', account_id: null },
  })
  const headers = { ...standardHeaders(body, ['a secret'], 'd1', new Date()), 'x-svc-attempt': '1' }
  await writeFile(
    join(project, 'main.js'),
    `import { Payproof } from '@payproof/sdk'
    import { receive } from '@payproof/sdk/webhooks'
    const payproof = new Payproof({ apiKey: 'a key', baseUrl: process.argv[2] })
    const users = []
    for await (const { user_id } of payproof.users.list()) users.push(user_id)
    const { entry_id } = receive({ ...JSON.parse(process.argv[3]), secrets: ['a secret'] })
    process.stdout.write(JSON.stringify({ users, entry_id, node: process.versions.node }))`,
  )
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { stdout } = await run(plainNode, ['main.js', baseUrl, JSON.stringify({ body, headers })], {
    cwd: project,
  })
  const { node, ...said } = JSON.parse(stdout)
  expect(said).toEqual({ users: ['u1'], entry_id: 'e1' })
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
