import type { Day } from '../calendar.ts'
import type { Address, Person } from './types.ts'

/** Where somebody lives on a day. */
export function addressOf({ addresses }: Person, on: Day): Address {
  const { from: _, ...address } =
    addresses.findLast(({ from }) => from <= on) ?? (addresses[0] as Person['addresses'][number])
  return address
}
