import qrcode from 'qrcode-generator'

// Quiet zone required around a QR code, in modules.
const margin = 4

/** Always black on white: scanners don't read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const places = Array.from({ length: size }, (_, n) => n)
  const dark = places.flatMap((y) =>
    places.flatMap((x) => (code.isDark(y, x) ? `M${x + margin} ${y + margin}h1v1h-1z` : [])),
  )
  const whole = size + 2 * margin
  return (
    <svg className="qr-code" viewBox={`0 0 ${whole} ${whole}`} role="img" aria-label={label}>
      <rect width={whole} height={whole} fill="#fff" />
      <path d={dark.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
