import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { openReader } from '../../extraction/isolation/reader.ts'
import { CatalogueEntry, readCatalogue } from '../catalogue.ts'
import type { ConnectorContext } from '../connector.ts'
import { createConnectors } from '../registry.ts'
import { readUkSources } from '../uk-sources.ts'
import type { Browsers } from '../web-portal/browsers.ts'
import { type DoctorCheck, type ExpectedProvider, examine } from './doctor.ts'
import { bodyOf, isJson, nameRequest } from './exchanges.ts'
import { createRedactor } from './redact.ts'

const usage = `usage: connector doctor --profile NAME [OPTIONS]
       connector doctor --catalogue FILE --provider ID [OPTIONS]
  --profile NAME       a profile of server/catalogues/uk.json, with PROVIDER_CLIENT_ID and PROVIDER_CLIENT_SECRET
  --catalogue FILE     a catalogue of your own, with its credentials
  --provider ID        the entry of that catalogue
  --person FILE        JSON file with the test person: ni_number, date_of_birth, forename, surname, post_codes, extra
  --redirect-uri URL   the redirect URI that is registered at the provider
  --record FOLDER      writes redacted replies, as fixtures for tests
  --keep-consent       does not end the consent afterwards
  --json               prints the checks as JSON`

const Person = z.strictObject({
  ni_number: z.string().default(''),
  date_of_birth: z.iso.date().default('1900-01-01'),
  forename: z.string().default(''),
  surname: z.string().default(''),
  post_codes: z.array(z.string()).default([]),
  /** Fields of the provider's login form, such as `company_name`. */
  extra: z.record(z.string(), z.string()).default({}),
})

export type DoctorCredentials = { PROVIDER_CLIENT_ID: string; PROVIDER_CLIENT_SECRET: string }

type Terminal = {
  print(text: string): void
  note(text: string): void
  input: NodeJS.ReadableStream
}

/** Replies that are written for each request; more of the same shape are no better fixtures. */
const maxRecorded = 3

/** Runs the doctor. Returns the exit code: 1 if there are differences. */
export async function runDoctor(
  words: string[],
  credentials: () => DoctorCredentials,
  terminal: Terminal,
): Promise<number> {
  const { values } = parseArgs({
    args: words,
    options: {
      profile: { type: 'string' },
      catalogue: { type: 'string' },
      provider: { type: 'string' },
      person: { type: 'string' },
      'redirect-uri': { type: 'string', default: 'http://127.0.0.1:4000/oauth2/callback' },
      record: { type: 'string' },
      'keep-consent': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const entry = readEntry(values, credentials)
  const connector = createConnectors({ providers: [entry], parent_provider_meta: [], employers: [] }).get(
    entry.id,
  )
  if (!connector) throw new Error(usage)
  const person = Person.parse(values.person ? JSON.parse(await readFile(values.person, 'utf8')) : {})
  const { context, close } = openContext()
  try {
    const { checks, exchanges } = await examine({
      connector,
      expected: await readExpected(entry),
      person,
      redirectUri: values['redirect-uri'],
      consent: (url) => askForConsent(url, terminal),
      context,
      keepsConsent: values['keep-consent'],
    })
    if (values.record) await record(values.record, entry, exchanges)
    terminal.print(values.json ? JSON.stringify(checks, null, 2) : describe(entry, checks))
    return checks.some(({ outcome }) => outcome === 'difference') ? 1 : 0
  } finally {
    await close()
  }
}

function readEntry(
  { profile, catalogue, provider }: { profile?: string; catalogue?: string; provider?: string },
  credentials: () => DoctorCredentials,
): CatalogueEntry {
  if (profile !== undefined) {
    const { profiles } = readUkSources()
    const base = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined
    if (!base) throw new Error(`[${profile}] is not one of the profiles ${Object.keys(profiles).join(', ')}`)
    const { PROVIDER_CLIENT_ID: client_id, PROVIDER_CLIENT_SECRET: client_secret } = credentials()
    const parsed = CatalogueEntry.safeParse({ ...base, logo_url: base.url, client_id, client_secret })
    if (parsed.success) return parsed.data
    throw new Error(
      `[${profile}] needs fields of your own. Write a catalogue entry and use --catalogue and --provider:\n${z.prettifyError(parsed.error)}`,
    )
  }
  if (catalogue === undefined || provider === undefined) throw new Error(usage)
  const { providers } = readCatalogue(catalogue, { sandboxUrl: '' })
  const entry = providers.find(({ id }) => id === provider)
  if (!entry) throw new Error(`[${provider}] is not one of the providers in ${catalogue}`)
  return entry
}

/** File name of the recorded simulator: the payroll system, or the kind. */
export const expectedNameOf = (entry: CatalogueEntry) => ('system' in entry ? entry.system : entry.kind)

export const expectedFileOf = (entry: CatalogueEntry) =>
  new URL(`expected/${expectedNameOf(entry)}.json`, import.meta.url)

/** Returns null if there is no simulator to compare with. */
async function readExpected(entry: CatalogueEntry): Promise<ExpectedProvider | null> {
  try {
    return JSON.parse(await readFile(expectedFileOf(entry), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function openContext(): { context: ConnectorContext; close(): Promise<void> } {
  const reader = openReader({ spare: 0 })
  const context: ConnectorContext = {
    now: () => new Date(),
    signal: new AbortController().signal,
    // Kinds that need a browser have no test environment of a real provider.
    browsers: {} as Browsers,
    readPdf: (bytes) => reader.readWords(bytes),
    readDocument: (bytes) => reader.read(bytes),
    withRateLimit: (send) => send(),
    device: null,
  }
  return { context, close: async () => reader.close() }
}

async function askForConsent(url: string, { note, input }: Terminal): Promise<string> {
  note(`Open this address, sign in as the test person and agree:\n\n${url}\n`)
  note('Then paste the whole address to which you were redirected:')
  const lines = createInterface({ input })
  try {
    for await (const line of lines) if (URL.canParse(line.trim())) return line.trim()
  } finally {
    lines.close()
  }
  throw new Error('no address was pasted')
}

/** Writes the redacted replies, numbered in the order of the requests. */
async function record(
  folder: string,
  entry: CatalogueEntry,
  exchanges: Awaited<ReturnType<typeof examine>>['exchanges'],
) {
  const expected = await readExpected(entry)
  const redact = createRedactor()
  const counts = new Map<string, number>()
  await mkdir(folder, { recursive: true })
  for (const exchange of exchanges.filter(isJson)) {
    const name = nameRequest(entry, exchange.request)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count > maxRecorded) continue
    const reply = redact(bodyOf(exchange), expected?.requests[name]?.reply ?? {})
    const file = `${name.replace(/\W+/g, '-').toLowerCase().replace(/-$/, '')}-${count}.json`
    await writeFile(
      join(folder, file),
      `${JSON.stringify({ request: name, status: exchange.status, reply }, null, 2)}\n`,
    )
  }
}

function describe({ name }: CatalogueEntry, checks: readonly DoctorCheck[]): string {
  const lines = checks.map(({ outcome, about, detail }) => {
    const mark = outcome === 'difference' ? 'DIFFERENT' : outcome
    return `${mark.padEnd(10)}${about}: ${detail}`
  })
  const count = (outcome: DoctorCheck['outcome']) =>
    checks.filter((check) => check.outcome === outcome).length
  const summary = `${name}: ${count('ok')} assumptions hold, ${count('difference')} differ, ${count('note')} notes`
  return [...lines, summary].join('\n')
}
