import { z } from 'zod'

const ProviderHealth = z
  .strictObject({
    state: z
      .enum(['operational', 'degraded', 'down', 'unknown'])
      .describe(
        'operational: at least 95 % of the calls in the last hour got a proper reply, whatever it said, or there were too few calls to tell. degraded: fewer than that. down: calls are suspended after failures, or fewer than half of the calls in the last five minutes got a reply. unknown: no calls for an hour.',
      ),
    success_rate: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Share of calls with a reply; null if there were none'),
    median_ms: z.int().nullable().describe('Median response time; null if there were no replies'),
    calls: z.int().describe('Calls in the last hour'),
  })
  .meta({ id: 'ProviderHealth' })

const LoginParameterValidation = z
  .strictObject({
    required: z.boolean(),
    type: z.string(),
    date_format: z.string().optional(),
    min_length: z.int().optional(),
    max_length: z.int().optional(),
  })
  .meta({ id: 'LoginParameterValidation' })

const LoginParameter = z
  .strictObject({
    key: z.string(),
    display_name: z.string(),
    validation: LoginParameterValidation,
  })
  .meta({ id: 'LoginParameter', description: 'A field of the login form of a provider.' })

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
        'Needs no login: it is queried by POST /accounts/direct-connections, so do not offer it to users',
      ),
    aggregator: z
      .string()
      .nullable()
      .describe(
        'For banks: the authorised firm that reads the accounts, with the person’s consent; otherwise null',
      ),
    reset_url: z.string(),
    parent: z.string().nullable(),
    max_login_attempts: z.int(),
    extra_login_params: z.array(LoginParameter),
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

const EmployerMatch = z
  .strictObject({
    kind: z
      .enum(['employer', 'provider'])
      .describe('Whether the name is that of an employer or of a payroll provider'),
    id: z.string().describe('Id of the employer or provider, as in GET /providers'),
    name: z.string().describe('Name to show'),
    providers: z.array(z.string()).describe('Ids of the providers with which the person can sign in'),
  })
  .meta({ id: 'EmployerMatch' })

export const EmployerMatches = z
  .strictObject({ matches: z.array(EmployerMatch).describe('Best match first; empty if no name is alike') })
  .meta({ id: 'EmployerMatches' })
