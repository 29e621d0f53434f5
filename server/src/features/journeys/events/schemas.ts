import { z } from 'zod'
import { Body, Pagination, Uuid } from '../../../platform/http/wire.ts'
import { errorWords, mfaKinds, sources, views } from './event-values.ts'

const View = z.enum(views)

export type JourneyEvent = {
  id: string
  name: 'view' | (typeof steps)[number]
  view?: string
  source?: string
  provider?: string
  kind?: string
  code?: string
  recoverable?: boolean
  last_view?: string | null
}

/** Every event but `view`, in the order of the journey. */
export const steps = [
  'open',
  'consent_accepted',
  'source_selected',
  'provider_selected',
  'login_submitted',
  'mfa_required',
  'connected',
  'documents_submitted',
  'data_ready',
  'error',
  'exit',
] as const

/** Every word of an event is one of few. `providers`: the ids of the catalogue. */
export function newEvents(providers: ReadonlySet<string>) {
  const provider = z
    .string()
    .max(63)
    .refine((id) => providers.has(id), 'must be a provider of the catalogue')
  const ofProvider = { provider: provider.optional().describe('Where it is known whose it is') }
  const details: Record<JourneyEvent['name'], z.ZodRawShape> = {
    open: {},
    view: { view: View },
    source_selected: { source: z.enum(sources) },
    provider_selected: { provider },
    consent_accepted: {},
    login_submitted: { provider },
    mfa_required: { kind: z.enum(mfaKinds), ...ofProvider },
    connected: { provider },
    documents_submitted: {},
    data_ready: ofProvider,
    error: { code: z.enum(errorWords), recoverable: z.boolean(), ...ofProvider },
    exit: { last_view: View.nullable() },
  }
  const kinds = Object.entries(details).map(([name, detail]) =>
    z.strictObject({ id: Uuid, name: z.literal(name), ...detail }),
  )
  const Event = z
    .discriminatedUnion('name', kinds as [(typeof kinds)[number]])
    .meta({ id: 'JourneyEvent', description: 'The same that the page is told that embeds the journey.' })
  const events = z.array(Event as unknown as z.ZodType<JourneyEvent>)
  return Body({ events: events.min(1).max(50) }).meta({ id: 'NewJourneyEvents' })
}

export const CountedEvents = z
  .strictObject({ counted: z.int().describe('How many of them were new to this journey') })
  .meta({ id: 'CountedJourneyEvents' })

const Day = z.iso.date()
const Journeys = z.int().describe('How many journeys did it, each once, on the day they first did')

export const FunnelQuery = {
  from: Day.optional().describe('The first day, UTC; 29 days before `to` if left out'),
  to: Day.optional().describe('The last day, UTC; today if left out. 366 days at most'),
}

export const JourneyFunnel = z
  .strictObject({
    from: Day,
    to: Day,
    screens: z
      .array(z.strictObject({ view: View, journeys: Journeys }))
      .describe('Every screen, in the order of the journey'),
    steps: z
      .array(z.strictObject({ name: z.enum(steps), detail: z.string().nullable(), journeys: Journeys }))
      .describe('Every step, with detail null; then the details that occurred'),
    providers: z
      .array(
        z
          .strictObject({
            provider: z.string(),
            selected: Journeys,
            login_submitted: Journeys,
            mfa_required: Journeys,
            connected: Journeys,
            data_ready: Journeys,
            errors: z.array(z.strictObject({ code: z.string(), journeys: Journeys })),
          })
          .meta({ id: 'ProviderFunnel' }),
      )
      .describe('The most selected first'),
    pagination: Pagination.describe('Of the providers'),
  })
  .meta({ id: 'JourneyFunnel' })
