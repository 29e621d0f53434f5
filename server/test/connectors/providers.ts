import { fileURLToPath } from 'node:url'
import { beforeEach } from 'vitest'
import { readCatalogue } from '../../src/connectors/catalogue.ts'
import type { Connector, PayDateRange, PayslipConnector } from '../../src/connectors/connector.ts'
import { createConnectors } from '../../src/connectors/registry.ts'
import type { Sandbox } from '../sandbox.ts'
import { startSandbox } from '../sandbox.ts'
import { sharedBrowsers } from '../shared-browsers.ts'
import { createTestContext } from './test-context.ts'

const catalogueFile = fileURLToPath(new URL('../../catalogues/sandbox.json', import.meta.url))

/** A catalogue provider and the sandbox that plays it under its own name. */
export type House = {
  name: string
  connector: PayslipConnector
  sandbox: Sandbox
  playedBy: string
  /**
   * A period with a few payslips of every person; shorter for websites, where each payslip is a page and a
   * PDF.
   */
  recently: PayDateRange
  timeoutMs: number
  /** Fewer people for website providers, which are slow; the others are covered elsewhere. */
  maxPeople: number
  /** A second website differs only in its address, so only a smoke test is needed. */
  isBrief: boolean
  /** Uses a browser, which is slow. */
  isWebsite: boolean
}

const isOfPayslips = (connector: Connector): connector is PayslipConnector =>
  connector.dataType === 'payslips'

/** Every payslip provider, and a second of each kind that exists as catalogue data only. */
export async function startHouses() {
  const [here, elsewhere] = await Promise.all([
    startSandbox({ clock: '2026-07-10T09:00:00Z' }),
    startSandbox({ clock: '2026-03-20T09:00:00Z', seed: 'elsewhere' }),
  ])
  beforeEach(async () => {
    await Promise.all([here.reset(), elsewhere.reset()])
  })
  const context = createTestContext(sharedBrowsers())
  const houses = [
    ...housesIn(here, { prefix: '', lastMonths: '2026-05-01' }),
    ...housesIn(elsewhere, { prefix: 'second-', lastMonths: '2026-01-10' }),
  ]
  return { here, elsewhere, houses, context, catalogue: catalogueAt(here) }
}

const catalogueAt = ({ url }: Sandbox) => readCatalogue(catalogueFile, { sandboxUrl: url })

function housesIn(sandbox: Sandbox, { prefix, lastMonths }: { prefix: string; lastMonths: string }): House[] {
  const catalogue = catalogueAt(sandbox)
  const providers = catalogue.providers.map((entry) => ({ ...entry, id: `${prefix}${entry.id}` }))
  const connectors = [...createConnectors({ ...catalogue, providers }).values()]
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
      maxPeople: isWebsite ? 3 : 100,
      isBrief: isWebsite && prefix !== '',
      isWebsite,
    }
  })
}
