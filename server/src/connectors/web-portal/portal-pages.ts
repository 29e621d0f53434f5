import type { Pence } from '../../vocabulary/money.ts'
import type { Day, Payslip } from '../../vocabulary/payslip.ts'
import { niNumberOf, phoneOf, textOrNull } from '../identity.ts'
import type { Link, Sight, Table } from './page-snapshot.ts'
import { isNothingThere } from './refusals.ts'
import { signInForm } from './sign-in.ts'
import { dayIn, penceIn } from './parse-values.ts'

// The pages of a portal behind its door, understood by what they say; undefined where one is not understood.

const outWords = /^(sign|log) ?out$/i

/** The way out is on every page that only those inside can see. */
export const isInside = (sight: Sight) =>
  isNothingThere(sight) ||
  sight.forms.some(({ buttonText }) => outWords.test(buttonText)) ||
  sight.links.some(({ text }) => outWords.test(text))

export const isOutside = (sight: Sight) => signInForm(sight) !== undefined

export const signOutForm = ({ forms }: Sight) => forms.find(({ buttonText }) => outWords.test(buttonText))

const linkCalled = (links: Link[], words: RegExp) => links.find(({ text }) => words.test(text))?.href

export type Menu = { payslips: string; details: string } | 'nothing there'

export function menuIn(sight: Sight): Menu | undefined {
  if (isNothingThere(sight)) return 'nothing there'
  const payslips = linkCalled(sight.links, /^(my )?pay ?slips$/i)
  const details = linkCalled(sight.links, /^(my )?(details|profile)$/i)
  return payslips && details && isInside(sight) ? { payslips, details } : undefined
}

export type ListRow = { payDate: Day; gross: Pence; net: Pence; href: string }
/** A tax year to choose: 2025 is 6 April 2025 to 5 April 2026. */
export type YearLink = { year: number; href: string }
export type List = { rows: ListRow[]; employers: string[]; years: YearLink[]; next: string | null }

const pagerWords = /^(older|newer|next|previous)\b/i
const yearForm = /^(20\d\d)\/\d\d$/

export function listIn(sight: Sight): List | undefined {
  if (isNothingThere(sight)) return { rows: [], employers: [], years: [], next: null }
  if (!isInside(sight)) return undefined
  const { pathname } = new URL(sight.url)
  const choices = sight.links.filter(({ href }) => isChoiceOf(pathname, href))
  const years = choices.flatMap(({ text, href }) => {
    const [, year] = yearForm.exec(text) ?? []
    return year ? [{ year: Number(year), href }] : []
  })
  const isPager = ({ text, rel }: Link) => pagerWords.test(text) || rel === 'next' || rel === 'prev'
  const employers = choices
    .filter((link) => !yearForm.test(link.text) && !isPager(link))
    .map(({ href }) => href)
  const table = sight.tables.find(({ header }) => columnOf(header, /^pay date$/i) >= 0)
  if (!table) {
    const isEmpty = sight.texts.some((text) => /no payslips/i.test(text))
    return isEmpty ? { rows: [], employers, years, next: null } : undefined
  }
  const rows = table.rows.map((row) => listRow(table, row))
  const next =
    sight.links.find(({ rel, text }) => rel === 'next' || /^(older|next)\b/i.test(text))?.href ?? null
  if (rows.some((row) => row === undefined) || !isWhole(sight, next)) return undefined
  return { rows: rows.filter((row) => row !== undefined), employers, years, next }
}

function isChoiceOf(pathname: string, href: string): boolean {
  const url = URL.parse(href)
  return url?.pathname === pathname && url.search !== ''
}

/** What stands behind the table says how many pages there are: without it the page broke off, and rows may be missing. */
function isWhole({ pageNumber }: Sight, next: string | null): boolean {
  return pageNumber !== null && (next !== null) === pageNumber.current < pageNumber.of
}

const columnOf = (header: string[], words: RegExp) => header.findIndex((text) => words.test(text))

function listRow({ header }: Table, { cells, links }: Table['rows'][number]): ListRow | undefined {
  const cell = (words: RegExp) => cells[columnOf(header, words)]
  const payDate = dayIn(cell(/^pay date$/i))
  const gross = penceIn(cell(/^gross( pay)?$/i))
  const net = penceIn(cell(/^net( pay)?$/i))
  const href = linkCalled(links, /^view/i)
  if (payDate === null || gross === null || net === null || href === undefined) return undefined
  return { payDate, gross, net, href }
}

type Address = NonNullable<Payslip['identity_information']['address']>

export type Employment = {
  employer: string
  payrollNumber: string
  role: string | null
  startDate: Day | null
  leaveDate: Day | null
}
export type Details = {
  dateOfBirth: Day | null
  niNumber: string | null
  address: Address | null
  email: string | null
  phone: string | null
  employments: Employment[]
}

type Fact = Sight['facts'][number]
const factIn = (facts: Fact[], words: RegExp) => facts.find(({ label }) => words.test(label))?.value

export function detailsIn(sight: Sight): Details | undefined {
  if (!isInside(sight)) return undefined
  const isOfEmployment = ({ heading }: Fact) => /^employment\b/i.test(heading)
  const own = sight.facts.filter((fact) => !isOfEmployment(fact))
  if (factIn(own, /^name$/i) === undefined) return undefined
  return {
    dateOfBirth: dayIn(factIn(own, /^date of birth$/i)),
    niNumber: niNumberOf(factIn(own, /^(ni|national insurance) number$/i)),
    address: addressOf(factIn(own, /^(home )?address$/i)),
    email: textOrNull(factIn(own, /^e-?mail/i)),
    phone: phoneOf(factIn(own, /^(phone|telephone|mobile)/i)),
    employments: [...Map.groupBy(sight.facts.filter(isOfEmployment), ({ heading }) => heading).values()].map(
      employmentOf,
    ),
  }
}

const employmentOf = (facts: Fact[]): Employment => ({
  employer: factIn(facts, /^employer$/i) ?? '',
  payrollNumber: factIn(facts, /^payroll number$/i) ?? '',
  // `Staff nurse, Ward 4`: the department stands behind the last comma.
  role: textOrNull(factIn(facts, /^role$/i)?.replace(/, [^,]*$/, '')),
  startDate: dayIn(factIn(facts, /^started$/i)),
  leaveDate: dayIn(factIn(facts, /^left$/i)),
})

/** One line with commas, read from its end: a street may have commas of its own. */
export function addressOf(line: string | undefined): Address | null {
  const parts = line?.split(', ') ?? []
  const at = parts.findLastIndex((part) => /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/i.test(part))
  if (at < 3) return null
  return {
    street: parts.slice(0, at - 2).join(', '),
    city: textOrNull(parts[at - 2]),
    county: textOrNull(parts[at - 1]),
    post_code: textOrNull(parts[at]),
    country: textOrNull(parts[at + 1]),
  }
}
