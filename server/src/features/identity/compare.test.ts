import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compareIdentity,
  contradictsNiNumber,
  type IdentityField,
  type IdentityMatch,
  identityMatches,
  nameWords,
  normaliseNiNumber,
  type RegisteredPerson,
  type ShownPerson,
  weakestMatch,
} from './compare.ts'

const wilhelmina: RegisteredPerson = {
  forename: 'Wilhelmina',
  surname: 'Oakapple',
  date_of_birth: '1988-05-14',
  ni_number: 'QQ 12 34 56 C',
  post_codes: ['SW1A 1AA', 'EC1A 1BB'],
}
const nothing: ShownPerson = { name: null, date_of_birth: null, ni_number: null, post_code: null }
const asShown: ShownPerson = {
  name: 'Wilhelmina Oakapple',
  date_of_birth: '1988-05-14',
  ni_number: 'QQ123456C',
  post_code: 'SW1A 1AA',
}
const dob = { date_of_birth: '1988-05-14' }
const otherDob = { date_of_birth: '1990-01-01' }

type WorkedCase = [
  about: string,
  registered: Partial<RegisteredPerson>,
  shown: Partial<ShownPerson>,
  match: IdentityMatch,
  differences?: IdentityField[],
]

/** Each case changes the registered person, Wilhelmina. The source shows only the given fields. */
const cases: WorkedCase[] = [
  ['everything agrees', {}, asShown, 'full'],
  ['nothing is shown', {}, {}, 'unknown'],
  ['only a country-wide outward code is shown', {}, { post_code: 'SW1A' }, 'unknown'],
  ['only another postcode is shown', {}, { post_code: 'M1 1AE' }, 'unknown', ['post_code']],
  ['only the name is shown, and agrees', {}, { name: 'Wilhelmina Oakapple' }, 'full'],
  ['upper case', {}, { name: 'WILHELMINA OAKAPPLE' }, 'full'],
  ['title', {}, { name: 'Mrs Wilhelmina Oakapple' }, 'full'],
  ['title with a full stop, and a suffix', {}, { name: 'Dr. Wilhelmina Oakapple PhD' }, 'full'],
  ['surname first', {}, { name: 'Oakapple, Wilhelmina' }, 'full'],
  ['middle name in the source', {}, { name: 'Wilhelmina Rose Oakapple' }, 'full'],
  ['middle name registered', { forename: 'Wilhelmina Rose' }, { name: 'Wilhelmina Oakapple' }, 'full'],
  ['known by the middle name', { forename: 'Rose Wilhelmina' }, { name: 'Wilhelmina Oakapple' }, 'full'],
  ['accents', { surname: 'Núñez', forename: 'Zoë' }, { name: 'ZOE NUNEZ' }, 'full'],
  [
    'letters without a decomposition',
    { surname: 'Søłtys-Weiß' },
    { name: 'Wilhelmina Soltys Weiss' },
    'full',
  ],
  ['hyphen as a space', { surname: 'Oakapple-Smith' }, { name: 'Wilhelmina Oakapple Smith' }, 'full'],
  ['hyphen left out', { surname: 'Oakapple-Smith' }, { name: 'Wilhelmina Oakapplesmith' }, 'full'],
  ['hyphenated forename', { forename: 'Anne-Marie' }, { name: 'Annemarie Oakapple' }, 'full'],
  ['apostrophe', { surname: 'O\u2019Brien' }, { name: "Wilhelmina O'Brien" }, 'full'],
  ['apostrophe as a space', { surname: "O'Brien" }, { name: 'Wilhelmina O Brien' }, 'full'],
  ['Mac with a space', { surname: 'MacDonald' }, { name: 'Wilhelmina Mac Donald' }, 'full'],
  ['particle left out', { surname: 'van der Berg' }, { name: 'Wilhelmina Berg' }, 'full'],
  ['particle added', { surname: 'Berg' }, { name: 'Wilhelmina van der Berg' }, 'full'],
  ['surname that is a particle', { forename: 'Minh', surname: 'Le' }, { name: 'Minh Le' }, 'full'],
  ['one initial', {}, { name: 'W Oakapple' }, 'partial'],
  ['title, initials and surname', {}, { name: 'MISS W. R. OAKAPPLE' }, 'partial'],
  ['initial, confirmed by the birth date', {}, { name: 'W Oakapple', ...dob }, 'full'],
  ['initial, confirmed by the NI number', {}, { name: 'W Oakapple', ni_number: 'QQ123456' }, 'full'],
  ['another initial', {}, { name: 'K Oakapple' }, 'none', ['name']],
  ['registered with an initial', { forename: 'W' }, { name: 'Wilhelmina Oakapple' }, 'partial'],
  ['surname alone', {}, { name: 'Mrs Oakapple' }, 'partial'],
  ['short form', { forename: 'William' }, { name: 'Bill Oakapple' }, 'partial'],
  ['short form by its beginning', { forename: 'Christopher' }, { name: 'Chris Oakapple', ...dob }, 'full'],
  ['married name, birth date agrees', {}, { name: 'Wilhelmina Thimble', ...dob }, 'partial', ['name']],
  [
    'married name, NI number agrees',
    {},
    { name: 'Wilhelmina Thimble', ni_number: 'QQ123456C' },
    'partial',
    ['name'],
  ],
  [
    'married name, postcode agrees',
    {},
    { name: 'Wilhelmina Thimble', post_code: 'sw1a1aa' },
    'partial',
    ['name'],
  ],
  ['the same forename and nothing else', {}, { name: 'Wilhelmina Thimble' }, 'none', ['name']],
  ['double-barrelled since marriage', {}, { name: 'Wilhelmina Oakapple-Thimble' }, 'partial', ['name']],
  [
    'one part of a double-barrelled name',
    { surname: 'Oakapple-Smith' },
    { name: 'Wilhelmina Smith' },
    'partial',
    ['name'],
  ],
  ['a relative', {}, { name: 'Bertram Oakapple' }, 'none', ['name']],
  [
    'a relative at the same address',
    {},
    { name: 'Bertram Oakapple', post_code: 'SW1A 1AA' },
    'none',
    ['name'],
  ],
  [
    'another name, NI number agrees',
    {},
    { name: 'Bertram Thimble', ni_number: 'QQ123456C' },
    'partial',
    ['name'],
  ],
  [
    'another name, birth date and postcode agree',
    {},
    { name: 'Rose Thimble', ...dob, post_code: 'EC1A 1BB' },
    'partial',
    ['name'],
  ],
  ['another name, birth date agrees', {}, { name: 'Rose Thimble', ...dob }, 'none', ['name']],
  ['another NI number', {}, { ...asShown, ni_number: 'AB654321A' }, 'none', ['ni_number']],
  ['another birth date', {}, { name: 'Wilhelmina Oakapple', ...otherDob }, 'none', ['date_of_birth']],
  ['another birth date, NI number agrees', {}, { ...asShown, ...otherDob }, 'partial', ['date_of_birth']],
  ['moved house', {}, { name: 'Wilhelmina Oakapple', ...dob, post_code: 'M1 1AE' }, 'full', ['post_code']],
  [
    'name agrees, postcode does not',
    {},
    { name: 'Wilhelmina Oakapple', post_code: 'M1 1AE' },
    'partial',
    ['post_code'],
  ],
  ['the second registered postcode', {}, { name: 'Wilhelmina Oakapple', post_code: 'EC1A1BB' }, 'full'],
  ['NI number without its last letter', {}, { ni_number: 'qq 12 34 56' }, 'full'],
  ['NI number with another last letter', {}, { ni_number: 'QQ123456A' }, 'full'],
  ['masked NI number', {}, { name: 'Wilhelmina Oakapple', ni_number: 'QQ****56C' }, 'full'],
  ['temporary number of HMRC', {}, { name: 'Wilhelmina Oakapple', ni_number: 'TN140588F' }, 'full'],
  ['birth date alone', {}, dob, 'partial'],
  ['postcode alone', {}, { post_code: 'SW1A 1AA' }, 'partial'],
  ['no NI number registered', { ni_number: null }, { ...asShown, ni_number: 'AB654321A' }, 'full'],
  ['only a name registered', { date_of_birth: null, ni_number: null, post_codes: [] }, asShown, 'full'],
  ['joint account', {}, { name: 'Mr B Thimble & Mrs W Oakapple' }, 'partial'],
  ['joint account with one surname', {}, { name: 'MR B & MRS W OAKAPPLE' }, 'partial'],
  ['joint account, full names', {}, { name: 'Bertram Oakapple and Wilhelmina Oakapple' }, 'full'],
  ['joint account of others', {}, { name: 'Mr B & Mrs A Thimble' }, 'none', ['name']],
  ['a forename that is a title', { forename: 'Major' }, { name: 'Major Oakapple' }, 'partial'],
  ['nothing but punctuation', {}, { name: ' - . ' }, 'unknown'],
  [
    'the case of the security review',
    { forename: 'Ada', surname: 'Fraudster', ...otherDob, ni_number: null, post_codes: ['M1 1AE'] },
    asShown,
    'none',
    ['name', 'date_of_birth', 'post_code'],
  ],
]

describe('worked cases', () => {
  test.each(cases)('%s', (_about, registered, shown, match, differences = []) => {
    const comparison = compareIdentity({ ...wilhelmina, ...registered }, { ...nothing, ...shown })
    expect(comparison).toEqual({ match, differences })
  })

  test('cover every result, and there are at least 40', () => {
    expect(cases.length).toBeGreaterThanOrEqual(40)
    expect(new Set(cases.map(([, , , match]) => match))).toEqual(new Set(identityMatches))
  })
})

const word = fc.stringMatching(/^[A-Z][a-z]{2,9}$/).filter((text) => nameWords(`${text} Zzz`).length === 2)
const day = fc.date({ min: new Date('1930-01-01'), max: new Date('2008-01-01'), noInvalidDate: true })
const niNumber = fc.stringMatching(/^[A-Z]{2}[0-9]{6}[A-D]$/)
const postCode = fc.stringMatching(/^[A-Z]{1,2}[0-9] [0-9][A-Z]{2}$/)
const someone = fc.record({
  forename: word,
  surname: word,
  date_of_birth: day.map((date) => date.toISOString().slice(0, 10)),
  ni_number: niNumber,
  post_codes: fc.array(postCode, { minLength: 1, maxLength: 3 }),
})
type Someone = typeof someone extends fc.Arbitrary<infer T> ? T : never

const shownOf = ({ forename, surname, date_of_birth, ni_number, post_codes }: Someone): ShownPerson => ({
  name: `${forename} ${surname}`,
  date_of_birth,
  ni_number,
  post_code: post_codes[0] ?? null,
})
const strength: Record<IdentityMatch, number> = { none: 0, unknown: 1, partial: 2, full: 3 }

test('a person matches themselves in full, whichever fields the source shows beside the name', () => {
  fc.assert(
    fc.property(
      someone,
      fc.subarray(['date_of_birth', 'ni_number', 'post_code'] as const),
      (person, hidden) => {
        const shown = shownOf(person)
        for (const field of hidden) shown[field] = null
        expect(compareIdentity(person, shown)).toEqual({ match: 'full', differences: [] })
      },
    ),
  )
})

test('case, title, order, spacing and accents change nothing', () => {
  const spellings: ((person: Someone) => string)[] = [
    ({ forename, surname }) => `${forename} ${surname}`.toUpperCase(),
    ({ forename, surname }) => `Mr ${forename} ${surname}`,
    ({ forename, surname }) => `${surname}, ${forename}`,
    ({ forename, surname }) => `  ${forename}   ${surname} Esq.`,
    ({ forename, surname }) => `${forename} ${surname}`.replace(/[aeo]/g, (vowel) => `${vowel}\u0301`),
  ]
  fc.assert(
    fc.property(someone, someone, fc.constantFrom(...spellings), (person, other, spell) => {
      const [plain, spelt] = [shownOf(other), { ...shownOf(other), name: spell(other) }]
      expect(compareIdentity(person, spelt)).toEqual(compareIdentity(person, plain))
      expect(compareIdentity(other, spelt).match).toBe('full')
    }),
  )
})

test('another NI number is never better than none, and a contradiction never makes a match stronger', () => {
  fc.assert(
    fc.property(someone, someone, (person, other) => {
      fc.pre(normaliseNiNumber(person.ni_number) !== normaliseNiNumber(other.ni_number))
      fc.pre(person.date_of_birth !== other.date_of_birth)
      const shown = shownOf(person)
      expect(compareIdentity(person, { ...shown, ni_number: other.ni_number }).match).toBe('none')
      const before = compareIdentity(person, shown).match
      for (const field of ['name', 'date_of_birth', 'ni_number', 'post_code'] as const) {
        const changed = compareIdentity(person, { ...shown, [field]: shownOf(other)[field] })
        expect(strength[changed.match]).toBeLessThanOrEqual(strength[before])
      }
      expect(contradictsNiNumber(person.ni_number, other.ni_number)).toBe(true)
      expect(contradictsNiNumber(person.ni_number, person.ni_number)).toBe(false)
      expect(contradictsNiNumber(null, other.ni_number)).toBe(false)
    }),
  )
})

test('any text gives a result: differences exist only if both sides have the field', () => {
  const text = fc.option(fc.string({ maxLength: 60, unit: 'grapheme' }))
  const shown = fc.record({ name: text, date_of_birth: text, ni_number: text, post_code: text })
  fc.assert(
    fc.property(fc.oneof(someone, fc.constant({})), shown, (person: RegisteredPerson, source) => {
      const { match, differences } = compareIdentity(person, source)
      expect(identityMatches).toContain(match)
      for (const field of differences) expect(source[field]).toBeTruthy()
      if (Object.keys(person).length === 0) expect(match).toBe('unknown')
    }),
  )
})

test('the weakest match decides', () => {
  expect(weakestMatch([])).toBe('unknown')
  expect(weakestMatch(['unknown', 'full'])).toBe('full')
  expect(weakestMatch(['full', 'partial', 'unknown'])).toBe('partial')
  expect(weakestMatch(['full', 'none', 'partial'])).toBe('none')
})
