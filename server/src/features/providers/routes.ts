import type { CatalogueEntry, Catalogue as CatalogueFile } from '../../connectors/catalogue.ts'
import type { Server } from '../../platform/http/server.ts'
import type { ProviderHealth } from './health.ts'
import { Catalogue } from './schemas.ts'

/** Serves the provider catalogue without its internal fields. */
export async function providerRoutes(
  server: Server,
  { catalogue, health }: { catalogue: CatalogueFile; health: ProviderHealth },
) {
  const { parent_provider_meta, employers } = catalogue
  const providers = catalogue.providers.map(presentEntry)
  server.route({
    method: 'GET',
    url: '/providers',
    config: { caller: 'either', minRole: 'Support' },
    schema: {
      operationId: 'listProviders',
      summary: 'List payroll providers and employers',
      tags: ['Providers'],
      response: { 200: Catalogue },
    },
    handler: async () => {
      const healths = await health.read()
      return {
        providers: providers.map((entry) => ({ ...entry, health: healths.get(entry.id) ?? unknownHealth })),
        parent_provider_meta,
        employers,
      }
    },
  })
}

const unknownHealth = { state: 'unknown', success_rate: null, median_ms: null, calls: 0 } as const

// An allowlist: a field added to the catalogue file may be a secret and is not exposed automatically.
const presentEntry = (entry: CatalogueEntry) => ({
  id: entry.id,
  name: entry.name,
  url: entry.url,
  logo_url: entry.logo_url,
  is_oauth2: entry.kind === 'oauth2-api' || entry.kind === 'tax-authority',
  is_scraper: entry.kind === 'web-portal',
  is_direct: entry.kind === 'bureau',
  reset_url: entry.reset_url,
  parent: entry.parent,
  max_login_attempts: entry.max_login_attempts,
  extra_login_params: entry.extra_login_params,
})
