import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const Id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
const HttpsUrl = z.url({ protocol: /^https$/ })
const Sentence = z.string().min(1).max(300)

/** How a connector for the source has been tested; null if there is no connector. */
export const SourceStatus = z.enum(['simulated', 'tested-in-provider-sandbox', 'live'])

/** A real source of income data in the UK, and what it takes to use it. */
export const UkSource = z.strictObject({
  id: Id,
  name: z.string().min(1).max(100),
  category: z.enum(['tax', 'bank', 'payroll']),
  /** The party whose consent opens the data. */
  granted_by: z.enum(['person', 'employer']),
  /** How an operator gets credentials. */
  access: z.enum(['self-service', 'contract', 'restricted', 'none']),
  status: SourceStatus.nullable(),
  /** Connection profiles of this file, if there is a connector. */
  profiles: z.array(Id),
  /** Hosts of its APIs. No code, test or default configuration names them. */
  hosts: z.array(z.hostname()),
  data: z.array(Sentence),
  freshness: Sentence,
  people: Sentence,
  credentials: Sentence,
  contract: Sentence,
  /** Questions that public documents leave open. */
  unverified: z.array(Sentence),
  links: z.array(z.strictObject({ title: Sentence, url: HttpsUrl })),
})
export type UkSource = z.output<typeof UkSource>

const UkSources = z
  .strictObject({
    /** Day on which the facts were checked in the providers' public documents. */
    checked_on: z.iso.date(),
    /** Catalogue entries without credentials; `profile` in an operator's catalogue refers to one of them. */
    profiles: z.record(Id, z.looseObject({ kind: z.string(), id: Id })),
    sources: z.array(UkSource),
  })
  .superRefine(({ profiles, sources }, context) => {
    const report = (message: string) => context.addIssue({ code: 'custom', message })
    const ids = sources.map(({ id }) => id)
    for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) report(`[${id}] is listed twice`)
    const used = sources.flatMap((source) => source.profiles)
    for (const id of used) if (!(id in profiles)) report(`profile [${id}] does not exist`)
    for (const id of Object.keys(profiles)) if (!used.includes(id)) report(`profile [${id}] has no source`)
    for (const { id, status, profiles: own } of sources)
      if ((status === null) !== (own.length === 0))
        report(`[${id}] needs profiles if it has a status, and none otherwise`)
  })
export type UkSources = z.output<typeof UkSources>

export const ukSourcesFile = fileURLToPath(new URL('../../catalogues/uk.json', import.meta.url))

/** Reads the UK sources and reports all errors at once. */
export function readUkSources(file = ukSourcesFile): UkSources {
  const parsed = UkSources.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`The sources ${file} are invalid:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}
