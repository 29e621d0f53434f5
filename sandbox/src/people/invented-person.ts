import { addDays, addMonths, ageOn, daysBetween, type IsoDate } from '../calendar.ts'
import { randomFor, type SeededRandom } from '../random.ts'
import { type Workplace, workplaces } from './employers.ts'
import { inventEmployment, inventLoans, inventNiLetters } from './invented-employment.ts'
import { inventTerms } from './invented-terms.ts'
import type { JobCircumstances, PersonTraits } from './job-circumstances.ts'
import { inventName } from './names.ts'
import type { JobSpec, PersonSpec } from './person-record.ts'
import { registerIndex } from './register-numbers.ts'
import { inventAddress, type Town, townNames, towns } from './towns.ts'
import { worldEndDate, worldStartDate } from './world-dates.ts'

/** Generates the n-th person of a seed; the same seed and n always give the same person. */
export function inventPersonSpec(seed: string, n: number): PersonSpec {
  const random = randomFor(seed, 'anyone', n)
  const gender = random.chance(0.5) ? 'female' : 'male'
  const dateOfBirth = inventDateOfBirth(random)
  const town = inventTown(random)
  const traits: PersonTraits = {
    dateOfBirth,
    gender,
    town,
    niLetters: inventNiLetters(random, dateOfBirth),
    loans: inventLoans(random, { dateOfBirth, town }),
  }
  const jobs = random.pick(workingLives)(random, traits)
  return {
    registerIndex: registerIndex.invented(n),
    userName: `person.${n}`,
    ...inventName(random, gender),
    gender,
    dateOfBirth,
    addresses: inventAddresses(random, town),
    jobs,
    about: `Made from the seed: ${jobs.map(describeJob).join('; also ') || 'no job'}.`,
  }
}

const describeJob = ({ role, employer, terms }: JobSpec) =>
  `${role} at ${employer.name}, paid ${terms.payDay.frequency.replace('_', '-')}`

/** Repeats an item as often as its share in percent, for weighted random choice. */
const weighted = <T>(share: number, one: T): T[] => Array.from({ length: share }, () => one)

/** Ages on the first day of the simulation. */
const ages: [min: number, max: number][] = [
  ...weighted<[number, number]>(14, [18, 24]),
  ...weighted<[number, number]>(24, [25, 34]),
  ...weighted<[number, number]>(32, [35, 49]),
  ...weighted<[number, number]>(25, [50, 64]),
  ...weighted<[number, number]>(5, [65, 70]),
]

function inventDateOfBirth(random: SeededRandom): IsoDate {
  const birthday = addMonths(worldStartDate, -12 * random.integer(...random.pick(ages)))
  return addDays(birthday, -random.integer(0, 364))
}

const channelIslands = new Set<Town>(['jersey', 'guernsey'])
const mainland = townNames.filter((town) => !channelIslands.has(town))
const inventTown = (random: SeededRandom): Town =>
  random.chance(0.01) ? random.pick([...channelIslands]) : random.pick(mainland)

function inventAddresses(random: SeededRandom, town: Town): PersonSpec['addresses'] {
  const first = { from: '2010-01-01', ...inventAddress(random, town, { isHome: true }) }
  if (!random.chance(0.08)) return [first]
  // The new address is in the same town, because moving to another UK nation would also change the tax code.
  return [first, { from: randomDayInWorld(random), ...inventAddress(random, town, { isHome: true }) }]
}

const worldDays = daysBetween(worldStartDate, worldEndDate)
/** Returns a random day, at least two months after the start and four months before the end of the simulation. */
const randomDayInWorld = (random: SeededRandom): IsoDate =>
  addDays(worldStartDate, random.integer(60, worldDays - 120))

type WorkingLife = (random: SeededRandom, traits: PersonTraits) => JobSpec[]

const oneSteadyJob: WorkingLife = (random, traits) => [
  inventJob(random, traits, { startDate: pastStartDate(random, traits) }),
]
const twoJobs: WorkingLife = (random, traits) => {
  const [first] = oneSteadyJob(random, traits) as [JobSpec]
  return [first, secondJob(random, traits, first)]
}
const startsFirstJob: WorkingLife = (random, traits) => [
  inventJob(random, traits, { startDate: randomDayInWorld(random), isFirstJob: true }),
]
const leavesJob: WorkingLife = (random, traits) => [
  inventJob(random, traits, {
    startDate: pastStartDate(random, traits),
    leaveDate: randomDayInWorld(random),
  }),
]

const workingLives: WorkingLife[] = [
  ...weighted(68, oneSteadyJob),
  ...weighted(15, changesJob),
  ...weighted(5, twoJobs),
  ...weighted(5, startsFirstJob),
  ...weighted(5, leavesJob),
  ...weighted(2, () => []),
]

function changesJob(random: SeededRandom, traits: PersonTraits): JobSpec[] {
  const leaveDate = randomDayInWorld(random)
  const startDate = addDays(leaveDate, random.integer(1, 35))
  const last = inventJob(random, traits, { startDate: pastStartDate(random, traits), leaveDate })
  const hasP45 = random.chance(0.85)
  return [last, inventJob(random, traits, { startDate, hasP45, excludedEmployer: last.employer })]
}

const secondJob = (random: SeededRandom, traits: PersonTraits, first: JobSpec) =>
  inventJob(random, traits, {
    startDate: random.chance(0.5) ? pastStartDate(random, traits) : randomDayInWorld(random),
    isSecondJob: true,
    excludedEmployer: first.employer,
  })

/**
 * Returns a start date after the 18th birthday and not before April 2008, so that no job is older than sixteen years.
 */
function pastStartDate(random: SeededRandom, { dateOfBirth }: PersonTraits): IsoDate {
  const eighteenthBirthday = addMonths(dateOfBirth, 12 * 18)
  const earliest = eighteenthBirthday > '2008-04-07' ? eighteenthBirthday : '2008-04-07'
  return addDays(earliest, random.integer(0, Math.max(0, daysBetween(earliest, '2024-04-01'))))
}

/** Lists the employers of a country, plus all English employers, which are assumed to have branches everywhere. */
const employersIn = (country: string) =>
  workplaces.filter(({ employer }) => ['England', country].includes(employer.address.country))
const workplacesIn = new Map(Object.values(towns).map(([, , , country]) => [country, employersIn(country)]))

/**
 * Picks a workplace. If the employer is excluded, takes the next in the list instead of drawing again, so that later
 * random numbers are unaffected.
 */
function inventWorkplace(
  random: SeededRandom,
  { town }: PersonTraits,
  { excludedEmployer }: JobCircumstances,
): Workplace {
  const list = workplacesIn.get(towns[town][3]) ?? workplaces
  const picked = random.pick(list)
  const next = list[(list.indexOf(picked) + 1) % list.length] as Workplace
  return picked.employer === excludedEmployer ? next : picked
}

function inventJob(random: SeededRandom, traits: PersonTraits, circumstances: JobCircumstances): JobSpec {
  const workplace = inventWorkplace(random, traits, circumstances)
  const role = random.pick(workplace.roles)
  const age = ageOn(traits.dateOfBirth, worldStartDate)
  const { terms, type, annualPay } = inventTerms(random, {
    workplace,
    role,
    age,
    self: traits,
    circumstances,
  })
  const { startDate, leaveDate = null, hasP45 = false } = circumstances
  return {
    employer: workplace.employer,
    role: role.role,
    department: role.department,
    type,
    startDate,
    leaveDate,
    hasP45,
    employment: inventEmployment(random, { self: traits, circumstances, annualPay }),
    terms,
  }
}
