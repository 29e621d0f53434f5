import type { Day } from '../../calendar.ts'
import type { Person, World } from '../../people/types.ts'

export type Details = {
  niNumber: string
  dateOfBirth: Day
  forename: string
  surname: string
  postCodes: string[]
}

/** Those made from the seed whom the bureau knows, besides the named ones. */
const known = 100

/** Everybody who agrees in all: the surname in full, of the forename the beginning, of the post codes any. */
export function matching(world: World, details: Details, today: Day): Person[] {
  const people = new Map(world.named().map((person) => [person.userName, person]))
  for (let n = 1; n <= known; n++) {
    const person = world.anyone(n)
    if (!people.has(person.userName)) people.set(person.userName, person)
  }
  return [...people.values()].filter((person) => agrees(person, details, today))
}

function agrees(person: Person, details: Details, today: Day) {
  const homes = person.addresses.filter(({ from }) => from <= today).map(({ postCode }) => solid(postCode))
  return (
    solid(person.niNumber) === solid(details.niNumber) &&
    person.dateOfBirth === details.dateOfBirth &&
    folded(person.surname) === folded(details.surname) &&
    folded(person.forename).slice(0, 3) === folded(details.forename).slice(0, 3) &&
    details.postCodes.some((postCode) => homes.includes(solid(postCode)))
  )
}

const solid = (text: string) => text.replace(/\s/g, '').toUpperCase()

/** Without case, accents, apostrophes, hyphens and spaces: `O’Néill-Roe` is `oneillroe`. */
const folded = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
