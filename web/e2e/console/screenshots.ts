import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { makeWorld } from '../../../server/test/template.ts'
import { ask, type Viewport, viewports } from '../browser.ts'
import { buildWeb } from '../setup.ts'
import { addCorrectedPerson } from './corrected-person.ts'
import { peopleOf, populate } from './people.ts'
import { type TourPeople, type TourStop, tour } from './tour.ts'
import { type ConsoleWorld, openConsoleWorld } from './world.ts'

// `npm run console:screenshots [name …]`: captures every page as members see it into screenshots/console/, with an
// index page.

const folder = fileURLToPath(new URL('../../../screenshots/console/', import.meta.url))
const shown = [
  { viewport: 'desk', look: 'light' },
  { viewport: 'desk', look: 'dark' },
  { viewport: 'wide', look: 'light' },
  { viewport: 'phone', look: 'light' },
  { viewport: 'phone', look: 'dark' },
] as const
type Picture = (typeof shown)[number]

/** Maximum height of a screenshot in pixels; long lists are cut off. */
const highest = 2_000

const wanted = process.argv.slice(2)
const stops = wanted.length > 0 ? tour.filter(({ name }) => wanted.includes(name)) : tour

await buildWeb()
await mkdir(folder, { recursive: true })
if (wanted.length === 0)
  for (const file of await readdir(folder)) if (file.endsWith('.png')) await rm(folder + file)
const { world: services, stop } = await makeWorld({ durable: false })
try {
  const world = await openConsoleWorld(services)
  try {
    const people = {
      ...peopleOf(await populate(world, world.lender)),
      corrected: await addCorrectedPerson(world, world.lender),
    }
    for (const viewport of ['desk', 'wide', 'phone'] as const)
      for (const one of stops) await take(world, people, one, viewport)
  } finally {
    await world.close()
  }
} finally {
  await stop()
}
await writeFile(`${folder}README.md`, page())

async function take(
  world: ConsoleWorld,
  people: TourPeople,
  { name, path, role, before }: TourStop,
  viewport: Viewport,
) {
  const pagePath = typeof path === 'string' ? path : path(people)
  const console = role ? await world.signIn(role, { viewport, path: pagePath }) : await world.visit(viewport)
  if (!role) await console.open(pagePath)
  await before?.(console)
  const { page: tab } = console
  await tab.mouse.move(0, 0)
  const isDialog = (await tab.locator('dialog[open]').count()) > 0
  // The viewport is made as tall as the page, because a full-page screenshot would turn off the browser's phone
  // emulation.
  const height: number = isDialog ? 0 : await ask(tab, 'document.documentElement.scrollHeight')
  const size = viewports[viewport]
  await tab.setViewportSize({ ...size, height: Math.min(highest, Math.max(size.height, height)) })
  for (const picture of shown.filter((one) => one.viewport === viewport)) {
    await tab.emulateMedia({ colorScheme: picture.look })
    const png = await tab.screenshot({ animations: 'disabled', caret: 'hide' })
    await writeFile(
      folder + fileOf(name, picture),
      await sharp(png).png({ palette: true, colours: 64, effort: 9 }).toBuffer(),
    )
  }
  await console.close()
}

function fileOf(name: string, { viewport, look }: Picture) {
  return `${name}-${viewports[viewport].width}-${look}.png`
}

function page() {
  const heads = shown.map(({ viewport, look }) => `${viewports[viewport].width}, ${look}`)
  const rows = tour.map(({ name, role }) => {
    const pictures = shown.map(
      (picture) =>
        `<img src="${fileOf(name, picture)}" alt="${name}" width="${picture.viewport === 'desk' ? 420 : 180}">`,
    )
    return `| ${name.replaceAll('-', ' ')} | ${role ?? 'nobody'} | ${pictures.join(' | ')} |`
  })
  return `# The team console, page by page

Taken by \`npm run console:screenshots\` in Chromium, with the real service and people of the sandbox. Second column: the role of
the member who looks.

| Page | Seen by | ${heads.join(' | ')} |
|---|---|${heads.map(() => '---|').join('')}
${rows.join('\n')}
`
}
