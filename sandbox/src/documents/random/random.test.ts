import { expect, test } from 'vitest'
import { openWorld } from '../../people/world.ts'
import { randomFor } from '../../random.ts'
import { libraryPdf } from '../producers/library.ts'
import { readText } from '../read-back.ts'
import { findMisplacedTexts } from '../testing/misplaced-texts.ts'
import type { Drawing } from '../types.ts'
import { openRandomDocuments } from './documents.ts'
import { otherDocuments } from './others/document-kinds.ts'
import { randomOther } from './others/random-other.ts'
import { payslipSwitchCount } from './payslips/plan.ts'
import { randomPayslip } from './payslips/random-payslip.ts'
import { switchCount } from './statements/plan.ts'
import { randomStatement } from './statements/random-statement.ts'

const until = '2026-10-31'
const world = openWorld({ seed: 'random papers' })
const people = [1, 2, 3, 4].map((n) => world.inventedPerson(n))
const each = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

const statements = each(60, (n) => {
  const person = people[n % people.length] as (typeof people)[number]
  return randomStatement(world.statements(person, until), randomFor('statements', n))
})
const payslips = each(120, (n) => {
  const person = world.inventedPerson(5 + (n % 12))
  const [job] = person.jobs
  const jobPayslips = job ? world.payslips(job, until) : []
  const payslip = jobPayslips[n % Math.max(1, jobPayslips.length)]
  if (!job || !payslip) return []
  const address = world.address(person, until)
  return [randomPayslip({ person, job, payslip, address }, randomFor('payslips', n))]
}).flat()
const others = each(60, (n) =>
  randomOther(
    world.inventedPerson(1),
    world.address(world.inventedPerson(1), until),
    until,
    randomFor('others', n),
  ),
)

const pence = (sum: string) => Math.round(Number(sum.replaceAll(',', '')) * 100)
const textOf = async (drawing: Drawing) =>
  (await readText(await libraryPdf(drawing))).join('\n').replaceAll(',', '')

test('there are at least 24 layout options, and nearly every document is unique', () => {
  expect([switchCount, payslipSwitchCount].every((count) => count >= 24)).toBe(true)
  const plans = new Set(statements.map(({ truth }) => JSON.stringify(truth.switches)))
  expect(plans.size).toBe(statements.length)
})

test('no text overlaps, is crossed out or exceeds the sheet', () => {
  const faults = [...statements, ...payslips, ...others].flatMap(({ drawing }) =>
    drawing.sheets.flatMap((sheet) => findMisplacedTexts(sheet, 10)),
  )
  expect(faults).toEqual([])
})

test('a statement adds up: opening balance, rows and closing balance', () => {
  for (const { truth } of statements) {
    const { opening_balance, closing_balance } = truth.balance_information
    const opening = opening_balance ?? truth.also['balance_information.opening_balance']?.[0] ?? ''
    const closing = closing_balance ?? truth.also['balance_information.closing_balance']?.[0] ?? ''
    const moved = truth.transactions.reduce((total, { amount }) => total + pence(amount), 0)
    expect(pence(opening) + moved).toBe(pence(closing))
  }
})

test('a payslip adds up: its lines, gross, deductions and net', () => {
  expect(payslips.length).toBeGreaterThan(60)
  for (const { truth } of payslips) {
    const { earnings, deductions } = truth.income_information
    const total = (lines: { amount: string }[]) => lines.reduce((all, { amount }) => all + pence(amount), 0)
    const net = total(earnings.earning_elements) - total(deductions.deductions_elements)
    expect(net).toBe(pence(earnings.net_pay ?? ''))
  }
})

test('every amount of the ground truth is printed, and values that are not printed are null', async () => {
  for (const { drawing, truth } of [...statements.slice(0, 12), ...payslips.slice(0, 24)]) {
    const text = await textOf(drawing)
    for (const sum of sumsIn({ ...truth, also: null, switches: null })) expect(text).toContain(sum)
    if (truth.kind === 'bank-statement')
      expect(text.replaceAll(' ', '').includes('IBAN')).toBe(truth.account_information.iban !== null)
  }
})

test('the same seed gives the same bytes, another seed another layout', async () => {
  const documents = openRandomDocuments({ world, until })
  const person = world.inventedPerson(6)
  for (const make of [documents.statement, documents.payslip, documents.other]) {
    const [one, again, other] = [1, 1, 2].map((lot) => make(person, randomFor('lot', lot), {}))
    expect((await one)?.bytes.equals((await again)?.bytes ?? Buffer.of())).toBe(true)
    expect((await one)?.bytes.equals((await other)?.bytes ?? Buffer.of())).toBe(false)
  }
})

test('every kind of other document occurs with its kind in the ground truth', () => {
  expect(new Set(others.map(({ truth }) => truth.layout)).size).toBe(Object.keys(otherDocuments).length)
})

test('a rotated page is read upright', async () => {
  const turned = statements.find(({ drawing }) => drawing.sheets.some((sheet) => sheet.rotation))
  expect(turned).toBeDefined()
  if (turned)
    expect(await textOf(turned.drawing)).toContain(turned.truth.account_information.account_number ?? '?')
})

/**
 * Lists amounts without their signs, because sign notation varies between layouts. Loan deductions are skipped,
 * because they may total several lines.
 */
function sumsIn(answer: unknown): string[] {
  if (typeof answer === 'string') return /^-?[\d,]+\.\d\d$/.test(answer) ? [answer.replace(/[-,]/g, '')] : []
  if (answer === null || typeof answer !== 'object') return []
  return Object.entries(answer).flatMap(([key, value]) => (key === 'loan_deductions' ? [] : sumsIn(value)))
}
