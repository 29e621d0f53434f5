import { readCatalogue } from '../../src/connectors/catalogue.ts'
import { ConnectionFailure } from '../../src/connectors/failure.ts'
import { webPortal } from '../../src/connectors/web-portal/connector.ts'
import { atEnd } from '../at-end.ts'
import { createTestContext } from '../connectors/test-context.ts'
import { startSandbox } from '../sandbox.ts'
import { sharedBrowsers } from '../shared-browsers.ts'
import { openPortalProxy } from './portal-proxy.ts'

const catalogueFile = new URL('../../catalogues/sandbox.json', import.meta.url).pathname

/** Starts the real sandbox, a proxy in front of it, a real browser, and the connector under test. */
export async function openPortalWorld() {
  const sandbox = await startSandbox()
  const proxy = await openPortalProxy(sandbox.url)
  const browsers = sharedBrowsers()
  atEnd(() => proxy.stop())
  const context = createTestContext(browsers)
  const entry = readCatalogue(catalogueFile, { sandboxUrl: proxy.url }).providers.find(
    (entry) => entry.kind === 'web-portal',
  )
  if (!entry) throw new Error('the catalogue has no portal')
  const portal = webPortal(entry)

  const logIn = (user_name: string, password = 'pass') =>
    portal.logIn({ user_name, password, extra: {} }, context)
  async function sessionOf(userName: string, password?: string): Promise<string> {
    const outcome = await logIn(userName, password)
    if (outcome.outcome !== 'signed-in') throw new Error('a second step was asked for')
    return outcome.session
  }
  return { sandbox, proxy, browsers, context, portal, logIn, sessionOf }
}

/** Returns the failure of a call. */
export async function failureOf(work: Promise<unknown>): Promise<ConnectionFailure> {
  const failure = await work.then(
    () => new Error('it did not fail'),
    (failure: unknown) => failure,
  )
  if (failure instanceof ConnectionFailure) return failure
  throw failure
}
