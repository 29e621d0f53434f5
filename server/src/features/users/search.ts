import type { ClientKeys } from '../../platform/secrets/keyring.ts'
import type { Person } from './schemas.ts'

/** What a search may be for; each is looked up by equality. */
export type Sought = { id?: string; extIdHash: Buffer; surnameHash?: Buffer; nameHash?: Buffer }

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

// Letters that are no letter with an accent, and yet are written without it.
const plainLetters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
}

/** The same for one name however it is written: without case, accents, spaces, hyphens and apostrophes. */
export const foldName = (name: string) =>
  name
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[øłđðþæœı]/g, (letter) => plainLetters[letter] ?? letter)

export const extIdHash = (keys: ClientKeys, extId: string) => keys.lookupHash('users.ext_id', extId)

/** What is stored beside a person, so that their name can be found without being read. */
export function nameHashes(keys: ClientKeys, { forename = '', surname = '' }: Person) {
  const hash = (purpose: string, name: string) => (name === '' ? null : keys.lookupHash(purpose, name))
  const last = foldName(surname)
  return {
    surname_hash: hash('users.surname', last),
    name_hash: last === '' ? null : hash('users.name', foldName(forename) + last),
  }
}

/** Names are found only by those who may read them: else whoever tries many would learn who is who. */
export function soughtBy(keys: ClientKeys, text: string, { byName }: { byName: boolean }): Sought {
  const name = foldName(text)
  return {
    ...(uuidForm.test(text) && { id: text.toLowerCase() }),
    extIdHash: extIdHash(keys, text),
    ...(byName &&
      name !== '' && {
        surnameHash: keys.lookupHash('users.surname', name),
        nameHash: keys.lookupHash('users.name', name),
      }),
  }
}
