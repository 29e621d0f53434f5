/** Returns a British IBAN with its check digits (ISO 7064, mod 97-10). */
export function ibanOf(bankCode: string, sortCode: string, accountNumber: string): string {
  const rest = `${bankCode}${sortCode.replaceAll('-', '')}${accountNumber}`
  const check = 98n - (digitsOf(`${rest}GB00`) % 97n)
  return `GB${String(check).padStart(2, '0')}${rest}`
}

/** Replaces letters with numbers, A = 10. */
const digitsOf = (text: string) =>
  BigInt(text.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36))))

/** Formats an IBAN in groups of four, as printed. */
export const inFours = (iban: string) => iban.replace(/.{4}(?=.)/g, '$& ')

/** Returns a test BIC: a location code ending in 0 means that no money can be sent to it. */
export const bicOf = (bankCode: string) => `${bankCode}GB20`
