import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

type LockedPackage = {
  version?: string
  integrity?: string
  link?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
}

const text = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8')
const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> }
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)

test('security finding 26: every package that Linux on x64 installs has a hash in the lock file', () => {
  const isOurs = ({ optional, os, cpu }: LockedPackage) =>
    !optional || (os?.includes('linux') && cpu?.includes('x64'))
  const ours = installed.filter(([, locked]) => isOurs(locked))
  expect(ours.length).toBeGreaterThan(500)
  const unverified = ours.filter(([, { integrity }]) => !/^sha512-[\w+/=]{80,}$/.test(integrity ?? ''))
  expect(unverified.map(([path]) => path)).toEqual([])
})

test('every package in the lock file has an exact version', () => {
  for (const [path, { version }] of installed) expect(version, path).toMatch(/^\d+\.\d+\.\d+/)
})
