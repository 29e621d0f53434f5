import { sentenceTuning } from '../tuning/text.ts'

/** Whether a text is a sentence, which a description of a transaction is not. */
export function isSentence(text: string): boolean {
  const words = text.split(' ').filter((word) => /\p{L}/u.test(word))
  const lowerCase = words.filter((word) => /^\p{Ll}/u.test(word)).length
  const { minSentenceWords, minLowerCaseShare } = sentenceTuning
  return words.length >= minSentenceWords && lowerCase >= minLowerCaseShare * words.length
}
