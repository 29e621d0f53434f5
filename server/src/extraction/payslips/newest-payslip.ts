import type { PdfPage } from '../document.ts'
import type { PayslipFields } from './extract-fields.ts'

// A document should contain one payslip. If a file contains several, only the newest is read, a warning is added, and
// the result is never verified.

export function selectNewestPayslip(
  pages: readonly PdfPage[],
  extract: (pages: readonly PdfPage[]) => PayslipFields,
): { payslipPages: readonly PdfPage[]; warnings: string[] } {
  const printed = pages.filter(({ words }) => words.length > 0)
  if (printed.length < 2) return { payslipPages: pages, warnings: [] }
  const payslips: { pages: PdfPage[]; day: string; net: number }[] = []
  for (const page of printed) {
    const { figures, period } = extract([page])
    const isComplete = figures.netAddsUp && figures.earningsAddUp && figures.gross?.isPrinted
    if (isComplete && period.payDate)
      payslips.push({ pages: [page], day: period.payDate.day, net: figures.net?.pence ?? 0 })
    // A page that is not a complete payslip continues the payslip on the page before it.
    else payslips.at(-1)?.pages.push(page)
  }
  const [newest] = payslips.toSorted((one, other) => other.day.localeCompare(one.day))
  if (payslips.length < 2 || !newest) return { payslipPages: pages, warnings: [] }
  const distinct = new Set(payslips.map(({ day, net }) => `${day} ${net}`)).size
  const contents = distinct === 1 ? `the same payslip ${payslips.length} times` : `${distinct} payslips`
  return {
    payslipPages: newest.pages,
    warnings: [
      `The file contains ${contents}; the newest, paid on ${newest.day}, was read. Send each payslip as a separate file.`,
    ],
  }
}
