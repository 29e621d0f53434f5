import qrcode from 'qrcode-generator'

// Quiet zone required around a QR code, in modules.
const margin = 4

/** Draws a QR code, always black on white, because scanners don't read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const positions = Array.from({ length: size }, (_, n) => n)
  const dark = positions.flatMap((y) =>
    positions.flatMap((x) => (code.isDark(y, x) ? `M${x + margin} ${y + margin}h1v1h-1z` : [])),
  )
  const outerSize = size + 2 * margin
  return (
    <svg className="qr-code" viewBox={`0 0 ${outerSize} ${outerSize}`} role="img" aria-label={label}>
      <rect width={outerSize} height={outerSize} fill="#fff" />
      <path d={dark.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
