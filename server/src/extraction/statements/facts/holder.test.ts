import { describe, expect, test } from 'vitest'
import type { StatementLine } from '../text/lines.ts'
import { findHolder as findHolderIn } from './holder.ts'

type Placed = [x: number, right: number, text: string]

const line = (y: number, ...words: Placed[]): StatementLine => ({
  page: 0,
  y,
  size: 9,
  amounts: [],
  dates: [],
  isOcr: false,
  isPanel: false,
  words: words.map(([x, right, text]) => ({ text, x, right, y, size: 9 })),
})

const findHolder = (
  lines: StatementLine[],
  { bank, descriptions = [] }: { bank?: string; descriptions?: string[] } = {},
) => findHolderIn(lines, { heights: [842], linesOutsideTable: lines, bank, descriptions })

/** Sets a text from x on, with words that are four points apart. */
function write(y: number, x: number, text: string, size = 9): StatementLine {
  let left = x
  const words = text.split(' ').map((word) => {
    const placed = { text: word, x: left, right: left + 0.5 * size * word.length, y, size }
    left = placed.right + 4
    return placed
  })
  return { ...line(y), size, words }
}

const label = line(226, [50, 77, 'Account'], [79, 99, 'Name'])
const table = [
  line(262, [54, 72, 'Date'], [112, 147, 'Payment']),
  line(280, [54, 72, '1'], [112, 140, 'CARD']),
]

test('reads the whole name if its last word happens to begin at a column', () => {
  const name = line(238, [50, 69.5, 'Miss'], [72.2, 109.1, 'Rosalind'], [111.8, 151.8, 'Emberley'])
  expect(findHolder([label, name, ...table])?.value).toBe('Miss Rosalind Emberley')
})

test('ends the name before the next column', () => {
  const name = line(238, [50, 69.5, 'Miss'], [72.2, 106, 'Rosalind'], [112, 151.8, 'Harbourside'])
  expect(findHolder([label, name, ...table])?.value).toBe('Miss Rosalind')
})

test('reads two holders joined by the Welsh word for and', () => {
  const address = [
    line(
      90,
      ...'Mr Bleddyn Humphreys a Mrs Nan Humphreys'
        .split(' ')
        .map((text, n): Placed => [50 + 40 * n, 88 + 40 * n, text]),
    ),
    line(100, [50, 80, 'Fferm'], [82, 110, 'Celyn']),
    line(110, [50, 110, 'Abergynol']),
    line(120, [50, 75, 'LL36'], [77, 95, '9YY']),
  ]
  expect(findHolder(address)?.value).toBe('Mr Bleddyn Humphreys a Mrs Nan Humphreys')
})

test('is the only personal name above the title of the statement, even in the largest type', () => {
  const lines = [
    write(59, 40, 'Tidegate', 18),
    write(110, 40, 'Beatrix Hollins', 22),
    write(129, 40, 'Personal Account statement'),
  ]
  expect(findHolder(lines, { bank: 'Tidegate' })?.value).toBe('Beatrix Hollins')
})

test.each(['7 Glencrannoch Rise, Oban', 'Flat 1/2, 60 Combier Street, Oban', 'The Old Forge, Little Wendle'])(
  'is above %j, an address without a postcode',
  (street) => {
    const lines = [
      write(68, 160, 'Lochside Credit Union', 18),
      write(146, 53, 'Stuart Kinnairdie'),
      write(158, 53, street),
    ]
    expect(findHolder(lines, { bank: 'Lochside Credit Union' })?.value).toBe('Stuart Kinnairdie')
  },
)

test('is under an unknown caption in the list of account details', () => {
  const lines = ['Portfolio of', 'Sort code', 'Account number'].map((caption, n) =>
    write(80 + 12 * n, 50, caption),
  )
  const values = ['Ottoline Brackenbury', '00-31-88', '39308396']
  const rows = lines.map((row, n) => ({
    ...row,
    words: [...row.words, ...write(row.y, 200, values[n] ?? '').words],
  }))
  expect(findHolder(rows)?.value).toBe('Ottoline Brackenbury')
})

test.each(['Branch', 'Your adviser'])('is not the name beside %j', (caption) => {
  const row = write(80, 50, caption)
  const named = { ...row, words: [...row.words, ...write(80, 200, 'Ottoline Brackenbury').words] }
  expect(findHolder([named, write(92, 50, 'Sort code 00-31-88')])).toBeUndefined()
})

describe('of a business account', () => {
  const bank = write(40, 40, 'Heronmere Bank', 18)

  test('is a company whose name has a number, above its address', () => {
    const address = ['A1 Motor Spares Ltd', '19 Canal Road', 'Wigan', 'WN1 4AB']
    const lines = address.map((text, n) => write(80 + 12 * n, 40, text))
    expect(findHolder([bank, ...lines], { bank: 'Heronmere Bank' })?.value).toBe('A1 Motor Spares Ltd')
  })

  test('is a single word beside its caption', () => {
    const name = write(80, 40, 'Business name')
    const line = { ...name, words: [...name.words, ...write(80, 200, 'Quillstone').words] }
    expect(findHolder([bank, line], { bank: 'Heronmere Bank' })?.value).toBe('Quillstone')
  })

  test('is the company above the type of the account, unless it is the bank', () => {
    const lines = [write(80, 300, 'Marrow Joinery Ltd'), write(92, 300, 'Business Current Account')]
    expect(findHolder([bank, ...lines], { bank: 'Heronmere Bank' })?.value).toBe('Marrow Joinery Ltd')
    expect(findHolder(lines, { bank: 'Marrow Joinery' })).toBeUndefined()
  })
})

test('is the person that the statement greets', () => {
  const lines = [
    write(60, 40, 'Jamie Okafor-Lunde'),
    write(60, 300, 'Harbour Lights'),
    write(90, 40, 'Hi Jamie, this is your month'),
  ]
  expect(findHolder(lines)?.value).toBe('Jamie Okafor-Lunde')
})

test('is unknown if two names are equally likely', () => {
  const lines = ['Jamie Okafor-Lunde', 'Rhodri Llewelynne'].flatMap((name, n) => [
    write(60 + 80 * n, 40, name),
    write(72 + 80 * n, 40, 'Current account statement'),
  ])
  expect(findHolder(lines)).toBeUndefined()
})

test('is not the name of the bank above its address', () => {
  const lines = [write(60, 40, 'Harbour Lights'), write(72, 40, '7 Quay Rise, Oban')]
  expect(findHolder(lines, { bank: 'Harbour Lights' })).toBeUndefined()
})

test.each(['Tamsin Quillfeather & Tom Halewood', 'Quillfeather, Tamsin'])('may have the form %j', (name) => {
  const lines = [write(60, 40, 'Heronmere', 18), write(90, 40, name), write(102, 40, '12 Gingernut Street')]
  expect(findHolder(lines, { bank: 'Heronmere' })?.value).toBe(name)
})

test('is not the building at the top of the address of the bank', () => {
  const address = ['Mere House', '12 Quay Street', 'Leeds LS1 4AB'].map((text, n) =>
    write(80 + 12 * n, 350, text),
  )
  expect(findHolder([write(60, 40, 'Heronmere', 18), ...address], { bank: 'Heronmere' })).toBeUndefined()
})

test.each([
  'kezia.a@mail.example',
  'Tel 01632 960118',
  '@keziaa',
  'Customer since 2021',
  'Member number 8877',
])('reads the name above %s', (contact) => {
  const lines = [
    write(40, 50, 'pocketmere', 16),
    write(40, 400, 'Statement'),
    write(90, 50, 'Kezia Amponsah'),
    write(102, 50, contact),
  ]
  expect(findHolder(lines, { bank: 'pocketmere' })?.value).toBe('Kezia Amponsah')
})

test('reads the name of executors, and no caption below the account number', () => {
  const address = ['THE EXORS OF MRS D FAWCETT', 'C/O 12 RAIKES ROAD', 'SKIPTON', 'BD23 1ZZ'].map((text, n) =>
    write(80 + 12 * n, 60, text),
  )
  const facts = [
    line(140, [330, 370, 'ACCOUNT'], [430, 470, '90441127']),
    line(152, [330, 350, 'ROLL'], [354, 364, 'NO'], [430, 480, '7-114902-6']),
  ]
  expect(findHolder([...address, ...facts])?.value).toBe('THE EXORS OF MRS D FAWCETT')
})

test.each(['Farida Quillon-Lane', 'FARIDA QUILLON-HOUSE', 'Osric Tarn-Park'])(
  'takes %s above an address for a person, not for a street or building',
  (name) => {
    const lines = [name, '22b Bramble Street', 'Mireham', 'Cantleford', 'M19 3QX'].map((text, n) =>
      write(52 + 11 * n, 472, text),
    )
    expect(findHolder([...lines, ...table])?.value).toBe(name)
  },
)

test('reads the names above the account details below the last row', () => {
  const foot = [write(700, 60, 'Isla Pemberton & Noah Quaye'), write(712, 60, 'Sort code 60-91-04')]
  const above = [write(30, 60, 'plinth'), write(42, 60, 'Joint account statement')]
  const options = { heights: [842], linesOutsideTable: [...above, ...foot], bank: 'plinth', descriptions: [] }
  expect(findHolderIn(above, options)?.value).toBe('Isla Pemberton & Noah Quaye')
})

test.each([
  'Member: Kezia Amponsah Member No: CU 004417',
  'Account name: Kezia Amponsah Sort code: 60-91-04',
  'Customer name Kezia Amponsah Period 01/12/2025 - 31/12/2025',
])('ends the name before the next caption: %s', (text) => {
  const lines = [write(40, 50, 'pocketmere', 16), write(90, 50, text)]
  expect(findHolder(lines, { bank: 'pocketmere' })?.value).toBe('Kezia Amponsah')
})

test('reads the name after the login in a menu whose links are close to each other', () => {
  const links = ['Accounts', 'Payments', 'Cards', 'Signed in as Ms Kezia Amponsah', 'Log out']
  let x = 50
  const words = links.flatMap((link) => {
    const { words: placed } = write(65, x, link)
    x = (placed.at(-1)?.right ?? x) + 9
    return placed
  })
  const menu = { ...write(65, 50, ''), words }
  expect(findHolder([write(40, 50, 'pocketmere', 16), menu], { bank: 'pocketmere' })?.value).toBe(
    'Ms Kezia Amponsah',
  )
})

describe('joint holders of whom the address has the initials', () => {
  const read = (address: string[], captioned: string) =>
    findHolder([
      ...address.map((text, n) => write(90 + 11 * n, 50, text)),
      write(90 + 11 * address.length, 50, '17 Sorrel Close'),
      write(101 + 11 * address.length, 50, 'Chippenham'),
      write(112 + 11 * address.length, 50, 'SN14 0PL'),
      write(200, 50, 'Account Name'),
      write(211, 50, captioned),
      ...table,
    ])?.value

  test.each([
    [['Miss H J Quill', 'Mr B Thorogood'], 'Miss Hannah J Quill & Mr Ben Thorogood'],
    [['Mr B Thorogood', 'Miss H Quill'], 'Miss Hannah Jane Quill and Mr Ben Thorogood'],
    [['Mr G & Mrs P Quince'], 'Mr Geoffrey Quince & Mrs Pauline Quince'],
  ])('have their full names below a caption: %j', (address, captioned) => {
    expect(read(address, captioned)).toBe(captioned)
  })

  test.each(['Miss Hannah Quill & Mr Tom Thorogood', 'Miss Hannah Quill', 'Miss H Quill & Mr B Thorogood'])(
    'keep the names of the address beside other names: %j',
    (captioned) => {
      expect(read(['Miss H J Quill', 'Mr B Thorogood'], captioned)).toBe('Miss H J Quill Mr B Thorogood')
    },
  )
})
