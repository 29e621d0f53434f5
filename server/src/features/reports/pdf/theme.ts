import { readFileSync } from 'node:fs'

/** All lengths are in points. */
export const page = { width: 595.28, height: 841.89, margin: 42, footer: 30 }
export const contentWidth = page.width - 2 * page.margin

export const colours = {
  ink: '#18202c',
  muted: '#5a6473',
  line: '#d5dbe3',
  panel: '#f4f6f9',
  accent: '#1d4f80',
  accentLight: '#b9cfe4',
  high: { ink: '#a11a12', fill: '#fdf1f0' },
  medium: { ink: '#8a5200', fill: '#fff8e8' },
  low: { ink: '#3d4a5c', fill: '#f4f6f9' },
  none: { ink: '#12653a', fill: '#eff9f3' },
}

export const sizes = { title: 19, heading: 11, body: 8.6, table: 7.6, small: 6.6, figure: 15 }

// Liberation Sans is embedded because the standard PDF fonts lack most letters outside Western Europe.
const fontFile = (name: string) => readFileSync(new URL(`fonts/LiberationSans-${name}.ttf`, import.meta.url))
export const fonts = { regular: fontFile('Regular'), bold: fontFile('Bold') }
