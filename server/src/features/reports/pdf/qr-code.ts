import qrcode from 'qrcode-generator'
import type { Pdf } from './sheet.ts'

/** Chosen by the library: the smallest code that holds the text. */
const anyVersion = 0

/** Draws a QR code, black on white. The page around it serves as the quiet zone. */
export function drawQrCode(pdf: Pdf, text: string, { x, y, size }: { x: number; y: number; size: number }) {
  const code = qrcode(anyVersion, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const module = size / count
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      if (code.isDark(row, column)) pdf.rect(x + column * module, y + row * module, module, module)
  pdf.fill('#000000')
}
