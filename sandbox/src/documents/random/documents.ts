import type { Day } from '../../calendar.ts'
import type { Person, World } from '../../people/types.ts'
import type { Random } from '../../random.ts'
import { openChromium } from '../producers/chromium.ts'
import { libraryPdf } from '../producers/library.ts'
import { scanned } from '../scan.ts'
import type { Drawn, Made, Making } from '../types.ts'
import { randomOther } from './others/random-other.ts'
import { randomPayslip } from './payslips/random-payslip.ts'
import { randomStatement } from './statements/random-statement.ts'

/** Papers in layouts that are drawn by lot. Who has none of a kind gets undefined. */
export function openRandomDocuments({ world, until }: { world: World; until: Day }) {
  const chromium = openChromium()
  const producers = { library: libraryPdf, chromium: chromium.pdf }

  async function make<Truth>(drawn: Drawn<Truth>, fileName: string, making: Making): Promise<Made<Truth>> {
    const { producer = 'library', scan } = making
    const bytes = await producers[producer](drawn.drawing)
    return {
      bytes: scan ? await scanned(bytes, drawn.drawing, scan) : bytes,
      fileName,
      truth: drawn.truth,
      tampering: null,
    }
  }

  return {
    statement(person: Person, random: Random, making: Making) {
      const statements = world.statements(person, until)
      if (statements.length === 0) return undefined
      const drawn = randomStatement(statements, random)
      return make(drawn, `statement-${drawn.drawing.madeOn.slice(0, 7)}.pdf`, making)
    },
    payslip(person: Person, random: Random, making: Making) {
      const slips = person.jobs.flatMap((job) =>
        world.payslips(job, until).map((payslip) => ({ job, payslip })),
      )
      if (slips.length === 0) return undefined
      const { job, payslip } = random.pick(slips)
      const address = world.address(person, payslip.payDate)
      const drawn = randomPayslip({ person, job, payslip, address }, random)
      return make(drawn, `payslip-${payslip.payDate}.pdf`, making)
    },
    other(person: Person, random: Random, making: Making) {
      const drawn = randomOther(person, world.address(person, until), until, random)
      return make(drawn, `${drawn.truth.layout}.pdf`, making)
    },
    close: chromium.close,
  }
}
