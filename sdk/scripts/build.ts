import { execFile } from 'node:child_process'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// Builds the published package into dist/, or into the given folder: JavaScript and type declarations, because Node
// does not run TypeScript from node_modules. Inside the repository the sources are used directly. The package has an
// ESM build and, in cjs/, a CommonJS build, because Jest and TypeScript's `node16` cannot load ESM from CommonJS.
const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const out = resolve(process.argv[2] ?? at('dist'))

await rm(out, { recursive: true, force: true })
const compile = (folder: string, ...options: string[]) =>
  promisify(execFile)(process.execPath, [
    at('../node_modules/.bin/tsc'),
    '-p',
    at('tsconfig.build.json'),
    '--outDir',
    folder,
    ...options,
  ])
const commonjs = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false']
await Promise.all([compile(out), compile(join(out, 'cjs'), ...commonjs)])
await writeFile(join(out, 'cjs/package.json'), '{ "type": "commonjs" }\n')
const {
  private: _,
  scripts: __,
  devDependencies: ___,
  exports,
  ...facts
} = JSON.parse(await readFile(at('package.json'), 'utf8'))
const entries = Object.entries(exports as Record<string, string>).map(([name, source]) => {
  const filesIn = (folder: string) => {
    const built = source.replace('./src/', folder).replace(/\.ts$/, '')
    return { types: `${built}.d.ts`, default: `${built}.js` }
  }
  return [name, { import: filesIn('./'), require: filesIn('./cjs/') }]
})
const manifest = {
  ...facts,
  main: './cjs/index.js',
  types: './cjs/index.d.ts',
  exports: Object.fromEntries(entries),
  files: ['**/*.js', '**/*.d.ts', 'cjs/package.json'],
}
await writeFile(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
await copyFile(at('README.md'), join(out, 'README.md'))
await copyFile(at('../LICENSE'), join(out, 'LICENSE'))
