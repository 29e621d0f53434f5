import { z } from 'zod'
import { Body, Pagination, schemaName, Uuid } from '../../../platform/http/wire.ts'
import { consentLayouts } from '../../../vocabulary/consent-layout.ts'
import { errorCodes, mfaKinds, milestones, sources, views } from './event-values.ts'

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

const Milestone = z
  .strictObject({
    name: z
      .enum(milestones)
      .describe(
        'shared: an account was connected or documents were sent. finished: the last screen was shown',
      ),
    journeys: z.int().describe('Number of journeys opened in the period that reached it'),
    lost: z.int().describe('Number of journeys that reached the milestone before, but not this one'),
    median_seconds: z.int().nullable().describe('Median time since the journey was opened'),
  })
  .meta({ id: 'FunnelMilestone' })

const Stop = z
  .strictObject({
    milestone: z.enum(milestones).describe('The last milestone reached'),
    view: z.string().nullable().describe('The last screen shown'),
    error_code: z.string().nullable().describe('The last error on that screen'),
    journeys: z.int(),
  })
  .meta({ id: 'FunnelStop' })

const Share = z.number().describe('From 0 to 1')

const ConsentTest = z
  .strictObject({
    planned_per_layout: z.int().describe('Journeys of each layout that the test compares'),
    layouts: z.array(
      z
        .strictObject({
          layout: z.enum(consentLayouts),
          journeys: z.int().describe('Journeys that saw the consent screen a day ago or earlier'),
          agreed: z.int().describe('Of these, agreed within a day'),
          share: Share.nullable(),
          share_from: Share.nullable().describe('Lower end of the 95 % interval (Wilson)'),
          share_to: Share.nullable().describe('Upper end of the 95 % interval (Wilson)'),
        })
        .meta({ id: 'TestedLayout' }),
    ),
    difference: z
      .strictObject({
        share: z.number().describe('From -1 to 1'),
        share_from: z.number().describe('Lower end of the 95 % interval (Newcombe)'),
        share_to: z.number().describe('Upper end of the 95 % interval (Newcombe)'),
      })
      .meta({ id: 'LayoutDifference' })
      .nullable()
      .describe('Share of `questions` minus share of `list`'),
    outcome: z
      .enum(['collecting', 'no-difference', ...consentLayouts])
      .describe(
        'collecting: not enough journeys yet. Otherwise the layout that more people agreed to, if any',
      ),
  })
  .meta({ id: 'ConsentTest' })

const ProviderError = z.strictObject({ code: z.string(), journeys: Journeys }).meta({ id: 'FunnelError' })

export const JourneyFunnel = z
  .strictObject({
    from: Day,
    to: Day,
    milestones: z.array(Milestone).describe('The five milestones, in the order of the journey'),
    stops: z
      .array(Stop)
      .describe('The 20 most frequent places where unfinished journeys without activity for an hour stopped'),
    consent_test: ConsentTest.nullable().describe(
      'Comparison of consent layouts; null without a test in the period',
    ),
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
