import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'

// npm run connector:new -- NAME --family key|oauth2 [--title "Name"]: starts a connector for a new provider, with its
// schemas, transformation, fixtures, simulator and a contract test that passes.

const families = ['key', 'oauth2'] as const
type Family = (typeof families)[number]

const usage = `usage: npm run connector:new -- NAME --family FAMILY [--title "Provider's name"]
  NAME      id of the connector kind, such as acme-payroll
  key       we have an API key, and the person is matched by their details
  oauth2    the person signs in at the provider and consents`

const templates = fileURLToPath(new URL('templates/', import.meta.url))
const reserved = ['doctor', 'fixtures']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    family: { type: 'string' },
    title: { type: 'string' },
    root: { type: 'string', default: fileURLToPath(new URL('../../', import.meta.url)) },
  },
})

async function main() {
  const [kind = ''] = positionals
  const family = families.find((one) => one === values.family)
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(kind) || kind.length > 40 || !family) throw new Error(usage)
  const folder = join(values.root, 'server/src/connectors', kind)
  if (existsSync(folder) || reserved.includes(kind))
    throw new Error(`server/src/connectors/${kind} exists already`)
  const names = namesOf(kind, values.title)
  const files = await writeFiles(folder, family, names)
  const edited = await register(values.root, family, names)
  await promisify(execFile)('npx', ['biome', 'check', '--write', ...files, ...edited], { cwd: values.root })
  print(names, files)
}

type Names = { kind: string; camel: string; pascal: string; title: string }

function namesOf(kind: string, title: string | undefined): Names {
  const words = kind.split('-').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
  const pascal = words.join('')
  const camel = `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}`
  return { kind, camel, pascal, title: title ?? words.join(' ') }
}

const filesOf = (family: Family): [target: string, template: string][] => [
  ['connector.ts', `${family}/connector.ts.template`],
  ['contract.test.ts', `${family}/contract.test.ts.template`],
  ['replies.ts', 'common/replies.ts.template'],
  ['transform.ts', 'common/transform.ts.template'],
  ['simulator.ts', 'common/simulator.ts.template'],
  ['fixtures/payslips.json', 'common/fixtures/payslips.json.template'],
]

async function writeFiles(folder: string, family: Family, names: Names): Promise<string[]> {
  const routes = await readFile(join(templates, family, 'routes.ts.template'), 'utf8')
  const written: string[] = []
  for (const [target, template] of filesOf(family)) {
    const text = (await readFile(join(templates, template), 'utf8')).replace('__routes__', () =>
      routes.trimEnd(),
    )
    const file = join(folder, target)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, fill(text, names))
    written.push(file)
  }
  return written
}

const fill = (text: string, { kind, camel, pascal, title }: Names) =>
  text
    .replaceAll('__kind__', kind)
    .replaceAll('__name__', camel)
    .replaceAll('__Name__', pascal)
    .replaceAll('__Title__', title)

/** Adds the kind to the catalogue, the registry and the list of sign-in methods. Returns the changed files. */
async function register(root: string, family: Family, { kind, camel }: Names): Promise<string[]> {
  const urls = family === 'oauth2' ? '    authorize_url: Url,\n    token_url: Url,\n' : ''
  const entry = [
    '  z.strictObject({',
    `    kind: z.literal('${kind}'),`,
    '    ...publicFields,',
    '    ...connectionFields,',
    '    client_id: z.string(),',
    '    client_secret: secret,',
    `${urls}  }),`,
  ].join('\n')
  const list = family === 'oauth2' ? 'oauth2Kinds' : 'directKinds'
  return Promise.all([
    insert(root, 'server/src/connectors/catalogue.ts', [
      [/(?= {2}z\.strictObject\(\{\n {4}kind: z\.literal\('bank-income'\))/, `${entry}\n`],
    ]),
    insert(root, 'server/src/connectors/registry.ts', [
      [/^/, `import { ${camel} } from './${kind}/connector.ts'\n`],
      [/(?<=const kinds = \{\n)/, `  '${kind}': ${camel},\n`],
    ]),
    insert(root, 'server/src/features/providers/routes.ts', [
      [new RegExp(`(?<=const ${list}: CatalogueEntry\\['kind'\\]\\[\\] = \\[)`), `'${kind}', `],
    ]),
  ])
}

async function insert(root: string, path: string, changes: [at: RegExp, text: string][]): Promise<string> {
  const file = join(root, path)
  let text = await readFile(file, 'utf8')
  for (const [at, added] of changes) {
    if (!at.test(text)) throw new Error(`${path} has changed: add the kind by hand`)
    text = text.replace(at, () => added)
  }
  await writeFile(file, text)
  return file
}

function print({ kind }: Names, files: readonly string[]) {
  const lines = [
    ...files.map((file) => `wrote ${file}`),
    'added the kind to catalogue.ts, registry.ts and features/providers/routes.ts',
    '',
    `Run the contract test: npx vitest run server/src/connectors/${kind}`,
    'Then follow docs/guides/new-connector.md from step 3.',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
