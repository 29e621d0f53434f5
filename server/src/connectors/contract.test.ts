import { expect, test } from 'vitest'
import { checkContract } from '../../test/connectors/contract.ts'
import { startHouses } from '../../test/connectors/providers.ts'

// Connectors that call an API. Those that read a website need a browser and are slow:
// web-portal/contract.test.ts.

const { houses, context, catalogue } = await startHouses()

checkContract(
  houses.filter(({ isWebsite }) => !isWebsite),
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
