import type { Browser, Page } from 'playwright-core'
import type { Drawing, DrawingMark, FontFace, Sheet } from '../types.ts'

const executablePath = '/usr/bin/chromium-headless-shell'
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
]
const maxConcurrentPages = 2

/** Fonts with the same metrics as the standard PDF fonts, so that both producers place text identically. */
const families: Record<FontFace, string> = {
  sans: '"Liberation Sans"',
  'sans-bold': '"Liberation Sans"; font-weight: bold',
  'sans-italic': '"Liberation Sans"; font-style: italic',
  serif: '"Liberation Serif"',
  'serif-bold': '"Liberation Serif"; font-weight: bold',
  mono: '"Liberation Mono"',
  'mono-bold': '"Liberation Mono"; font-weight: bold',
}

type Chromium = { pdf(drawing: Drawing): Promise<Buffer>; close(): Promise<void> }

/** Opens a shared browser, which starts on first use and restarts after a crash. */
export function openChromium(): Chromium {
  let browser: Promise<Browser> | undefined
  let inProgress = 0
  const waiting: (() => void)[] = []
  let idle: Page[] = []

  function getBrowser(): Promise<Browser> {
    browser ??= start()
    return browser
  }

  async function start(): Promise<Browser> {
    try {
      // Imported lazily, because most runs need no browser and loading it is slow.
      const { chromium } = await import('playwright-core')
      const started = await chromium.launch({ executablePath, args })
      started.on('disconnected', resetBrowser)
      return started
    } catch (failure) {
      resetBrowser()
      throw failure
    }
  }

  function resetBrowser() {
    browser = undefined
    idle = []
  }

  async function print(drawing: Drawing, canRetry: boolean): Promise<Buffer> {
    const connected = await getBrowser()
    let page: Page | undefined
    try {
      page = idle.pop() ?? (await connected.newPage({ javaScriptEnabled: false, offline: true }))
      await page.setContent(toHtml(drawing))
      const bytes = await page.pdf({ preferCSSPageSize: true, printBackground: true })
      idle.push(page)
      return withFixedDates(bytes, drawing)
    } catch (failure) {
      await page?.close().catch(() => undefined)
      if (canRetry && !connected.isConnected()) return print(drawing, false)
      throw failure
    }
  }

  return {
    async pdf(drawing) {
      if (inProgress >= maxConcurrentPages) await new Promise<void>((resolve) => waiting.push(resolve))
      else inProgress++
      try {
        return await print(drawing, true)
      } finally {
        const next = waiting.shift()
        if (next) next()
        else inProgress--
      }
    },
    async close() {
      const connected = await browser?.catch(() => undefined)
      await connected?.close()
    },
  }
}

function toHtml(drawing: Drawing): string {
  const sizes = drawing.sheets.map(
    ({ width, height }, n) => `@page sheet${n} { size: ${width}pt ${height}pt; margin: 0 }`,
  )
  return `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<title>${escapeXml(drawing.title)}</title>
<style>
${sizes.join('\n')}
body { margin: 0 }
svg { display: block; overflow: hidden; break-after: page }
svg:last-child { break-after: auto }
text { white-space: pre; text-rendering: geometricPrecision }
</style>
${drawing.sheets.map(toSvg).join('\n')}
</html>`
}

/** Renders a sheet as SVG, one point smaller than the page, because Chromium would otherwise add an empty page. */
function toSvg({ width, height, marks }: Sheet, n: number): string {
  const [across, down] = [width - 1, height - 1]
  return `<svg style="page: sheet${n}" width="${across}pt" height="${down}pt" viewBox="0 0 ${across} ${down}">
${marks.map(toElement).join('\n')}
</svg>`
}

const anchors = { left: 'start', centre: 'middle', right: 'end' }

function toElement(mark: DrawingMark): string {
  if ('text' in mark) {
    const { text, x, y, size, face = 'sans', align = 'left', colour = '#000000' } = mark
    const style = `font-family: ${families[face]}; font-size: ${size}px`.replaceAll('"', "'")
    return `<text x="${x}" y="${y}" text-anchor="${anchors[align]}" fill="${colour}" style="${style}">${escapeXml(text)}</text>`
  }
  if ('line' in mark) {
    const { line, width = 0.5, colour = '#000000' } = mark
    const [x1, y1, x2, y2] = line
    return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}" stroke-width="${width}"/>`
  }
  const [x, y, width, height] = mark.box
  const stroke = mark.stroke ?? (mark.fill ? 'none' : '#000000')
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${mark.fill ?? 'none'}" stroke="${stroke}" stroke-width="0.5"/>`
}

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * Replaces the print time with the drawing's date. The replacement has the same length, so that the PDF's byte
 * offsets stay valid.
 */
function withFixedDates(bytes: Buffer, { madeOn }: Drawing): Buffer {
  const madeAt = `(D:${madeOn.replaceAll('-', '')}120000+00'00')`
  const text = bytes.toString('latin1')
  return Buffer.from(text.replace(/(?<=\/(?:CreationDate|ModDate) )\(D:\d{14}\+00'00'\)/g, madeAt), 'latin1')
}
