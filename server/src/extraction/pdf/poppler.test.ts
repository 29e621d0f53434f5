import { expect, test } from 'vitest'
import { startSandbox } from '../../../test/sandbox.ts'
import type { PageWord } from '../document.ts'
import { readPagesWithPoppler } from './poppler.ts'
import { readPages } from './read-pages.ts'

const sandbox = await startSandbox()

const kinds = ['payslip?user_name=wilhelmina.oakapple', 'statement?user_name=wilhelmina.oakapple']
const cases = kinds.flatMap((kind) =>
  ['library', 'chromium'].map((producer) => `${kind}&producer=${producer}`),
)

test.each(cases)('PDFium and Poppler extract the same words at the same positions: %s', async (query) => {
  const reply = await fetch(`${sandbox.url}/controls/documents/${query}`)
  const bytes = new Uint8Array(await reply.arrayBuffer())
  const first = await readPages(bytes)
  const second = await readPagesWithPoppler(bytes, first)
  expect(first.length).toBeGreaterThan(0)
  for (const [n, page] of first.entries()) {
    const others = second?.[n]?.words ?? []
    expect(page.words.length).toBeGreaterThan(20)
    expect(texts(others)).toEqual(texts(page.words))
    for (const word of page.words) expect(others.some((other) => isSameWord(word, other))).toBe(true)
  }
})

const texts = (words: readonly PageWord[]) => words.map(({ text }) => text).toSorted()

const isSameWord = (word: PageWord, other: PageWord) =>
  other.text === word.text &&
  Math.abs(other.x - word.x) < 1 &&
  Math.abs(other.right - word.right) < 1 &&
  Math.abs(other.y - word.y) < 2
