import type { ClientKeySet } from '../../platform/secrets/keyring.ts'
import { niNumberPattern } from '../../vocabulary/ni-number.ts'
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

/** Beginnings of this many letters can be searched. Fewer would match too many people; more would reveal more. */
const shortestPrefix = 3
const longestNamePrefix = 8
const longestReferencePrefix = 12
/** Bytes of a search hash. A collision among the terms of one client is unlikely, and storage is a third. */
const termBytes = 8

/** `First` → `fir`, `firs`, `first`. A shorter word is found only if it is typed in full. */
export function prefixesOf(word: string, longest: number) {
  const letters = [...word]
  if (letters.length === 0) return []
  if (letters.length <= shortestPrefix) return [word]
  const count = Math.min(letters.length, longest) - shortestPrefix + 1
  return Array.from({ length: count }, (_, n) => letters.slice(0, shortestPrefix + n).join(''))
}

const termHash = (keys: ClientKeySet, purpose: string, value: string) =>
  keys.lookupHash(purpose, value).subarray(0, termBytes)

const wordsOf = (text: string) => text.split(/\s+/).map(foldName).filter(Boolean)
const foldNiNumber = (text: string) => text.replace(/\s/g, '').toUpperCase()

/** Returns the hashes under which the person is found, without repetition. */
export function searchTerms(keys: ClientKeySet, person: Person) {
  const { forename = '', surname = '', ext_id, ni_number, email } = person
  const parts = wordsOf(`${forename} ${surname}`.replaceAll('-', ' '))
  const names = [foldName(forename), foldName(surname), ...wordsOf(`${forename} ${surname}`), ...parts]
  const hash = (purpose: string, values: readonly string[]) =>
    values.map((value) => termHash(keys, purpose, value))
  return distinct([
    ...hash(
      'users.name_prefix',
      names.flatMap((name) => prefixesOf(name, longestNamePrefix)),
    ),
    ...hash('users.ext_id_prefix', prefixesOf(foldName(ext_id ?? ''), longestReferencePrefix)),
    ...hash('users.ni_number', ni_number === undefined ? [] : [foldNiNumber(ni_number)]),
    ...hash('users.email', email === undefined ? [] : [email.toLowerCase()]),
  ])
}

/** Returns the hashes under which people are found by their employer. */
export const employerTerms = (keys: ClientKeySet, employer: string) =>
  distinct(
    wordsOf(employer)
      .flatMap((word) => prefixesOf(word, longestNamePrefix))
      .map((prefix) => termHash(keys, 'users.employer_prefix', prefix)),
  )

const distinct = (hashes: readonly Buffer[]) => [
  ...new Map(hashes.map((hash) => [hash.toString('hex'), hash])).values(),
]

/**
 * A person is found by any of `id`, `extIdHash`, `referenceTerm` and `ids`, or if they have all of `terms`. A reference
 * that is longer than the indexed beginnings is compared after decryption: see `findByReference`.
 */
export type TermSearch = {
  id?: string
  extIdHash: Buffer
  referenceTerm?: Buffer
  longReference?: LongReference
  ids?: readonly string[]
  terms: Buffer[]
}

export type LongReference = { term: Buffer; beginning: string }

/**
 * Parses a search by the beginning of names and references, or by a whole NI number or e-mail address. Callers that may
 * not read names find people by their whole reference and id only, because they could discover names by trying letters.
 */
export function parsePrefixSearch(
  keys: ClientKeySet,
  text: string,
  { byName }: { byName: boolean },
): TermSearch {
  const exact = {
    ...(uuidPattern.test(text) && { id: text.toLowerCase() }),
    extIdHash: extIdHash(keys, text),
  }
  if (!byName) return { ...exact, terms: [] }
  if (niNumberPattern.test(text))
    return { ...exact, terms: [termHash(keys, 'users.ni_number', foldNiNumber(text))] }
  if (text.includes('@')) return { ...exact, terms: [termHash(keys, 'users.email', text.toLowerCase())] }
  return {
    ...exact,
    ...parseReference(keys, foldName(text)),
    terms: wordsOf(text).map((word) =>
      termHash(keys, 'users.name_prefix', firstLetters(word, longestNamePrefix)),
    ),
  }
}

function parseReference(
  keys: ClientKeySet,
  reference: string,
): Pick<TermSearch, 'referenceTerm' | 'longReference'> {
  if (reference === '') return {}
  const indexed = firstLetters(reference, longestReferencePrefix)
  const term = termHash(keys, 'users.ext_id_prefix', indexed)
  return indexed === reference ? { referenceTerm: term } : { longReference: { term, beginning: reference } }
}

/** Whether a reference begins with the folded text of a search. */
export const hasBeginning = (reference: string | undefined, beginning: string) =>
  foldName(reference ?? '').startsWith(beginning)

const firstLetters = (word: string, count: number) => [...word].slice(0, count).join('')

/** Returns one hash for each word of the name of an employer, or for its beginning. */
export const parseEmployerSearch = (keys: ClientKeySet, text: string) =>
  wordsOf(text).map((word) => termHash(keys, 'users.employer_prefix', firstLetters(word, longestNamePrefix)))

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
