import type { Payslip } from '../../vocabulary/payslip.ts'
import type { ConnectorContext, PayDateRange } from '../connector.ts'
import { ConnectionFailure } from '../failure.ts'
import { rethrowReaderOverload } from '../reader-overload.ts'
import type { PageSnapshot } from './page-snapshot.ts'
import { addsUp, parsePayslipPage } from './payslip-page.ts'
import { agreesWithPage, groupIntoRows } from './payslip-pdf.ts'
import {
  isSignInPage,
  type PayslipList,
  type PayslipListRow,
  type PersonalDetails,
  parseDetails,
  parseMenu,
  parsePayslipList,
  type YearLink,
} from './portal-pages.ts'
import { notUnderstood } from './refusals.ts'
import type { ReadInTab } from './tab-reader.ts'
import { transform } from './transform.ts'
import { findUnits } from './units.ts'

/** Maximum number of payslips that are read concurrently, each in its own tab. */
const maxConcurrent = 4
/** Maximum number of pages read from one list. Even weekly pay fills fewer pages in a year. */
const maxPages = 40

type RetrieveOptions = { homeUrl: string; period: PayDateRange; readPdf: ConnectorContext['readPdf'] }

/** Returns every payslip of the period, newest first, starting from the page after login. */
export async function retrieve(
  read: ReadInTab,
  { homeUrl, period, readPdf }: RetrieveOptions,
): Promise<Payslip[]> {
  const open = <T>(url: string, parse: (snapshot: PageSnapshot) => T | undefined) =>
    read((tab) => tab.page(url, requireSignedIn(parse)))

  const menu = await open(homeUrl, parseMenu)
  if (menu === 'no data') return []
  const rows = await listRows(open, menu.payslips, period)
  if (rows.length === 0) return []
  const details = await open(menu.details, parseDetails)
  const payslips = await mapConcurrently(rows, (row) => fetchPayslip(read, { row, details, readPdf }))
  return payslips.toSorted((one, other) =>
    other.income_information.pay_date.localeCompare(one.income_information.pay_date),
  )
}

/** Throws if the page is the login form, which means that the session has ended. */
const requireSignedIn =
  <T>(parse: (snapshot: PageSnapshot) => T | undefined) =>
  (snapshot: PageSnapshot) => {
    if (isSignInPage(snapshot)) throw new ConnectionFailure('session-ended')
    return parse(snapshot)
  }

type OpenPage = <T>(url: string, parse: (snapshot: PageSnapshot) => T | undefined) => Promise<T>

/** Lists the payslips of every employer and tax year in the period. */
async function listRows(open: OpenPage, url: string, period: PayDateRange): Promise<PayslipListRow[]> {
  const rows = new Map<string, PayslipListRow>()
  const first = await open(url, parsePayslipList)
  for (const employer of first.employers.length > 0 ? first.employers : [url]) {
    const { years } = employer === url ? first : await open(employer, parsePayslipList)
    for (const year of years.filter((year) => overlapsPeriod(year, period)))
      for (const row of await listRowsOfYear(open, year, period)) rows.set(row.href, row)
  }
  return [...rows.values()]
}

const overlapsPeriod = ({ year }: YearLink, { from, to }: PayDateRange) =>
  (from === null || `${year + 1}-04-05` >= from) && (to === null || `${year}-04-06` <= to)

async function listRowsOfYear(
  open: OpenPage,
  { href }: YearLink,
  { from, to }: PayDateRange,
): Promise<PayslipListRow[]> {
  const rows: PayslipListRow[] = []
  let next: string | null = href
  for (let n = 0; next !== null && n < maxPages; n++) {
    const list: PayslipList = await open(next, parsePayslipList)
    rows.push(...list.rows)
    const oldest = list.rows.at(-1)?.payDate
    next = from !== null && oldest !== undefined && oldest < from ? null : list.next
  }
  return rows.filter(({ payDate }) => (from === null || payDate >= from) && (to === null || payDate <= to))
}

type PayslipSource = {
  row: PayslipListRow
  details: PersonalDetails
  readPdf: ConnectorContext['readPdf']
}

/** Reads both the page and the PDF of a payslip. The payslip is rejected if they differ. */
async function fetchPayslip(read: ReadInTab, { row, details, readPdf }: PayslipSource): Promise<Payslip> {
  const { page, pdfRows } = await read(async (tab) => {
    const page = await tab.page(row.href, requireSignedIn(parsePayslipPage))
    const file = await tab.pdf(page.pdf)
    const { words } = await readPdf(file).catch(rethrowReaderOverload)
    if (!words) throw new ConnectionFailure('provider-changed', { detail: 'PDF not readable' })
    return { page, pdfRows: groupIntoRows(words) }
  })
  const agreesWithList = page.payDate === row.payDate && page.gross === row.gross && page.net === row.net
  if (!agreesWithList || !addsUp(page) || !agreesWithPage(pdfRows, page))
    throw new ConnectionFailure('provider-changed', { detail: 'payslip contradicts itself' })
  const employment = details.employments.find(
    ({ employer, payrollNumber }) => employer === page.employer && payrollNumber === page.payrollNumber,
  )
  if (!employment) throw notUnderstood()
  return transform({ page, units: findUnits(pdfRows, page.payments), details, employment })
}

async function mapConcurrently<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  let hasFailed = false
  const runWorker = async () => {
    for (let n = next++; n < items.length && !hasFailed; n = next++) results[n] = await work(items[n] as Item)
  }
  try {
    await Promise.all(Array.from({ length: maxConcurrent }, runWorker))
    return results
  } catch (failure) {
    hasFailed = true
    throw failure
  }
}
