import { expect, test } from 'vitest'
import { checkContract } from '../../test/connectors/contract.ts'
import { startSimulatedProviders } from '../../test/connectors/providers.ts'

// Tests connectors that call an API. Connectors that read a website need a browser and are slow, so
// web-portal/contract.test.ts tests them.

const { providers, context, catalogue } = await startSimulatedProviders()

checkContract(
  providers.filter(({ isWebsite }) => !isWebsite),
  context,
)

test('serves every page and image named in the catalogue', async () => {
  const { providers, parent_provider_meta, employers } = catalogue
  const addresses = [
    ...[...providers, ...parent_provider_meta, ...employers].map(({ logo_url }) => logo_url),
    ...[...providers, ...employers].map(({ url }) => url),
    ...providers.map(({ reset_url }) => reset_url),
  ]
  for (const address of new Set(addresses)) expect((await fetch(address)).status, address).toBe(200)
})
