import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startApi } from '../../server/test/api.ts'
import { atEnd } from '../../server/test/at-end.ts'

// Clients that others generate from openapi.json: a small program has to compile against each with the project's TypeScript, and
// to work with the service.

const run = promisify(execFile)
const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const document = at('server/openapi.json')
// biome-ignore lint/style/noProcessEnv: passed on, with the settings of the program.
const inherited = process.env

const root = await mkdtemp(join(tmpdir(), 'payproof-generated-'))
atEnd(() => rm(root, { recursive: true, force: true }))
const api = await startApi()
await api.server.listen({ port: 0, host: '127.0.0.1' })
const settings = {
  PAYPROOF_URL: `http://127.0.0.1:${(api.server.server.address() as AddressInfo).port}`,
  PAYPROOF_API_KEY: api.world.clients.acme.apiKey,
}

/** Runs the command line of a generator. The working directory is the client's, so that nothing is written elsewhere. */
async function generate(name: string, cli: string, args: string[]) {
  const folder = join(root, name)
  await mkdir(folder, { recursive: true })
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
  const hook = `--import=${at('sdk/test/typescript-5.ts')}`
  await run(process.execPath, [join(dirname(manifest), cli), ...args], {
    cwd: folder,
    env: { ...inherited, NODE_OPTIONS: hook },
  })
  return folder
}

/** Compiles the program with the generated client, strictly, and runs it. Returns what it prints. */
async function compileAndRun(folder: string, program: string) {
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }')
  await writeFile(join(folder, 'program.ts'), program)
  const compilerOptions = {
    target: 'es2023',
    module: 'commonjs',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    typeRoots: [at('node_modules/@types')],
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    outDir: 'out',
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  await run(process.execPath, [at('node_modules/.bin/tsc'), '-p', folder]).catch(({ stdout }) => {
    throw new Error(`The program does not compile:\n${stdout}`)
  })
  const { stdout } = await run(process.execPath, [join(folder, 'out/program.js')], {
    env: { ...inherited, ...settings },
  })
  return JSON.parse(stdout)
}

const expected = {
  journey: true,
  submissions: [],
  total: 0,
  unknown: 'not-found: no such user',
  invalid: 'invalid-request: Request is missing the required field [surname]',
}
const newUser = `{
  forename: 'Wilhelmina',
  surname: 'Oakapple',
  date_of_birth: '1990-05-17',
  post_codes: ['BS6 9ZX'],
  payroll_period_months: 3,
}`

/** Used by both programs. The compiler refuses a code that the API does not have. */
const handleError = `
const isCode = (text: string | null): text is ErrorCode => text !== null
function explain(response: Response, problems: string[]) {
  const code = response.headers.get('x-svc-error-code')
  if (!isCode(code)) return \`status \${response.status}\`
  switch (code) {
    case 'not-found':
      return \`\${code}: no such user\`
    case 'invalid-request':
      return \`\${code}: \${problems.join()}\`
    // @ts-expect-error: not a code of the API
    case 'nott-found':
      return 'never'
    default:
      return \`\${code} \${response.status}\`
  }
}
`

test('openapi-typescript: its types describe requests, replies and error codes', async () => {
  const folder = await generate('openapi-typescript', 'bin/cli.js', [document, '--output', 'schema.ts'])
  const printed = await compileAndRun(
    folder,
    `import type { components, operations, paths } from './schema'

type ErrorCode = components['schemas']['ErrorCode']
type Transaction = components['schemas']['BankTransaction']
type Body<Id extends keyof operations> = operations[Id] extends { requestBody: { content: { 'application/json': infer T } } } ? T : undefined
type Reply<Id extends keyof operations> = operations[Id]['responses'] extends { 200: { content: { 'application/json': infer T } } }
  ? T
  : operations[Id]['responses'] extends { 201: { content: { 'application/json': infer T } } } ? T : never
${handleError}
const call = (method: string, path: string, body?: unknown) =>
  fetch(process.env.PAYPROOF_URL + path, {
    method,
    headers: { 'X-API-KEY': process.env.PAYPROOF_API_KEY ?? '', ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
const createUser = (body: Body<'createUser'>) => call('POST', '/users' satisfies keyof paths, body)

async function main() {
  const user = (await (await createUser(${newUser})).json()) as Reply<'createUser'>
  const reference: Body<'createUserToken'> = { user_id: user.user_id }
  const token = (await (await call('POST', '/user-tokens', reference)).json()) as Reply<'createUserToken'>
  const page = (await (await call('GET', \`/payroll/\${user.user_id}\`)).json()) as Reply<'listPayrollSubmissions'>
  const netPay: (string | null)[] = page.payroll_submissions.map(
    ({ income_information }) => income_information.earnings.net_pay,
  )
  const unknown = await call('GET', '/users/00000000-0000-4000-8000-000000000000')
  const errors = (await unknown.json()) as components['schemas']['Errors']
  // @ts-expect-error: surname is missing
  const invalid = await createUser({ forename: 'A', date_of_birth: '1990-05-17', post_codes: ['BS6 9ZX'], payroll_period_months: 3 })
  const problems = (await invalid.json()) as components['schemas']['Errors']
  // @ts-expect-error: an amount is text
  const amount: number | undefined = ([] as Transaction[])[0]?.amount
  console.log(
    JSON.stringify({
      journey: token.webapp_link.startsWith('http'),
      submissions: netPay,
      total: page.pagination.total_count,
      unknown: explain(unknown, errors.errors),
      invalid: explain(invalid, problems.errors),
    }),
  )
  return amount
}
main()
`,
  )
  expect(printed).toEqual(expected)
})

test('@hey-api/openapi-ts: its client has a function per operation', async () => {
  const folder = await generate('@hey-api/openapi-ts', 'bin/run.js', [
    '--input',
    document,
    '--output',
    'client',
    '--no-log-file',
  ])
  const printed = await compileAndRun(
    folder,
    `import { createUser, createUserToken, getUser, listPayrollSubmissions } from './client'
import type { Earnings, ErrorCode } from './client'
import { client } from './client/client.gen'

client.setConfig({ baseUrl: process.env.PAYPROOF_URL ?? '', auth: () => process.env.PAYPROOF_API_KEY })
${handleError}
async function main() {
  const { data: user } = await createUser({ body: ${newUser}, throwOnError: true })
  const { data: token } = await createUserToken({ body: { user_id: user.user_id }, throwOnError: true })
  const { data: page } = await listPayrollSubmissions({ path: { user_id: user.user_id }, query: { limit: 10 }, throwOnError: true })
  const earnings: Earnings[] = page.payroll_submissions.map(({ income_information }) => income_information.earnings)
  const unknown = await getUser({ path: { user_id: '00000000-0000-4000-8000-000000000000' } })
  if (!unknown.response || !unknown.error) throw new Error('The user exists')
  const invalid = await createUser({
    // @ts-expect-error: surname is missing
    body: { forename: 'A', date_of_birth: '1990-05-17', post_codes: ['BS6 9ZX'], payroll_period_months: 3 },
  })
  if (!invalid.response || !invalid.error) throw new Error('The user was created')
  console.log(
    JSON.stringify({
      journey: token.webapp_link.startsWith('http'),
      submissions: earnings,
      total: page.pagination.total_count,
      unknown: explain(unknown.response, unknown.error.errors),
      invalid: explain(invalid.response, invalid.error.errors),
    }),
  )
}
main()
`,
  )
  expect(printed).toEqual(expected)
})
