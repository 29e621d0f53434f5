import type { ClientKeySet } from '../../platform/secrets/keyring.ts'
import type { Person } from './schemas.ts'

/** Exact-match criteria. A user who matches any of them is found. */
export type UserSearch = { id?: string; extIdHash: Buffer; surnameHash?: Buffer; nameHash?: Buffer }

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

// Letters that Unicode normalisation does not decompose, but that are often typed as plain letters.
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

/** Normalises a name by removing case, accents, spaces, hyphens and apostrophes. */
export const foldName = (name: string) =>
  name
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[øłđðþæœı]/g, (letter) => plainLetters[letter] ?? letter)

export const extIdHash = (keys: ClientKeySet, extId: string) => keys.lookupHash('users.ext_id', extId)

/** Returns the keyed hashes that are stored with the encrypted person, so that names can be searched. */
export function nameHashes(keys: ClientKeySet, { forename = '', surname = '' }: Person) {
  const hash = (purpose: string, name: string) => (name === '' ? null : keys.lookupHash(purpose, name))
  const foldedSurname = foldName(surname)
  return {
    surname_hash: hash('users.surname', foldedSurname),
    name_hash: foldedSurname === '' ? null : hash('users.name', foldName(forename) + foldedSurname),
  }
}

/**
 * Parses a search text. Only callers that may read names can search by name; others could discover names by guessing.
 */
export function parseSearch(keys: ClientKeySet, text: string, { byName }: { byName: boolean }): UserSearch {
  const name = foldName(text)
  return {
    ...(uuidPattern.test(text) && { id: text.toLowerCase() }),
    extIdHash: extIdHash(keys, text),
    ...(byName &&
      name !== '' && {
        surnameHash: keys.lookupHash('users.surname', name),
        nameHash: keys.lookupHash('users.name', name),
      }),
  }
}
