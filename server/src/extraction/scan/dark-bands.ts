import type { Picture } from './page-image.ts'

const cell = 8
const darkCell = 140
// In cells: what is smaller is a letter or a mark, what has more holes is a photograph or a frame.
const narrowest = 14
const lowest = 3
const leastFilled = 0.55
const dark = 128

type Rectangle = { left: number; top: number; right: number; bottom: number }

/** White words on a dark band, which recognition leaves out, become dark words on white. */
export function bandsTurnedWhite(picture: Picture): Picture {
  const bands = darkBands(picture)
  if (bands.length === 0) return picture
  const { width } = picture
  const pixels = picture.pixels.slice()
  for (const band of bands) {
    const { left, top, right, bottom } = edged(picture, band)
    const ground = middleOf(picture, { left, top, right, bottom })
    if (ground >= dark) continue
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) {
        const at = y * width + x
        pixels[at] = Math.min(255, ((255 - (pixels[at] as number)) * 255) / (255 - ground))
      }
  }
  return { ...picture, pixels }
}

/** Boxes around cells that are dark and touch each other. */
function darkBands({ width, height, pixels }: Picture): Rectangle[] {
  const [columns, rows] = [Math.floor(width / cell), Math.floor(height / cell)]
  const isOpen = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let sum = 0
      for (let y = row * cell; y < (row + 1) * cell; y++)
        for (let x = column * cell; x < (column + 1) * cell; x++) sum += pixels[y * width + x] as number
      if (sum < darkCell * cell * cell) isOpen[row * columns + column] = 1
    }
  const found: Rectangle[] = []
  for (let start = 0; start < isOpen.length; start++) {
    if (isOpen[start] === 0) continue
    const box = { left: columns, top: rows, right: 0, bottom: 0 }
    let count = 0
    const left = [start]
    isOpen[start] = 0
    for (let at = left.pop(); at !== undefined; at = left.pop(), count++) {
      const [column, row] = [at % columns, Math.floor(at / columns)]
      box.left = Math.min(box.left, column)
      box.right = Math.max(box.right, column + 1)
      box.top = Math.min(box.top, row)
      box.bottom = Math.max(box.bottom, row + 1)
      const beside = [
        column > 0 ? at - 1 : -1,
        column < columns - 1 ? at + 1 : -1,
        at - columns,
        at + columns,
      ]
      for (const other of beside)
        if (isOpen[other] === 1) {
          isOpen[other] = 0
          left.push(other)
        }
    }
    const [wide, high] = [box.right - box.left, box.bottom - box.top]
    if (wide >= narrowest && high >= lowest && count >= wide * high * leastFilled)
      found.push({
        left: box.left * cell,
        top: box.top * cell,
        right: box.right * cell,
        bottom: box.bottom * cell,
      })
  }
  return found
}

/** Cells are coarse: rows and columns that belong to the band come in, those of paper go out. */
function edged(picture: Picture, { left, top, right, bottom }: Rectangle): Rectangle {
  const { width, height, pixels } = picture
  const isDark = (x1: number, y1: number, x2: number, y2: number) => {
    let sum = 0
    for (let y = y1; y < y2; y++) for (let x = x1; x < x2; x++) sum += pixels[y * width + x] as number
    return sum < dark * (x2 - x1) * (y2 - y1)
  }
  const box = { left, top, right, bottom }
  const row = (y: number) => y >= 0 && y < height && isDark(left, y, right, y + 1)
  const column = (x: number) => x >= 0 && x < width && isDark(x, top, x + 1, bottom)
  for (let n = 0; n < cell && row(box.top - 1); n++) box.top--
  for (let n = 0; n < cell && !row(box.top); n++) box.top++
  for (let n = 0; n < cell && row(box.bottom); n++) box.bottom++
  for (let n = 0; n < cell && !row(box.bottom - 1); n++) box.bottom--
  for (let n = 0; n < cell && column(box.left - 1); n++) box.left--
  for (let n = 0; n < cell && !column(box.left); n++) box.left++
  for (let n = 0; n < cell && column(box.right); n++) box.right++
  for (let n = 0; n < cell && !column(box.right - 1); n++) box.right--
  return box
}

function middleOf({ width, pixels }: Picture, { left, top, right, bottom }: Rectangle): number {
  const levels: number[] = []
  for (let y = top; y < bottom; y += 2)
    for (let x = left; x < right; x += 4) levels.push(pixels[y * width + x] as number)
  return levels.sort((one, other) => one - other)[Math.floor(levels.length / 2)] ?? 255
}
