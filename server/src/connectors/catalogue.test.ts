import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { atEnd } from '../../test/at-end.ts'
import { instanceIdOf, readCatalogue, readClientEntries } from './catalogue.ts'

const folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
atEnd(() => rmSync(folder, { recursive: true }))
const sandboxUrl = 'http://127.0.0.1:8090'

const provider = {
  kind: 'login-api',
  id: 'acorn',
  name: 'Acorn',
  max_login_attempts: 5,
  address: '{sandbox}/acorn/',
  url: '{sandbox}/',
  logo_url: '{sandbox}/a.svg',
  reset_url: '{sandbox}/reset',
}

function read(catalogue: unknown) {
  const file = join(folder, 'catalogue.json')
  writeFileSync(file, JSON.stringify(catalogue))
  return readCatalogue(file, { sandboxUrl })
}

test('has sandbox providers of every kind, with all addresses in the sandbox', () => {
  const file = fileURLToPath(new URL('../../catalogues/sandbox.json', import.meta.url))
  const { providers } = readCatalogue(file, { sandboxUrl })
  expect(providers.map(({ kind }) => kind).toSorted()).toEqual([
    'bank-income',
    'bureau',
    'employee-oauth2',
    'employer-key',
    'employer-oauth2',
    'employer-oauth2',
    'login-api',
    'oauth2-api',
    'tax-authority',
    'web-portal',
  ])
  for (const { address, url, logo_url, reset_url } of providers)
    for (const one of [address, url, logo_url, reset_url]) expect(one.startsWith(`${sandboxUrl}/`)).toBe(true)
})

test('fills in defaults and removes the trailing slash of an address', () => {
  expect(read({ providers: [provider] })).toEqual({
    providers: [
      {
        ...provider,
        url: `${sandboxUrl}/`,
        logo_url: `${sandboxUrl}/a.svg`,
        reset_url: `${sandboxUrl}/reset`,
        address: `${sandboxUrl}/acorn`,
        parent: null,
        extra_login_params: [],
        per_second: 20,
        attempts_forgotten_after_hours: 24,
      },
    ],
    parent_provider_meta: [],
    employers: [],
  })
})

test('reports all errors at once', () => {
  const faulty = () =>
    read({
      providers: [
        { ...provider, id: 'No Id', max_login_attempts: 0 },
        { ...provider, kind: 'oauth2-api', id: 'beech', client_id: 'us' },
        { ...provider, id: 'cedar', pasword: 'hidden' },
      ],
      colour: 'red',
    })
  for (const fault of [
    'providers[0].id',
    'providers[0].max_login_attempts',
    'client_secret',
    'pasword',
    'colour',
  ])
    expect(faulty).toThrow(fault)
  expect(() => read({ providers: [{ ...provider, kind: 'carrier-pigeon' }] })).toThrow('providers[0].kind')
})

test('rejects duplicate ids and references to unknown entries', () => {
  const faulty = () =>
    read({
      providers: [provider, provider, { ...provider, id: 'beech', parent: 'nobody' }],
      employers: [
        {
          id: 'mill',
          name: 'Mill',
          url: '{sandbox}/',
          logo_url: '{sandbox}/m.svg',
          providers: ['acorn', 'elm'],
        },
      ],
    })
  for (const fault of [
    '[acorn] is listed twice',
    '[beech] has the unknown parent [nobody]',
    '[mill] names the unknown provider [elm]',
  ])
    expect(faulty).toThrow(fault)
})

test('a client reaches entries with {client_sandbox} in its own part of the sandbox, and all others like everyone', () => {
  const own = {
    ...provider,
    id: 'own',
    address: '{client_sandbox}/acorn',
    reset_url: '{client_sandbox}/reset',
  }
  const file = join(folder, 'clients.json')
  writeFileSync(file, JSON.stringify({ providers: [provider, own] }))
  const entriesOf = readClientEntries(file, { sandboxUrl })
  const [shared, ours] = entriesOf('acme')
  expect(shared).toBe(entriesOf('rival')[0])
  expect(shared && instanceIdOf(shared)).toBe('acorn')
  expect(ours).toMatchObject({
    address: `${sandboxUrl}/tenants/acme/acorn`,
    reset_url: `${sandboxUrl}/tenants/acme/reset`,
    logo_url: `${sandboxUrl}/a.svg`,
  })
  expect(ours && instanceIdOf(ours)).toBe('own acme')
  expect(readCatalogue(file, { sandboxUrl }).providers[1]?.address).toBe(`${sandboxUrl}/acorn`)
})

test('all clients have the same entries if none has an address of its own', () => {
  const file = join(folder, 'shared.json')
  writeFileSync(file, JSON.stringify({ providers: [provider] }))
  const entriesOf = readClientEntries(file, { sandboxUrl })
  expect(entriesOf('acme')).toBe(entriesOf('rival'))
})
