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

/** A catalogue provider and the sandbox that simulates it. */
export type SimulatedProvider = {
  name: string
  connector: PayslipConnector
  sandbox: Sandbox
  sandboxProvider: string
  /**
   * Period with a few payslips of every person. It is shorter for websites, where each payslip is a page and a PDF.
   */
  recentPeriod: PayDateRange
  timeoutMs: number
  /**
   * Maximum number of people tested. Fewer are tested at websites, which are slow; the others are covered elsewhere.
   */
  maxPeople: number
  /** Whether only a smoke test is needed, because a second website differs only in its address. */
  isBrief: boolean
  /** Whether the provider is read with a browser, which is slow. */
  isWebsite: boolean
}

const hasPayslips = (connector: Connector): connector is PayslipConnector => connector.dataType === 'payslips'

/** Starts every payslip provider, and a second one of each kind that exists only as catalogue data. */
export async function startSimulatedProviders() {
  const [here, elsewhere] = await Promise.all([
    startSandbox({ clock: '2026-07-10T09:00:00Z', optedInEmployers: 'all' }),
    startSandbox({ clock: '2026-03-20T09:00:00Z', seed: 'elsewhere', optedInEmployers: 'all' }),
  ])
  beforeEach(async () => {
    await Promise.all([here.reset(), elsewhere.reset()])
  })
  const context = createTestContext(sharedBrowsers())
  const providers = [
    ...simulatedProvidersOf(here, { prefix: '', lastMonths: '2026-05-01' }),
    ...simulatedProvidersOf(elsewhere, { prefix: 'second-', lastMonths: '2026-01-10' }),
  ]
  return { here, elsewhere, providers, context, catalogue: catalogueAt(here) }
}

const catalogueAt = ({ url }: Sandbox) => readCatalogue(catalogueFile, { sandboxUrl: url })

function simulatedProvidersOf(
  sandbox: Sandbox,
  { prefix, lastMonths }: { prefix: string; lastMonths: string },
): SimulatedProvider[] {
  const catalogue = catalogueAt(sandbox)
  const providers = catalogue.providers.map((entry) => ({ ...entry, id: `${prefix}${entry.id}` }))
  const connectors = [...createConnectors({ ...catalogue, providers }).values()]
  return connectors.filter(hasPayslips).map((connector) => {
    const { id, kind } = connector.entry
    const isWebsite = kind === 'web-portal'
    const hasPdfs = isWebsite || kind === 'employee-oauth2'
    return {
      name: id,
      connector,
      sandbox,
      sandboxProvider: id.replace(prefix, ''),
      recentPeriod: { from: isWebsite ? lastMonths : '2025-09-01', to: null },
      timeoutMs: hasPdfs ? 240_000 : 60_000,
      maxPeople: isWebsite ? 3 : hasPdfs && prefix !== '' ? 2 : 100,
      isBrief: isWebsite && prefix !== '',
      isWebsite,
    }
  })
}
