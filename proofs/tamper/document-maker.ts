import { openDocuments } from '../../sandbox/src/documents/documents.ts'
import { payslipLayouts } from '../../sandbox/src/documents/payslips/layouts.ts'
import { openChromium } from '../../sandbox/src/documents/producers/chromium.ts'
import { libraryPdf } from '../../sandbox/src/documents/producers/library.ts'
import { randomPayslip } from '../../sandbox/src/documents/random/payslips/random-payslip.ts'
import { randomStatement } from '../../sandbox/src/documents/random/statements/random-statement.ts'
import { statementLayouts } from '../../sandbox/src/documents/statements/layouts.ts'
import type { Drawing, PayslipSource, RenderOptions, Tampering } from '../../sandbox/src/documents/types.ts'
import type { GeneratedStatement } from '../../sandbox/src/people/types.ts'
import { openWorld } from '../../sandbox/src/people/world.ts'
import { randomFor, type SeededRandom } from '../../sandbox/src/random.ts'

export type TestDocumentKind = 'payslip' | 'statement'
export type Producer = 'library' | 'chromium'

/**
 * Identifies a document: the same values always produce the same document. Without a layout, a random one is used.
 */
export type DocumentSpec = { kind: TestDocumentKind; layout: string | null; turn: number }

type Matter = { random: SeededRandom } & ({ slip: PayslipSource } | { statements: GeneratedStatement[] })

const until = '2026-10-31'

export const layoutsOf: Record<TestDocumentKind, string[]> = {
  payslip: payslipLayouts.map(({ id }) => id),
  statement: statementLayouts.map(({ id }) => id),
}

/** Makes sandbox documents as drawings, as files and as tampered copies. */
export function openDocumentMaker(seed: string) {
  const world = openWorld({ seed })
  const documents = openDocuments({ world })
  const chromium = openChromium()
  const producers = { library: libraryPdf, chromium: chromium.pdf }

  function matterOf({ kind, layout, turn }: DocumentSpec): Matter {
    const random = randomFor(seed, 'tamper-proof', kind, layout ?? 'by lot', turn)
    for (let attempt = 0; attempt < 50; attempt++) {
      const person = world.inventedPerson(1 + ((turn * 7 + attempt) % 400))
      const statements = world.statements(person, until)
      if (kind === 'statement' && statements.length > 0) return { random, statements }
      const slips = person.jobs.flatMap((job) =>
        world.payslips(job, until).map((payslip) => ({ job, payslip })),
      )
      if (kind === 'statement' || slips.length === 0) continue
      const { job, payslip } = random.pick(slips)
      return { random, slip: { person, job, payslip, address: world.address(person, payslip.payDate) } }
    }
    throw new Error(`no person has a ${kind}`)
  }

  function draw(spec: DocumentSpec): { drawing: Drawing; random: SeededRandom } {
    const matter = matterOf(spec)
    const { random } = matter
    if ('slip' in matter) {
      const layout = payslipLayouts.find(({ id }) => id === spec.layout)
      return { random, drawing: (layout?.draw(matter.slip) ?? randomPayslip(matter.slip, random)).drawing }
    }
    const layout = statementLayouts.find(({ id }) => id === spec.layout)
    const statement = random.pick(matter.statements)
    return {
      random,
      drawing: (layout?.draw(statement) ?? randomStatement(matter.statements, random)).drawing,
    }
  }

  return {
    draw,
    print: (drawing: Drawing, producer: Producer) => producers[producer](drawing),
    async twin(spec: DocumentSpec, making: RenderOptions): Promise<{ bytes: Buffer; tampering: Tampering }> {
      const matter = matterOf(spec)
      const how = { ...making, ...(spec.layout !== null && { layout: spec.layout }) }
      const { bytes, tampering } =
        'slip' in matter
          ? await documents.payslip(matter.slip, how)
          : await documents.statement(matter.random.pick(matter.statements), how)
      if (!tampering) throw new Error('the copy was not tampered with')
      return { bytes, tampering }
    },
    async close() {
      await Promise.all([documents.close(), chromium.close()])
    },
  }
}

export type DocumentMaker = ReturnType<typeof openDocumentMaker>
