import { jsonOf } from '../text.ts'

/** Largest text that a tool returns, in characters: about 5,000 tokens, a small part of a model's context. */
export const maxOutputLength = 20_000

/** Formats a value as JSON of bounded length. Long arrays lose items from their end, and a note says how many. */
export function boundedJson(value: unknown, maxLength = maxOutputLength): string {
  const copy = structuredClone(value)
  let omitted = 0
  for (let text = jsonOf(copy); ; text = jsonOf(copy)) {
    const note = omitted > 0 ? `\n${omitted} items were left out. Use a smaller limit or a filter.` : ''
    if (text.length + note.length <= maxLength) return text + note
    const longest = longestArray(copy)
    if (!longest) return boundedText(text, maxLength)
    const kept = Math.floor(longest.length / 2)
    omitted += longest.length - kept
    longest.length = kept
  }
}

/** Cuts a text to the maximum length, with a note that names the offset to continue from. */
export function boundedText(text: string, maxLength = maxOutputLength, offset = 0): string {
  const rest = text.slice(offset)
  if (rest.length <= maxLength) return rest
  const note = (end: number) => `\n[Cut at ${end} of ${text.length} characters]`
  const end = offset + maxLength - note(text.length).length
  return text.slice(offset, end) + note(end)
}

/** Returns the array whose items take the most characters, or undefined if there is none with items. */
const longestArray = (value: unknown) =>
  arraysIn(value).toSorted((a, b) => jsonOf(b).length - jsonOf(a).length)[0]

function arraysIn(value: unknown): unknown[][] {
  if (value === null || typeof value !== 'object') return []
  const nested = Object.values(value).flatMap(arraysIn)
  return Array.isArray(value) && value.length > 0 ? [value, ...nested] : nested
}
