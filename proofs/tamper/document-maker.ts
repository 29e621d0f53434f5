import { openDocuments } from '../../sandbox/src/documents/documents.ts'
import { payslipLayouts } from '../../sandbox/src/documents/payslips/layouts.ts'
import { openChromium } from '../../sandbox/src/documents/producers/chromium.ts'
import { libraryPdf } from '../../sandbox/src/documents/producers/library.ts'
import { randomPayslip } from '../../sandbox/src/documents/random/payslips/random-payslip.ts'
import { randomStatement } from '../../sandbox/src/documents/random/statements/random-statement.ts'
import { statementLayouts } from '../../sandbox/src/documents/statements/layouts.ts'
import type { Drawing, Making, PayslipMatter, Tampering } from '../../sandbox/src/documents/types.ts'
import type { Statement } from '../../sandbox/src/people/types.ts'
import { openWorld } from '../../sandbox/src/people/world.ts'
import { type Random, randomFor } from '../../sandbox/src/random.ts'

export type Kind = 'payslip' | 'statement'
export type Producer = 'library' | 'chromium'

/** Which paper: the same three always make the same one. Without a layout it has one that is drawn by lot. */
export type Wanted = { kind: Kind; layout: string | null; turn: number }

type Matter = { random: Random } & ({ slip: PayslipMatter } | { statements: Statement[] })

const until = '2026-10-31'

export const layoutsOf: Record<Kind, string[]> = {
  payslip: payslipLayouts.map(({ id }) => id),
  statement: statementLayouts.map(({ id }) => id),
}

/** Papers of the sandbox, as drawings, as files and as altered twins. */
export function openMaking(seed: string) {
  const world = openWorld({ seed })
  const documents = openDocuments({ world })
  const chromium = openChromium()
  const producers = { library: libraryPdf, chromium: chromium.pdf }

  function matterOf({ kind, layout, turn }: Wanted): Matter {
    const random = randomFor(seed, 'tamper-proof', kind, layout ?? 'by lot', turn)
    for (let tries = 0; tries < 50; tries++) {
      const person = world.anyone(1 + ((turn * 7 + tries) % 400))
      const statements = world.statements(person, until)
      if (kind === 'statement' && statements.length > 0) return { random, statements }
      const slips = person.jobs.flatMap((job) =>
        world.payslips(job, until).map((payslip) => ({ job, payslip })),
      )
      if (kind === 'statement' || slips.length === 0) continue
      const { job, payslip } = random.pick(slips)
      return { random, slip: { person, job, payslip, address: world.address(person, payslip.payDate) } }
    }
    throw new Error(`Nobody has a ${kind}`)
  }

  function draw(wanted: Wanted): { drawing: Drawing; random: Random } {
    const matter = matterOf(wanted)
    const { random } = matter
    if ('slip' in matter) {
      const layout = payslipLayouts.find(({ id }) => id === wanted.layout)
      return { random, drawing: (layout?.draw(matter.slip) ?? randomPayslip(matter.slip, random)).drawing }
    }
    const layout = statementLayouts.find(({ id }) => id === wanted.layout)
    const statement = random.pick(matter.statements)
    return {
      random,
      drawing: (layout?.draw(statement) ?? randomStatement(matter.statements, random)).drawing,
    }
  }

  return {
    draw,
    print: (drawing: Drawing, producer: Producer) => producers[producer](drawing),
    async twin(wanted: Wanted, making: Making): Promise<{ bytes: Buffer; tampering: Tampering }> {
      const matter = matterOf(wanted)
      const how = { ...making, ...(wanted.layout !== null && { layout: wanted.layout }) }
      const { bytes, tampering } =
        'slip' in matter
          ? await documents.payslip(matter.slip, how)
          : await documents.statement(matter.random.pick(matter.statements), how)
      if (!tampering) throw new Error('The twin is not altered')
      return { bytes, tampering }
    },
    async close() {
      await Promise.all([documents.close(), chromium.close()])
    },
  }
}

export type Maker = ReturnType<typeof openMaking>
