import { describe, expect, test } from 'vitest'
import {
  at,
  foot,
  head,
  type Placed,
  row,
  sheet,
  titles,
  to,
} from '../../../../test/extraction/statement-page.ts'
import type { PdfPage } from '../../document.ts'
import { parseStatement } from '../parse.ts'

// Descriptions contain the complete text between the columns and nothing else, or are not certified.

const balances = [at(40, 'Opening balance 100.00'), at(40, 'Closing balance 10.00')]
const rows: Placed[][] = [
  row('30 Dec', 'GREENFINCH GROCERS', '40.00', '', '60.00'),
  row('31 Dec', 'LOOMWIRE', '10.00', '', '50.00'),
  row('', 'BROADBAND', ''),
  [],
  row('2 Jan', 'OCTAVO FUELS', '20.00', '', '30.00'),
  row('3 Jan', 'HALFACRE FOODS', '20.00', '', '10.00'),
]

const build = (lines: (Placed | Placed[])[]) =>
  sheet([...head(balances), titles('Paid out', 'Paid in', 'Balance'), ...lines, ...foot(1, 1)])

/** Colours the words of a line that begins with this word. */
function colourLine(page: PdfPage, firstWord: string): PdfPage {
  const y = page.words.find(({ text }) => text === firstWord)?.y
  return { ...page, words: page.words.map((word) => (word.y === y ? { ...word, colour: 0x1f3d7a } : word)) }
}

const read = (page: PdfPage) => {
  const { submission, certified, warnings } = parseStatement([page], [])
  return { descriptions: submission?.transactions.map(({ description }) => description), certified, warnings }
}

const expected = ['GREENFINCH GROCERS', 'LOOMWIRE BROADBAND', 'OCTAVO FUELS', 'HALFACRE FOODS']
const allGroups = ['balances_and_amounts', 'descriptions']
const message = row('', 'Home insurance from a month. Ask at any branch by November.', '')

test('certifies descriptions that are complete', () => {
  expect(read(build(rows))).toEqual({ descriptions: expected, certified: allGroups, warnings: [] })
})

test.each([1, 3, 5, 6])('ignores a message in another colour after line %i', (n) => {
  const page = colourLine(build(rows.toSpliced(n, 0, message)), 'Home')
  expect(read(page)).toMatchObject({ descriptions: expected, certified: allGroups })
})

test('does not certify descriptions next to a message in the style of the rows', () => {
  const { certified, warnings } = read(build(rows.toSpliced(3, 0, message)))
  expect(certified).toEqual(['balances_and_amounts'])
  expect(warnings).toEqual(['Page 1 has text that may not belong to the row beside it.'])
})

test('ends the last description before a notice that is further away than the rows are from each other', () => {
  const plain = rows.filter((line) => line.length > 0 && !line.some(({ text }) => text === 'BROADBAND'))
  const notice = row('', 'Heronmere Bank plc is authorised by the Prudential Regulation Authority', '')
  const { descriptions } = read(build([...plain, [], notice]))
  expect(descriptions).toEqual(expected.map((text) => text.replace(' BROADBAND', '')))
})

test('keeps second lines in another colour, which are not sentences', () => {
  const { descriptions } = read(colourLine(build(rows), 'BROADBAND'))
  expect(descriptions).toEqual(expected)
})

test('keeps a long first line on a page that is shifted against the others', () => {
  const [first, second] = ['Standing order to Mum and Dad', 'Ref: KEEP']
  const more = Array.from({ length: 12 }, (_, n) => row('30 Dec', 'BEAN ATLAS', '1.00', '', `${99 - n}.00`))
  const [before, after] = [
    more.slice(0, 11),
    [row('31 Dec', first, ''), row('', second, '78.00', '', '10.00')],
  ]
  const pages = [
    sheet([
      ...head(balances),
      titles('Paid out', 'Paid in', 'Balance'),
      ...before,
      [],
      ...more.slice(11),
      ...foot(1, 2),
    ]),
    sheet([titles('Paid out', 'Paid in', 'Balance'), ...after, ...foot(2, 2)], { x: 3, number: 2 }),
  ]
  const last = parseStatement(pages, []).submission?.transactions.at(-1)
  expect(last?.description).toBe(`${first} ${second}`)
})

test('ignores column titles that are repeated between the rows', () => {
  const again = [at(40, 'Posted'), at(110, 'Particulars of entry'), at(380, 'Outgo'), at(520, 'Stand')]
  const page = sheet([...head(balances), again, ...rows.slice(0, 4), again, ...rows.slice(4), ...foot(1, 1)])
  expect(read(page)).toMatchObject({ descriptions: expected, certified: allGroups })
})

test('never takes the name of a payee for the name of the bank', () => {
  const payee = (day: string, balance: string) => [
    row(day, 'STANDING ORDER TO', '10.00', '', balance),
    row('', 'HOLLYBROOK ENGINEERING LTD, 242539', ''),
  ]
  const page = sheet([
    at(40, 'Sort code 00-31-88 Account number 39308396'),
    at(40, 'Statement period 1 December 2025 to 5 January 2026'),
    ...balances,
    titles('Paid out', 'Paid in', 'Balance'),
    ...['90.00', '80.00', '70.00', '60.00'].flatMap((balance, n) => payee(`${n + 10} Dec`, balance)),
  ])
  expect(parseStatement([page], []).submission?.account_information.bank_name).toBeNull()
})

test('reads a sort code in the cell beside an IBAN', () => {
  const page = sheet([
    [at(40, 'IBAN'), at(200, 'Sort code'), at(280, 'Account number')],
    [at(40, 'GB67 ASHQ 0051 1151 7549 00'), at(200, '00 51 11'), at(280, '51754900')],
    at(40, 'Statement period 1 December 2025 to 5 January 2026'),
    ...balances,
    titles('Paid out', 'Paid in', 'Balance'),
    ...rows,
  ])
  expect(parseStatement([page], []).submission?.account_information.sort_code).toBe('00-51-11')
})

test('keeps a second line that names the account of the sender', () => {
  const lines = rows.map((line) =>
    line.map((placed) =>
      placed.text === 'BROADBAND' ? { ...placed, text: 'from 40-92-05 70118204' } : placed,
    ),
  )
  const descriptions = expected.map((text) => text.replace('BROADBAND', 'from 40-92-05 70118204'))
  expect(read(build(lines))).toMatchObject({ descriptions, certified: allGroups })
})

describe('a row that a page break splits', () => {
  const [start, rest] = [row('', 'ISLA PEMBERTON', ''), row('', 'JOINT BILLS', '20.00', '', '10.00')]
  const shop = (name: string, out: string, balance: string) => [
    row('', name, out, '', balance),
    row('', 'CARD ENDING 4471', ''),
    [],
  ]
  const header = titles('Paid out', 'Paid in', 'Balance')
  const pages = (colour?: number) =>
    [
      sheet([
        ...head(balances),
        header,
        at(40, '30 Dec'),
        ...shop('GREENFINCH GROCERS', '40.00', '60.00'),
        ...shop('LOOMWIRE', '10.00', '50.00'),
        at(40, '2 Jan'),
        ...shop('OCTAVO FUELS', '20.00', '30.00'),
        start,
      ]),
      sheet([header, rest, ...foot(2, 2)], { number: 2 }),
    ].map((page) => ({
      ...page,
      words: page.words.map((word) => {
        const isSecondLine = page.words.some(
          ({ y, text }) => y === word.y && (text === 'CARD' || text === 'JOINT'),
        )
        return isSecondLine && colour ? { ...word, colour } : word
      }),
    }))

  test('is joined if its first line has the type of first lines and its rest has not', () => {
    const { submission, certified, warnings } = parseStatement(pages(0x6b7280), [])
    expect(submission?.transactions.at(-1)?.description).toBe('ISLA PEMBERTON JOINT BILLS')
    expect({ certified, warnings }).toEqual({ certified: allGroups, warnings: [] })
  })

  test('is not certified if the type of both parts is the same', () => {
    const { submission, certified } = parseStatement(pages(), [])
    expect(submission?.transactions.at(-1)?.description).toBe('JOINT BILLS')
    expect(certified).not.toContain('descriptions')
  })
})

test('reads a description that is set slightly higher than the type and the amounts of its row', () => {
  const lines = ['40.00', '10.00', '20.00', '20.00'].map((sum, n) => [
    at(40, `${n + 10} Dec`),
    at(100, n === 2 ? 'Mobile/Online' : 'Card'),
    at(180, `GREENFINCH ${n}`),
    to(400, sum),
    to(540, ['60.00', '50.00', '30.00', '10.00'][n] ?? ''),
  ])
  const header = [at(40, 'Date'), at(100, 'Type'), at(180, 'Description'), to(400, 'Out'), to(540, 'Balance')]
  const page = sheet([...head(balances), header, ...lines, ...foot(1, 1)])
  const row = page.words.find(({ text }) => text === 'Mobile/Online')?.y
  const words = page.words.map((word) =>
    word.y === row && word.x >= 180 && word.x < 300 ? { ...word, y: word.y - 2.5 } : word,
  )
  expect(read({ ...page, words }).descriptions).toEqual([0, 1, 2, 3].map((n) => `GREENFINCH ${n}`))
})

test.each([
  ['slightly', 2.4, ['LOOMWIRE REF 0', 'LOOMWIRE REF A', 'OCTAVO REF B', 'HALFACRE REF C', 'MILLPOND']],
  ['much', 6, ['LOOMWIRE REF 0', 'LOOMWIRE REF A', 'OCTAVO', 'REF B HALFACRE REF C', 'MILLPOND']],
])('attaches a second line that is %s closer to the row below', (_, by, descriptions) => {
  // The rows above have their second lines close below them, so that the amounts are on first lines.
  const page = build([
    row('29 Dec', 'LOOMWIRE', '10.00', '', '90.00'),
    row('', 'REF 0', ''),
    [],
    row('30 Dec', 'LOOMWIRE', '20.00', '', '70.00'),
    row('', 'REF A', ''),
    [],
    row('31 Dec', 'OCTAVO', '20.00', '', '50.00'),
    row('', 'REF B', ''),
    row('2 Jan', 'HALFACRE', '20.00', '', '30.00'),
    row('', 'REF C', ''),
    [],
    row('3 Jan', 'MILLPOND', '20.00', '', '10.00'),
  ])
  const y = page.words.find(({ text }) => text === 'HALFACRE')?.y ?? 0
  const words = page.words.map((word) => (word.y >= y ? { ...word, y: word.y - by } : word))
  const reading = read({ ...page, words })
  expect(reading.descriptions).toEqual(descriptions)
  expect(reading.certified).toEqual(['balances_and_amounts'])
})

test('keeps a second line beside which a panel has a heading in another font', () => {
  const second = row('', 'INV 1,204.50', '')
  const page = build(
    rows.map((line) =>
      line.some(({ text }) => text === 'BROADBAND') ? [...second, at(560, 'Charges')] : line,
    ),
  )
  const y = page.words.find(({ text }) => text === 'INV')?.y ?? 0
  const words = page.words.map((word) =>
    word.text === 'Charges' ? { ...word, y: y - 6, font: 'bold' } : { ...word, font: 'plain' },
  )
  const { descriptions } = read({ ...page, words })
  expect(descriptions).toEqual(expected.map((text) => text.replace('BROADBAND', 'INV 1,204.50')))
})

describe('a table with the type of a transaction above each amount', () => {
  const columns = titles('Paid out', 'Paid in', 'Balance')
  const entry = (n: number) => [
    row('', 'Card Transaction', ''),
    row(n % 3 === 0 ? `${n + 10} Dec` : '', `SHOP ${n}`, '10.00', '', `${90 - n * 10}.00`),
    [],
  ]
  const entries = [0, 1, 2, 3, 4, 5, 6, 7].map(entry)
  const top = head([at(40, 'Opening balance 100.00'), at(40, 'Closing balance 20.00')])
  test('does not certify descriptions if the first row of a page lacks its first line', () => {
    const [cut = [], ...more] = entries.slice(4)
    const pages = [
      sheet([...top, columns, ...entries.slice(0, 4).flat(), ...foot(1, 2)]),
      sheet([[], columns, [], ...cut.slice(1), ...more.flat(), ...foot(2, 2)], { number: 2 }),
    ]
    expect(parseStatement(pages, []).certified).toEqual(['balances_and_amounts'])
  })
})

test('takes the fixed distance of second lines to the row above from the varying one to the row below', () => {
  const distances = [14, 9, 10, 14, 9]
  const names = ['LOOMWIRE', 'OCTAVO', 'HALFACRE', 'MILLPOND', 'GREENFINCH', 'BEAN ATLAS']
  const page = build(
    names.flatMap((name, n) => [
      row(`${n + 10} Dec`, name, '15.00', '', `${85 - n * 15}.00`),
      row('', `REF ${n}`, ''),
    ]),
  )
  const tops = names.map((name) => page.words.find(({ text }) => text === name.split(' ')[0])?.y ?? 0)
  const words = page.words.map((word) => {
    const above = tops.filter((y) => word.y >= y).length - 1
    const moved = distances.slice(0, Math.max(above, 0)).reduce((sum, by) => sum + by - 12, 0)
    return { ...word, y: word.y + moved }
  })
  const { descriptions, certified } = read({ ...page, words })
  expect(descriptions).toEqual(names.map((name, n) => `${name} REF ${n}`))
  expect(certified).toEqual(['balances_and_amounts'])
})

describe('the line below a row', () => {
  const buildWith = (detail: Placed) => {
    const page = build([
      row('30 Dec', 'GREENFINCH GROCERS', '40.00', '', '60.00'),
      row('31 Dec', 'HOTEL MIRADOR', '10.00', '', '50.00'),
      detail,
      row('2 Jan', 'OCTAVO FUELS', '20.00', '', '30.00'),
      row('3 Jan', 'HALFACRE FOODS', '20.00', '', '10.00'),
    ])
    // Slightly closer to the row below.
    const y = page.words.find(({ text }) => text === detail.text.split(' ')[0] && text !== 'HOTEL')?.y
    return { ...page, words: page.words.map((word) => (word.y === y ? { ...word, y: word.y + 1 } : word)) }
  }

  test.each([
    ['is indented', at(120, 'Lisboa branch')],
    ['quotes a rate after an amount', at(110, 'EUR 11.84 @ 1.1840 incl. non-sterling fee')],
    ['quotes an amount before its currency', at(110, '11.84 USD at 1.1840')],
    ['names an exchange rate', at(110, 'Exchange rate 1.1840')],
  ])('continues it if it %s', (_, detail) => {
    expect(read(buildWith(detail))).toMatchObject({
      descriptions: ['GREENFINCH GROCERS', `HOTEL MIRADOR ${detail.text}`, 'OCTAVO FUELS', 'HALFACRE FOODS'],
      certified: allGroups,
    })
  })

  test('begins the next row if it is closer to it and at the same edge', () => {
    expect(read(buildWith(at(110, 'GREYLAG'))).descriptions).toContain('GREYLAG OCTAVO FUELS')
  })
})
