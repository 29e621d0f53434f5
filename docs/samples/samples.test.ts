import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runAdmin } from '../../server/src/admin/commands.ts'
import { atEnd } from '../../server/test/at-end.ts'
import { ownWorld } from '../../web/e2e/start.ts'
import { parseBlocks } from './blocks.ts'
import { openBrowser } from './browser.ts'
import { joinModule, readPage, runPage } from './page.ts'

// Runs every code block of these pages against the service and the sandbox; README.md explains the marks.
const project = fileURLToPath(new URL('../..', import.meta.url))
const guides = (await readdir(join(project, 'docs/guides'))).filter((name) => name.endsWith('.md'))
const runbooks = ['install', 'keys', 'deliveries', 'erasure', 'lanes', 'provider-outage'].map(
  (name) => `docs/operations/${name}.md`,
)
const paths = [
  'README.md',
  'sdk/README.md',
  'embed/README.md',
  'cli/README.md',
  'docs/errors.md',
  ...guides.map((name) => `docs/guides/${name}`),
  ...runbooks,
]
const pages = await Promise.all(paths.map((path) => readPage(project, path)))

// These pages run sequentially and last: the first uses the login of another page, the second moves the sandbox clock
// that all pages share.
const last = ['README.md', 'docs/guides/sandbox.md']

/** Reasons that are allowed for not running a block. */
const reasons = [
  'a CSV file',
  'a header to send',
  'changes the root key that other tests share; server/src/platform/secrets/rotation.test.ts rotates it',
  'dev/connector-kit runs it in a copy of the project',
  'dev/release/consumer.test.ts packs and installs it into an empty project',
  'fetches the package from npm; payproof-sandbox/test runs the same tarball in an empty folder',
  'fetches the repository, which is here already',
  'installs programs for the whole machine; cli/test installs the same packages into an empty project',
  'needs Docker',
  'needs a cluster',
  'needs an export of a document',
  'needs a database and settings of its own; npm run dev and the tests run the same commands',
  "needs the database's own client; server/src/features/providers/health.test.ts covers the breaker",
  'needs a webhook; cli/test triggers events with a listener',
  'needs root and the network; the quickstart test runs it from a clean clone',
  'sdk/test/package.test.ts packs and installs it into an empty project',
  'server/test/webhook-examples.test.ts runs it where there is a Python',
  'the samples have a service of their own; the quickstart test runs it from a clean clone',
]

const root = await mkdtemp(join(tmpdir(), 'payproof-samples-'))
atEnd(() => rm(root, { recursive: true, force: true }))
const entries = (await readdir(project)).filter((name) => !name.startsWith('.'))
// The test uses a separate service, because the sandbox guide moves the clock.
const world = await ownWorld()
const browser = openBrowser()
atEnd(browser.close)

/**
 * Creates a separate checkout and client for each page, as after `npm run dev`, so that pages do not affect each
 * other.
 */
async function prepareCheckout(path: string) {
  const name = path.toLowerCase().replaceAll(/\W/g, '-')
  const folder = join(root, name)
  await mkdir(join(folder, '.dev'), { recursive: true })
  await Promise.all(entries.map((entry) => symlink(join(project, entry), join(folder, entry))))
  const { apiKey, ownerPassword } = (await runAdmin(world.api.config, [
    'create-client',
    '--name',
    name,
    '--owner-mfa',
    'disabled',
    '--first-password',
    'keep',
    '--owner-email',
    `owner@${name}.example`,
    '--owner-name',
    'Olive Owner',
  ])) as { apiKey: string; ownerPassword: string }
  const settings = {
    PAYPROOF_URL: world.url,
    PAYPROOF_API_KEY: apiKey,
    PAYPROOF_OWNER_EMAIL: `owner@${name}.example`,
    PAYPROOF_OWNER_PASSWORD: ownerPassword,
    SANDBOX_URL: world.sandbox.url,
  }
  const lines = Object.entries(settings).map(([key, value]) => `export ${key}='${value}'\n`)
  await writeFile(join(folder, '.dev/env'), lines.join(''))
  const operator = Object.entries(world.api.config).filter(([, value]) => typeof value !== 'object')
  const operatorLines = operator.map(([key, value]) => `export ${key}='${value}'\n`)
  await writeFile(join(folder, '.dev/operator'), operatorLines.join(''))
  // PATH contains only system programs, not the node_modules/.bin of the test run.
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder }
  return { project, folder, env, settings, visit: browser.visit }
}

// A page starts up to a dozen programs, and several pages run concurrently.
const timeoutMs = 300_000

const run = async (path: string, markdown?: string) => {
  const page = markdown === undefined ? pages.find((one) => one.path === path) : undefined
  return runPage(page ?? { path, blocks: parseBlocks(markdown ?? '') }, await prepareCheckout(path))
}

test.concurrent.each(paths.filter((path) => !last.includes(path)))(
  '%s',
  async (path) => {
    await expect(run(path)).resolves.toBeUndefined()
  },
  timeoutMs,
)

test.each(last)(
  '%s',
  async (path) => {
    await expect(run(path)).resolves.toBeUndefined()
  },
  timeoutMs,
)

test('every block that is not run has an allowed reason', () => {
  const given = pages.flatMap(({ blocks }) => blocks.flatMap(({ marks }) => marks['not-run'] ?? []))
  expect([...new Set(given)].toSorted()).toEqual(reasons.toSorted())
})

test('every SVG is well-formed, has a title and description, and supports dark mode', async () => {
  const folder = join(project, 'docs/images')
  const pictures = (await readdir(folder)).filter((name) => name.endsWith('.svg'))
  expect(pictures.length).toBeGreaterThan(0)
  for (const name of pictures) {
    const text = await readFile(join(folder, name), 'utf8')
    expect(text, name).toMatch(/<title id="title">.+<\/title>\s*<desc id="desc">.+<\/desc>/)
    expect(text, name).toContain('prefers-color-scheme: dark')
    expect(await browser.findXmlError(text), name).toBe('')
  }
})

test('every TypeScript sample type-checks', async () => {
  const folder = join(root, 'types')
  await mkdir(folder)
  for (const name of ['node_modules', 'package.json']) await symlink(join(project, name), join(folder, name))
  const config = {
    extends: join(project, 'tsconfig.json'),
    compilerOptions: { noUnusedLocals: false },
    include: ['*.ts'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const programs = pages.flatMap(({ path, blocks }) => {
    const files = blocks.filter(({ language, marks }) => language === 'ts' && marks.file)
    return [joinModule(blocks), ...files.map(({ code }) => code)].map((code, index) => ({
      name: `${path.replaceAll(/\W/g, '-')}-${index}.ts`,
      code: `${code}\nexport {}\n`,
    }))
  })
  for (const { name, code } of programs) await writeFile(join(folder, name), code)
  const tsc = join(project, 'node_modules/typescript/bin/tsc')
  const checked = promisify(execFile)(process.execPath, [tsc, '-p', folder])
  await checked.catch(({ stdout }) => expect.fail(stdout))
  expect(programs.length).toBeGreaterThan(5)
})

const fenced = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n`

test.concurrent.each([
  ['an unsupported language', fenced('cobol', 'DISPLAY "X".'), 'nothing can run a block of "cobol"'],
  ['no language', fenced('', 'ls'), 'nothing can run a block of ""'],
  ['an unknown mark', fenced('sh norun="x"', 'ls'), 'has no mark "norun"'],
  ['a command that fails', fenced('sh', 'echo one\nls /nowhere'), 'ended with 2'],
  ['a command that fails in a pipe', fenced('sh', 'false | cat'), 'ended with 1'],
  ['an unset variable', fenced('sh', 'echo $NOBODY'), 'NOBODY: unbound variable'],
  ['a different output', fenced('sh', 'echo one') + fenced('text', 'two'), 'but it prints\none'],
  ['an output without a command', fenced('text', 'two'), 'follows no command'],
  ['a terminal that is not ready', fenced('sh terminal="2" until="x"', 'echo y'), 'does not show x'],
  ['a program that throws', fenced('ts', 'throw new Error("so")'), 'Error: so'],
  ['invalid JSON', fenced('json', '{ "a": 1, }'), 'JSON'],
  ['JSON that does not match its schema', fenced('json schema="MfaAnswer"', '{ "code": 1 }'), 'mfa'],
  ['a wrong quote', fenced('ts from="package.json"', 'const a = 1'), 'the file does not contain this text'],
])('%s fails', async (name, markdown, message) => {
  await expect(async () => run(name, markdown)).rejects.toThrow(message)
})
