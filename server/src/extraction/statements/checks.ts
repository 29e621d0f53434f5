import type { Gate } from '../document.ts'
import type { Step } from './arithmetic/running-balance.ts'
import type { Outcome } from './read-statement.ts'
import { dayNumber } from './text/dates.ts'
import { sumText } from './text/money.ts'

// What has to hold before the figures count as proven. Each says in a sentence what it found.

export function gatesOf(outcome: Outcome): Gate[] {
  return [
    arithmetic(outcome),
    opening(outcome),
    closing(outcome),
    totals(outcome),
    complete(outcome),
    dates(outcome),
    unique(outcome),
    oneAccount(outcome),
    source(outcome),
  ]
}

function arithmetic({ walk, listed }: Outcome): Gate {
  const name = 'arithmetic'
  const [first] = walk.breaks
  if (first) {
    return {
      name,
      isPassed: false,
      note: `A balance on page ${first.entry.line.page + 1} should be ${sumText(first.expected)} and is ${sumText(first.actual)}`,
    }
  }
  const loose = walk.steps.filter(({ isHeld }) => !isHeld).length
  if (loose > 0)
    return { name, isPassed: false, note: `${loose} of ${walk.steps.length} rows are not held by a balance` }
  if (walk.disagrees.length > 0)
    return {
      name,
      isPassed: false,
      note: `The ${walk.disagrees[0]} balance of the summary does not fit the rows`,
    }
  if (listed.wrong > 0)
    return { name, isPassed: false, note: `${listed.wrong} balances of days do not fit the rows` }
  const total = walk.steps.reduce((sum, { pence }) => sum + pence, walk.opening?.pence ?? Number.NaN)
  if (total !== walk.closing?.pence)
    return { name, isPassed: false, note: 'Opening balance and transactions do not make the closing balance' }
  return {
    name,
    isPassed: true,
    note: `Opening balance and ${walk.steps.length} transactions make the closing balance; ${walk.checks} balances were reached on the way`,
  }
}

const opening = ({ opening: found }: Outcome): Gate => ({
  name: 'opening',
  isPassed: found?.isPrinted === true,
  note: found?.isPrinted ? 'The opening balance is printed' : 'The opening balance is not printed',
})

const closing = ({ closing: found, numbering }: Outcome): Gate => ({
  name: 'closing',
  isPassed: found !== null && (found.isPrinted || (numbering.isKnown && numbering.isComplete)),
  note: found?.isPrinted
    ? 'The closing balance is printed apart from the rows'
    : 'The closing balance is that of the last row',
})

function totals({ controls }: Outcome): Gate {
  const wrong = controls.filter(({ isRight }) => !isRight)
  const [first] = wrong
  return {
    name: 'totals',
    isPassed: wrong.length === 0,
    note: first
      ? `${first.label} is printed as ${sumText(first.actual)}, the rows make ${sumText(first.expected)}`
      : controls.length > 0
        ? `${controls.length} printed totals agree with the rows`
        : 'No totals are printed',
  }
}

function complete({ numbering, unexplained, barePages, repeatedPages, rows }: Outcome): Gate {
  const name = 'complete'
  const mute = rows.filter(({ description }) => description.text === '').length
  if (mute > 0) return { name, isPassed: false, note: `${mute} rows have no words` }
  if (!numbering.isComplete) return { name, isPassed: false, note: numbering.note }
  if (repeatedPages.length > 0)
    return { name, isPassed: false, note: `Page ${(repeatedPages[0] ?? 0) + 1} is the same as one before it` }
  if (barePages.length > 0)
    return {
      name,
      isPassed: false,
      note: `Page ${(barePages[0] ?? 0) + 1} has sums, but no row was read there`,
    }
  if (unexplained.length > 0)
    return { name, isPassed: false, note: `${unexplained.length} sums inside the table have no meaning` }
  return { name, isPassed: true, note: 'Every sum inside the table is explained' }
}

function dates({ rows, period, undatedPages, brokenDays, areDaysLoose }: Outcome): Gate {
  const name = 'dates'
  if (areDaysLoose) return { name, isPassed: false, note: 'Days stand between rows and may belong to either' }
  if (brokenDays > 0) return { name, isPassed: false, note: `The days of ${brokenDays} rows were not read` }
  const days = rows.map(({ day }) => day)
  if (days.some((day) => day === null)) return { name, isPassed: false, note: 'Some rows have no day' }
  if (days.length >= fewestRows && days.every((day) => isYearInDay(day as string)))
    return { name, isPassed: false, note: 'What was taken for days may be years' }
  const falls = days.findIndex((day, n) => n > 0 && (day as string) < (days[n - 1] as string))
  if (falls >= 0) return { name, isPassed: false, note: `${days[falls]} comes after ${days[falls - 1]}` }
  if (!period.start || !period.end || !period.isPrinted)
    return { name, isPassed: false, note: 'The period is not printed' }
  const [from, to] = [dayNumber(period.start) - 3, dayNumber(period.end) + 3]
  const outside = days.find((day) => dayNumber(day as string) < from || dayNumber(day as string) > to)
  if (outside)
    return { name, isPassed: false, note: `${outside} is not in the period ${period.start} to ${period.end}` }
  // Where a day is printed again for each of its rows, a row without one has lost it.
  const isOwn = rows.map(({ from }, n) => from?.hitLine !== rows[n - 1]?.from?.hitLine)
  const isRepeated = rows.some(
    (row, n) =>
      n > 0 &&
      isOwn[n] &&
      row.day === rows[n - 1]?.day &&
      row.step.entry.line.page === rows[n - 1]?.step.entry.line.page,
  )
  const lost = isOwn.filter((own) => !own).length
  if (isRepeated && lost > 0) return { name, isPassed: false, note: `${lost} rows have no day of their own` }
  if (undatedPages.length > 0)
    return { name, isPassed: false, note: `Page ${(undatedPages[0] ?? 0) + 1} has no day of its own` }
  return { name, isPassed: true, note: 'All days are in order and in the period' }
}

const fewestRows = 3
/** `MAR 26` is the 26th of March, or March 2026 under a day that stands elsewhere. */
const isYearInDay = (day: string) => day.slice(8) === day.slice(2, 4)

// Some hundred readings are tried.
const mostChance = 1e-4

function unique({ walk, alternatives, reading, titleOf }: Outcome): Gate {
  /** A credit under "Paid out", or the other way round; a reversal bears a sign. */
  const contradicts = ({ money, pence }: Step) => {
    const title = titleOf(money)
    return money.mark === null && pence !== 0 && (title === 'in' ? pence < 0 : title === 'out' && pence > 0)
  }
  if (reading.isPaired) {
    return {
      name: 'unique',
      isPassed: false,
      note: 'Only sums without known words say which way the money went',
    }
  }
  const astray = walk.steps.filter((step) => step.isRescued || contradicts(step)).length
  if (astray > 0)
    return {
      name: 'unique',
      isPassed: false,
      note: `${astray} sums stand in a column where they do not belong`,
    }
  const open = walk.steps.filter(({ isUnique, sign }) => !isUnique || sign === 'guess').length
  if (open > 0) return { name: 'unique', isPassed: false, note: `${open} sums could be credits or debits` }
  if (walk.coincidence > mostChance)
    return {
      name: 'unique',
      isPassed: false,
      note: 'Signs that lead to the balances could be found by chance',
    }
  return {
    name: 'unique',
    isPassed: alternatives === 0,
    note: alternatives === 0 ? 'No other reading holds' : 'The columns can be read in more than one way',
  }
}

function oneAccount({ accounts, otherTables }: Outcome): Gate {
  const name = 'account'
  if (accounts.length > 1)
    return { name, isPassed: false, note: `The pages name ${accounts.length} accounts` }
  return otherTables > 0
    ? { name, isPassed: false, note: 'Rows of a pot or of another account stand between' }
    : { name, isPassed: true, note: 'All pages are of one account' }
}

const source = ({ isOcr, repairs }: Outcome): Gate => ({
  name: 'source',
  isPassed: !isOcr && repairs === 0,
  note: isOcr
    ? 'The text was recognised in a picture; nothing holds days and words in place'
    : repairs > 0
      ? `${repairs} sums were worked out`
      : 'The text is in the file',
})
