import { execFile } from 'node:child_process'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// Builds the published package into dist/, or into the folder given: JavaScript and type declarations,
// because Node does not run TypeScript from node_modules. Inside the repository the sources are used
// directly.
const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const out = resolve(process.argv[2] ?? at('dist'))

await rm(out, { recursive: true, force: true })
await promisify(execFile)(process.execPath, [
  at('../node_modules/.bin/tsc'),
  '-p',
  at('tsconfig.build.json'),
  '--outDir',
  out,
])
const {
  private: _,
  scripts: __,
  devDependencies: ___,
  exports,
  ...facts
} = JSON.parse(await readFile(at('package.json'), 'utf8'))
const entries = Object.entries(exports as Record<string, string>).map(([name, source]) => {
  const built = source.replace('./src/', './').replace(/\.ts$/, '')
  return [name, { types: `${built}.d.ts`, default: `${built}.js` }]
})
const manifest = {
  ...facts,
  types: './index.d.ts',
  exports: Object.fromEntries(entries),
  files: ['**/*.js', '**/*.d.ts'],
}
await writeFile(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
await copyFile(at('README.md'), join(out, 'README.md'))
await copyFile(at('../LICENSE'), join(out, 'LICENSE'))
