/** A British IBAN with its check digits (ISO 7064, mod 97-10). */
export function ibanOf(bankCode: string, sortCode: string, accountNumber: string): string {
  const rest = `${bankCode}${sortCode.replaceAll('-', '')}${accountNumber}`
  const check = 98n - (digitsOf(`${rest}GB00`) % 97n)
  return `GB${String(check).padStart(2, '0')}${rest}`
}

/** Letters count from A = 10. */
const digitsOf = (text: string) =>
  BigInt(text.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36))))

/** In fours, as paper has it. */
export const inFours = (iban: string) => iban.replace(/.{4}(?=.)/g, '$& ')

/** A place code that ends in 0 marks a bank code for tests: nobody can send money there. */
export const bicOf = (bankCode: string) => `${bankCode}GB20`
