import type { BankStatement } from '../../vocabulary/bank-statement.ts'
import type { Gate, Page, Provenance, Source, StatementParse, TableCell } from '../document.ts'
import type { Balance } from './arithmetic/balances.ts'
import { gatesOf } from './checks.ts'
import type { Fact } from './facts/account.ts'
import { findingsOf } from './findings.ts'
import { layoutsFor, narrowingOf, type StatementLayout } from './known-layout.ts'
import { statementLayouts } from './known-layouts.ts'
import { type Outcome, outcomeOf } from './read-statement.ts'
import type { Row } from './statement-row.ts'
import { unfolded } from './text/blocks.ts'
import { placeOf, textOf } from './text/lines.ts'
import { sumText } from './text/money.ts'
import { type Sheets, sheetsOf } from './text/statement-text.ts'

const nothing: StatementParse = {
  submission: null,
  provenance: {},
  gates: [],
  verified: false,
  layout: null,
  cells: [],
  findings: [],
  warnings: [],
}

/** Reads a bank statement from the words of its pages. The arithmetic decides what the columns mean. */
export function parseStatement(
  pages: readonly Page[],
  layouts: readonly StatementLayout[] = statementLayouts,
): StatementParse {
  const [layout] = layoutsFor(layouts, pages.map(({ words }) => textOf(words)).join('\n'))
  const sheets = sheetsOf(pages)
  const narrowed = layout && judged(outcomeOf(sheets, narrowingOf(layout)))
  if (layout && narrowed?.isVerified) return parseOf(narrowed, layout.id)
  const generic = bestOf(sheets)
  // A layout that helps no more is left aside: the bank has changed its paper.
  const hasDrifted = narrowed !== undefined && (!narrowed || (generic && generic.passed > narrowed.passed))
  const best = narrowed && !hasDrifted ? narrowed : generic
  if (!best) return nothing
  const parse = parseOf(best, best === narrowed && layout ? layout.id : null)
  const drift = hasDrifted ? [`The layout ${layout?.id} does not fit this paper any more.`] : []
  return { ...parse, warnings: [...parse.warnings, ...drift] }
}

/** As a table; where that is not proven and the paper is made of blocks, as a table of blocks too. */
function bestOf(sheets: Sheets): Judged | null {
  const asTable = judged(outcomeOf(sheets, {}))
  if (asTable?.isVerified && !isFolded(asTable)) return asTable
  const blocks = unfolded(sheets.lines, sheets.notation)
  // Blocks with labels have words in them that are no part of descriptions.
  if (!blocks || (asTable?.isVerified && !blocks.hasLabels)) return asTable
  const asBlocks = judged(outcomeOf({ ...sheets, ...blocks }, {}))
  if (!asBlocks || (asTable?.isVerified && !asBlocks.isVerified)) return asTable
  if (asBlocks.isVerified) return asBlocks
  return asTable && worthOf(asTable) >= worthOf(asBlocks) ? asTable : asBlocks
}

/** Most days stand on other lines than their sums. */
const isFolded = ({ outcome: { rows } }: Judged): boolean =>
  rows.filter(({ from, step }) => from?.hitLine !== step.entry.line).length > 0.5 * rows.length

/** Rows that are held and dated, of all that were read, and the gates they pass. */
function worthOf({ outcome: { rows, areDaysLoose }, passed }: Judged): number {
  const sure = rows.filter(({ day, step }) => day !== null && step.isHeld).length
  return passed + (3 * sure) / Math.max(1, rows.length) - (areDaysLoose ? 2 : 0)
}

type Judged = { outcome: Outcome; gates: Gate[]; passed: number; isVerified: boolean }

function judged(outcome: Outcome | null): Judged | null {
  if (!outcome) return null
  const gates = gatesOf(outcome)
  const passed = gates.filter(({ isPassed }) => isPassed).length
  return { outcome, gates, passed, isVerified: passed === gates.length }
}

function parseOf({ outcome, gates, isVerified }: Judged, layout: string | null): StatementParse {
  return {
    submission: submissionOf(outcome),
    provenance: provenanceOf(outcome),
    gates,
    verified: isVerified,
    layout,
    cells: cellsOf(outcome),
    findings: findingsOf(outcome),
    warnings: gates.filter(({ isPassed }) => !isPassed).map(({ note }) => `${note}.`),
  }
}

function submissionOf({ facts, period, opening, closing, rows }: Outcome): BankStatement {
  return {
    account_information: {
      account_holder_name: facts.holder?.value ?? null,
      account_number: facts.account?.value ?? null,
      sort_code: facts.sortCode?.value ?? null,
      bank_name: facts.bank?.value ?? null,
      iban: facts.iban?.value ?? null,
    },
    statement_period: { start_date: period.start, end_date: period.end },
    balance_information: {
      opening_balance: opening && sumText(opening.pence),
      closing_balance: closing && sumText(closing.pence),
    },
    transactions: dated(rows).map(({ day, description, step }) => ({
      date: day as string,
      description: description.text.slice(0, 1000),
      amount: sumText(step.pence),
      type: step.pence > 0 ? 'credit' : 'debit',
    })),
  }
}

/** A row without a day cannot be told; that some are missing is a gate that did not pass. */
const dated = (rows: readonly Row[]): Row[] => rows.filter(({ day }) => day !== null)

function provenanceOf(outcome: Outcome): Provenance {
  const { facts, period, opening, closing, rows, walk } = outcome
  const method = outcome.isOcr ? 'ocr' : 'text'
  const provenance: Provenance = {}
  const account: [string, Fact | undefined][] = [
    ['account_holder_name', facts.holder],
    ['account_number', facts.account],
    ['sort_code', facts.sortCode],
    ['bank_name', facts.bank],
    ['iban', facts.iban],
  ]
  for (const [name, fact] of account) {
    if (fact)
      provenance[`account_information.${name}`] = {
        place: fact.place,
        method,
        confidence: fact.isLabelled ? 'printed' : 'likely',
      }
  }
  const ends = [
    ['start_date', period.start, period.startPlace],
    ['end_date', period.end, period.endPlace],
  ] as const
  for (const [name, day, place] of ends) {
    if (day === null) continue
    const printed: Source = { place, method, confidence: period.isPrinted ? 'printed' : 'likely' }
    provenance[`statement_period.${name}`] = place
      ? printed
      : { place: null, method: 'inferred', confidence: 'likely' }
  }
  const isWhole =
    walk.breaks.length === 0 && walk.disagrees.length === 0 && walk.steps.every(({ isHeld }) => isHeld)
  const sum = (balance: Balance): Source => ({
    place: balance.place,
    method: balance.place ? method : 'computed',
    confidence: !balance.isPrinted ? 'likely' : isWhole ? 'proven' : 'printed',
  })
  if (opening) provenance['balance_information.opening_balance'] = sum(opening)
  if (closing) provenance['balance_information.closing_balance'] = sum(closing)
  dated(rows).forEach((row, n) => {
    for (const [name, source] of Object.entries(sourcesOf(row, method)))
      provenance[`transactions.${n}.${name}`] = source
  })
  return provenance
}

function sourcesOf({ step, from, description }: Row, method: 'text' | 'ocr'): Record<string, Source> {
  const { entry, money, sign, isHeld, isUnique } = step
  const { page } = entry.line
  const amount: Source = {
    place: placeOf(page, money.words),
    method,
    confidence: isHeld && isUnique ? 'proven' : sign === 'guess' ? 'doubtful' : isHeld ? 'likely' : 'printed',
  }
  const isSolved = sign === 'solved' || sign === 'balance' || sign === 'guess'
  const words = description.words[0]
  const all = description.words.filter((some) => some.page === words?.page).flatMap((some) => some.words)
  return {
    date: {
      place: from?.hit && from.hitLine ? placeOf(from.hitLine.page, from.hit.words) : null,
      method,
      confidence: from?.isYearInferred ? 'likely' : 'printed',
    },
    description: { place: words ? placeOf(words.page, all) : null, method, confidence: 'printed' },
    amount,
    type: { ...amount, method: sign === 'guess' ? 'inferred' : isSolved ? 'computed' : method },
  }
}

/** The sums of the table by column, for the comparison of their looks. */
function cellsOf({ reading: { entries } }: Outcome): TableCell[] {
  return entries.flatMap(({ line, amount, balance, marker }, row) => {
    const page = line.page + 1
    const sums = [
      amount && { money: amount.money, column: amount.role as string },
      balance && !marker ? { money: balance, column: 'balance' } : null,
    ]
    return sums.flatMap((sum) => {
      const word = sum?.money.words.find(({ text }) => /\d/.test(text))
      return sum && word ? [{ page, word, column: sum.column, row }] : []
    })
  })
}
