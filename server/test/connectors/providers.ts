import { fileURLToPath } from 'node:url'
import { beforeEach } from 'vitest'
import { readCatalogue } from '../../src/connectors/catalogue.ts'
import type { Connector, PayslipConnector, Period } from '../../src/connectors/connector.ts'
import { openConnectors } from '../../src/connectors/registry.ts'
import type { Sandbox } from '../sandbox.ts'
import { startSandbox } from '../sandbox.ts'
import { sharedBrowsers } from '../shared-browsers.ts'
import { aTalk } from './test-context.ts'

const catalogueFile = fileURLToPath(new URL('../../catalogues/sandbox.json', import.meta.url))

/** A provider of a catalogue, and the sandbox that plays it under a name of its own. */
export type House = {
  name: string
  connector: PayslipConnector
  sandbox: Sandbox
  playedBy: string
  /** Days with a few payslips of everybody; fewer where each of them is a page and a paper to be read. */
  recently: Period
  timeoutMs: number
  /** A browser takes long: where there is one, fewer people are read; what they say is read elsewhere. */
  mostPeople: number
  /** A second website differs from the first in its address only: that it works is all that is asked of it. */
  isBrief: boolean
  /** Read through a browser, which is slow. */
  isWebsite: boolean
}

const isOfPayslips = (connector: Connector): connector is PayslipConnector => connector.gives === 'payslips'

/** Every provider of payslips, and a second one of each kind that nobody has written a line of code for. */
export async function startHouses() {
  const [here, elsewhere] = await Promise.all([
    startSandbox({ clock: '2026-07-10T09:00:00Z' }),
    startSandbox({ clock: '2026-03-20T09:00:00Z', seed: 'elsewhere' }),
  ])
  beforeEach(async () => {
    await Promise.all([here.reset(), elsewhere.reset()])
  })
  const talk = aTalk(sharedBrowsers())
  const houses = [
    ...housesIn(here, { prefix: '', lastMonths: '2026-05-01' }),
    ...housesIn(elsewhere, { prefix: 'second-', lastMonths: '2026-01-10' }),
  ]
  return { here, elsewhere, houses, talk, catalogue: catalogueAt(here) }
}

const catalogueAt = ({ url }: Sandbox) => readCatalogue(catalogueFile, { sandboxUrl: url })

function housesIn(sandbox: Sandbox, { prefix, lastMonths }: { prefix: string; lastMonths: string }): House[] {
  const catalogue = catalogueAt(sandbox)
  const providers = catalogue.providers.map((entry) => ({ ...entry, id: `${prefix}${entry.id}` }))
  const connectors = [...openConnectors({ ...catalogue, providers }).values()]
  return connectors.filter(isOfPayslips).map((connector) => {
    const { id, kind } = connector.entry
    const isWebsite = kind === 'web-portal'
    return {
      name: id,
      connector,
      sandbox,
      playedBy: id.replace(prefix, ''),
      recently: { from: isWebsite ? lastMonths : '2025-09-01', to: null },
      timeoutMs: isWebsite ? 240_000 : 60_000,
      mostPeople: isWebsite ? 3 : 100,
      isBrief: isWebsite && prefix !== '',
      isWebsite,
    }
  })
}
