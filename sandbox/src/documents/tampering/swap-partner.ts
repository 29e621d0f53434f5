import type { GeneratedStatement, SimulatedPerson, SimulatedWorld } from '../../people/types.ts'
import type { PayslipSource } from '../types.ts'

/** Returns the previous item of a list, or the next if there is none. */
function neighbourOf<T>(list: T[], isThis: (one: T) => boolean): T | undefined {
  const at = list.findIndex(isThis)
  return list[at - 1] ?? list[at + 1]
}

const otherPeople = (world: SimulatedWorld, person: SimulatedPerson) =>
  world.named().filter(({ userName }) => userName !== person.userName)

/** Returns a payslip of another period of the same job, or else a payslip of another person. */
export function otherPayslip(world: SimulatedWorld, content: PayslipSource): PayslipSource | undefined {
  const { person, job } = content
  const payslip = neighbourOf(
    world.payslips(job, world.endDate),
    ({ payDate }) => payDate === content.payslip.payDate,
  )
  if (payslip) return { ...content, payslip }
  for (const otherPerson of otherPeople(world, person))
    for (const otherJob of otherPerson.jobs) {
      const [first] = world.payslips(otherJob, world.endDate)
      const address = first && world.address(otherPerson, first.payDate)
      if (address) return { person: otherPerson, job: otherJob, payslip: first, address }
    }
  return undefined
}

/** Returns a statement of another month of the same account, or else a statement of another person. */
export function otherStatement(
  world: SimulatedWorld,
  statement: GeneratedStatement,
): GeneratedStatement | undefined {
  const { person, end } = statement
  const other = neighbourOf(world.statements(person, world.endDate), (one) => one.end === end)
  if (other) return other
  for (const otherPerson of otherPeople(world, person)) {
    const [first] = world.statements(otherPerson, world.endDate)
    if (first) return first
  }
  return undefined
}
