import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { at, foot, head, row, sheet, titles } from '../../../test/extraction/statement-page.ts'
import { sandboxPapers } from '../../../test/sandbox-documents.ts'
import type { BankStatement } from '../../vocabulary/bank-statement.ts'
import { KnownStatementLayout, matchLayouts } from './known-layout.ts'
import { statementLayouts } from './known-layouts.ts'
import { parseStatement } from './parse.ts'

// One statement of each of the fourteen sandbox banks, created by the sandbox's generator.

const statements = await sandboxPapers<BankStatement>('statement', 14)

const pence = (sum: string) => Math.round(Number(sum.replaceAll(',', '')) * 100)
const plain = ({
  transactions,
  balance_information: balance,
  account_information,
  statement_period,
}: BankStatement) => ({
  account_information,
  statement_period,
  balances: Object.values(balance).map((sum) => (sum === null ? null : pence(sum))),
  transactions: transactions
    .map(({ date, description, amount }) => `${date} ${pence(amount)} ${description}`)
    .sort(),
})

test('reads the statement of every sandbox bank exactly, with and without its layout', () => {
  expect(new Set(statements.map(({ layout }) => layout)).size).toBe(14)
  for (const { name, truth, pages } of statements) {
    for (const layouts of [statementLayouts, []]) {
      const { submission } = parseStatement(pages, layouts)
      expect(submission && plain(submission), name).toEqual(plain(truth))
    }
  }
})

test('verifies most statements and sorts all transactions by date', () => {
  const parses = statements.map(({ pages }) => parseStatement(pages))
  expect(parses.filter(({ verified }) => verified).length).toBeGreaterThanOrEqual(11)
  for (const { submission } of parses) {
    const days = submission?.transactions.map(({ date }) => date) ?? []
    expect(days).toEqual(days.toSorted())
  }
})

test('raises no finding on untampered statements', () => {
  for (const { name, pages } of statements) expect(parseStatement(pages).findings, name).toEqual([])
})

test('matches each layout to the statements of its own bank only', () => {
  for (const { layout, pages } of statements) {
    const text = pages.map(({ words }) => words.map((word) => word.text).join(' ')).join('\n')
    expect(matchLayouts(statementLayouts, text).map(({ id }) => id)).toEqual([layout])
  }
})

const herons = [
  sheet([
    ...head([at(40, 'Opening balance 100.00'), at(40, 'Closing balance 59.50')]),
    titles('Flown', 'Landed', 'Perched'),
    row('30 Dec', 'GREENFINCH GROCERS', '40.50', '', '59.50'),
    ...foot(1, 1),
  ]),
]

test('uses the example layout of docs/guides/bank-layouts.md', async () => {
  const guide = await readFile(new URL('../../../../docs/guides/bank-layouts.md', import.meta.url), 'utf8')
  const json = /```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
  const layout = KnownStatementLayout.parse(JSON.parse(json))
  const { verified, submission, layout: used } = parseStatement(herons, [...statementLayouts, layout])
  expect(used).toBe(layout.id)
  expect(verified).toBe(true)
  expect(submission?.transactions).toEqual([
    { date: '2025-12-30', description: 'GREENFINCH GROCERS', amount: '-40.50', type: 'debit' },
  ])
})

test('ignores an outdated layout and adds a warning', () => {
  const layout = KnownStatementLayout.parse({
    id: 'heronmere-old',
    about: 'Used to print credits first.',
    match: { all: ['Heronmere Bank'] },
    order: 'oldest-first',
    amountOn: 'first-line',
    columns: [
      { role: 'date', title: 'Date' },
      { role: 'text', title: 'Description' },
      { role: 'balance', title: 'Perched' },
      { role: 'in', title: 'Landed' },
    ],
  })
  const { verified, layout: used, warnings } = parseStatement(herons, [layout])
  expect(used).toBeNull()
  expect(verified).toBe(true)
  expect(warnings.join()).toContain('heronmere-old')
})

test('rejects a layout with an unknown or repeated role', () => {
  const good = statementLayouts[0] as KnownStatementLayout
  expect(
    KnownStatementLayout.safeParse({ ...good, columns: [...good.columns, { role: 'fee', title: 'Fee' }] })
      .success,
  ).toBe(false)
  expect(
    KnownStatementLayout.safeParse({ ...good, columns: [...good.columns, ...good.columns] }).success,
  ).toBe(false)
})
