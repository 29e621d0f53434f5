// Compares the identity that a source shows with the registered person. These functions are pure: they use no
// database and no clock.

export const identityMatches = ['full', 'partial', 'none', 'unknown'] as const
export type IdentityMatch = (typeof identityMatches)[number]

export const identityFields = ['name', 'date_of_birth', 'ni_number', 'post_code'] as const
export type IdentityField = (typeof identityFields)[number]

/** The person as the client registered them. Days are YYYY-MM-DD. */
export type RegisteredPerson = {
  forename?: string | null | undefined
  surname?: string | null | undefined
  date_of_birth?: string | null | undefined
  ni_number?: string | null | undefined
  post_codes?: readonly string[] | null | undefined
}

/** The person as a source shows them. Missing values are null. */
export type ShownPerson = {
  name: string | null
  date_of_birth: string | null
  ni_number: string | null
  post_code: string | null
}

/** Result of a comparison. `differences` lists the fields that both sides have and that do not agree. */
export type Comparison = { match: IdentityMatch; differences: IdentityField[] }

/**
 * Compares a registered person with the person that a source shows:
 * - `full`: everything that the source shows agrees. A different postcode is ignored if birth date or NI number agree,
 *   because people move.
 * - `partial`: some fields agree, such as a name with an initial, a new surname, or a name with a different postcode.
 * - `none`: the source probably shows another person.
 * - `unknown`: there is nothing to compare.
 */
export function compareIdentity(registered: RegisteredPerson, shown: ShownPerson): Comparison {
  const name = compareNames(registered, shown.name)
  const birth = compareValues(registered.date_of_birth, shown.date_of_birth)
  const ni = compareValues(normaliseNiNumber(registered.ni_number), normaliseNiNumber(shown.ni_number))
  const postCode = comparePostCodes(registered.post_codes ?? [], shown.post_code)
  const differences: IdentityField[] = []
  if (name === 'different' || name === 'new-surname' || name === 'part-surname') differences.push('name')
  if (birth === 'different') differences.push('date_of_birth')
  if (ni === 'different') differences.push('ni_number')
  if (postCode === 'different') differences.push('post_code')
  return { match: judge({ name, birth, ni, postCode }), differences }
}

/**
 * Returns the weakest of several matches, which is the match of an account with many payslips. Returns `unknown` only
 * if all are unknown.
 */
export function weakestMatch(matches: readonly IdentityMatch[]): IdentityMatch {
  const weakestFirst = ['none', 'partial', 'full'] as const
  return weakestFirst.find((match) => matches.includes(match)) ?? 'unknown'
}

/** Whether both sides have an NI number and the numbers differ. */
export const contradictsNiNumber = (registered: string | null | undefined, shown: string | null) =>
  compareValues(normaliseNiNumber(registered), normaliseNiNumber(shown)) === 'different'

type ValueComparison = 'same' | 'different' | 'absent'
/**
 * Result of comparing names. `abbreviated`: an initial, a short form or no forename. `part-surname`: only part of a
 * double-barrelled surname.
 */
type NameComparison = 'same' | 'abbreviated' | 'part-surname' | 'new-surname' | 'different' | 'absent'
type Comparisons = {
  name: NameComparison
  birth: ValueComparison
  ni: ValueComparison
  postCode: ValueComparison
}

function judge({ name, birth, ni, postCode }: Comparisons): IdentityMatch {
  if (ni === 'different') return 'none'
  // One of the two dates may be mistyped. Only an equal NI number is evidence of that.
  if (birth === 'different') return ni === 'same' ? 'partial' : 'none'
  const isConfirmed = ni === 'same' || birth === 'same'
  switch (name) {
    case 'same':
      return isConfirmed || postCode !== 'different' ? 'full' : 'partial'
    case 'abbreviated':
      return isConfirmed ? 'full' : 'partial'
    case 'part-surname':
      return 'partial'
    case 'new-surname':
      return isConfirmed || postCode === 'same' ? 'partial' : 'none'
    case 'different':
      return ni === 'same' || (birth === 'same' && postCode === 'same') ? 'partial' : 'none'
    case 'absent':
      if (ni === 'same') return 'full'
      return birth === 'same' || postCode === 'same' ? 'partial' : 'unknown'
  }
}

function compareValues(one: string | null | undefined, other: string | null | undefined): ValueComparison {
  if (!one || !other) return 'absent'
  return one === other ? 'same' : 'different'
}

/**
 * Normalises an NI number and removes its last letter, which many payslips omit and which does not identify a person.
 * Returns null for other text, such as a masked or temporary number.
 */
export function normaliseNiNumber(text: string | null | undefined): string | null {
  const compact = (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')
  return /^([A-Z]{2}\d{6})[A-D]?$/.exec(compact)?.[1] ?? null
}

function comparePostCodes(registered: readonly string[], shown: string | null): ValueComparison {
  const known = registered.map(normalisePostCode).filter((code) => code !== null)
  const code = normalisePostCode(shown)
  if (known.length === 0 || code === null) return 'absent'
  return known.includes(code) ? 'same' : 'different'
}

/**
 * Normalises a postcode. Returns null unless it is a complete UK postcode, because thousands of people share an
 * outward code.
 */
function normalisePostCode(text: string | null): string | null {
  const compact = (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')
  return /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/.test(compact) ? compact : null
}

const titles = new Set(
  (
    'mr mrs ms miss mx master dr doctor prof professor rev reverend revd fr sir dame lord lady hon capt captain maj major col ' +
    'colonel lt sgt cllr jr jnr junior sr snr senior esq esquire ii iii iv obe mbe cbe qc kc phd md mp ra'
  ).split(' '),
)

/** Surname particles, which some sources omit: `van der Berg`, `Berg`. */
const particles = new Set(
  'van von der den de del della di da dos du la le el al bin binti ibn ap ab'.split(' '),
)

/** Letters that Unicode does not decompose into a base letter and an accent. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Returns the words of a name in lower case, without accents, apostrophes and titles. Hyphens separate words. */
export function nameWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/['’`ʼ]/g, '')
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const untitled = words.filter((word) => !titles.has(word))
  // A name that consists only of title words, such as the forename Major, keeps them.
  return untitled.length > 0 ? untitled : words
}

/** Short forms that do not begin like the long form. */
const shortForms: readonly (readonly string[])[] = [
  ['william', 'bill', 'billy', 'liam'],
  ['robert', 'bob', 'bobby'],
  ['richard', 'dick', 'rick'],
  ['john', 'jack', 'johnny', 'jon'],
  ['james', 'jim', 'jimmy', 'jamie'],
  ['henry', 'harry', 'hal'],
  ['edward', 'ted', 'ned', 'eddie', 'teddy'],
  ['charles', 'chuck', 'charlie'],
  ['anthony', 'tony'],
  ['michael', 'mike', 'mick', 'mickey'],
  ['elizabeth', 'liz', 'beth', 'betty', 'lizzie', 'libby'],
  ['margaret', 'peggy', 'maggie', 'meg', 'greta'],
  ['katherine', 'catherine', 'kate', 'katie', 'cathy', 'kathy'],
  ['sarah', 'sally', 'sara'],
  ['dorothy', 'dot', 'dolly'],
  ['mary', 'molly', 'polly'],
  ['theresa', 'teresa', 'tess', 'terry'],
  ['alexander', 'alexandra', 'sandy', 'lex', 'sasha'],
  ['frederick', 'freddie'],
  ['andrew', 'drew'],
]
const minShortFormLength = 3

type NameParts = { given: string[]; family: string[] }
const strongestFirst = ['same', 'abbreviated', 'part-surname', 'new-surname', 'different'] as const

function compareNames({ forename, surname }: RegisteredPerson, shown: string | null): NameComparison {
  const parts = { given: nameWords(forename ?? ''), family: nameWords(surname ?? '') }
  if (parts.given.length + parts.family.length === 0) return 'absent'
  const results = holdersOf(shown ?? '').map((holder) => compareHolder(parts, holder))
  return strongestFirst.find((result) => results.includes(result)) ?? 'absent'
}

/**
 * Splits the name of a joint account into its holders; it is enough if one of them matches. In `Mr J & Mrs A Smith`
 * the surname is printed only once, at the end.
 */
function holdersOf(text: string) {
  const holders = text.split(/\s*(?:&|\+|\/|;|\band\b)\s*/iu).filter((holder) => nameWords(holder).length > 0)
  const surname = nameWords(holders.at(-1) ?? '').at(-1)
  return holders.map((holder, n) =>
    nameWords(holder).length > 1 || n === holders.length - 1 ? holder : `${holder} ${surname}`,
  )
}

function compareHolder({ given, family }: NameParts, shown: string): NameComparison {
  const words = nameWords(shown)
  if (isSameJoined({ given, family }, words)) return 'same'
  const surname = withoutParticles(family)
  const hasGiven = given.length === 0 || sharesGivenName(given, words)
  if (surname.every((word) => words.includes(word))) {
    const rest = removeWords(words, surname)
    const others = rest.filter((word) => !particles.has(word))
    if (hasGiven && !isPartOfSurname(surname, given, shown)) return 'same'
    if (hasGiven) return 'part-surname'
    return others.length === 0 || others.some((word) => isShortFormOf(word, given))
      ? 'abbreviated'
      : 'different'
  }
  const hasPart = surname.some((word) => words.includes(word))
  const hasSimilarGiven = hasGiven || words.some((word) => isShortFormOf(word, given))
  if (hasPart && hasSimilarGiven) return 'part-surname'
  return hasGiven && given.length > 0 ? 'new-surname' : 'different'
}

/** Whether the names are equal without spaces: `Mac Donald` and `MacDonald`, `Anne Marie` and `Annemarie`. */
function isSameJoined({ given, family }: NameParts, words: readonly string[]) {
  const joined = words.join('')
  return joined === [...given, ...family].join('') || joined === [...family, ...given].join('')
}

/** Whether the source shows the registered surname as one part of a double-barrelled surname. */
function isPartOfSurname(surname: readonly string[], given: readonly string[], shown: string) {
  const doubleBarrelled = shown.split(/\s+/).filter((word) => /\p{L}[-‐‑–]\p{L}/u.test(word))
  return doubleBarrelled.map(nameWords).some((parts) => {
    const known = [...surname, ...given]
    return parts.some((part) => surname.includes(part)) && parts.some((part) => !known.includes(part))
  })
}

const withoutParticles = (words: readonly string[]) => {
  const rest = words.filter((word) => !particles.has(word))
  return rest.length > 0 ? rest : [...words]
}

/** Whether the source shows one of the given names. Some people use a middle name. */
const sharesGivenName = (given: readonly string[], words: readonly string[]) =>
  given.some((name) => (name.length > 1 || given.length === 1) && words.includes(name))

/**
 * Whether one name is a short form of the other, such as `J` or `Johnny` for John. Either side may have the short
 * form.
 */
const isShortFormOf = (word: string, given: readonly string[]) =>
  given.some((name) => isInitial(word, name) || isPrefix(word, name) || isShortForm(word, name))

const isInitial = (one: string, other: string) =>
  (one.length === 1 || other.length === 1) && one[0] === other[0]

const isPrefix = (one: string, other: string) =>
  Math.min(one.length, other.length) >= minShortFormLength && (one.startsWith(other) || other.startsWith(one))

const isShortForm = (one: string, other: string) =>
  shortForms.some((forms) => forms.includes(one) && forms.includes(other))

function removeWords(words: readonly string[], removed: readonly string[]) {
  const rest = [...words]
  for (const word of removed) {
    const at = rest.lastIndexOf(word)
    if (at >= 0) rest.splice(at, 1)
  }
  return rest
}
