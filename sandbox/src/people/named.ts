import { deductions } from './named/deductions.ts'
import { lifeEvents } from './named/life-events.ts'
import { namesAndAddresses } from './named/names-and-addresses.ts'
import { payPatterns } from './named/pay-patterns.ts'
import type { PersonSpec } from './person-record.ts'
import { registerIndex } from './register-numbers.ts'

/**
 * The named people in display order. Each list has its own hundred register indexes. Only append to a list; otherwise
 * existing people change.
 */
export const namedPersonSpecs: PersonSpec[] = [
  payPatterns,
  deductions,
  lifeEvents,
  namesAndAddresses,
].flatMap((list, listIndex) =>
  list.map((spec, n) => ({ ...spec, registerIndex: registerIndex.named(listIndex * 100 + n + 1) })),
)
