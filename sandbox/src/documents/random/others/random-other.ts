import { addDays, type Day } from '../../../calendar.ts'
import type { Address, Person } from '../../../people/types.ts'
import type { Random } from '../../../random.ts'
import type { Drawn } from '../../types.ts'
import type { OtherTruth } from '../ground-truth.ts'
import { openComposer } from './composer.ts'
import { otherPapers } from './document-kinds.ts'

/** A paper that is neither payslip nor bank statement, for whoever has to tell them apart. */
export function randomOther(person: Person, address: Address, until: Day, random: Random): Drawn<OtherTruth> {
  const layout = random.pick(Object.keys(otherPapers))
  const paper = openComposer(random)
  const on = addDays(until, -random.whole(1, 500))
  otherPapers[layout]?.({ person, address, on, random, paper })
  if (random.chance(0.6))
    paper.foot(random.pick(['An invented paper.', 'Registered in England and Wales.', 'Thank you.']))
  return {
    drawing: { title: layout, creator: 'Office suite', madeOn: on, sheets: paper.sheets() },
    truth: { kind: 'other', layout, also: {}, switches: {} },
  }
}
