import { addDays, addMonths, ageOn, type Day, daysBetween } from '../calendar.ts'
import { type Random, randomFor } from '../random.ts'
import type { Circumstances, Self } from './job-circumstances.ts'
import { type Workplace, workplaces } from './employers.ts'
import { inventEmployment, inventLoans, inventNiLetters } from './invented-employment.ts'
import { inventTerms } from './invented-terms.ts'
import type { Story, StoryJob } from './person-record.ts'
import { inventName } from './names.ts'
import { registerPlaces } from './register-numbers.ts'
import { inventAddress, type Place, placeNames, places } from './towns.ts'
import { worldBegins, worldEnds } from './world-dates.ts'

/** The n-th person of a seed: whatever chance made of them, the same every time. */
export function inventStory(seed: string, n: number): Story {
  const random = randomFor(seed, 'anyone', n)
  const gender = random.chance(0.5) ? 'female' : 'male'
  const dateOfBirth = inventBirth(random)
  const place = inventPlace(random)
  const self: Self = {
    dateOfBirth,
    gender,
    place,
    niLetters: inventNiLetters(random, dateOfBirth),
    loans: inventLoans(random, { dateOfBirth, place }),
  }
  const jobs = random.pick(workingLives)(random, self)
  return {
    place: registerPlaces.anyone(n),
    userName: `person.${n}`,
    ...inventName(random, gender),
    gender,
    dateOfBirth,
    addresses: inventHomes(random, place),
    jobs,
    about: `Made from the seed: ${jobs.map(inWords).join('; also ') || 'no job'}.`,
  }
}

const inWords = ({ role, employer, terms }: StoryJob) =>
  `${role} at ${employer.name}, paid ${terms.payDay.each.replace('_', '-')}`

/** As many tickets of each as of a hundred people are like that. */
const tickets = <T>(share: number, one: T): T[] => Array.from({ length: share }, () => one)

/** Ages on the first day of the world. */
const ages: [least: number, most: number][] = [
  ...tickets<[number, number]>(14, [18, 24]),
  ...tickets<[number, number]>(24, [25, 34]),
  ...tickets<[number, number]>(32, [35, 49]),
  ...tickets<[number, number]>(25, [50, 64]),
  ...tickets<[number, number]>(5, [65, 70]),
]

function inventBirth(random: Random): Day {
  const birthday = addMonths(worldBegins, -12 * random.whole(...random.pick(ages)))
  return addDays(birthday, -random.whole(0, 364))
}

const onIslands = new Set<Place>(['jersey', 'guernsey'])
const mainland = placeNames.filter((place) => !onIslands.has(place))
const inventPlace = (random: Random): Place =>
  random.chance(0.01) ? random.pick([...onIslands]) : random.pick(mainland)

function inventHomes(random: Random, place: Place): Story['addresses'] {
  const first = { from: '2010-01-01', ...inventAddress(random, place, { isHome: true }) }
  if (!random.chance(0.08)) return [first]
  // Within the same town: a move to another country would change the tax code too.
  return [first, { from: someDay(random), ...inventAddress(random, place, { isHome: true }) }]
}

const worldDays = daysBetween(worldBegins, worldEnds)
/** Not too near to the ends of the world, so that there is something before and after. */
const someDay = (random: Random): Day => addDays(worldBegins, random.whole(60, worldDays - 120))

type WorkingLife = (random: Random, self: Self) => StoryJob[]

const steady: WorkingLife = (random, self) => [
  inventJob(random, self, { startDate: longSince(random, self) }),
]
const holdsTwo: WorkingLife = (random, self) => {
  const [first] = steady(random, self) as [StoryJob]
  return [first, secondJob(random, self, first)]
}
const begins: WorkingLife = (random, self) => [
  inventJob(random, self, { startDate: someDay(random), isFirst: true }),
]
const leaves: WorkingLife = (random, self) => [
  inventJob(random, self, { startDate: longSince(random, self), leaveDate: someDay(random) }),
]

const workingLives: WorkingLife[] = [
  ...tickets(68, steady),
  ...tickets(15, changesJob),
  ...tickets(5, holdsTwo),
  ...tickets(5, begins),
  ...tickets(5, leaves),
  ...tickets(2, () => []),
]

function changesJob(random: Random, self: Self): StoryJob[] {
  const leaveDate = someDay(random)
  const startDate = addDays(leaveDate, random.whole(1, 35))
  const last = inventJob(random, self, { startDate: longSince(random, self), leaveDate })
  const hasP45 = random.chance(0.85)
  return [last, inventJob(random, self, { startDate, hasP45, notWith: last.employer })]
}

const secondJob = (random: Random, self: Self, first: StoryJob) =>
  inventJob(random, self, {
    startDate: random.chance(0.5) ? longSince(random, self) : someDay(random),
    isSecond: true,
    notWith: first.employer,
  })

/** Nobody has worked before they were eighteen, or for more than sixteen years. */
function longSince(random: Random, { dateOfBirth }: Self): Day {
  const grownUp = addMonths(dateOfBirth, 12 * 18)
  const earliest = grownUp > '2008-04-07' ? grownUp : '2008-04-07'
  return addDays(earliest, random.whole(0, Math.max(0, daysBetween(earliest, '2024-04-01'))))
}

/** Those of one's own country, and those of England, which have branches everywhere. */
const within = (country: string) =>
  workplaces.filter(({ employer }) => ['England', country].includes(employer.address.country))
const workplacesIn = new Map(Object.values(places).map(([, , , country]) => [country, within(country)]))

/** Where chance has it; where that must not be, the next in the list, without asking chance again. */
function inventWorkplace(random: Random, { place }: Self, { notWith }: Circumstances): Workplace {
  const list = workplacesIn.get(places[place][3]) ?? workplaces
  const picked = random.pick(list)
  const next = list[(list.indexOf(picked) + 1) % list.length] as Workplace
  return picked.employer === notWith ? next : picked
}

function inventJob(random: Random, self: Self, circumstances: Circumstances): StoryJob {
  const workplace = inventWorkplace(random, self, circumstances)
  const role = random.pick(workplace.roles)
  const age = ageOn(self.dateOfBirth, worldBegins)
  const { terms, type, yearly } = inventTerms(random, { workplace, role, age, self, circumstances })
  const { startDate, leaveDate = null, hasP45 = false } = circumstances
  return {
    employer: workplace.employer,
    role: role.role,
    department: role.department,
    type,
    startDate,
    leaveDate,
    hasP45,
    employment: inventEmployment(random, { self, circumstances, yearly }),
    terms,
  }
}
