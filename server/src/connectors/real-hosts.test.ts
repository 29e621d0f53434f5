import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Real host names are in the catalogue of UK sources and in documentation only. Code, tests and default configuration name
// hosts that cannot exist, and the few here that Payproof itself never contacts.

const project = fileURLToPath(new URL('../../..', import.meta.url))

/** Real hosts outside the catalogue, with the reason and the files that may name them. */
const allowed: { hosts: string[]; files: RegExp; reason: string }[] = [
  {
    hosts: ['www.w3.org', 'ns.adobe.com', 'json-schema.org'],
    files: /./,
    reason: 'name spaces of SVG, XMP and JSON Schema: identifiers that no program opens',
  },
  {
    hosts: ['github.com'],
    files: /^(\.github|[\w-]+|examples\/\w+)\/|^package\.json$/,
    reason: 'the address of this project, and sources of programs that developers build',
  },
  {
    hosts: ['registry.npmjs.org', 'go.dev', 'deb.debian.org', 'registry-1.docker.io', 'ghcr.io'],
    files: /^(dev|deploy|\.github)\//,
    reason: 'packages and images that developers download and release',
  },
  { hosts: ['docs.renovatebot.com'], files: /^\.github\/renovate\.json$/, reason: 'a schema for editors' },
  {
    hosts: ['register.fca.org.uk', 'ico.org.uk'],
    files: /^web\/journey\/trust\/client-facts\.tsx$/,
    reason: 'links that the person may follow to the entry of the lender',
  },
  {
    hosts: ['documents.s3.eu-west-2.amazonaws.com'],
    files: /^server\/src\/platform\/objects\/objects\.test\.ts$/,
    reason: 'a URL that is presigned and compared, never opened',
  },
  { hosts: ['www.apache.org'], files: /LICENSE$/, reason: 'text of the licence' },
]

const notSearched = [
  'server/catalogues/uk.json',
  'package-lock.json',
  '*.md',
  '*.txt',
  '*.png',
  '*.pdf',
  '*.woff2',
]

/** Names that RFC 2606 and 6761 reserve, and names of containers and clusters, which have no public domain. */
const isReserved = (host: string) =>
  /(^|\.)(example|test|invalid|localhost|internal|local)$|(^|\.)example\.(com|org|net)$/.test(host)

const isAllowed = (file: string, host: string) =>
  isReserved(host) || allowed.some((entry) => entry.hosts.includes(host) && entry.files.test(file))

function* listHosts() {
  const { stdout, stderr } = spawnSync(
    'git',
    [
      'grep',
      '-I',
      '--only-matching',
      '-E',
      'https?://[A-Za-z0-9.-]+\\.[A-Za-z]{2,}',
      '--',
      '.',
      ...notSearched.map((pattern) => `:!${pattern}`),
    ],
    { cwd: project, encoding: 'utf8', maxBuffer: 64_000_000 },
  )
  if (stderr) throw new Error(stderr)
  for (const line of stdout.trim().split('\n')) {
    const [file = '', address = ''] = line.split(/:(?=https?:)/)
    yield { file, host: address.replace(/^https?:\/\//, '').toLowerCase() }
  }
}

const found = [...listHosts()]

test('no other file names a real host', () => {
  expect(found.length).toBeGreaterThan(300)
  const others = found.filter(({ file, host }) => !isAllowed(file, host))
  expect(others.map(({ file, host }) => `${host} in ${file}`)).toEqual([])
})

test('every exception is still needed', () => {
  const unused = allowed.flatMap(({ hosts, files }) =>
    hosts.filter((host) => !found.some((one) => one.host === host && files.test(one.file))),
  )
  expect(unused).toEqual([])
})
