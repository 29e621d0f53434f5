type Method =
  | { type: 'Code' }
  | { type: 'Date'; format: string }
  | { type: 'PasswordWithPositions'; positions: number[] }

type Person = { memorable_date: string; memorable_word: string }

/** Returns the correct MFA answer of the sandbox person. */
export function rightAnswer(method: Method, { memorable_date, memorable_word }: Person) {
  if (method.type === 'Code') return '246810'
  if (method.type === 'PasswordWithPositions')
    return method.positions.map((at) => memorable_word[at - 1]).join('')
  const [year = '', month = '', day = ''] = memorable_date.split('-')
  return method.format.replace('YYYY', year).replace('MM', month).replace('DD', day)
}
