import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { consolePages, embed, journey, journeyPreview, verifyPage } from './vite.config.ts'

// `npm run build`: bundles and precompresses the journey, the embedding script, the console and the page that verifies reports.

const firstViewLimit = 60_000
const dist = fileURLToPath(new URL('dist/', import.meta.url))

type Sizes = { plain: number; gzip: number; brotli: number }
type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }

await build(journey)
await build(embed)
await build(consolePages)
await build(journeyPreview)
await build(verifyPage)

// Copies the standard PDF fonts together with their licences.
const fonts = fileURLToPath(new URL('../node_modules/pdfjs-dist/standard_fonts/', import.meta.url))
for (const name of readdirSync(fonts).filter((file) => file.startsWith('LICENSE')))
  copyFileSync(join(fonts, name), join(dist, 'console/assets', `${name}.txt`))

const packed = packAll('journey', 'journey-assets')
const consolePacked = packAll('console', 'assets')
packAll('journey-preview', 'assets')
packAll('verify', 'assets')
const script = pack(join(dist, 'journey.js'))
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(join(dist, 'journey/.vite/manifest.json'), 'utf8'),
)
const first = sum(firstView().map((file) => sizesOf(file)))

for (const [file, sizes] of packed) printSizes(file, sizes)
printSizes('journey.js', script)
printSizes('scripts of the first view', first)
for (const [file, sizes] of consolePacked) printSizes(`console/${file}`, sizes)
if (first.gzip > firstViewLimit) {
  printSizes(`more than ${firstViewLimit} bytes`, first)
  process.exitCode = 1
}

/** Lists the JavaScript that a browser needs for the first screen: the entry and its static imports. */
function firstView() {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) visit(key)
  if (files.size === 0) throw new Error('the manifest has no entry, so the first view cannot be measured')
  return [...files]
}

function sizesOf(file: string) {
  const sizes = packed.get(file)
  if (!sizes) throw new Error(`${file} is in the manifest and not in the folder`)
  return sizes
}

function packAll(app: string, assets: string) {
  const folder = join(dist, app, assets)
  return new Map(readdirSync(folder).map((name) => [`${assets}/${name}`, pack(join(folder, name))]))
}

function pack(path: string): Sizes {
  const plain = readFileSync(path)
  const gzip = gzipSync(plain, { level: 9 })
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  writeFileSync(`${path}.gz`, gzip)
  writeFileSync(`${path}.br`, brotli)
  return { plain: plain.length, gzip: gzip.length, brotli: brotli.length }
}

function sum(all: Sizes[]): Sizes {
  const add = (of: keyof Sizes) => all.reduce((total, sizes) => total + sizes[of], 0)
  return { plain: add('plain'), gzip: add('gzip'), brotli: add('brotli') }
}

function printSizes(what: string, { plain, gzip, brotli }: Sizes) {
  process.stdout.write(`${what}: ${plain} bytes, gzip ${gzip}, brotli ${brotli}\n`)
}
