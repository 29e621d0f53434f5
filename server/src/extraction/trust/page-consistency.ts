import type { Finding, Page, Structure, Word } from '../document.ts'
import { finding } from './finding-codes.ts'
import { isAmount, wholePage } from './geometry.ts'

// Pages of one paper are of one kind. A page that was taken from another paper brings its own size, its own fonts, its
// own number or the name of another account.

/** Points by which sheets of one size differ when programs round. */
const sameSize = 0.05

export function judgeSheets(pages: readonly Page[], { assembly }: Structure): Finding[] {
  const written = pages.map((page) => ({ page, lines: linesOf(page) }))
  return [
    ...judgeSizes(pages),
    ...judgeFonts(pages, assembly?.fontsOfPages ?? []),
    ...judgeLeftovers(pages, assembly?.leftoverPages ?? []),
    ...judgeNumbers(written),
    ...judgeDetails(written),
  ]
}

type Written = { page: Page; lines: string[] }

function judgeSizes(pages: readonly Page[]): Finding[] {
  const withFigures = pages.filter(
    ({ source, words }) => source === 'text' && words.some(({ text }) => isAmount(text)),
  )
  const [first] = withFigures
  if (!first) return []
  const odd = withFigures.filter(
    ({ width, height }) =>
      Math.abs(width - first.width) > sameSize || Math.abs(height - first.height) > sameSize,
  )
  // The size that most pages have is the paper's; of two, nobody can tell.
  const others = odd.length > withFigures.length / 2 ? withFigures.filter((page) => !odd.includes(page)) : odd
  const usual = withFigures.find((page) => !others.includes(page))
  if (others.length === 0 || !usual) return []
  const places = others.map((page) => ({ ...wholePage(page), expected: sizeOf(usual), actual: sizeOf(page) }))
  const message = `Page ${others[0]?.number} is ${places[0]?.actual} points large, page ${usual.number} ${places[0]?.expected}.`
  // A sheet that is turned or twice as large is an enclosure; one that is a hair larger comes from another program.
  const isNearly = others.every(
    (page) => Math.abs(page.width - usual.width) + Math.abs(page.height - usual.height) < 70,
  )
  return [finding('PAGE_SIZE_DIFFERS', message, { places, severity: isNearly ? 'medium' : 'low' })]
}

const sizeOf = ({ width, height }: Page) => `${width.toFixed(2)} × ${height.toFixed(2)}`

/** Pages that were made together share the fonts in the file; a page from another file brings its own. */
function judgeFonts(pages: readonly Page[], fontsOfPages: string[][]): Finding[] {
  if (fontsOfPages.length < 2) return []
  const stranger = fontsOfPages.flatMap((fonts, n) => {
    const others = fontsOfPages.filter((_, other) => other !== n)
    const shared = new Set(others.flat())
    return fonts.length > 0 && !fonts.some((font) => shared.has(font)) ? [n] : []
  })
  const [only] = stranger
  const page = only === undefined ? undefined : pages[only]
  // Where several pages have fonts of their own, the paper is made in that way.
  if (stranger.length !== 1 || !page || fontsOfPages.length < 3) return []
  const message = `Page ${page.number} has its own copies of the fonts that the other pages share: it was not made with them.`
  const places = [{ ...wholePage(page), expected: 'the same fonts', actual: 'copies of its own' }]
  return [finding('PAGE_FONTS_DIFFER', message, { places })]
}

function judgeLeftovers(pages: readonly Page[], leftovers: number[]): Finding[] {
  if (leftovers.length === 0) return []
  const places = leftovers.flatMap((number) => {
    const page = pages[number - 1]
    return page ? [{ ...wholePage(page), expected: 'another page', actual: 'this page' }] : []
  })
  const where = places[0] ? `, where page ${places[0].page} is now` : ''
  return [finding('LEFTOVER_PAGE', `A page that was taken out is still in the file${where}.`, { places })]
}

const ofMany = /\b(?:page|sheet|pg)[ .:]*(\d{1,3})\s*(?:of|\/)\s*(\d{1,3})\b/i

/** "Page 2 of 4" follows "Page 1 of 4", or begins anew with 1 where the next statement begins. */
function judgeNumbers(written: readonly Written[]): Finding[] {
  const numbers = written.flatMap(({ page, lines }) => {
    const found = lines.map((line) => ofMany.exec(line)).find((match) => match !== null)
    return found ? [{ page, is: Number(found[1]), of: Number(found[2]) }] : []
  })
  if (numbers.length < written.length || written.some(({ page }) => page.source !== 'text')) return []
  for (const [n, { page, is, of }] of numbers.entries()) {
    const before = numbers[n - 1]
    const isNext = before !== undefined && is === before.is + 1 && of === before.of
    const isStart = is === 1 && (before === undefined || before.is === before.of)
    if (isNext || isStart) continue
    const follows = before ? `follows "page ${before.is} of ${before.of}"` : 'comes first'
    const expected = before && before.is < before.of ? `page ${before.is + 1} of ${before.of}` : 'page 1'
    const places = [{ ...wholePage(page), expected, actual: `page ${is} of ${of}` }]
    return [finding('PAGE_NUMBERS', `"Page ${is} of ${of}" ${follows}.`, { places })]
  }
  const last = numbers.at(-1)
  if (!last || last.is >= last.of) return []
  const message = `The last page is "page ${last.is} of ${last.of}": pages are missing.`
  const places = [
    { ...wholePage(last.page), expected: `page ${last.of} of ${last.of}`, actual: `page ${last.is}` },
  ]
  return [finding('PAGE_NUMBERS', message, { places })]
}

/** Numbers of which a paper has one; what stands before them says what they are. */
const details = [
  { name: 'account number', says: /\baccount (?:number|no\.?)[ :]*(\d{8})\b/i },
  { name: 'sort code', says: /\bsort ?code[ :]*(\d\d[- ]?\d\d[- ]?\d\d)\b/i },
  { name: 'NI number', says: /\b([A-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D])\b/ },
  {
    name: 'payroll number',
    says: /\b(?:payroll|employee|works) (?:number|no\.?)[ :]*([A-Z]{0,3}\d{2,8})\b/i,
  },
]

/** Only where pages repeat a number in the same words: combined papers name several accounts on purpose. */
function judgeDetails(written: readonly Written[]): Finding[] {
  return details.flatMap(({ name, says }) => {
    const named = written.flatMap(({ page, lines }) => {
      const found = new Set(
        lines
          .map((line) => says.exec(line)?.[1])
          .filter((value) => value !== undefined)
          .map((value) => value.replace(/[ -]/g, '')),
      )
      return found.size === 1 ? [{ page, value: [...found][0] ?? '' }] : []
    })
    const values = Map.groupBy(named, ({ value }) => value)
    if (values.size !== 2) return []
    const [usual, odd] = [...values.values()].toSorted((one, other) => other.length - one.length)
    if (!usual || !odd || odd.length > 1) return []
    const [one] = odd
    const [other] = usual
    if (!one || !other) return []
    const message = `Page ${one.page.number} names the ${name} ${one.value}, page ${other.page.number} ${other.value}.`
    const places = [{ ...wholePage(one.page), expected: other.value, actual: one.value }]
    return [finding('PAGE_DETAILS_DIFFER', message, { places })]
  })
}

/** The text of a page line by line. */
function linesOf({ words }: Page): string[] {
  const lines: { y: number; words: Word[] }[] = []
  for (const word of words.toSorted((one, other) => one.y - other.y)) {
    const line = lines.at(-1)
    if (line && Math.abs(line.y - word.y) < 2) line.words.push(word)
    else lines.push({ y: word.y, words: [word] })
  }
  return lines.map((line) =>
    line.words
      .toSorted((one, other) => one.x - other.x)
      .map(({ text }) => text)
      .join(' '),
  )
}
