import type { ConnectorContext } from '../../src/connectors/connector.ts'
import type { Browsers } from '../../src/connectors/web-portal/browsers.ts'

/** Creates connector dependencies without a rate limiter, so that every request is sent immediately. */
export const createTestContext = (browsers: Browsers): ConnectorContext => ({
  browsers,
  device: null,
  now: () => new Date(),
  signal: new AbortController().signal,
  withRateLimit: (send) => send(),
})
