import type { Statement, World } from '../people/types.ts'
import { type Random, randomFor } from '../random.ts'
import { payslipLayouts } from './payslips/layouts.ts'
import { openChromium } from './producers/chromium.ts'
import { libraryPdf } from './producers/library.ts'
import { scanned } from './scan.ts'
import { statementLayouts } from './statements/layouts.ts'
import { otherPayslip, otherStatement } from './tampering/others.ts'
import { swapPage } from './tampering/swapped-page.ts'
import { tampers } from './tampering/tampers.ts'
import type { Twin } from './tampering/types.ts'
import { differences, unbalancedPayslip, unbalancedStatement } from './tampering/wrong-arithmetic.ts'
import type { Documents, Drawing, Drawn, Made, Making, PayslipMatter, TamperKind } from './types.ts'

/** What is to be made, and what else a forger could make of it. */
type Task<Matter, Truth> = {
  fileName: string
  /** Words that tell this document from all others: chance is drawn from them. */
  place: string[]
  matter: Matter
  draw(matter: Matter): Drawn<Truth>
  unbalanced(random: Random): Matter
  /** Another document of the same kind. */
  other(): Matter | undefined
}

/** The right answer that comes with a document is always that of the genuine one; its tampering says what was changed. */
export function openDocuments({ world }: { world: World }): Documents {
  const chromium = openChromium()
  const producers = { library: libraryPdf, chromium: chromium.pdf }

  async function make<Matter, Truth>(task: Task<Matter, Truth>, making: Making): Promise<Made<Truth>> {
    const { producer = 'library', scan, tamper } = making
    const produce = producers[producer]
    const { drawing, truth } = task.draw(task.matter)
    const twin = tamper ? await forge(task, drawing, produce, producer, tamper) : null
    const bytes = twin?.bytes ?? (await produce(drawing))
    return {
      bytes: scan ? await scanned(bytes, drawing, scan) : bytes,
      fileName: task.fileName,
      truth,
      tampering: twin?.tampering ?? null,
    }
  }

  async function forge<Matter, Truth>(
    task: Task<Matter, Truth>,
    drawing: Drawing,
    produce: (drawing: Drawing) => Promise<Buffer>,
    producer: 'library' | 'chromium',
    kind: TamperKind,
  ): Promise<Twin> {
    const random = randomFor(world.seed, 'tamper', kind, ...task.place)
    if (kind === 'wrong-arithmetic') {
      const wrong = task.draw(task.unbalanced(random)).drawing
      return { bytes: await produce(wrong), tampering: { kind, changes: differences(drawing, wrong) } }
    }
    const genuine = { bytes: await produce(drawing), drawing, producer, random }
    if (kind !== 'swapped-page') return tampers[kind](genuine)
    const other = task.other()
    if (!other) throw new Error(`There is no other document to swap a page of ${task.fileName} with`)
    const { drawing: otherDrawing } = task.draw(other)
    return swapPage(genuine, { bytes: await produce(otherDrawing), title: otherDrawing.title })
  }

  return {
    async payslip(matter, making = {}) {
      const { job, payslip } = matter
      const layout = known(payslipLayouts, making.layout ?? job.employer.payslipLayout, 'payslips')
      const fileName = `payslip-${payslip.payDate}.pdf`
      return make(
        {
          fileName,
          place: [job.id, layout.id, fileName],
          matter,
          draw: layout.draw,
          unbalanced: (random) => ({ ...matter, payslip: unbalancedPayslip(payslip, random) }),
          other: () => otherPayslip(world, matter),
        } satisfies Task<PayslipMatter, unknown>,
        making,
      )
    },
    async statement(statement, making = {}) {
      const { person, end } = statement
      const layout = known(statementLayouts, making.layout ?? person.bank.statementLayout, 'statements')
      const fileName = `statement-${end.slice(0, 7)}.pdf`
      return make(
        {
          fileName,
          place: [person.userName, layout.id, fileName],
          matter: statement,
          draw: layout.draw,
          unbalanced: (random) => unbalancedStatement(statement, random),
          other: () => otherStatement(world, statement),
        } satisfies Task<Statement, unknown>,
        making,
      )
    },
    close: chromium.close,
  }
}

function known<Layout extends { id: string }>(layouts: Layout[], id: string, what: string): Layout {
  const layout = layouts.find((one) => one.id === id)
  if (layout) return layout
  throw new Error(
    `There is no layout "${id}" for ${what}. There are: ${layouts.map((one) => one.id).join(', ')}`,
  )
}
