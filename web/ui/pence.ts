/** Parses decimal text to pence, also as banks print it (-1,234.56). Returns undefined if it is not an amount. */
export function penceOf(text: string | null | undefined) {
  const [, minus, whole, part = ''] = /^(-?)(\d[\d,]*)(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? []
  if (whole === undefined) return undefined
  const pence = BigInt(whole.replaceAll(',', '') + part.padEnd(2, '0'))
  return minus ? -pence : pence
}

/** Formats pence as decimal text, e.g. -1234.56. */
export function textOf(pence: bigint) {
  const digits = String(pence < 0n ? -pence : pence).padStart(3, '0')
  return `${pence < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export const sumOf = (amounts: Iterable<bigint>) => {
  let sum = 0n
  for (const amount of amounts) sum += amount
  return sum
}

/** Converts pence to pounds for bar heights only. Displayed amounts are never converted to floating point. */
export const heightOf = (pence: bigint) => Number(pence) / 100
