// Normalises names and identifiers from any provider.

/** Null if blank. */
export const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null

export const niNumberOf = (text: string | null | undefined): string | null =>
  textOrNull(text?.replace(/\s/g, '').toUpperCase())

/** E.164 digits; a number without a country code is British. Null if invalid. */
export function phoneOf(text: string | null | undefined): string | null {
  const digits = (text ?? '').replace('(0)', '').replace(/\D/g, '').replace(/^00/, '').replace(/^0/, '44')
  return /^[1-9]\d{4,14}$/.test(digits) ? digits : null
}

/** Joins the name parts, without a title. */
export const nameOf = (...parts: (string | null | undefined)[]): string | null =>
  textOrNull(parts.map(textOrNull).filter(Boolean).join(' '))
