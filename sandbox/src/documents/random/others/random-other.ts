import { addDays, type IsoDate } from '../../../calendar.ts'
import type { PostalAddress, SimulatedPerson } from '../../../people/types.ts'
import type { SeededRandom } from '../../../random.ts'
import type { DrawnDocument } from '../../types.ts'
import type { OtherTruth } from '../ground-truth.ts'
import { openComposer } from './composer.ts'
import { otherDocuments } from './document-kinds.ts'

/** Generates a document that is neither a payslip nor a bank statement, for testing document classification. */
export function randomOther(
  person: SimulatedPerson,
  address: PostalAddress,
  until: IsoDate,
  random: SeededRandom,
): DrawnDocument<OtherTruth> {
  const layout = random.pick(Object.keys(otherDocuments))
  const composer = openComposer(random)
  const on = addDays(until, -random.integer(1, 500))
  otherDocuments[layout]?.({ person, address, on, random, composer })
  if (random.chance(0.6))
    composer.foot(random.pick(['An invented document.', 'Registered in England and Wales.', 'Thank you.']))
  return {
    drawing: { title: layout, creator: 'Office suite', madeOn: on, sheets: composer.sheets() },
    truth: { kind: 'other', layout, also: {}, switches: {} },
  }
}
