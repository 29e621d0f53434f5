import { ReaderUnavailable } from '../extraction/isolation/reader-pool.ts'
import { ConnectionFailure } from './failure.ts'

/** A document reader without free capacity is our fault, not the provider's. */
export function rethrowReaderOverload(failure: unknown): never {
  if (failure instanceof ReaderUnavailable)
    throw new ConnectionFailure('provider-down', {
      detail: 'the document reader was unavailable',
      isOverloaded: true,
    })
  throw failure
}
