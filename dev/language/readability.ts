/** Readability of a Markdown page: the Flesch reading ease of its prose, without code, tables of values and headings. */
export function measureReadability(markdown: string) {
  const sentences = sentencesOf(markdown)
  const words = sentences.flatMap(wordsOf)
  const syllables = words.reduce((total, word) => total + countSyllables(word), 0)
  const wordsPerSentence = words.length / Math.max(1, sentences.length)
  const syllablesPerWord = syllables / Math.max(1, words.length)
  return {
    words: words.length,
    wordsPerSentence,
    // Flesch (1948). 60 to 70 is plain English; 30 is a legal text.
    readingEase: 206.835 - 1.015 * wordsPerSentence - 84.6 * syllablesPerWord,
  }
}

/** The sentences of paragraphs, list items and table cells. Cells and items without a full stop count as sentences of their own. */
export function sentencesOf(markdown: string): string[] {
  return markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^ *(```|~~~)[\s\S]*?^ *\1.*$/gm, '\n')
    .replace(/^#+ .*$/gm, '\n')
    .replace(/<[^>]+>/g, ' ')
    .replace(/^\|[\s:|-]+\|$/gm, '')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(/\n\s*\n|\n\s*(?:[-*]|\d+\.)\s+|\\\n|\|/)
    .flatMap((block) =>
      block
        .replace(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.!?:;])["”)]?\s+(?=["“(`*]?[A-Z`])/),
    )
    .filter((sentence) => wordsOf(sentence).length >= 3)
}

/** Words of prose. Inline code is a name, not a word to read, and counts as nothing. */
const wordsOf = (sentence: string) =>
  sentence
    .replace(/`[^`]*`/g, ' ')
    .replace(/https?:\S+/g, ' ')
    .match(/[A-Za-z][A-Za-z'’-]*/g) ?? []

function countSyllables(word: string) {
  const letters = word.toLowerCase().replace(/['’].*$/, '')
  // An acronym is spelled out: a syllable per letter.
  if (/^[A-Z]{2,5}s?$/.test(word)) return letters.replace(/s$/, '').length
  const groups = letters
    .split('-')
    .map((part) => part.replace(/(?:[^laeiouy]es|[^td]ed|[^laeiouy]e)$/, '').match(/[aeiouy]+/g)?.length ?? 1)
  return Math.max(
    1,
    groups.reduce((total, count) => total + count, 0),
  )
}

if (import.meta.main) {
  // node dev/language/readability.ts FILE...: the figures of each page, hardest first, and its longest sentences.
  const { readFileSync } = await import('node:fs')
  const files = process.argv.slice(2)
  const measured = files.map((file) => ({ file, ...measureReadability(readFileSync(file, 'utf8')) }))
  for (const { file, words, wordsPerSentence, readingEase } of measured.sort(
    (a, b) => a.readingEase - b.readingEase,
  )) {
    const figures = `reading ease ${readingEase.toFixed(0)}, ${words} words, ${wordsPerSentence.toFixed(1)} a sentence`
    process.stdout.write(`${file}: ${figures}\n`)
    if (files.length > 3) continue
    const longest = sentencesOf(readFileSync(file, 'utf8')).sort((a, b) => b.length - a.length)
    for (const sentence of longest.slice(0, 5)) process.stdout.write(`  ${sentence}\n`)
  }
}
