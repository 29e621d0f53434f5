// People's names and numbers in one form, whoever sent them.

/** Null where there is nothing but space. */
export const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null

export const niNumberOf = (text: string | null | undefined): string | null =>
  textOrNull(text?.replace(/\s/g, '').toUpperCase())

/** The digits of E.164; a number without a country is British. Null where it cannot be one. */
export function phoneOf(text: string | null | undefined): string | null {
  const digits = (text ?? '').replace('(0)', '').replace(/\D/g, '').replace(/^00/, '').replace(/^0/, '44')
  return /^[1-9]\d{4,14}$/.test(digits) ? digits : null
}

/** Without a title, from the parts. */
export const nameOf = (...parts: (string | null | undefined)[]): string | null =>
  textOrNull(parts.map(textOrNull).filter(Boolean).join(' '))
