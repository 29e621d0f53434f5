import type { Statement, World } from '../people/types.ts'
import { type Random, randomFor } from '../random.ts'
import { payslipLayouts } from './payslips/layouts.ts'
import { openChromium } from './producers/chromium.ts'
import { libraryPdf } from './producers/library.ts'
import { scanned } from './scan.ts'
import { statementLayouts } from './statements/layouts.ts'
import { otherPayslip, otherStatement } from './tampering/swap-partner.ts'
import { swapPage } from './tampering/swapped-page.ts'
import { tampers } from './tampering/tamper-kinds.ts'
import type { Twin } from './tampering/types.ts'
import { differences, unbalancedPayslip, unbalancedStatement } from './tampering/wrong-arithmetic.ts'
import type {
  Documents,
  Drawing,
  Drawn,
  Made,
  Making,
  PayslipMatter,
  PayslipTruth,
  StatementTruth,
  TamperKind,
} from './types.ts'

/** What is to be made, and what else a forger could make of it. */
type Task<Matter, Truth> = {
  nameOf(matter: Matter): { fileName: string; owner: string }
  matter: Matter
  layout: string
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
    const { drawing, truth } = task.draw(task.matter)
    const twin = tamper ? await forge(task, drawing, producer, tamper) : null
    const bytes = twin?.bytes ?? (await producers[producer](drawing))
    return {
      bytes: scan ? await scanned(bytes, drawing, scan) : bytes,
      fileName: task.nameOf(task.matter).fileName,
      truth,
      tampering: twin?.tampering ?? null,
    }
  }

  async function forge<Matter, Truth>(
    task: Task<Matter, Truth>,
    drawing: Drawing,
    producer: keyof typeof producers,
    kind: TamperKind,
  ): Promise<Twin> {
    const produce = producers[producer]
    const own = fullName(task.nameOf(task.matter))
    const random = randomFor(world.seed, 'tamper', kind, task.layout, own)
    if (kind === 'wrong-arithmetic') {
      const wrong = task.draw(task.unbalanced(random)).drawing
      return { bytes: await produce(wrong), tampering: { kind, changes: differences(drawing, wrong) } }
    }
    const genuine = { bytes: await produce(drawing), drawing, producer, random }
    if (kind !== 'swapped-page') return tampers[kind](genuine)
    const other = task.other()
    if (!other) throw new Error(`There is no other document to swap a page of ${own} with`)
    const names = { own, other: fullName(task.nameOf(other)) }
    return swapPage(genuine, names, await produce(task.draw(other).drawing))
  }

  return {
    async payslip(matter, making = {}) {
      const { job, payslip } = matter
      const layout = known(payslipLayouts, making.layout ?? job.employer.payslipLayout, 'payslips')
      const task: Task<PayslipMatter, PayslipTruth> = {
        nameOf: (one) => ({ fileName: `payslip-${one.payslip.payDate}.pdf`, owner: one.job.id }),
        layout: layout.id,
        matter,
        draw: layout.draw,
        unbalanced: (random) => ({ ...matter, payslip: unbalancedPayslip(payslip, random) }),
        other: () => otherPayslip(world, matter),
      }
      return make(task, making)
    },
    async statement(statement, making = {}) {
      const layout = known(
        statementLayouts,
        making.layout ?? statement.person.bank.statementLayout,
        'statements',
      )
      const task: Task<Statement, StatementTruth> = {
        nameOf: (one) => ({ fileName: `statement-${one.end.slice(0, 7)}.pdf`, owner: one.person.userName }),
        layout: layout.id,
        matter: statement,
        draw: layout.draw,
        unbalanced: (random) => unbalancedStatement(statement, random),
        other: () => otherStatement(world, statement),
      }
      return make(task, making)
    },
    close: chromium.close,
  }
}

const fullName = ({ fileName, owner }: { fileName: string; owner: string }) => `${fileName} of ${owner}`

function known<Layout extends { id: string }>(layouts: Layout[], id: string, what: string): Layout {
  const layout = layouts.find((one) => one.id === id)
  if (layout) return layout
  throw new Error(
    `There is no layout "${id}" for ${what}. There are: ${layouts.map((one) => one.id).join(', ')}`,
  )
}
