import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { makeWorld } from '../../server/test/template.ts'
import { ask, openBrowser, type Viewport, viewports } from './browser.ts'
import { buildWeb } from './setup.ts'
import { tours } from './tours.ts'
import { type InspectionPoint, startWalk, type Walk } from './walk.ts'
import { openJourneyWorld } from './world.ts'

// `npm run journey:screenshots`: captures every screen as people see it into screenshots/journey/, with an index page
// in journey order. `-- phone` captures one size only, `-- phone walkDocuments` one tour of it.

const folder = fileURLToPath(new URL('../../screenshots/journey/', import.meta.url))
const looks: Record<Viewport, ('light' | 'dark')[]> = {
  small: ['light'],
  phone: ['light', 'dark'],
  landscape: [],
  wide: [],
  desk: ['light', 'dark'],
}
const [chosenSize, ...chosenTours] = process.argv.slice(2)
/** Screen names in order. A screen has the same number at every size. */
const names: string[] = []
const taken = new Set<string>()

await buildWeb()
await mkdir(folder, { recursive: true })
for (const file of await readdir(folder)) if (file.endsWith('.png')) await rm(folder + file)
const { world: services, stop } = await makeWorld({ durable: false })
try {
  for (const viewport of Object.keys(viewports) as Viewport[])
    if (looks[viewport].length > 0 && (!chosenSize || chosenSize === viewport)) await takeAll(viewport)
} finally {
  await stop()
}
await writeFile(`${folder}README.md`, page())

/** Captures all screens at one size. Each size has a new service, so that no login attempts have been counted. */
async function takeAll(viewport: Viewport) {
  const world = await openJourneyWorld(services)
  const browser = await openBrowser(world)
  try {
    const lender = await world.aClient()
    for (const tour of tours) {
      if (chosenTours.length > 0 && !chosenTours.includes(tour.walk.name)) continue
      const person = await world.aPerson(lender, tour.userName, tour.user)
      const visit = await browser.visit(viewport)
      const walk = startWalk(visit, { inspect: (at, stop) => take(at, stop, viewport) })
      await tour.walk(walk, person, { world, lender })
      await visit.context.close()
    }
  } finally {
    await browser.close()
    await world.close()
  }
}

async function take({ page: tab }: Walk, { name }: InspectionPoint, viewport: Viewport) {
  const isDialog = (await tab.locator('dialog[open]').count()) > 0
  await tab.mouse.move(0, 0)
  if (!names.includes(name)) names.push(name)
  // Later tours show the first screens again; screens already captured are skipped.
  if (taken.has(fileOf(name, viewport, 'light'))) return
  taken.add(fileOf(name, viewport, 'light'))
  // The viewport is made as tall as the page, because a full-page screenshot would turn off the browser's phone
  // emulation.
  const height: number = isDialog ? 0 : await ask(tab, 'document.documentElement.scrollHeight')
  const size = viewports[viewport]
  await tab.setViewportSize({ ...size, height: Math.max(size.height, height) })
  // The logos of a taller page load when it is resized.
  await ask(tab, 'Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))')
  for (const look of looks[viewport]) {
    await tab.emulateMedia({ colorScheme: look })
    const png = await tab.screenshot({ animations: 'disabled', caret: 'hide' })
    await writeFile(
      folder + fileOf(name, viewport, look),
      await sharp(png).png({ palette: true, colours: 32, effort: 9 }).toBuffer(),
    )
  }
  await tab.emulateMedia({ colorScheme: 'light' })
  await tab.setViewportSize(size)
}

function fileOf(name: string, viewport: Viewport, look: string) {
  const number = String(names.indexOf(name) + 1).padStart(2, '0')
  return `${number}-${name.replaceAll('_', '-')}-${viewports[viewport].width}-${look}.png`
}

function page() {
  const shown: [Viewport, 'light' | 'dark'][] = [
    ['small', 'light'],
    ['phone', 'light'],
    ['phone', 'dark'],
    ['desk', 'light'],
  ]
  const heads = shown.map(
    ([viewport, look]) => `${viewports[viewport].width} × ${viewports[viewport].height}, ${look}`,
  )
  const rows = names.map((name) => {
    const pictures = shown.map(
      ([viewport, look]) =>
        `<img src="${fileOf(name, viewport, look)}" alt="${name}" width="${viewport === 'desk' ? 480 : 200}">`,
    )
    return `| ${name.replaceAll('_', ' ').replaceAll('-', ' ')} | ${pictures.join(' | ')} |`
  })
  return `# The journey, screen by screen

Taken by \`npm run journey:screenshots\` in Chromium, with the real service and people of the sandbox. The dark
theme of the wide screen is in this folder too. What each screen is for is in [the guide](../../docs/guides/journey.md).

| Screen | ${heads.join(' | ')} |
|---|${heads.map(() => '---|').join('')}
${rows.join('\n')}
`
}
