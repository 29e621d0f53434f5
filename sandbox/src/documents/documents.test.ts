import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workplaces } from '../people/employers.ts'
import { statementLayoutIds } from '../people/person-record.ts'
import type { GeneratedStatement } from '../people/types.ts'
import { openWorld } from '../people/world.ts'
import { randomFor } from '../random.ts'
import { openDocuments } from './documents.ts'
import { payslipLayouts } from './payslips/layouts.ts'
import { libraryPdf } from './producers/library.ts'
import { readGlyphs, readText } from './read-back.ts'
import { statementLayouts } from './statements/layouts.ts'
import { tamperKinds, tampers } from './tampering/tamper-kinds.ts'
import { findStrayTexts } from './testing/stray-texts.ts'
import type { PayslipSource, RenderOptions } from './types.ts'

const world = openWorld({ seed: 'documents' })
const documents = openDocuments({ world })
afterAll(documents.close)

const until = '2026-10-31'
const contents: PayslipSource[] = world.named().flatMap((person) =>
  person.jobs.flatMap((job) => {
    const payslip = world.payslips(job, until).at(-1)
    return payslip ? [{ person, job, payslip, address: world.address(person, payslip.payDate) }] : []
  }),
)
const statements = world.named().flatMap((person) => world.statements(person, until).slice(-1))
const content = contents[0] as PayslipSource
const statement = statements[0] as GeneratedStatement

/** Returns the first item and three others; the offset selects different ones for every layout. */
const some = <T>(all: T[], offset: number): T[] => {
  const from = 1 + ((offset * 3) % (all.length - 1))
  return [...all.slice(0, 1), ...all.slice(from, from + 3)]
}

const layouts = [
  ...payslipLayouts.map((layout, n) => ({
    title: `payslip ${layout.id}`,
    drawSome: () => some(contents, n).map((one) => layout.draw(one).drawing),
    make: (options: RenderOptions) => documents.payslip(content, { ...options, layout: layout.id }),
  })),
  ...statementLayouts.map((layout, n) => ({
    title: `statement ${layout.id}`,
    drawSome: () => some(statements, n).map((one) => layout.draw(one).drawing),
    make: (options: RenderOptions) => documents.statement(statement, { ...options, layout: layout.id }),
  })),
]

const withoutSpace = (text: string) => text.replace(/\s/g, '')
const charactersOf = async (bytes: Buffer) =>
  (await readGlyphs(bytes)).map((page) => page.map(({ character }) => character).join(''))

test('there are at least ten payslip and fourteen statement layouts with unique names', () => {
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

  test('is written by the library producer as drawn', async () => {
    for (const drawing of drawSome()) {
      expect(findStrayTexts(drawing, await readGlyphs(await libraryPdf(drawing)))).toEqual([])
    }
  })

  test('is printed by the Chromium producer as drawn', async () => {
    const [drawing] = drawSome()
    if (!drawing) throw new Error('no drawing')
    expect(findStrayTexts(drawing, await readGlyphs(printedByBrowser()))).toEqual([])
  })

  test('has figures that can be tampered with in files of both producers', async () => {
    const [drawing] = drawSome()
    if (!drawing) throw new Error('no drawing')
    const files = { library: await libraryPdf(drawing), chromium: printedByBrowser() }
    for (const producer of ['library', 'chromium'] as const) {
      const genuine = { bytes: files[producer], drawing, producer }
      for (const forge of [tampers['edited-amount'], tampers['replaced-font']]) {
        const { bytes, tampering } = await forge({ ...genuine, random: randomFor('forger') })
        const pages = await charactersOf(bytes)
        for (const { page, now } of tampering.changes) expect(pages[page - 1]).toContain(withoutSpace(now))
      }
    }
  })

  test('can be drawn with figures that do not add up', async () => {
    const [genuine, tampered] = [await make({}), await make({ tamper: 'wrong-arithmetic' })]
    expect(tampered.truth).toEqual(genuine.truth)
    const changes = tampered.tampering?.changes ?? []
    expect(changes.length).toBeGreaterThan(0)
    const pages = await charactersOf(tampered.bytes)
    for (const { page, now } of changes) expect(pages[page - 1]).toContain(withoutSpace(now))
  })
})

test.each(tamperKinds)('payslips and statements can be tampered with: %s', async (tamper) => {
  for (const make of [
    (options: RenderOptions) => documents.payslip(content, options),
    (options: RenderOptions) => documents.statement(statement, options),
  ]) {
    const [genuine, tampered, again] = [await make({}), await make({ tamper }), await make({ tamper })]
    expect(genuine.tampering).toBeNull()
    expect(tampered.tampering?.kind).toBe(tamper)
    expect(tampered.tampering?.changes.length).toBeGreaterThan(0)
    expect(tampered.truth).toEqual(genuine.truth)
    expect(tampered.bytes.equals(genuine.bytes)).toBe(false)
    expect(again).toEqual(tampered)
  }
})

test('defaults to the layout of the employer or account', async () => {
  expect((await documents.payslip(content)).truth.layout).toBe(content.job.employer.payslipLayout)
  expect((await documents.statement(statement)).truth.layout).toBe(statement.person.bank.statementLayout)
  const other = payslipLayouts.find(({ id }) => id !== content.job.employer.payslipLayout)?.id ?? ''
  expect((await documents.payslip(content, { layout: other })).truth.layout).toBe(other)
})

test('employers and accounts use every layout', () => {
  const ids = (list: { id: string }[]) => list.map(({ id }) => id).sort()
  const ofEmployers = new Set(workplaces.map(({ employer }) => employer.payslipLayout))
  expect([...ofEmployers].sort()).toEqual(ids(payslipLayouts))
  expect(statementLayoutIds).toEqual(ids(statementLayouts))
})

test('rejects an unknown layout and lists the available ones', async () => {
  const [first] = payslipLayouts
  await expect(documents.payslip(content, { layout: 'marble' })).rejects.toThrow(
    new RegExp(`no layout "marble" for payslips.*${first?.id}`),
  )
})

test('file names contain the pay date or statement month', async () => {
  expect((await documents.payslip(content)).fileName).toBe(`payslip-${content.payslip.payDate}.pdf`)
  expect((await documents.statement(statement)).fileName).toBe(`statement-${statement.end.slice(0, 7)}.pdf`)
})

test('a scan of a tampered document has no text and keeps its ground truth', async () => {
  const scan = { dpi: 200, skewDegrees: -0.7, noise: 4, seed: 'desk' }
  const made = await documents.payslip(content, { scan, tamper: 'overlaid-text' })
  expect((await readText(made.bytes)).join('')).toBe('')
  expect(made.tampering?.kind).toBe('overlaid-text')
  expect(made.truth.income_information.earnings.net_pay).toMatch(/^[\d,]+\.\d\d$/)
})
