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

/** What every provider says of itself. It is the catalogue's entry and the form that the person fills in. */
const shown = {
  id: Id,
  name: z.string(),
  url: z.url(),
  logo_url: z.url(),
  reset_url: z.url(),
  parent: Id.nullable().default(null),
  max_login_attempts: z.int().min(1).max(100),
  extra_login_params: z.array(LoginParam).default([]),
}

const more = {
  /** Where its interface for programs, or its website, begins. */
  address: Url,
  /** Retrievals that may start in a second, over all clients. */
  per_second: z.number().positive().max(10_000).default(20),
  /** After how many hours the provider has forgotten wrong attempts; before that ours are not forgotten either. */
  attempts_forgotten_after_hours: z.number().positive().default(24),
}

const secret = z.string().min(1)
// Goes into a header as it is.
const Token = z.string().regex(/^[\x21-\x7e]{1,200}$/)

/** One provider: its kind chooses the connector, all else is data. */
export const Entry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('login-api'), ...shown, ...more }),
  z.strictObject({ kind: z.literal('web-portal'), ...shown, ...more }),
  z.strictObject({
    kind: z.literal('oauth2-api'),
    ...shown,
    ...more,
    client_id: z.string(),
    client_secret: secret,
  }),
  z.strictObject({
    kind: z.literal('bureau'),
    ...shown,
    ...more,
    client_id: z.string(),
    client_secret: secret,
  }),
  z.strictObject({
    kind: z.literal('tax-authority'),
    ...shown,
    ...more,
    /** Requests, not retrievals: it counts all of ours together. */
    per_second: z.number().positive().max(100).default(3),
    client_id: z.string(),
    client_secret: secret,
    /** Where people sign in, which is not where programs ask. */
    authorize_url: Url,
    /** Where a consent is taken back, if it can be by a program. */
    revoke_url: Url.optional(),
    /** Its own name in the types of its replies: `application/vnd.<name>.1.2+json`. */
    media_name: z.string().regex(/^[a-z0-9-]{1,40}$/),
    /** How long a consent can be renewed. */
    consent_days: z.int().min(1).max(3_660).default(548),
    /** What it is told about us with every request; what is left out is not told. */
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
  providers: z.array(Entry).max(10_000),
  parent_provider_meta: z.array(z.strictObject({ id: Id, name: z.string(), logo_url: z.url() })).default([]),
  employers: z
    .array(
      z.strictObject({
        id: Id,
        name: z.string(),
        url: z.url(),
        logo_url: z.url(),
        providers: z.array(Id).min(1),
      }),
    )
    .default([]),
})

export type Entry = z.output<typeof Entry>
export type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>
export type Catalogue = z.output<typeof Catalogue>

/** Reads a catalogue file, all faults named at once. `{sandbox}` in it stands for the address of the sandbox. */
export function readCatalogue(file: string, { sandboxUrl }: { sandboxUrl: string }): Catalogue {
  const text = readFileSync(file, 'utf8').replaceAll('{sandbox}', sandboxUrl)
  const parsed = Catalogue.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new Error(`The catalogue ${file} is not right:\n${z.prettifyError(parsed.error)}`)
  requireKnown(file, parsed.data)
  return parsed.data
}

function requireKnown(file: string, { providers, parent_provider_meta, employers }: Catalogue) {
  const faults: string[] = []
  for (const entries of [providers, parent_provider_meta, employers]) {
    const ids = entries.map(({ id }) => id)
    for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push(`[${id}] is there twice`)
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
    throw new Error(`The catalogue ${file} is not right:\n${[...new Set(faults)].join('\n')}`)
}
