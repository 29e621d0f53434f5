import type { IsoDate } from '../calendar.ts'
import type { PostalAddress, SimulatedPerson } from './types.ts'

/** Returns a person's home address on a given day. */
export function addressOf({ addresses }: SimulatedPerson, on: IsoDate): PostalAddress {
  const { from: _, ...address } =
    addresses.findLast(({ from }) => from <= on) ?? (addresses[0] as SimulatedPerson['addresses'][number])
  return address
}
