import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'rolldown'

/**
 * Replaces the compiled module with a bundle of itself and the packages that it imports, and writes the licences of these
 * packages. Users then install none of them, nor their other dependencies. Returns the packages, for the SBOM of a release.
 */
export async function bundleProtocol(source: string, file: string, noticesFile: string) {
  const { output } = await build({
    input: source,
    platform: 'node',
    output: { file, format: 'esm', minify: true, comments: false },
    logLevel: 'warn',
  })
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  const folders = new Set(modules.flatMap((id) => packageFolder(id) ?? []))
  const packages = [...folders].toSorted().map(readPackage)
  writeFileSync(noticesFile, packages.map(noticeOf).join('\n\n'))
  return packages.map(({ name, version }) => ({ name, version }))
}

/** Returns the folder of the package that a module belongs to, or undefined for our own modules. */
function packageFolder(module: string) {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module) ?? []
  return folder
}

type InstalledPackage = { folder: string; name: string; version: string; license: string }

function readPackage(folder: string): InstalledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { folder, name, version, license }
}

function noticeOf({ folder, name, version, license }: InstalledPackage) {
  const text = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file))
  if (!text) throw new Error(`${name} has no licence file in ${dirname(folder)}`)
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, text), 'utf8').trim()}\n`
}
