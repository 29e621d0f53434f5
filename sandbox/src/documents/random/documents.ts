import type { IsoDate } from '../../calendar.ts'
import type { SimulatedPerson, SimulatedWorld } from '../../people/types.ts'
import type { SeededRandom } from '../../random.ts'
import { openChromium } from '../producers/chromium.ts'
import { libraryPdf } from '../producers/library.ts'
import { simulateScan } from '../scan.ts'
import type { DrawnDocument, RenderedDocument, RenderOptions } from '../types.ts'
import { randomOther } from './others/random-other.ts'
import { randomPayslip } from './payslips/random-payslip.ts'
import { randomStatement } from './statements/random-statement.ts'

/** Generates documents in random layouts. Returns undefined if the person has no document of the requested kind. */
export function openRandomDocuments({ world, until }: { world: SimulatedWorld; until: IsoDate }) {
  const chromium = openChromium()
  const producers = { library: libraryPdf, chromium: chromium.pdf }

  async function render<Truth>(
    drawn: DrawnDocument<Truth>,
    fileName: string,
    options: RenderOptions,
  ): Promise<RenderedDocument<Truth>> {
    const { producer = 'library', scan } = options
    const bytes = await producers[producer](drawn.drawing)
    return {
      bytes: scan ? await simulateScan(bytes, drawn.drawing, scan) : bytes,
      fileName,
      truth: drawn.truth,
      tampering: null,
    }
  }

  return {
    statement(person: SimulatedPerson, random: SeededRandom, options: RenderOptions) {
      const statements = world.statements(person, until)
      if (statements.length === 0) return undefined
      const drawn = randomStatement(statements, random)
      return render(drawn, `statement-${drawn.drawing.madeOn.slice(0, 7)}.pdf`, options)
    },
    payslip(person: SimulatedPerson, random: SeededRandom, options: RenderOptions) {
      const payslips = person.jobs.flatMap((job) =>
        world.payslips(job, until).map((payslip) => ({ job, payslip })),
      )
      if (payslips.length === 0) return undefined
      const { job, payslip } = random.pick(payslips)
      const address = world.address(person, payslip.payDate)
      const drawn = randomPayslip({ person, job, payslip, address }, random)
      return render(drawn, `payslip-${payslip.payDate}.pdf`, options)
    },
    other(person: SimulatedPerson, random: SeededRandom, options: RenderOptions) {
      const drawn = randomOther(person, world.address(person, until), until, random)
      return render(drawn, `${drawn.truth.layout}.pdf`, options)
    },
    close: chromium.close,
  }
}
