import type { Person, Statement, World } from '../../people/types.ts'
import type { PayslipMatter } from '../types.ts'

/** A neighbour in a list: the one before, or after where there is none before. */
function beside<T>(list: T[], isThis: (one: T) => boolean): T | undefined {
  const at = list.findIndex(isThis)
  return list[at - 1] ?? list[at + 1]
}

const someoneElse = (world: World, person: Person) =>
  world.named().filter(({ userName }) => userName !== person.userName)

/** Of another period of the same job, or else of somebody else. */
export function otherPayslip(world: World, matter: PayslipMatter): PayslipMatter | undefined {
  const { person, job } = matter
  const payslip = beside(world.payslips(job, world.ends), ({ payDate }) => payDate === matter.payslip.payDate)
  if (payslip) return { ...matter, payslip }
  for (const stranger of someoneElse(world, person))
    for (const work of stranger.jobs) {
      const [first] = world.payslips(work, world.ends)
      const address = first && world.address(stranger, first.payDate)
      if (address) return { person: stranger, job: work, payslip: first, address }
    }
  return undefined
}

/** Of another month of the same account, or else of somebody else. */
export function otherStatement(world: World, statement: Statement): Statement | undefined {
  const { person, end } = statement
  const other = beside(world.statements(person, world.ends), (one) => one.end === end)
  if (other) return other
  for (const stranger of someoneElse(world, person)) {
    const [first] = world.statements(stranger, world.ends)
    if (first) return first
  }
  return undefined
}
