import { z } from 'zod'
import type { CatalogueEntry, Catalogue as CatalogueFile } from '../../connectors/catalogue.ts'
import { type ClientConnectors, entriesOf } from '../../connectors/registry.ts'
import type { Server } from '../../platform/http/server.ts'
import { createEmployerSearch, maxEmployerMatches } from './employer-search.ts'
import type { ProviderHealth } from './health.ts'
import { Catalogue, EmployerMatches } from './schemas.ts'

/** Serves the provider catalogue without its internal fields. */
export async function providerRoutes(
  server: Server,
  {
    catalogue,
    connectors,
    health,
  }: { catalogue: CatalogueFile; connectors: ClientConnectors; health: ProviderHealth },
) {
  const { parent_provider_meta } = catalogue
  const employers = catalogue.employers.map(({ aliases: _, ...employer }) => employer)
  const search = createEmployerSearch(catalogue)
  server.route({
    method: 'GET',
    url: '/providers',
    config: {
      access: {
        caller: 'either',
        minRole: 'Support',
        keyScope: 'read',
        alsoRoles: ['Underwriter', 'Developer'],
      },
    },
    schema: {
      operationId: 'listProviders',
      summary: 'List payroll providers and employers',
      description: 'Providers that can be connected, their parents, and the employers that use them.',
      tags: ['Providers'],
      response: { 200: Catalogue },
    },
    handler: async ({ tenant }) => {
      const entries = entriesOf(connectors.of(tenant.clientId))
      const healths = await health.read(entries)
      return {
        providers: entries.map((entry) => ({
          ...presentEntry(entry),
          health: healths.get(entry.id) ?? unknownHealth,
        })),
        parent_provider_meta,
        employers,
      }
    },
  })

  server.route({
    method: 'GET',
    url: '/employers',
    config: {
      access: {
        caller: 'either',
        minRole: 'Support',
        keyScope: 'read',
        alsoRoles: ['Underwriter', 'Developer'],
      },
    },
    schema: {
      operationId: 'searchEmployers',
      summary: 'Search employers and payroll providers by name',
      description:
        'Tolerates typing errors and knows other names of an employer. Best matches first, at most ' +
        `${maxEmployerMatches}. Without a query, returns suggestions.`,
      tags: ['Providers'],
      querystring: z.strictObject({
        query: z.string().max(100).default('').describe('What the person typed'),
      }),
      response: { 200: EmployerMatches },
    },
    handler: async ({ query }) => ({ matches: search(query.query) }),
  })
}

const unknownHealth = { state: 'unknown', success_rate: null, median_ms: null, calls: 0 } as const

/** Kinds at which people log in on the provider's own pages. */
const oauth2Kinds: CatalogueEntry['kind'][] = [
  'oauth2-api',
  'tax-authority',
  'employer-oauth2',
  'employee-oauth2',
  'bank-income',
]

/** Kinds at which people do not log in; they are matched by their details. */
const directKinds: CatalogueEntry['kind'][] = ['bureau', 'employer-key']

// Only the listed fields are exposed: a field that is added to the catalogue file later may be a secret.
const presentEntry = (entry: CatalogueEntry) => ({
  id: entry.id,
  name: entry.name,
  url: entry.url,
  logo_url: entry.logo_url,
  is_oauth2: oauth2Kinds.includes(entry.kind),
  is_scraper: entry.kind === 'web-portal',
  is_direct: directKinds.includes(entry.kind),
  aggregator: entry.kind === 'bank-income' ? entry.aggregator : null,
  reset_url: entry.reset_url,
  parent: entry.parent,
  max_login_attempts: entry.max_login_attempts,
  extra_login_params: entry.extra_login_params,
})
