import { z } from 'zod'
import { Body, Pagination, schemaName, Uuid } from '../../../platform/http/wire.ts'
import { errorCodes, mfaKinds, sources, views } from './event-values.ts'

const View = z.enum(views)

export type JourneyEventInput = {
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

/** Every event except `view`, in the order of the journey. */
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

/**
 * Schema of events. Every value of an event is one of a fixed list. `providers` contains the ids of the catalogue.
 */
export function newEvents(providers: ReadonlySet<string>) {
  const provider = z
    .string()
    .max(63)
    .refine((id) => providers.has(id), 'must be a provider of the catalogue')
  const optionalProvider = { provider: provider.optional().describe('If known') }
  const details: Record<JourneyEventInput['name'], z.ZodRawShape> = {
    open: {},
    view: { view: View },
    source_selected: { source: z.enum(sources) },
    provider_selected: { provider },
    consent_accepted: {},
    login_submitted: { provider },
    mfa_required: { kind: z.enum(mfaKinds), ...optionalProvider },
    connected: { provider },
    documents_submitted: {},
    data_ready: optionalProvider,
    error: { code: z.enum(errorCodes), recoverable: z.boolean(), ...optionalProvider },
    exit: { last_view: View.nullable() },
  }
  const kinds = Object.entries(details).map(([name, detail]) =>
    z
      .strictObject({
        id: Uuid.describe('Id of the event, chosen by the sender; it is not stored'),
        name: z.literal(name).describe('Name of the event'),
        ...detail,
      })
      .meta({ id: schemaName('Journey', name, 'Event') }),
  )
  const Event = z
    .discriminatedUnion('name', kinds as [(typeof kinds)[number]])
    .meta({ id: 'JourneyEvent', description: 'The same events that the embedding page receives.' })
  const events = z.array(Event as unknown as z.ZodType<JourneyEventInput>)
  return Body({ events: events.min(1).max(50) }).meta({ id: 'NewJourneyEvents' })
}

export const CountedEvents = z
  .strictObject({ counted: z.int().describe('Number of events that were new to this journey') })
  .meta({ id: 'CountedJourneyEvents' })

const Day = z.iso.date()
const Journeys = z.int().describe('Number of journeys, each counted once, on the day of the first occurrence')

export const FunnelQuery = {
  from: Day.optional().describe('First day, UTC; by default 29 days before `to`'),
  to: Day.optional().describe('Last day, UTC; by default today. At most 366 days'),
}

const Screen = z.strictObject({ view: View, journeys: Journeys }).meta({ id: 'FunnelScreen' })

const Step = z
  .strictObject({ name: z.enum(steps), detail: z.string().nullable(), journeys: Journeys })
  .meta({ id: 'FunnelStep' })

const ProviderError = z.strictObject({ code: z.string(), journeys: Journeys }).meta({ id: 'FunnelError' })

export const JourneyFunnel = z
  .strictObject({
    from: Day,
    to: Day,
    screens: z.array(Screen).describe('Every screen, in the order of the journey'),
    steps: z.array(Step).describe('Every step in total (detail null), followed by its details that occurred'),
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
            errors: z.array(ProviderError),
          })
          .meta({ id: 'ProviderFunnel' }),
      )
      .describe('Most selected first'),
    pagination: Pagination.describe('Of the providers'),
  })
  .meta({ id: 'JourneyFunnel' })
