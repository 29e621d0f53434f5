import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { atEnd } from '../../server/test/at-end.ts'
import { installBun } from '../bun.ts'
import { publicPackages, tarballName } from './packages.ts'

// Packs every public package, installs the tarballs in an empty project without a network, and uses them there with each
// module system, runtime and compiler that customers have.

const run = promisify(execFile)
const repository = fileURLToPath(new URL('../..', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'payproof-consumer-'))
atEnd(() => rmSync(root, { recursive: true, force: true }))
const project = join(root, 'project')
const installed = (name: string, path = '') => join(project, 'node_modules', name, path)
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const sources = publicPackages.map((folder) => ({
  folder,
  ...readJson(join(repository, folder, 'package.json')),
}))

await run(process.execPath, [join(repository, 'dev/release/pack.ts'), '--out', join(root, 'release')])
mkdirSync(project)
writeFileSync(join(project, 'package.json'), '{ "name": "customer", "private": true }')
await run(
  'npm',
  [
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--cache',
    join(root, 'cache'),
    ...sources.map((source) => join(root, 'release', tarballName(source))),
  ],
  { cwd: project },
)

const topPackages = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))
// React is an optional peer dependency: this customer has it, with its types.
mkdirSync(installed('@types'))
for (const name of ['react', 'react-dom', '@types/react'])
  symlinkSync(join(repository, 'node_modules', name), installed(name))

/** Writes a file of the customer's project and returns its name. */
function write(name: string, text: string) {
  writeFileSync(join(project, name), text)
  return name
}

test('the tarballs install nothing but our own packages', () => {
  expect(topPackages).toEqual(['@payproof'])
  expect(readdirSync(installed('@payproof')).sort()).toEqual(publicPackages.toSorted())
})

test.each(sources)('$name describes itself as npm expects', ({ name, folder, version }) => {
  const manifest = readJson(installed(name, 'package.json'))
  expect(manifest).toMatchObject({
    name,
    version,
    description: expect.stringMatching(/^.{20,}$/),
    license: 'Apache-2.0',
    repository: { type: 'git', url: expect.stringMatching(/^git\+https:/), directory: folder },
    homepage: expect.stringMatching(/^https:/),
    bugs: expect.stringMatching(/^https:/),
    keywords: expect.arrayContaining(['income verification']),
    engines: { node: '>=20' },
    publishConfig: { access: 'public', provenance: true },
    type: 'module',
    files: expect.any(Array),
  })
  for (const field of ['private', 'scripts', 'devDependencies']) expect(manifest).not.toHaveProperty(field)
  expect(readFileSync(installed(name, 'LICENSE'), 'utf8')).toBe(
    readFileSync(join(repository, 'LICENSE'), 'utf8'),
  )
  expect(readFileSync(installed(name, 'README.md'), 'utf8')).toContain(name)
  const paths = [manifest.bin, manifest.exports, manifest.main, manifest.types].flatMap(listPaths)
  expect(paths.length).toBeGreaterThan(0)
  for (const path of paths) expect(existsSync(installed(name, path)), path).toBe(true)
})

/** Lists the files that a field of a manifest names, at any depth. */
function listPaths(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Object.values(value ?? {}).flatMap(listPaths)
}

/** Calls the API, verifies a webhook, renders a React component as a server does, and prints the results. */
const program = `async function main() {
  const payproof = new Payproof({ baseUrl: process.argv[2], apiKey: 'an-api-key' })
  const user = await payproof.users.get('wilhelmina')
  const failure = await payproof.users.get('missing').catch((error) => error)
  const receive = webhookReceiver({ secrets: ['a signing secret'], handle() {} })
  const status = await receive('{}', { 'webhook-id': 'forged' })
  process.stdout.write(JSON.stringify({
    user_id: user.user_id, isError: failure instanceof PayproofError, code: failure.code, status,
    reports: typeof reports.verifyReport, refusal: refusalOf(() => openJourney({ link: 'https://x.example/r/x' })),
    html: renderToString(createElement(InlineJourney, { link: 'https://x.example/r/x' })),
  }))
}
function refusalOf(call) {
  try { call() } catch (error) { return error.message }
}
`
const programs = {
  'ES modules': write(
    'main.mjs',
    `import { openJourney } from '@payproof/embed'
import { InlineJourney } from '@payproof/embed/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { Payproof, PayproofError } from '@payproof/sdk'
import * as reports from '@payproof/sdk/reports'
import { webhookReceiver } from '@payproof/sdk/webhooks'
${program}await main()\n`,
  ),
  CommonJS: write(
    'main.cjs',
    `const { openJourney } = require('@payproof/embed')
const { InlineJourney } = require('@payproof/embed/react')
const { createElement } = require('react')
const { renderToString } = require('react-dom/server')
const { Payproof, PayproofError } = require('@payproof/sdk')
const reports = require('@payproof/sdk/reports')
const { webhookReceiver } = require('@payproof/sdk/webhooks')
${program}main()\n`,
  ),
}

/** Answers GET /users/wilhelmina, and 404 in the API's format to anything else. */
async function startApi() {
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json')
    if (url === '/users/wilhelmina') return response.end('{ "user_id": "wilhelmina" }')
    response.setHeader('x-svc-error-code', 'not-found')
    response.writeHead(404).end('{ "errors": ["not found"] }')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const [systemNode = process.execPath] = ['/usr/bin/node', '/usr/local/bin/node'].filter(existsSync)
const runtimes = {
  'the machine’s Node': systemNode,
  'the pinned Node': process.execPath,
  Bun: await installBun(),
}
const uses = Object.entries(runtimes).flatMap(([runtime, path]) =>
  Object.entries(programs).map(([modules, file]) => ({ runtime, path, modules, file })),
)

test.each(uses)('the libraries work on $runtime with $modules', async ({ path, file }) => {
  const { stdout } = await run(path, [file, await startApi()], { cwd: project })
  expect(JSON.parse(stdout)).toEqual({
    user_id: 'wilhelmina',
    isError: true,
    code: 'not-found',
    status: 400,
    reports: 'function',
    refusal: expect.stringContaining('the journey opens in a browser'),
    html: '<div></div>',
  })
})

test('the React entry is marked for the client, as Next.js expects', () => {
  expect(readFileSync(installed('@payproof/embed', 'react.js'), 'utf8')).toMatch(/^['"]use client['"]/)
  expect(readFileSync(installed('@payproof/embed', 'index.js'), 'utf8')).not.toContain('use client')
})

test.each(Object.entries(runtimes))('the command line runs on %s', async (_, path) => {
  const { stdout } = await run(path, [join(project, 'node_modules/.bin/payproof'), '--version'], {
    cwd: project,
  })
  expect(stdout.trim()).toBe(readJson(installed('@payproof/cli', 'package.json')).version)
})

const typed = `import { type EventOf, type JourneyEvent, mountJourney, openJourney } from '@payproof/embed'
import { InlineJourney, useJourney } from '@payproof/embed/react'
import { createElement } from 'react'
import { Payproof, PayproofError, type User } from '@payproof/sdk'
import { verifyReport } from '@payproof/sdk/reports'
import { webhookReceiver } from '@payproof/sdk/webhooks'
const payproof = new Payproof({ apiKey: 'x', baseUrl: 'https://api.example' })
export const user: Promise<User> = payproof.users.get('x')
// @ts-expect-error: an id is a string
export const wrong = payproof.users.get(7)
export const isMissing = (error: unknown) => error instanceof PayproofError && error.code === 'not-found'
export const receive = webhookReceiver({ secrets: ['x'], handle: ({ id }) => id })
export const verify = verifyReport
const onEvent = (event: JourneyEvent) => (event.name === 'error' ? event.code : undefined)
const onExit = ({ last_view }: EventOf<'exit'>) => last_view
export const dialog = openJourney({ link: 'x', language: undefined, onEvent, onExit })
export const inline = mountJourney(document.body, { link: 'x', language: 'cy' })
// @ts-expect-error: the journey speaks English and Welsh
export const french = openJourney({ link: 'x', language: 'fr' })
export const element = createElement(InlineJourney, { link: 'x', onEvent, onExit, className: 'journey' })
export const useDialog = (): boolean => useJourney({ onEvent }).isOpen
`
const typeRoots = join(repository, 'node_modules/@types')
const resolveFrom = (folder: string) => createRequire(join(repository, folder, 'package.json'))
const compilers = {
  'TypeScript 5': resolveFrom('sdk').resolve('typescript/bin/tsc'),
  'TypeScript 7': join(repository, 'node_modules/.bin/tsc'),
}
const resolutions = {
  'node16, ES modules': ['consumer.mts', '--module', 'node16', '--moduleResolution', 'node16'],
  'node16, CommonJS': ['consumer.cts', '--module', 'node16', '--moduleResolution', 'node16'],
  bundler: ['consumer.ts', '--module', 'esnext', '--moduleResolution', 'bundler'],
}
const typeChecks = Object.entries(compilers).flatMap(([compiler, path]) =>
  Object.entries(resolutions).map(([resolution, [file = '', ...options]]) => ({
    compiler,
    path,
    resolution,
    file,
    options,
  })),
)

test.each(typeChecks)('$compiler accepts the types with $resolution', async ({ path, file, options }) => {
  write(file, typed)
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022']
  const libraries = ['--lib', 'es2022,dom,dom.iterable', '--types', 'node', '--typeRoots', typeRoots]
  const result = await run(process.execPath, [path, ...strict, ...libraries, ...options, file], {
    cwd: project,
  }).catch((error) => error)
  expect(result.stdout).toBe('')
})

test.each(Object.entries(compilers))('%s has the version it is named after', async (name, path) => {
  const { stdout } = await run(process.execPath, [path, '--version'])
  expect(stdout).toContain(`Version ${name.replace('TypeScript ', '')}.`)
})
