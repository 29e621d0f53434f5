import { execFile } from 'node:child_process'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const project = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Builds a library as it is published: JavaScript and type declarations, because Node does not run TypeScript from
 * node_modules. Inside the repository the sources are used directly. The package has an ESM build and, in cjs/, a
 * CommonJS build, because Jest and TypeScript's `node16` cannot load ESM from CommonJS.
 */
export async function buildLibrary(folder: string, out: string) {
  const at = (path: string) => join(project, folder, path)
  await rm(out, { recursive: true, force: true })
  const compile = (outDir: string, ...options: string[]) =>
    promisify(execFile)(process.execPath, [
      join(project, 'node_modules/.bin/tsc'),
      '-p',
      at('tsconfig.build.json'),
      '--outDir',
      outDir,
      ...options,
    ])
  const commonjs = [
    '--module',
    'commonjs',
    '--moduleResolution',
    'bundler',
    '--verbatimModuleSyntax',
    'false',
  ]
  await Promise.all([compile(out), compile(join(out, 'cjs'), ...commonjs)])
  await writeFile(join(out, 'cjs/package.json'), '{ "type": "commonjs" }\n')
  const manifest = publishedManifest(JSON.parse(await readFile(at('package.json'), 'utf8')))
  await writeFile(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await copyFile(at('README.md'), join(out, 'README.md'))
  await copyFile(join(project, 'LICENSE'), join(out, 'LICENSE'))
}

type SourceManifest = {
  private?: boolean
  scripts?: object
  devDependencies?: object
  /** Entry points and their TypeScript sources. */
  exports: Record<string, string>
}

function publishedManifest({
  private: _,
  scripts: __,
  devDependencies: ___,
  exports,
  ...fields
}: SourceManifest) {
  const entries = Object.entries(exports).map(([name, source]) => {
    const filesIn = (folder: string) => {
      const built = source.replace('./src/', folder).replace(/\.ts$/, '')
      return { types: `${built}.d.ts`, default: `${built}.js` }
    }
    return [name, { import: filesIn('./'), require: filesIn('./cjs/') }]
  })
  return {
    ...fields,
    main: './cjs/index.js',
    types: './cjs/index.d.ts',
    exports: { ...Object.fromEntries(entries), './package.json': './package.json' },
    files: ['**/*.js', '**/*.d.ts', 'cjs/package.json'],
  }
}
