import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { parseEmployersCsv } from './employers-csv.ts'
import { readUkSources } from './uk-sources.ts'

const Id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
const Url = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, ''))

const LoginParam = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,62}$/),
  display_name: z.string(),
  validation: z.strictObject({
    required: z.boolean(),
    type: z.enum(['text', 'date', 'number', 'digits', 'ni_number']),
    date_format: z.string().optional(),
    min_length: z.int().optional(),
    max_length: z.int().optional(),
  }),
})

/** Fields that every provider has: its catalogue entry and its login form. */
const publicFields = {
  id: Id,
  name: z.string(),
  url: z.url(),
  logo_url: z.url(),
  reset_url: z.url(),
  parent: Id.nullable().default(null),
  max_login_attempts: z.int().min(1).max(100),
  extra_login_params: z.array(LoginParam).default([]),
}

const connectionFields = {
  /** Base URL of the provider's API or website. */
  address: Url,
  /** Maximum retrievals started per second, over all clients. */
  per_second: z.number().positive().max(10_000).default(20),
  /** Hours after which the provider no longer counts failed attempts. We keep our own count for the same time. */
  attempts_forgotten_after_hours: z.number().positive().default(24),
}

const secret = z.string().min(1)
// Sent unchanged in a header.
const Token = z.string().regex(/^[\x21-\x7e]{1,200}$/)
const ApiVersion = z.string().regex(/^\d{1,2}\.\d{1,2}$/)
const Scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/)

/** Issuer identifier, if the provider sends `iss` in authorisation responses (RFC 9207). Compared as text, so not normalised. */
const Issuer = z.url({ protocol: /^https?$/ }).max(500)

/** One provider. `kind` selects the connector; the other fields configure it. */
export const CatalogueEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('login-api'), ...publicFields, ...connectionFields }),
  z.strictObject({ kind: z.literal('web-portal'), ...publicFields, ...connectionFields }),
  z.strictObject({
    kind: z.literal('oauth2-api'),
    ...publicFields,
    ...connectionFields,
    client_id: z.string(),
    client_secret: secret,
    issuer: Issuer.optional(),
  }),
  z.strictObject({
    kind: z.literal('bureau'),
    ...publicFields,
    ...connectionFields,
    client_id: z.string(),
    client_secret: secret,
  }),
  z.strictObject({
    kind: z.literal('employer-key'),
    ...publicFields,
    ...connectionFields,
    /** The payroll system, which determines the requests and the format of payslips. */
    system: z.enum(['staffology']),
    /** User name of HTTP Basic, which the system does not check. */
    client_id: z.string(),
    /** The API key. */
    client_secret: secret,
  }),
  z.strictObject({
    kind: z.literal('employee-oauth2'),
    ...publicFields,
    ...connectionFields,
    /** The payroll system, which determines the requests and the format of payslips. */
    system: z.enum(['employment-hero']),
    client_id: z.string(),
    client_secret: secret,
    issuer: Issuer.optional(),
    authorize_url: Url,
    token_url: Url,
    revoke_url: Url,
  }),
  z.strictObject({
    kind: z.literal('employer-oauth2'),
    ...publicFields,
    ...connectionFields,
    /** The payroll system, which determines the requests and the format of payslips. */
    system: z.enum(['freeagent', 'xero']),
    client_id: z.string(),
    client_secret: secret,
    issuer: Issuer.optional(),
    authorize_url: Url,
    token_url: Url,
  }),
  z.strictObject({
    kind: z.literal('tax-authority'),
    ...publicFields,
    ...connectionFields,
    /** Counts requests instead of retrievals, because HMRC applies its limit to all our requests together. */
    per_second: z.number().positive().max(100).default(3),
    client_id: z.string(),
    client_secret: secret,
    issuer: Issuer.optional(),
    /** The authorisation URL, which differs from the URL of the API. */
    authorize_url: Url,
    /** The token revocation URL, if there is one. */
    revoke_url: Url.optional(),
    /** Vendor name in media types: `application/vnd.<name>.1.2+json`. */
    media_name: z.string().regex(/^[a-z0-9-]{1,40}$/),
    /** Version of each API, for the Accept header. */
    api_versions: z
      .strictObject({ income: ApiVersion, employment: ApiVersion, tax: ApiVersion })
      .default({ income: '1.2', employment: '1.2', tax: '1.1' }),
    /** Scope of each API, requested together when the person signs in. */
    scopes: z.strictObject({ income: Scope, employment: Scope, tax: Scope }).default({
      income: 'read:individual-income',
      employment: 'read:individual-employment',
      tax: 'read:individual-tax',
    }),
    /** Number of days for which a consent can be renewed. */
    consent_days: z.int().min(1).max(3_660).default(548),
    /** Facts about us as the vendor, sent with every request. Facts that are not set are not sent. */
    vendor: z
      .strictObject({
        product_name: Token.optional(),
        version: Token.optional(),
        license_ids: Token.optional(),
        public_ip: z.union([z.ipv4(), z.ipv6()]).optional(),
      })
      .default({}),
  }),
  z.strictObject({
    kind: z.literal('bank-income'),
    ...publicFields,
    ...connectionFields,
    client_id: z.string(),
    client_secret: secret,
    /** The protocol of the aggregator. */
    system: z.enum(['yapily', 'truelayer']).default('yapily'),
    /** Addresses of TrueLayer's pages, tokens and deletion. Yapily has only one address. */
    authorize_url: z.url().optional(),
    token_url: z.url().optional(),
    revoke_url: z.url().optional(),
    /** The aggregator's id of this bank. */
    institution_id: z.string().min(1).max(100),
    /** Name of the authorised firm to which the person gives the consent. */
    aggregator: z.string().min(1).max(100),
  }),
])

export const Catalogue = z.strictObject({
  providers: z.array(CatalogueEntry).max(10_000),
  parent_provider_meta: z.array(z.strictObject({ id: Id, name: z.string(), logo_url: z.url() })).default([]),
  employers: z
    .array(
      z.strictObject({
        id: Id,
        name: z.string(),
        /** Names that staff use: abbreviations, former names, brands. Only searched, never shown. */
        aliases: z.array(z.string().min(1).max(100)).max(20).default([]),
        url: z.url(),
        logo_url: z.url(),
        providers: z.array(Id).min(1),
      }),
    )
    .default([]),
})

export type CatalogueEntry = z.output<typeof CatalogueEntry> & {
  /** Provider id and client id, if the client has an instance of the provider to itself, as in the sandbox. */
  instance?: string
}
export type CatalogueEntryOf<Kind extends CatalogueEntry['kind']> = Extract<CatalogueEntry, { kind: Kind }>
export type Catalogue = z.output<typeof Catalogue>

/** Identifies what fails as a unit: the provider, or the client's own instance of it. */
export const instanceIdOf = ({ id, instance }: Pick<CatalogueEntry, 'id' | 'instance'>) => instance ?? id

const clientSandbox = '{client_sandbox}'

/**
 * Reads a catalogue file and reports all errors at once. `{sandbox}` is replaced with the sandbox's address, and so is
 * `{client_sandbox}`; `readClientEntries` replaces that with the client's own part of the sandbox.
 */
export function readCatalogue(file: string, { sandboxUrl }: { sandboxUrl: string }): Catalogue {
  const text = readFileSync(file, 'utf8')
    .replaceAll('{sandbox}', sandboxUrl)
    .replaceAll(clientSandbox, sandboxUrl)
  const parsed = Catalogue.safeParse(withEmployersTable(file, withProfiles(file, JSON.parse(text))))
  if (!parsed.success) throw new Error(`The catalogue ${file} is invalid:\n${z.prettifyError(parsed.error)}`)
  requireKnown(file, parsed.data)
  return parsed.data
}

const RawCatalogue = z.looseObject({ providers: z.array(z.looseObject({ id: Id })) })

/** Returns the providers as one client reaches them. Only entries with `{client_sandbox}` differ between clients. */
export function readClientEntries(
  file: string,
  { sandboxUrl }: { sandboxUrl: string },
): (clientId: string) => readonly CatalogueEntry[] {
  const { providers } = readCatalogue(file, { sandboxUrl })
  const raw = RawCatalogue.parse(withProfiles(file, JSON.parse(readFileSync(file, 'utf8'))))
  const templates = new Map(
    raw.providers
      .map((entry) => [entry.id, JSON.stringify(entry).replaceAll('{sandbox}', sandboxUrl)] as const)
      .filter(([, template]) => template.includes(clientSandbox)),
  )
  if (templates.size === 0) return () => providers
  return (clientId) =>
    providers.map((entry) => {
      const template = templates.get(entry.id)
      if (template === undefined) return entry
      const text = template.replaceAll(clientSandbox, `${sandboxUrl}/tenants/${clientId}`)
      return { ...CatalogueEntry.parse(JSON.parse(text)), instance: `${entry.id} ${clientId}` }
    })
}

const CatalogueWithTable = z.looseObject({
  employers_csv: z.string(),
  employers: z.array(z.unknown()).default([]),
})

/** Adds the employers of the CSV file that `employers_csv` names, relative to the catalogue. */
function withEmployersTable(file: string, catalogue: unknown): unknown {
  const parsed = CatalogueWithTable.safeParse(catalogue)
  if (!parsed.success) return catalogue
  const { employers_csv, employers, ...rest } = parsed.data
  const table = readFileSync(resolve(dirname(file), employers_csv), 'utf8')
  return { ...rest, employers: [...employers, ...parseEmployersCsv(table)] }
}

const ProfiledCatalogue = z.looseObject({ providers: z.array(z.unknown()) })
const ProfiledEntry = z.looseObject({ profile: z.string() })

/**
 * Fills in the connection data of real providers: an entry with `profile` gets the fields of that profile in
 * `server/catalogues/uk.json`, and adds its credentials or overrides fields.
 */
function withProfiles(file: string, catalogue: unknown): unknown {
  const parsed = ProfiledCatalogue.safeParse(catalogue)
  if (!parsed.success) return catalogue
  const providers = parsed.data.providers.map((entry) => {
    const { data } = ProfiledEntry.safeParse(entry)
    if (!data) return entry
    const { profile, ...own } = data
    const { profiles } = readUkSources()
    const base = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined
    if (!base) throw new Error(`The catalogue ${file} is invalid:\n[${profile}] is not a known profile`)
    return { ...base, ...own }
  })
  return { ...parsed.data, providers }
}

function requireKnown(file: string, { providers, parent_provider_meta, employers }: Catalogue) {
  const faults: string[] = []
  for (const entries of [providers, parent_provider_meta, employers]) {
    const ids = entries.map(({ id }) => id)
    for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push(`[${id}] is listed twice`)
  }
  const parents = parent_provider_meta.map(({ id }) => id)
  const ids = providers.map(({ id }) => id)
  for (const { id, parent } of providers)
    if (parent !== null && !parents.includes(parent))
      faults.push(`[${id}] has the unknown parent [${parent}]`)
  for (const employer of employers)
    for (const id of employer.providers)
      if (!ids.includes(id)) faults.push(`[${employer.id}] names the unknown provider [${id}]`)
  if (faults.length > 0)
    throw new Error(`The catalogue ${file} is invalid:\n${[...new Set(faults)].join('\n')}`)
}
