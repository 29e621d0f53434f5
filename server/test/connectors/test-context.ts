import type { Talk } from '../../src/connectors/connector.ts'
import type { Browsers } from '../../src/connectors/web-portal/browsers.ts'

/** What a connector works with where nobody else asks: every request has its turn at once. */
export const aTalk = (browsers: Browsers): Talk => ({
  browsers,
  device: null,
  now: () => new Date(),
  signal: new AbortController().signal,
  inTurn: (send) => send(),
})
