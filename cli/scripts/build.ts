import { execFile } from 'node:child_process'
import { chmod, copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundleProtocol } from './bundle-protocol.ts'

// Builds the published package into dist/, or into the given folder. Types are checked in the repository against the
// SDK's sources; here each file is only compiled to JavaScript.
const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const out = resolve(process.argv[2] ?? at('dist'))

await rm(out, { recursive: true, force: true })
await promisify(execFile)(process.execPath, [
  at('../node_modules/.bin/tsc'),
  '-p',
  at('tsconfig.build.json'),
  '--outDir',
  join(out, 'lib'),
])
const bundled = await bundleProtocol(
  at('src/mcp/protocol.ts'),
  join(out, 'lib/mcp/protocol.js'),
  join(out, 'THIRD-PARTY-LICENCES'),
)
const {
  private: _,
  scripts: __,
  devDependencies: ___,
  ...fields
} = JSON.parse(await readFile(at('package.json'), 'utf8'))
const manifest = {
  ...fields,
  bin: { payproof: 'lib/main.js' },
  // The package is a program: nothing in it can be imported.
  exports: { './package.json': './package.json' },
  files: ['lib', 'THIRD-PARTY-LICENCES'],
}
await writeFile(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
// Not published: dev/release/pack.ts adds these packages to the SBOM.
await writeFile(join(out, 'bundled-packages.json'), `${JSON.stringify(bundled, null, 2)}\n`)
await chmod(join(out, 'lib/main.js'), 0o755)
await copyFile(at('README.md'), join(out, 'README.md'))
await copyFile(at('../LICENSE'), join(out, 'LICENSE'))
