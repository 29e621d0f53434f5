import type { Page } from '../document.ts'
import type { Gathered } from './extract-fields.ts'

// One document is one payslip. A file that holds several gives its newest, with a warning, and is never verified.

export function slipsOf(
  pages: readonly Page[],
  read: (pages: readonly Page[]) => Gathered,
): { slip: readonly Page[]; warnings: string[] } {
  const written = pages.filter(({ words }) => words.length > 0)
  if (written.length < 2) return { slip: pages, warnings: [] }
  const groups: { pages: Page[]; day: string; net: number }[] = []
  const before: Page[] = []
  for (const page of written) {
    const { figures, period } = read([page])
    const last = groups.at(-1)
    const isWhole =
      figures.closes && figures.earningsAdd && figures.gross?.isPrinted && period.payDate !== null
    if (isWhole && period.payDate)
      groups.push({ pages: [page], day: period.payDate.day, net: figures.net?.pence ?? 0 })
    else if (last) last.pages.push(page)
    else before.push(page)
  }
  const kinds = new Set(groups.map(({ day, net }) => `${day} ${net}`))
  const [newest] = groups.toSorted((one, other) => other.day.localeCompare(one.day))
  if (groups.length < 2 || !newest) return { slip: pages, warnings: [] }
  const words = kinds.size === 1 ? `the same payslip ${groups.length} times` : `${kinds.size} payslips`
  return {
    slip: newest.pages,
    warnings: [
      `The file holds ${words}; the newest, paid on ${newest.day}, was read. Send each payslip as a file of its own.`,
    ],
  }
}
