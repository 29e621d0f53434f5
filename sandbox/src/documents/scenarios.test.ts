import { expect, test } from 'vitest'
import { addDays } from '../calendar.ts'
import { readScenario } from '../people/scenario.ts'
import type { PersonJob } from '../people/types.ts'
import { openWorld } from '../people/world.ts'
import { payslipLayouts } from './payslips/layouts.ts'
import { libraryPdf } from './producers/library.ts'
import { statementLayouts } from './statements/layouts.ts'
import { findMisplacedTexts } from './testing/misplaced-texts.ts'
import type { Drawing } from './types.ts'

type TextGenerator = (length: number) => string

/** Generators of texts of a given length with wide, unprintable or mixed characters. */
const textGenerators: Record<string, TextGenerator> = {
  'the widest letters': (length) => 'W'.repeat(length),
  'long words': (length) => 'Wimbleworthyton '.repeat(9).slice(0, length).trim(),
  'letters that the fonts lack': (length) => 'Łőşđı’😀ÿß日x̌'.repeat(15).slice(0, length),
}

function scenarioWith(write: TextGenerator) {
  const address = {
    street: write(120),
    city: write(80),
    county: `${write(79)}s`,
    post_code: 'JE2 9ZX',
    country: 'Channel Islands',
  }
  const payment = { kind: 'overtime', description: write(60), amount: '9999999.99' }
  const deduction = { kind: 'other', description: write(60), amount: '9999999.99' }
  const payslips = [20, 1, 0].map((more, week) => ({
    pay_date: addDays('2025-05-02', week * 7),
    payments: Array.from({ length: Math.max(1, more) }, () => payment),
    deductions: Array.from({ length: Math.min(more, 10) }, () => deduction),
  }))
  return {
    person: {
      user_name: 'un.usual',
      title: write(20),
      forename: write(60),
      surname: write(60),
      addresses: [address],
      bank: { opening_balance: '-9999999.99' },
    },
    jobs: [
      {
        employer: { name: write(100), paye_reference: '123/ABCDEFGHIJ', address },
        role: write(80),
        department: write(80),
        payroll_number: write(20),
        frequency: 'weekly',
        tax_codes: [{ code: 'SK999999', is_cumulative: false }],
        payslips,
      },
    ],
  }
}

async function expectPrintable({ sheets, ...drawing }: Drawing) {
  expect(sheets.flatMap((sheet) => findMisplacedTexts(sheet, 8))).toEqual([])
  await libraryPdf({ ...drawing, sheets })
  const texts = sheets.flatMap(({ marks }) => marks.flatMap((mark) => ('text' in mark ? [mark.text] : [])))
  return texts.join(' ')
}

test.each(Object.entries(textGenerators))(
  'extreme scenario texts are printed within their space, and the ground truth matches: %s',
  async (_, write) => {
    const world = openWorld({ seed: 'unusual' })
    const { person, runs } = readScenario(scenarioWith(write))
    world.put(person, runs)
    const job = person.jobs[0] as PersonJob
    const address = world.address(person, world.startDate)
    const payslips = world.payslips(job, world.endDate)
    expect(payslips).toHaveLength(3)
    for (const layout of payslipLayouts)
      for (const payslip of payslips) {
        const { drawing, truth } = layout.draw({ person, job, payslip, address })
        const text = await expectPrintable(drawing)
        const { identity_information: identity, employment_information: work } = truth
        const answers = [identity.name, work.employer_name, work.role, work.payroll_number]
        for (const answer of [...answers, ...Object.values(identity.address ?? {})])
          expect(text).toContain(answer ?? '')
      }
    const statement = world.statements(person, world.endDate).find(({ end }) => end === '2025-05-31')
    for (const layout of statementLayouts) {
      const { drawing, truth } = layout.draw(statement ?? expect.unreachable())
      const text = await expectPrintable(drawing)
      expect(text).toContain(truth.account_information.account_holder_name)
    }
  },
)
