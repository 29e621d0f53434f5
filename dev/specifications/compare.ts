import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type CatalogueEntry, readCatalogue } from '../../server/src/connectors/catalogue.ts'
import type { ConnectorContext } from '../../server/src/connectors/connector.ts'
import { examine } from '../../server/src/connectors/doctor/doctor.ts'
import { createConnectors } from '../../server/src/connectors/registry.ts'
import type { Browsers } from '../../server/src/connectors/web-portal/browsers.ts'
import { consentAs, describeTestPerson } from '../../server/test/connectors/consents.ts'
import { openSandboxProcess } from '../../server/test/sandbox-process.ts'
import { openSpecification, type ProviderTraffic } from './open-api.ts'
import { startRecorder } from './recorder.ts'

// node dev/specifications/compare.ts --provider ID --specification FILE.json [--people 1-40]
//
// Runs a connector against its simulator and checks every request and every reply against the provider's own OpenAPI
// document. The documents belong to the providers and are not in this project. Exits with 1 if something deviates.

const { values } = parseArgs({
  options: {
    provider: { type: 'string' },
    specification: { type: 'string' },
    /** Numbers of the first and last invented person. Staffology has those from 101 to 300. */
    people: { type: 'string', default: '1-40' },
  },
})
const { provider = '', specification = '' } = values
if (!provider || !specification) throw new Error('needs --provider and --specification')

const clock = '2026-11-10T09:00:00Z'
const catalogueFile = fileURLToPath(new URL('../../server/catalogues/sandbox.json', import.meta.url))
const document = JSON.parse(readFileSync(specification, 'utf8'))
const basePath = new URL(document.servers?.[0]?.url ?? '/', 'http://provider.invalid').pathname.replace(
  /\/$/,
  '',
)
const { check } = openSpecification(document, basePath)

const sandbox = await openSandboxProcess({ clock, optedInEmployers: 'all' })
const recorder = await startRecorder(sandbox.url)
try {
  const entry = entryAt(recorder.url)
  const [first = 1, last = first] = values.people.split('-').map(Number)
  for (let n = first; n <= last; n++) await examineAs(`person.${n}`, entry)
  process.exitCode = report(entry, recorder.exchanges) ? 0 : 1
} finally {
  recorder.stop()
  await sandbox.stop()
}

function entryAt(sandboxUrl: string): CatalogueEntry {
  const { providers } = readCatalogue(catalogueFile, { sandboxUrl })
  const entry = providers.find(({ id }) => id === provider)
  if (!entry) throw new Error(`no provider ${provider}`)
  return entry
}

/** Signs in as a person, fetches data, renews the session and ends it. Wrong requests are sent on purpose as well. */
async function examineAs(userName: string, entry: CatalogueEntry) {
  const connector = createConnectors({ providers: [entry], parent_provider_meta: [], employers: [] }).get(
    provider,
  )
  if (!connector) throw new Error(`no connector for ${provider}`)
  const context: ConnectorContext = {
    browsers: {} as Browsers,
    readPdf: () => Promise.reject(new Error('no PDF is expected')),
    readDocument: async () =>
      ({ kind: 'other', submission: null }) as Awaited<ReturnType<ConnectorContext['readDocument']>>,
    device: null,
    now: () => new Date(clock),
    signal: new AbortController().signal,
    withRateLimit: (send) => send(),
  }
  await examine({
    connector,
    expected: null,
    person: await describeTestPerson(sandbox, userName),
    redirectUri: 'http://127.0.0.1:4000/oauth2/callback',
    consent: (url) => consentAs(userName, url),
    context,
  })
}

/** Prints counts and deviations. Returns whether there was none. */
function report({ address }: CatalogueEntry & { address: string }, exchanges: ProviderTraffic[]) {
  const root = new URL(address).pathname.replace(/\/$/, '')
  const ofProvider = exchanges.filter(({ path }) => path.startsWith(`${root}/`))
  const counts = { requests: 0, undescribed: 0, refused: 0 }
  const deviations = new Map<string, number>()
  const undescribed = new Map<string, number>()
  const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
  for (const exchange of ofProvider) {
    const path = exchange.path.slice(root.length)
    const { operation, request, reply } = check({ ...exchange, path })
    if (!operation) {
      counts.undescribed++
      add(undescribed, `${exchange.method} ${path.split('?')[0]}`)
      continue
    }
    counts.requests++
    for (const fault of request) add(deviations, `${operation}: request: ${fault}`)
    // Many documents leave out the refusal of wrong credentials, which are sent here on purpose.
    const isRefusal = exchange.status === 401 && reply.length === 1 && reply[0]?.startsWith('status')
    if (isRefusal) counts.refused++
    else for (const fault of reply) add(deviations, `${operation}: reply ${exchange.status}: ${fault}`)
  }
  print(`${provider}: ${counts.requests} requests and their replies checked`)
  if (counts.refused > 0) print(`  ${counts.refused} replies with 401, which the document does not describe`)
  print(`  ${counts.undescribed} requests to addresses that the document does not describe:`)
  for (const [name, count] of undescribed) print(`    ${count} × ${name}`)
  print(`  ${deviations.size} kinds of deviations`)
  for (const [name, count] of [...deviations].toSorted()) print(`    ${count} × ${name}`)
  return deviations.size === 0
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
