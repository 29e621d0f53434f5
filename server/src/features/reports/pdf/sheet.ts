import { colours, contentWidth, page, sizes } from './theme.ts'

export type Pdf = PDFKit.PDFDocument
/** A document with the position of the next block on its last page. */
export type ReportSheet = { pdf: Pdf; y: number }

type TextStyle = {
  x?: number
  y: number
  width?: number
  size?: number
  colour?: string
  isBold?: boolean
  align?: 'left' | 'right' | 'center'
}

const lineGap = 1.4

const setFont = (pdf: Pdf, { size = sizes.body, isBold = false }: Pick<TextStyle, 'size' | 'isBold'>) =>
  pdf.font(isBold ? 'bold' : 'regular').fontSize(size)

/** Writes text at a position and returns the y below it. */
export function write(pdf: Pdf, text: string, style: TextStyle) {
  const { x = page.margin, y, width = contentWidth, colour = colours.ink, align = 'left' } = style
  setFont(pdf, style).fillColor(colour)
  pdf.text(text, x, y, { width, align, lineGap })
  return pdf.y
}

export function heightOf(pdf: Pdf, text: string, style: Pick<TextStyle, 'width' | 'size' | 'isBold'>) {
  setFont(pdf, style)
  return pdf.heightOfString(text, { width: style.width ?? contentWidth, lineGap })
}

export const roomLeft = ({ y }: ReportSheet) => page.height - page.margin - page.footer - y

/** Starts a new page if the next block does not fit on this one. */
export function makeRoom(sheet: ReportSheet, height: number) {
  if (height <= roomLeft(sheet)) return false
  addPage(sheet)
  return true
}

export function addPage(sheet: ReportSheet) {
  sheet.pdf.addPage({ size: 'A4', margin: 0 })
  sheet.y = page.margin
}

const headingRoom = 60

export function heading(sheet: ReportSheet, text: string, explanation?: string) {
  makeRoom(sheet, headingRoom)
  sheet.y =
    write(sheet.pdf, text, { y: sheet.y, size: sizes.heading, isBold: true, colour: colours.accent }) + 2
  if (explanation)
    sheet.y = write(sheet.pdf, explanation, { y: sheet.y, size: sizes.table, colour: colours.muted }) + 3
}

export function rule(pdf: Pdf, y: number, colour = colours.line) {
  pdf
    .lineWidth(0.6)
    .strokeColor(colour)
    .moveTo(page.margin, y)
    .lineTo(page.width - page.margin, y)
    .stroke()
}

export type Column<Row> = {
  title: string
  /** Share of the width of the page. */
  share: number
  align?: 'right'
  text(row: Row): string
  isBold?: boolean
  size?: number
  colour?(row: Row): string
}

const cellPadding = 3
const columnGap = 10

/** Draws a table. Its header is repeated on every page. */
export function table<Row>(sheet: ReportSheet, columns: readonly Column<Row>[], rows: readonly Row[]) {
  const { pdf } = sheet
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  let left = page.margin
  const placed = columns.map((column) => {
    const full = (column.share / shares) * contentWidth
    const cell = { column, x: left, width: full - columnGap }
    left += full
    return cell
  })
  const drawHeader = () => {
    const bottom = Math.max(
      ...placed.map(({ column, x, width }) =>
        write(pdf, column.title, {
          x,
          y: sheet.y,
          width,
          size: sizes.small,
          colour: colours.muted,
          isBold: true,
          align: column.align ?? 'left',
        }),
      ),
    )
    sheet.y = bottom + 2
    rule(pdf, sheet.y, colours.muted)
  }
  makeRoom(sheet, headingRoom)
  drawHeader()
  for (const row of rows) {
    const cells = placed.map(({ column, x, width }) => {
      const style = { width, size: column.size ?? sizes.table, isBold: column.isBold ?? false }
      const text = column.text(row)
      return { column, x, text, style, height: heightOf(pdf, text, style) }
    })
    const height = Math.max(...cells.map((cell) => cell.height)) + 2 * cellPadding
    if (makeRoom(sheet, height)) drawHeader()
    for (const { column, x, text, style } of cells)
      write(pdf, text, {
        ...style,
        x,
        y: sheet.y + cellPadding,
        align: column.align ?? 'left',
        colour: column.colour?.(row) ?? colours.ink,
      })
    sheet.y += height
    rule(pdf, sheet.y)
  }
  sheet.y += 10
}
