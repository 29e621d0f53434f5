import type { GeneratedStatement, SimulatedWorld } from '../people/types.ts'
import { randomFor, type SeededRandom } from '../random.ts'
import { payslipLayouts } from './payslips/layouts.ts'
import { simulatePhotos } from './photo.ts'
import { openChromium } from './producers/chromium.ts'
import { libraryPdf } from './producers/library.ts'
import { simulateScan } from './scan.ts'
import { statementLayouts } from './statements/layouts.ts'
import { otherPayslip, otherStatement } from './tampering/swap-partner.ts'
import { swapPage } from './tampering/swapped-page.ts'
import { tampers } from './tampering/tamper-kinds.ts'
import type { TamperedCopy } from './tampering/types.ts'
import { differences, unbalancedPayslip, unbalancedStatement } from './tampering/wrong-arithmetic.ts'
import type {
  DocumentGenerator,
  Drawing,
  DrawnDocument,
  PayslipSource,
  PayslipTruth,
  RenderedDocument,
  RenderOptions,
  StatementTruth,
  TamperKind,
} from './types.ts'

/** A document to generate, with everything needed to tamper with it. */
type DocumentTask<Content, Truth> = {
  nameOf(content: Content): { fileName: string; owner: string }
  content: Content
  layout: string
  draw(content: Content): DrawnDocument<Truth>
  unbalanced(random: SeededRandom): Content
  /** Returns another document of the same kind, from which a page can be swapped in. */
  other(): Content | undefined
}

/**
 * Generates documents. The ground truth is always that of the genuine document; `tampering` describes the changes.
 */
export function openDocuments({ world }: { world: SimulatedWorld }): DocumentGenerator {
  const chromium = openChromium()
  const producers = { library: libraryPdf, chromium: chromium.pdf }

  async function render<Content, Truth>(
    task: DocumentTask<Content, Truth>,
    options: RenderOptions,
  ): Promise<RenderedDocument<Truth>> {
    const { producer = 'library', scan, photo, tamper } = options
    const { drawing, truth } = task.draw(task.content)
    const tampered = tamper ? await tamperWith(task, drawing, producer, tamper) : null
    const bytes = tampered?.bytes ?? (await producers[producer](drawing))
    const scanned = scan ? await simulateScan(bytes, drawing, scan) : bytes
    return {
      bytes: photo ? await simulatePhotos(scanned, photo) : scanned,
      fileName: task.nameOf(task.content).fileName,
      truth,
      tampering: tampered?.tampering ?? null,
    }
  }

  async function tamperWith<Content, Truth>(
    task: DocumentTask<Content, Truth>,
    drawing: Drawing,
    producer: keyof typeof producers,
    kind: TamperKind,
  ): Promise<TamperedCopy> {
    const produce = producers[producer]
    const own = fullName(task.nameOf(task.content))
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
    async payslip(content, options = {}) {
      const { job, payslip } = content
      const layout = requireLayout(payslipLayouts, options.layout ?? job.employer.payslipLayout, 'payslips')
      const task: DocumentTask<PayslipSource, PayslipTruth> = {
        nameOf: (one) => ({ fileName: `payslip-${one.payslip.payDate}.pdf`, owner: one.job.id }),
        layout: layout.id,
        content,
        draw: layout.draw,
        unbalanced: (random) => ({ ...content, payslip: unbalancedPayslip(payslip, random) }),
        other: () => otherPayslip(world, content),
      }
      return render(task, options)
    },
    async statement(statement, options = {}) {
      const layout = requireLayout(
        statementLayouts,
        options.layout ?? statement.person.bank.statementLayout,
        'statements',
      )
      const task: DocumentTask<GeneratedStatement, StatementTruth> = {
        nameOf: (one) => ({ fileName: `statement-${one.end.slice(0, 7)}.pdf`, owner: one.person.userName }),
        layout: layout.id,
        content: statement,
        draw: layout.draw,
        unbalanced: (random) => unbalancedStatement(statement, random),
        other: () => otherStatement(world, statement),
      }
      return render(task, options)
    },
    close: chromium.close,
  }
}

const fullName = ({ fileName, owner }: { fileName: string; owner: string }) => `${fileName} of ${owner}`

function requireLayout<Layout extends { id: string }>(layouts: Layout[], id: string, kind: string): Layout {
  const layout = layouts.find((one) => one.id === id)
  if (layout) return layout
  throw new Error(
    `There is no layout "${id}" for ${kind}. Available: ${layouts.map((one) => one.id).join(', ')}`,
  )
}
