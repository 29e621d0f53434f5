// Normalises names and identifiers of all providers.

/** Returns the trimmed text, or null if it is blank. */
export const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null

export const niNumberOf = (text: string | null | undefined): string | null =>
  textOrNull(text?.replace(/\s/g, '').toUpperCase())

/**
 * Returns the digits of the E.164 number, or null if it is invalid. A number without a country code is treated as
 * British.
 */
export function phoneOf(text: string | null | undefined): string | null {
  const digits = (text ?? '').replace('(0)', '').replace(/\D/g, '').replace(/^00/, '').replace(/^0/, '44')
  return /^[1-9]\d{4,14}$/.test(digits) ? digits : null
}

/** Joins the parts of a name, without a title. */
export const nameOf = (...parts: (string | null | undefined)[]): string | null =>
  textOrNull(parts.map(textOrNull).filter(Boolean).join(' '))
