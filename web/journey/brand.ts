// Derives readable colours from a client's brand colour in both colour schemes. Contrast is 4.5 : 1 for text, and 3 :
// 1 for buttons against the page (WCAG 2.2, 1.4.3 and 1.4.11).

type Rgb = [number, number, number]

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

export const surfaces = { light: '#ffffff', dark: '#16181d' } as const
export const ownColour = '#1f4fd8'

export type Scheme = keyof typeof surfaces
/** `fill` is the button colour, `onFill` its text, `ink` the colour for text and lines. */
export type Brand = { fill: string; onFill: string; ink: string }

export function brandFor(colour: string | null, scheme: Scheme): Brand {
  const wanted = parse(colour ?? ownColour) ?? (parse(ownColour) as Rgb)
  const page = parse(surfaces[scheme]) as Rgb
  const away = scheme === 'light' ? black : white
  const fill = movedUntil(wanted, away, (tried) => contrast(tried, page) >= 3)
  const onFill = contrast(fill, white) >= contrast(fill, black) ? white : black
  return {
    fill: write(fill),
    onFill: write(onFill),
    ink: write(movedUntil(wanted, away, (tried) => contrast(tried, page) >= 4.6)),
  }
}

export function contrastOf(one: string, other: string) {
  const [a, b] = [parse(one), parse(other)]
  if (!a || !b) throw new Error('not a colour')
  return contrast(a, b)
}

function movedUntil(from: Rgb, to: Rgb, enough: (tried: Rgb) => boolean): Rgb {
  for (let part = 0; part < 1; part += 0.02) {
    const tried = from.map((value, at) => Math.round(value + ((to[at] ?? 0) - value) * part)) as Rgb
    if (enough(tried)) return tried
  }
  return to
}

function contrast(one: Rgb, other: Rgb) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour: Rgb) {
  const [red, green, blue] = colour.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function parse(colour: string): Rgb | undefined {
  const found = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)
  return found ? (found.slice(1).map((pair) => Number.parseInt(pair, 16)) as Rgb) : undefined
}

const write = (colour: Rgb) => `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`

/** Sets the colours as CSS properties, which the CSP allows; a style element would be blocked. */
export function paint(colour: string | null) {
  const { style } = document.documentElement
  for (const scheme of ['light', 'dark'] as const) {
    const { fill, onFill, ink } = brandFor(colour, scheme)
    style.setProperty(`--${scheme}-fill`, fill)
    style.setProperty(`--${scheme}-on-fill`, onFill)
    style.setProperty(`--${scheme}-ink`, ink)
  }
}
