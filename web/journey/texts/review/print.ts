import { en } from '../en.ts'
import { readingAgeOf, textsIn } from './reading-age.ts'
import { listWelsh } from './welsh-list.ts'

// `npm run journey:texts`: prints the reading age of each screen, and the Welsh texts that a native reader should check.

const print = (line: string) => process.stdout.write(`${line}\n`)

print('Reading age of each screen (at most 9)')
for (const [screen, texts] of Object.entries(en))
  print(`${screen}: ${readingAgeOf(textsIn(texts)).toFixed(1)}`)

const toCheck = listWelsh().filter(({ reasons }) => reasons.length > 0)
print(`\nWelsh texts to check: ${toCheck.length}`)
for (const { key, english, welsh, reasons } of toCheck)
  print(`${key} (${reasons.join(', ')})\n  en: ${english}\n  cy: ${welsh}`)
