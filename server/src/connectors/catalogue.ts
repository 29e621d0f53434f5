import { readFileSync } from 'node:fs'
import { z } from 'zod'

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

export type CatalogueEntry = z.output<typeof CatalogueEntry>
export type CatalogueEntryOf<Kind extends CatalogueEntry['kind']> = Extract<CatalogueEntry, { kind: Kind }>
export type Catalogue = z.output<typeof Catalogue>

/** Reads a catalogue file and reports all errors at once. `{sandbox}` is replaced with the sandbox's address. */
export function readCatalogue(file: string, { sandboxUrl }: { sandboxUrl: string }): Catalogue {
  const text = readFileSync(file, 'utf8').replaceAll('{sandbox}', sandboxUrl)
  const parsed = Catalogue.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`The catalogue ${file} is invalid:\n${z.prettifyError(parsed.error)}`)
  requireKnown(file, parsed.data)
  return parsed.data
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
