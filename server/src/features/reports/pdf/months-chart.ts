import type { ReportContent } from '../schemas.ts'
import { monthName, pounds } from './labels.ts'
import { type Pdf, type ReportSheet, roomLeft, write } from './sheet.ts'
import { colours, contentWidth, page, sizes } from './theme.ts'

type Month = ReportContent['income']['months'][number]

const maxMonths = 24
/** The chart takes the room that is left on the page, within these limits. */
const minPlotHeight = 56
const maxPlotHeight = 110
const labelsHeight = 30
const headingHeight = 20
export const minChartRoom = minPlotHeight + labelsHeight + headingHeight
const axisWidth = 46
const barShare = 0.66
const maxBarWidth = 34
const hatchStep = 4

/** Draws gross and net pay of the last months. Part months are hatched, because they are in no average. */
export function monthsChart(sheet: ReportSheet, { months, income }: ReportContent['income']) {
  const shown = months.slice(-maxMonths)
  const { pdf } = sheet
  const maxAmount = Math.max(
    1,
    ...shown.map(({ gross, net }) => Math.max(Number(gross ?? 0), Number(net ?? 0))),
  )
  const plotHeight = Math.min(maxPlotHeight, Math.max(minPlotHeight, roomLeft(sheet) - labelsHeight))
  const bottom = sheet.y + plotHeight
  const left = page.margin + axisWidth
  const step = (contentWidth - axisWidth) / Math.max(shown.length, 1)
  const heightOf = (amount: string | null) => Math.max(0, (Number(amount ?? 0) / maxAmount) * plotHeight)

  for (const [index, month] of shown.entries()) {
    const width = Math.min(step * barShare, maxBarWidth)
    const x = left + index * step + (step - width) / 2
    drawBar(pdf, { x, width, bottom, height: heightOf(month.gross), colour: colours.accentLight, month })
    drawBar(pdf, { x, width, bottom, height: heightOf(month.net), colour: colours.accent, month })
    if (index % Math.ceil(shown.length / 12) === 0)
      write(pdf, monthName(month.month), {
        x: left + index * step - 10,
        y: bottom + 3,
        width: step + 20,
        size: 5.6,
        colour: colours.muted,
        align: 'center',
      })
  }
  pdf
    .lineWidth(0.6)
    .strokeColor(colours.muted)
    .moveTo(left, bottom)
    .lineTo(page.width - page.margin, bottom)
    .stroke()
  const [average] = income.averages
  if (average?.net) {
    const y = bottom - heightOf(average.net)
    pdf
      .dash(3, { space: 2 })
      .strokeColor(colours.ink)
      .moveTo(left, y)
      .lineTo(page.width - page.margin, y)
    pdf.stroke().undash()
    write(pdf, `Average net\n${pounds(average.net)}`, {
      y: Math.min(y - 6, bottom - 16),
      width: axisWidth - 3,
      size: 5.8,
      align: 'right',
    })
  }
  const legend =
    'Light: gross pay. Dark: net pay. Hatched: part month, in no average. Dashed: three-month average of net pay.'
  sheet.y = write(pdf, legend, { y: bottom + 13, size: sizes.small, colour: colours.muted }) + 4
}

type Bar = { x: number; width: number; bottom: number; height: number; colour: string; month: Month }

function drawBar(pdf: Pdf, { x, width, bottom, height, colour, month }: Bar) {
  if (height === 0) return
  const top = bottom - height
  if (month.status === 'complete') {
    pdf.rect(x, top, width, height).fill(colour)
    return
  }
  pdf.save().rect(x, top, width, height).clip()
  pdf.lineWidth(0.9).strokeColor(colour)
  for (let offset = -height; offset < width; offset += hatchStep)
    pdf.moveTo(x + offset, bottom).lineTo(x + offset + height, top)
  pdf.stroke().restore()
  pdf.lineWidth(0.5).strokeColor(colour).rect(x, top, width, height).stroke()
}
