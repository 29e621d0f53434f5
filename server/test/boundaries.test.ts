import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { adminFiles, features } from '../src/features/boundaries.ts'

const source = fileURLToPath(new URL('../src', import.meta.url))

type Import = { from: string; to: string }

// Only production code is checked; tests may import whatever they need.
const imports: Import[] = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    const specifiers = text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)
    return [...specifiers].map(([, specifier = '']) => ({
      from: file,
      to: relative(source, join(source, dirname(file), specifier)),
    }))
  })

const featureOf = (file: string) => /^features\/([^/]+)\//.exec(file)?.[1]
const fileInFeature = (file: string) => file.split('/').slice(2).join('/')
const order = new Map(features.map(({ name }, position) => [name, position]))
const isPublic = (file: string) =>
  features.some(
    ({ name, publicFiles }) => name === featureOf(file) && publicFiles.includes(fileInFeature(file)),
  )

const acrossFeatures = imports.filter(({ from, to }) => {
  const [importing, imported] = [featureOf(from), featureOf(to)]
  return importing && imported && importing !== imported
})
const describe = ({ from, to }: Import) => `${from} imports ${to}`

test('every feature folder is listed, and no other', () => {
  const folders = readdirSync(join(source, 'features'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(features.map(({ name }) => name).toSorted()).toEqual(folders.toSorted())
})

test('a feature imports only features above it in the list', () => {
  expect(acrossFeatures.length).toBeGreaterThan(100)
  const upwards = acrossFeatures.filter(
    ({ from, to }) => Number(order.get(featureOf(from) ?? '')) <= Number(order.get(featureOf(to) ?? '')),
  )
  expect(upwards.map(describe)).toEqual([])
})

test('a feature imports only public files of another', () => {
  expect(acrossFeatures.filter(({ to }) => !isPublic(to)).map(describe)).toEqual([])
})

test('every public file is used by another feature', () => {
  const used = new Set(acrossFeatures.map(({ to }) => to))
  const listed = features.flatMap(({ name, publicFiles }) =>
    publicFiles.map((file) => `features/${name}/${file}`),
  )
  expect(listed.filter((file) => !used.has(file))).toEqual([])
})

test("the operator's commands use only the listed files of features, and every listed one", () => {
  const used = imports.filter(({ from, to }) => from.startsWith('admin/') && featureOf(to))
  expect([...new Set(used.map(({ to }) => to.slice('features/'.length)))].toSorted()).toEqual(
    adminFiles.toSorted(),
  )
})

test('only main.ts and the process folder import the folders that start a process or administer it', () => {
  const outside = imports.filter(
    ({ from, to }) => /^(admin|process)\//.test(to) && !/^(admin|process)\/|^main\.ts$/.test(from),
  )
  expect(outside.map(describe)).toEqual([])
})
