import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workplaces } from '../people/employers.ts'
import { statementLayoutIds } from '../people/person-record.ts'
import type { Statement } from '../people/types.ts'
import { openWorld } from '../people/world.ts'
import { randomFor } from '../random.ts'
import { openDocuments } from './documents.ts'
import { payslipLayouts } from './payslips/layouts.ts'
import { libraryPdf } from './producers/library.ts'
import { readGlyphs, readText } from './read-back.ts'
import { statementLayouts } from './statements/layouts.ts'
import { tamperKinds, tampers } from './tampering/tamper-kinds.ts'
import { strayTexts } from './testing/stray-texts.ts'
import type { Making, PayslipMatter } from './types.ts'

const world = openWorld({ seed: 'documents' })
const documents = openDocuments({ world })
afterAll(documents.close)

const until = '2026-10-31'
const matters: PayslipMatter[] = world.named().flatMap((person) =>
  person.jobs.flatMap((job) => {
    const payslip = world.payslips(job, until).at(-1)
    return payslip ? [{ person, job, payslip, address: world.address(person, payslip.payDate) }] : []
  }),
)
const statements = world.named().flatMap((person) => world.statements(person, until).slice(-1))
const matter = matters[0] as PayslipMatter
const statement = statements[0] as Statement

/** The first, and a few others: with every layout others, so that everybody has a turn. */
const some = <T>(all: T[], turn: number): T[] => {
  const from = 1 + ((turn * 3) % (all.length - 1))
  return [...all.slice(0, 1), ...all.slice(from, from + 3)]
}

const layouts = [
  ...payslipLayouts.map((layout, n) => ({
    title: `payslip ${layout.id}`,
    drawSome: () => some(matters, n).map((one) => layout.draw(one).drawing),
    make: (making: Making) => documents.payslip(matter, { ...making, layout: layout.id }),
  })),
  ...statementLayouts.map((layout, n) => ({
    title: `statement ${layout.id}`,
    drawSome: () => some(statements, n).map((one) => layout.draw(one).drawing),
    make: (making: Making) => documents.statement(statement, { ...making, layout: layout.id }),
  })),
]

const withoutSpace = (text: string) => text.replace(/\s/g, '')
const signsOf = async (bytes: Buffer) =>
  (await readGlyphs(bytes)).map((page) => page.map(({ sign }) => sign).join(''))

test('there are ten layouts of payslips and fourteen of statements, or more, each with its own name', () => {
  expect(payslipLayouts.length).toBeGreaterThanOrEqual(10)
  expect(statementLayouts.length).toBeGreaterThanOrEqual(14)
  expect(new Set(layouts.map(({ title }) => title)).size).toBe(layouts.length)
})

const printed = new Map<string, Buffer>()
beforeAll(async () => {
  await Promise.all(
    layouts.map(async ({ title, make }) => {
      printed.set(title, (await make({ producer: 'chromium' })).bytes)
    }),
  )
})

describe.each(layouts)('the layout $title', ({ title, drawSome, make }) => {
  const printedByBrowser = () => printed.get(title) ?? Buffer.alloc(0)

  test('is written by the library as it was drawn, whoever it is for', async () => {
    for (const drawing of drawSome()) {
      expect(strayTexts(drawing, await readGlyphs(await libraryPdf(drawing)))).toEqual([])
    }
  })

  test('is printed by the browser as it was drawn', async () => {
    const [drawing] = drawSome()
    if (!drawing) throw new Error('nobody to draw it for')
    expect(strayTexts(drawing, await readGlyphs(printedByBrowser()))).toEqual([])
  })

  test('has figures that a forger can change, in the files of both producers', async () => {
    const [drawing] = drawSome()
    if (!drawing) throw new Error('nobody to draw it for')
    const files = { library: await libraryPdf(drawing), chromium: printedByBrowser() }
    for (const producer of ['library', 'chromium'] as const) {
      const genuine = { bytes: files[producer], drawing, producer }
      for (const forge of [tampers['edited-amount'], tampers['replaced-font']]) {
        const { bytes, tampering } = await forge({ ...genuine, random: randomFor('forger') })
        const pages = await signsOf(bytes)
        for (const { page, now } of tampering.changes) expect(pages[page - 1]).toContain(withoutSpace(now))
      }
    }
  })

  test('can be drawn with figures that do not add up', async () => {
    const [genuine, twin] = [await make({}), await make({ tamper: 'wrong-arithmetic' })]
    expect(twin.truth).toEqual(genuine.truth)
    const changes = twin.tampering?.changes ?? []
    expect(changes.length).toBeGreaterThan(0)
    const pages = await signsOf(twin.bytes)
    for (const { page, now } of changes) expect(pages[page - 1]).toContain(withoutSpace(now))
  })
})

test.each(tamperKinds)('a payslip and a statement can have the twin %s', async (tamper) => {
  for (const make of [
    (making: Making) => documents.payslip(matter, making),
    (making: Making) => documents.statement(statement, making),
  ]) {
    const [genuine, twin, again] = [await make({}), await make({ tamper }), await make({ tamper })]
    expect(genuine.tampering).toBeNull()
    expect(twin.tampering?.kind).toBe(tamper)
    expect(twin.tampering?.changes.length).toBeGreaterThan(0)
    expect(twin.truth).toEqual(genuine.truth)
    expect(twin.bytes.equals(genuine.bytes)).toBe(false)
    expect(again).toEqual(twin)
  }
})

test('the layout is that of the employer or the account, unless another is asked for', async () => {
  expect((await documents.payslip(matter)).truth.layout).toBe(matter.job.employer.payslipLayout)
  expect((await documents.statement(statement)).truth.layout).toBe(statement.person.bank.statementLayout)
  const other = payslipLayouts.find(({ id }) => id !== matter.job.employer.payslipLayout)?.id ?? ''
  expect((await documents.payslip(matter, { layout: other })).truth.layout).toBe(other)
})

test('employers and accounts have the layouts that there are, all of them', () => {
  const ids = (list: { id: string }[]) => list.map(({ id }) => id).sort()
  const ofEmployers = new Set(workplaces.map(({ employer }) => employer.payslipLayout))
  expect([...ofEmployers].sort()).toEqual(ids(payslipLayouts))
  expect(statementLayoutIds).toEqual(ids(statementLayouts))
})

test('a layout that does not exist is refused with the names of those that do', async () => {
  const [first] = payslipLayouts
  await expect(documents.payslip(matter, { layout: 'marble' })).rejects.toThrow(
    new RegExp(`no layout "marble" for payslips.*${first?.id}`),
  )
})

test('files are named after the day of pay and the month of the statement', async () => {
  expect((await documents.payslip(matter)).fileName).toBe(`payslip-${matter.payslip.payDate}.pdf`)
  expect((await documents.statement(statement)).fileName).toBe(`statement-${statement.end.slice(0, 7)}.pdf`)
})

test('a scan of a twin is a picture, and its answer is still known', async () => {
  const scan = { dpi: 200, skewDegrees: -0.7, noise: 4, seed: 'desk' }
  const made = await documents.payslip(matter, { scan, tamper: 'overlaid-text' })
  expect((await readText(made.bytes)).join('')).toBe('')
  expect(made.tampering?.kind).toBe('overlaid-text')
  expect(made.truth.income_information.earnings.net_pay).toMatch(/^[\d,]+\.\d\d$/)
})
