import type { Pence } from '../../vocabulary/money.ts'
import type { Day, Payslip } from '../../vocabulary/payslip.ts'
import { niNumberOf, phoneOf, textOrNull } from '../identity.ts'
import type { PageSnapshot, SnapshotLink, SnapshotTable } from './page-snapshot.ts'
import { parseDay, parsePence } from './parse-values.ts'
import { hasNoData } from './refusals.ts'
import { findSignInForm } from './sign-in.ts'

// Parses the portal's pages after login by their visible text. The result is undefined if a page is not recognised.

const signOutLabels = /^(sign|log) ?out$/i

/** Whether the user is logged in. The sign-out form is on every page of a logged-in session. */
export const isSignedInPage = (snapshot: PageSnapshot) =>
  hasNoData(snapshot) ||
  snapshot.forms.some(({ buttonText }) => signOutLabels.test(buttonText)) ||
  snapshot.links.some(({ text }) => signOutLabels.test(text))

export const isSignInPage = (snapshot: PageSnapshot) => findSignInForm(snapshot) !== undefined

export const findSignOutForm = ({ forms }: PageSnapshot) =>
  forms.find(({ buttonText }) => signOutLabels.test(buttonText))

const findLink = (links: SnapshotLink[], words: RegExp) => links.find(({ text }) => words.test(text))?.href

export type PortalMenu = { payslips: string; details: string } | 'no data'

export function parseMenu(snapshot: PageSnapshot): PortalMenu | undefined {
  if (hasNoData(snapshot)) return 'no data'
  const payslips = findLink(snapshot.links, /^(my )?pay ?slips$/i)
  const details = findLink(snapshot.links, /^(my )?(details|profile)$/i)
  return payslips && details && isSignedInPage(snapshot) ? { payslips, details } : undefined
}

export type PayslipListRow = { payDate: Day; gross: Pence; net: Pence; href: string }
/** A link to a tax year. 2025 means 6 April 2025 to 5 April 2026. */
export type YearLink = { year: number; href: string }
export type PayslipList = {
  rows: PayslipListRow[]
  employers: string[]
  years: YearLink[]
  next: string | null
}

const pagerLabels = /^(older|newer|next|previous)\b/i
const taxYearFormat = /^(20\d\d)\/\d\d$/

export function parsePayslipList(snapshot: PageSnapshot): PayslipList | undefined {
  if (hasNoData(snapshot)) return { rows: [], employers: [], years: [], next: null }
  if (!isSignedInPage(snapshot)) return undefined
  const { pathname } = new URL(snapshot.url)
  const filterLinks = snapshot.links.filter(({ href }) => isFilterLink(pathname, href))
  const years = filterLinks.flatMap(({ text, href }) => {
    const [, year] = taxYearFormat.exec(text) ?? []
    return year ? [{ year: Number(year), href }] : []
  })
  const isPager = ({ text, rel }: SnapshotLink) => pagerLabels.test(text) || rel === 'next' || rel === 'prev'
  const employers = filterLinks
    .filter((link) => !taxYearFormat.test(link.text) && !isPager(link))
    .map(({ href }) => href)
  const table = snapshot.tables.find(({ header }) => findColumn(header, /^pay date$/i) >= 0)
  if (!table) {
    const isEmpty = snapshot.texts.some((text) => /no payslips/i.test(text))
    return isEmpty ? { rows: [], employers, years, next: null } : undefined
  }
  const rows = table.rows.map((row) => parseRow(table, row))
  const next =
    snapshot.links.find(({ rel, text }) => rel === 'next' || /^(older|next)\b/i.test(text))?.href ?? null
  if (rows.some((row) => row === undefined) || !isComplete(snapshot, next)) return undefined
  return { rows: rows.filter((row) => row !== undefined), employers, years, next }
}

function isFilterLink(pathname: string, href: string): boolean {
  const url = URL.parse(href)
  return url?.pathname === pathname && url.search !== ''
}

/**
 * Whether the page is complete. The page count is printed after the table: if it is missing, the page was truncated
 * and rows may be missing.
 */
function isComplete({ pageNumber }: PageSnapshot, next: string | null): boolean {
  return pageNumber !== null && (next !== null) === pageNumber.current < pageNumber.of
}

const findColumn = (header: string[], words: RegExp) => header.findIndex((text) => words.test(text))

function parseRow(
  { header }: SnapshotTable,
  { cells, links }: SnapshotTable['rows'][number],
): PayslipListRow | undefined {
  const cell = (words: RegExp) => cells[findColumn(header, words)]
  const payDate = parseDay(cell(/^pay date$/i))
  const gross = parsePence(cell(/^gross( pay)?$/i))
  const net = parsePence(cell(/^net( pay)?$/i))
  const href = findLink(links, /^view/i)
  if (payDate === null || gross === null || net === null || href === undefined) return undefined
  return { payDate, gross, net, href }
}

type Address = NonNullable<Payslip['identity_information']['address']>

export type PortalEmployment = {
  employer: string
  payrollNumber: string
  role: string | null
  startDate: Day | null
  leaveDate: Day | null
}
export type PersonalDetails = {
  dateOfBirth: Day | null
  niNumber: string | null
  address: Address | null
  email: string | null
  phone: string | null
  employments: PortalEmployment[]
}

type Fact = PageSnapshot['facts'][number]
const findFact = (facts: Fact[], words: RegExp) => facts.find(({ label }) => words.test(label))?.value

export function parseDetails(snapshot: PageSnapshot): PersonalDetails | undefined {
  if (!isSignedInPage(snapshot)) return undefined
  const isOfEmployment = ({ heading }: Fact) => /^employment\b/i.test(heading)
  const own = snapshot.facts.filter((fact) => !isOfEmployment(fact))
  if (findFact(own, /^name$/i) === undefined) return undefined
  return {
    dateOfBirth: parseDay(findFact(own, /^date of birth$/i)),
    niNumber: niNumberOf(findFact(own, /^(ni|national insurance) number$/i)),
    address: parseAddressLine(findFact(own, /^(home )?address$/i)),
    email: textOrNull(findFact(own, /^e-?mail/i)),
    phone: phoneOf(findFact(own, /^(phone|telephone|mobile)/i)),
    employments: [
      ...Map.groupBy(snapshot.facts.filter(isOfEmployment), ({ heading }) => heading).values(),
    ].map(parseEmployment),
  }
}

const parseEmployment = (facts: Fact[]): PortalEmployment => ({
  employer: findFact(facts, /^employer$/i) ?? '',
  payrollNumber: findFact(facts, /^payroll number$/i) ?? '',
  // In `Staff nurse, Ward 4`, the department follows the last comma.
  role: textOrNull(findFact(facts, /^role$/i)?.replace(/, [^,]*$/, '')),
  startDate: parseDay(findFact(facts, /^started$/i)),
  leaveDate: parseDay(findFact(facts, /^left$/i)),
})

/** Parses an address in one line, starting from its end, because a street may contain commas. */
export function parseAddressLine(line: string | undefined): Address | null {
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
