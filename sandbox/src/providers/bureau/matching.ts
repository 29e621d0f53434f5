import type { IsoDate } from '../../calendar.ts'
import type { SimulatedPerson, SimulatedWorld } from '../../people/types.ts'

export type MatchDetails = {
  niNumber: string
  dateOfBirth: IsoDate
  forename: string
  surname: string
  postCodes: string[]
}

/** Number of generated people whom the bureau knows, in addition to the named people. */
const knownInventedPeople = 100

/**
 * Finds people who match on NI number, date of birth, surname, the first three letters of the forename, and any one
 * of their postcodes.
 */
export function findMatches(world: SimulatedWorld, details: MatchDetails, today: IsoDate): SimulatedPerson[] {
  const people = new Map(world.named().map((person) => [person.userName, person]))
  for (let n = 1; n <= knownInventedPeople; n++) {
    const person = world.inventedPerson(n)
    if (!people.has(person.userName)) people.set(person.userName, person)
  }
  return [...people.values()].filter((person) => isMatch(person, details, today))
}

function isMatch(person: SimulatedPerson, details: MatchDetails, today: IsoDate) {
  const knownPostCodes = person.addresses
    .filter(({ from }) => from <= today)
    .map(({ postCode }) => withoutSpaces(postCode))
  return (
    withoutSpaces(person.niNumber) === withoutSpaces(details.niNumber) &&
    person.dateOfBirth === details.dateOfBirth &&
    normaliseName(person.surname) === normaliseName(details.surname) &&
    normaliseName(person.forename).slice(0, 3) === normaliseName(details.forename).slice(0, 3) &&
    details.postCodes.some((postCode) => knownPostCodes.includes(withoutSpaces(postCode)))
  )
}

const withoutSpaces = (text: string) => text.replace(/\s/g, '').toUpperCase()

/** Removes case, accents and punctuation: `O’Néill-Roe` becomes `oneillroe`. */
const normaliseName = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
