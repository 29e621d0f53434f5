import { z } from 'zod'

const ProviderHealth = z
  .strictObject({
    state: z
      .enum(['operational', 'degraded', 'down', 'unknown'])
      .describe(
        'operational: at least 95 % of the calls of the last hour were answered as they should be, whatever the answer said, or there were too few to say. degraded: fewer. down: it is left alone after failures, or fewer than half of the calls of the last five minutes were answered. unknown: nobody has called for an hour.',
      ),
    success_rate: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Calls that were answered, of all; null when there were none'),
    median_ms: z.int().nullable().describe('Half of the answers took longer; null when there were none'),
    calls: z.int().describe('Calls within the last hour'),
  })
  .meta({ id: 'ProviderHealth' })

const Provider = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    logo_url: z.string(),
    is_oauth2: z.boolean(),
    is_scraper: z.boolean(),
    is_direct: z
      .boolean()
      .describe(
        'Nobody signs in there: it is asked by POST /accounts/direct-connections, so do not offer it to a person',
      ),
    reset_url: z.string(),
    parent: z.string().nullable(),
    max_login_attempts: z.int(),
    extra_login_params: z.array(
      z.strictObject({
        key: z.string(),
        display_name: z.string(),
        validation: z.strictObject({
          required: z.boolean(),
          type: z.string(),
          date_format: z.string().optional(),
          min_length: z.int().optional(),
          max_length: z.int().optional(),
        }),
      }),
    ),
    health: ProviderHealth,
  })
  .meta({ id: 'Provider' })

const ParentProvider = z
  .strictObject({ id: z.string(), name: z.string(), logo_url: z.string() })
  .meta({ id: 'ParentProvider' })

const Employer = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    logo_url: z.string(),
    providers: z.array(z.string()),
  })
  .meta({ id: 'Employer' })

export const Catalogue = z
  .strictObject({
    providers: z.array(Provider),
    parent_provider_meta: z.array(ParentProvider),
    employers: z.array(Employer),
  })
  .meta({ id: 'Catalogue' })
