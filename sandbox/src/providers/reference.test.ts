import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { openClock } from '../clock.ts'
import { openDocuments } from '../documents/documents.ts'
import { truelayer } from '../open-banking/truelayer.ts'
import { openWorld } from '../people/world.ts'
import { bureau } from './bureau/provider.ts'
import { cloud } from './cloud/provider.ts'
import { employmentHero } from './employment-hero/provider.ts'
import { freeagent } from './freeagent/provider.ts'
import { payroll } from './payroll/provider.ts'
import { staffology } from './staffology/provider.ts'
import { openSwitches } from './switches.ts'
import { taxauth } from './taxauth/provider.ts'
import type { ProviderPlugin } from './types.ts'
import { xero } from './xero/provider.ts'

const guide = readFileSync(new URL('../../../docs/guides/sandbox-providers.md', import.meta.url), 'utf8')

test.each<[string, ProviderPlugin]>([
  ['/payroll', payroll],
  ['/cloud', cloud],
  ['/bureau', bureau],
  ['/taxauth', taxauth],
  ['/freeagent', freeagent],
  ['/xero', xero],
  ['/staffology', staffology],
  ['/employment-hero', employmentHero],
  ['/truelayer', truelayer],
])('the provider guide documents exactly the routes of %s', async (prefix, provider) => {
  const calls: string[] = []
  const server = Fastify({ exposeHeadRoutes: false })
  server.addHook('onRoute', ({ method, url }) => void calls.push(`${method} ${url}`))
  const [world, clock] = [openWorld({ seed: 'reference' }), openClock()]
  const documents = openDocuments({ world })
  await server.register(provider, { prefix, world, clock, switches: openSwitches(clock), documents })
  await server.ready()
  const documented = guide.match(new RegExp(`(GET|POST|PUT|DELETE) ${prefix}/[\\w/:.-]+`, 'g')) ?? []
  expect([...new Set(documented)].toSorted()).toEqual(calls.toSorted())
  await server.close()
})
