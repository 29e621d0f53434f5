// Reading age of the journey's English texts, by the Flesch–Kincaid grade: years of school plus five.

/** School starts at five in the UK. */
const ageAtGradeZero = 5

/**
 * Words of the field that the applicant knows from the screen itself, with names and numbers in their place: their
 * syllables would make every sentence about payroll look hard.
 */
const knownWords = new Map([
  ['payslip', 2],
  ['payslips', 2],
  ['employer', 2],
  ['payroll', 2],
  ['hmrc', 1],
  ['pdf', 1],
  ['qr', 1],
  ['e', 1],
  ['email', 2],
])

/** Counts vowel groups; a final silent e does not count. */
export function countSyllables(word: string) {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '')
  const known = knownWords.get(letters)
  if (known !== undefined) return known
  const groups = letters.replace(/(?:[^laeiouy]es|[^aeioudt]ed|[^laeiouy]e)$/, (end) => end[0] ?? '')
  return Math.max(1, groups.match(/[aeiouy]+/g)?.length ?? 1)
}

const sentencesOf = (text: string) =>
  text.split(/[.!?:;]+(?:\s|$)/).filter((sentence) => /[a-z]/i.test(sentence))
const wordsOf = (text: string) => text.match(/[\p{L}’']+/gu) ?? []

/** Returns the reading age of a screen. Placeholders count as one short word. */
export function readingAgeOf(texts: readonly string[]) {
  const plain = texts.map((text) => text.replace(/\{\w+\}/g, 'it'))
  const sentences = plain.flatMap(sentencesOf)
  const words = sentences.flatMap(wordsOf)
  const syllables = words.reduce((total, word) => total + countSyllables(word), 0)
  const grade = 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59
  return grade + ageAtGradeZero
}

/** Lists all texts of a part of the catalogue; of a plural, each form. */
export const textsIn = (tree: object): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : textsIn(value)))
