import type { ConnectorContext } from '../../src/connectors/connector.ts'
import type { Browsers } from '../../src/connectors/web-portal/browsers.ts'
import { openReader } from '../../src/extraction/isolation/reader.ts'
import { atEnd } from '../at-end.ts'

/**
 * Creates connector dependencies without a rate limiter, so that every request is sent immediately. The document
 * reader is closed at the end of the test file.
 */
export function createTestContext(browsers: Browsers): ConnectorContext {
  const reader = openReader({ spare: 0 })
  atEnd(() => reader.close())
  return {
    browsers,
    readPdf: (bytes) => reader.readWords(bytes),
    readDocument: (bytes) => reader.read(bytes),
    device: null,
    now: () => new Date(),
    signal: new AbortController().signal,
    withRateLimit: (send) => send(),
  }
}
