import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerAsRead, answerPayslipAsRead, listWords } from '../../../test/extraction/true-opinions.ts'
import {
  type AnswerChange,
  type ChoiceBelow,
  changeAnswer,
  payslipChanges,
  statementChanges,
} from '../../../test/extraction/wrong-opinions.ts'
import type { PayslipParse, PdfPage, StatementParse } from '../document.ts'
import { parsePayslip } from '../payslips/parse.ts'
import { readDocumentPages } from '../read.ts'
import { parseStatement } from '../statements/parse.ts'
import { listPence } from './amounts.ts'
import type { PayslipAnswer, StatementAnswer } from './answer.ts'
import { applyOpinion } from './apply-opinion.ts'

// A model that misunderstands real layouts at random. The reader knows nothing of the document here, so only the pages
// and the arithmetic can refute an opinion.

const corpus = new URL('../../../test/corpus/', import.meta.url)
const model = 'test-model'
const unread = parseStatement([], [])

const readCorpus = async (name: string) =>
  readDocumentPages(new Uint8Array(await readFile(new URL(`${name}.pdf`, corpus))))

/** Removes the amounts that an answer does not name, so that it explains all amounts of the pages. */
function leaveNamedAmounts(pages: readonly PdfPage[], answer: object | null): PdfPage[] {
  const named = new Set<number>()
  JSON.stringify(answer, (_, value) => {
    if (Array.isArray(value?.words)) for (const id of value.words) named.add(id)
    return value
  })
  const unnamed = listWords(pages).filter(({ id, word }) => !named.has(id) && listPence(word.text).length > 0)
  const dropped = new Set(unnamed.map(({ word }) => word))
  return pages.map((page) => ({ ...page, words: page.words.filter((word) => !dropped.has(word)) }))
}

/** Wrong opinions of one document: seeds of the changes. */
const numRuns = 60
const Seeds = fc.array(fc.nat(), { minLength: 40, maxLength: 40 })

function pickFrom(seeds: readonly number[]): ChoiceBelow {
  let next = 0
  return (n) => (seeds[next++ % seeds.length] ?? 0) % Math.max(1, n)
}

/** Applies wrong opinions, and expects that no certificate contradicts the one of the true opinion. */
function attack<A extends object>(
  pages: readonly PdfPage[],
  answer: A,
  changes: Record<string, AnswerChange<A>>,
  certify: (answer: A) => Record<string, string>,
) {
  const truth = certify(answer)
  expect(Object.keys(truth).length).toBeGreaterThan(0)
  const words = listWords(pages)
  fc.assert(
    fc.property(Seeds, (seeds) => {
      const changed = changeAnswer(changes, answer, pickFrom(seeds), words)
      const certified = certify(changed.answer)
      for (const [field, value] of Object.entries(certified))
        if (value !== 'null')
          expect(`${field} ${value}`, changed.names.join()).toBe(`${field} ${truth[field]}`)
    }),
    { numRuns },
  )
}

/** Certified fields of a statement as text. */
function certifyStatement({ submission, certified }: StatementParse): Record<string, string> {
  if (!submission || !certified.includes('balances_and_amounts')) return {}
  const { statement_period, balance_information, transactions } = submission
  const rows = transactions.map(({ date, amount, type }) => [date, amount, type])
  return toTexts({ ...statement_period, ...balance_information, rows })
}

/** Certified fields of a payslip as text. */
function certifyPayslip({ submission, certified }: PayslipParse): Record<string, string> {
  if (!submission) return {}
  const { earnings, deductions } = submission.income_information
  const { year_to_date, earning_elements, ...pay } = earnings
  // The property covers all that is certified, so a further group needs its fields here.
  expect(['', 'this_period']).toContain(certified.join())
  return certified.length > 0 ? toTexts({ ...pay, ...sortLines(deductions, earning_elements) }) : {}
}

type Deductions = NonNullable<PayslipParse['submission']>['income_information']['deductions']

const sortLines = (deductions: Deductions, lines: readonly object[]) => ({
  ...deductions,
  deductions_elements: deductions.deductions_elements.map((line) => JSON.stringify(line)).toSorted(),
  earning_elements: lines.map((line) => JSON.stringify(line)).toSorted(),
})

const toTexts = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]))

test.each(['set-a/devA-S1-1', 'set-a/devA-S3-1', 'set-b/devB_s22_a', 'set-b/devB_s24_b'])(
  'property: no wrong opinion on the statement %s is certified',
  async (name) => {
    const all = await readCorpus(name)
    const own = parseStatement(all, [])
    const pages = leaveNamedAmounts(all, answerAsRead(all, own))
    const truth = answerAsRead(pages, own) as StatementAnswer
    attack(pages, truth, statementChanges, (answer) =>
      certifyStatement(applyOpinion(pages, unread, { kind: 'bank_statement', model, answer }).parse),
    )
  },
)

test.each(['set-a/devA-P2-2', 'set-a/devA-P5-1', 'set-b/devB_p21_a', 'set-b/devB_p26_b'])(
  'property: no wrong opinion on the payslip %s is certified',
  async (name) => {
    const all = await readCorpus(name)
    const own = parsePayslip(all)
    const pages = leaveNamedAmounts(all, answerPayslipAsRead(all, own))
    const truth = answerPayslipAsRead(pages, own) as PayslipAnswer
    attack(pages, truth, payslipChanges, (answer) =>
      certifyPayslip(
        applyOpinion<PayslipParse>(pages, parsePayslip([]), { kind: 'payslip', model, answer }).parse,
      ),
    )
  },
)
