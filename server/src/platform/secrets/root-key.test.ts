import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Outside, startOutside } from '../../../test/outside/start.ts'
import {
  createRootKeyFile,
  openRootKey,
  type RootKey,
  RootKeyRefused,
  RootKeyUnavailable,
} from './root-key.ts'

const TOKEN = 'outside-vault-token'
const CREDENTIALS = { accessKeyId: 'AKIAOUTSIDE', secretAccessKey: 'outside-secret' }
const TIMEOUT_MS = 400

type TestKeyStore = { open: () => Promise<RootKey>; fail: () => Promise<void>; remove: () => Promise<void> }

async function createFileStore(): Promise<TestKeyStore> {
  const folder = await mkdtemp(join(tmpdir(), 'root-key-'))
  const path = join(folder, 'root.key')
  await createRootKeyFile(path)
  return {
    open: () => openRootKey(pathToFileURL(path).href),
    fail: () => rm(path),
    remove: () => rm(folder, { recursive: true }),
  }
}

async function createKmsStore(): Promise<TestKeyStore> {
  const outside = await startOutside('kms.ts')
  const options = { endpoint: outside.url, credentials: CREDENTIALS }
  const open = () => openRootKey('aws-kms://eu-west-2/alias/payproof', options)
  return { open, fail: outside.stop, remove: outside.stop }
}

async function createVaultStore(): Promise<TestKeyStore> {
  const outside = await startOutside('vault.ts')
  const open = () => openRootKey(vaultAddress(outside), { token: TOKEN })
  return { open, fail: outside.stop, remove: outside.stop }
}

function vaultAddress({ url }: Outside, path = '/transit/payproof'): string {
  return url.replace('http:', 'vault+http:') + path
}

async function failure(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => expect.unreachable('it did not fail'),
    (error: Error) => error,
  )
}

describe.each([
  ['a file', createFileStore],
  ['AWS KMS', createKmsStore],
  ['Vault', createVaultStore],
])('a root key in %s', (_name, createStore) => {
  let store: TestKeyStore
  let rootKey: RootKey
  const key = randomBytes(32)

  beforeAll(async () => {
    store = await createStore()
    rootKey = await store.open()
    // Vault creates a key when it is first used.
    await rootKey.wrap(key, 'client:1')
  })
  afterAll(() => store.remove())

  test('unwraps what it wrapped, also after reopening', async () => {
    const wrapped = await rootKey.wrap(key, 'client:1')
    expect(wrapped.includes(key)).toBe(false)
    expect(await rootKey.unwrap(wrapped, 'client:1')).toEqual(key)
    const again = await store.open()
    expect(await again.unwrap(wrapped, 'client:1')).toEqual(key)
  })

  test('accepts any text as context', async () => {
    const context = 'clïent "1"\n/ключ 🔑'
    expect(await rootKey.unwrap(await rootKey.wrap(key, context), context)).toEqual(key)
  })

  test('rejects another context', async () => {
    const wrapped = await rootKey.wrap(key, 'client:1')
    for (const context of ['client:2', 'client:1 ', '']) {
      expect(await failure(rootKey.unwrap(wrapped, context))).toBeInstanceOf(RootKeyRefused)
    }
  })

  test('rejects any flipped bit and any missing or added byte', async () => {
    const wrapped = await rootKey.wrap(key, 'client:1')
    for (let bit = 0; bit < wrapped.length * 8; bit += 1) {
      const changed = Buffer.from(wrapped)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      const error = await failure(rootKey.unwrap(changed, 'client:1'))
      expect(error, `bit ${bit}`).toBeInstanceOf(RootKeyRefused)
    }
    for (let length = 0; length < wrapped.length; length += 1) {
      const error = await failure(rootKey.unwrap(wrapped.subarray(0, length), 'client:1'))
      expect(error, `${length} bytes`).toBeInstanceOf(RootKeyRefused)
    }
    const longer = Buffer.concat([wrapped, Buffer.of(0)])
    expect(await failure(rootKey.unwrap(longer, 'client:1'))).toBeInstanceOf(RootKeyRefused)
  }, 180_000)

  test('wraps the same key differently each time', async () => {
    const first = await rootKey.wrap(key, 'client:1')
    const second = await rootKey.wrap(key, 'client:1')
    expect(first.equals(second)).toBe(false)
  })

  test('wraps only 32-byte keys and requires a context', async () => {
    await expect(rootKey.wrap(randomBytes(31), 'client:1')).rejects.toThrow('32 bytes')
    await expect(rootKey.wrap(key, '')).rejects.toThrow('context')
  })

  test('unwraps old and new keys after a rotation', async () => {
    const openedBefore = await store.open()
    const before = await rootKey.wrap(key, 'client:1')
    await rootKey.rotate()
    const after = await rootKey.wrap(key, 'client:1')
    await rootKey.rotate()
    const last = await rootKey.wrap(key, 'client:1')
    for (const opened of [rootKey, openedBefore, await store.open()]) {
      for (const wrapped of [before, after, last])
        expect(await opened.unwrap(wrapped, 'client:1')).toEqual(key)
    }
  })

  test('rejects keys wrapped with another root key', async () => {
    const other = await createStore()
    try {
      const foreign = await (await other.open()).wrap(key, 'client:1')
      expect(await failure(rootKey.unwrap(foreign, 'client:1'))).toBeInstanceOf(RootKeyRefused)
    } finally {
      await other.remove()
    }
  })

  test('throws RootKeyUnavailable if the key store is unreachable', async () => {
    const failing = await createStore()
    const unreachable = await failing.open()
    await failing.fail()
    expect(await failure(unreachable.wrap(key, 'client:1'))).toBeInstanceOf(RootKeyUnavailable)
    expect(await failure(unreachable.rotate())).toBeInstanceOf(RootKeyUnavailable)
    await failing.remove()
  })
})

describe('a root key file', () => {
  let folder: string
  let path: string
  let address: string
  const key = randomBytes(32)

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'root-key-'))
    path = join(folder, 'root.key')
    address = pathToFileURL(path).href
    await createRootKeyFile(path)
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('is created once, readable by its owner only', async () => {
    const text = await readFile(path, 'utf8')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await expect(createRootKeyFile(path)).rejects.toThrow('EEXIST')
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  test.each([0o640, 0o604, 0o620, 0o602, 0o644])('is not opened with mode %o', async (mode) => {
    await chmod(path, mode)
    await expect(openRootKey(address)).rejects.toThrow(`run chmod 600 ${path}`)
  })

  test('is rejected if missing or malformed, without quoting its content', async () => {
    await expect(openRootKey(`${address}.not`)).rejects.toThrow('ENOENT')
    const good = (await readFile(path, 'utf8')).trimEnd()
    const secret = good.slice(2)
    const short = `1 ${secret.slice(0, 40)}`
    for (const text of [
      '',
      '\n',
      good,
      `${short}\n`,
      `${secret}\n`,
      `${good}\n${good}\n`,
      `0 ${secret}\n`,
      '\0\n',
    ]) {
      await writeFile(path, text)
      const error = await failure(openRootKey(address))
      expect(error.message).toMatch(/root key file|line \d of/)
      expect(error.message).not.toContain(secret.slice(0, 10))
    }
    await writeFile(path, `4294967296 ${secret}\n`)
    await expect(openRootKey(address)).rejects.toThrow('line 1')
  })

  test('is reloaded on every wrap and for an unknown version', async () => {
    const rotating = await openRootKey(address)
    const openedBefore = await openRootKey(address)
    await rotating.rotate()
    expect((await openedBefore.wrap(key, 'client:1')).readUInt32BE(1)).toBe(2)
    await rotating.rotate()
    const wrapped = await rotating.wrap(key, 'client:1')
    expect(wrapped.readUInt32BE(1)).toBe(3)
    expect(await openedBefore.unwrap(wrapped, 'client:1')).toEqual(key)
  })

  test('binds the version, even if two versions have the same key', async () => {
    const secret = (await readFile(path, 'utf8')).trimEnd().slice(2)
    await writeFile(path, `1 ${secret}\n2 ${secret}\n`)
    const rootKey = await openRootKey(address)
    const wrapped = await rootKey.wrap(key, 'client:1')
    wrapped.writeUInt32BE(1, 1)
    expect(await failure(rootKey.unwrap(wrapped, 'client:1'))).toBeInstanceOf(RootKeyRefused)
  })

  test('still unwraps known versions after the file is deleted, and is unavailable for others', async () => {
    const rootKey = await openRootKey(address)
    const wrapped = await rootKey.wrap(key, 'client:1')
    await rm(path)
    expect(await rootKey.unwrap(wrapped, 'client:1')).toEqual(key)
    wrapped.writeUInt32BE(2, 1)
    expect(await failure(rootKey.unwrap(wrapped, 'client:1'))).toBeInstanceOf(RootKeyUnavailable)
  })

  test('gains one version per concurrent rotation and leaves no temporary file', async () => {
    const rootKeys = await Promise.all(Array.from({ length: 8 }, () => openRootKey(address)))
    const wrapped = await rootKeys[0]?.wrap(key, 'client:1')
    await Promise.all(rootKeys.map((rootKey) => rootKey.rotate()))
    const versions = (await readFile(path, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => Number(line.split(' ')[0]))
    expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['root.key'])
    expect(await rootKeys[7]?.unwrap(wrapped as Buffer, 'client:1')).toEqual(key)
  })

  test('names the lock file of a crashed rotation and rotates once it is deleted', async () => {
    const rootKey = await openRootKey(address)
    await writeFile(`${path}.next`, '')
    const error = await failure(rootKey.rotate())
    expect(error).toBeInstanceOf(RootKeyUnavailable)
    expect(error.message).toContain(`delete ${path}.next`)
    await rm(`${path}.next`)
    await rootKey.rotate()
  }, 60_000)
})

describe('a root key over the network', () => {
  let kms: Outside
  let vault: Outside
  const key = randomBytes(32)

  beforeAll(async () => {
    kms = await startOutside('kms.ts')
    vault = await startOutside('vault.ts')
  })
  afterAll(() => Promise.all([kms.stop(), vault.stop()]))

  const openKms = (name: string, options = {}) =>
    openRootKey(`aws-kms://eu-west-2/${name}`, { endpoint: kms.url, credentials: CREDENTIALS, ...options })

  test('reports a hanging key store as unavailable after the timeout', async () => {
    const openVault = (options: object) => openRootKey(vaultAddress(vault), { token: TOKEN, ...options })
    const stores = [
      { open: (options: object) => openKms('alias/payproof', options), outside: kms },
      { open: openVault, outside: vault },
    ]
    for (const { open, outside } of stores) {
      // Only the call that must time out has the short timeout, which a healthy store may exceed on a busy machine.
      const patient = await open({})
      const impatient = await open({ timeoutMs: TIMEOUT_MS })
      const wrapped = await patient.wrap(key, 'client:1')
      outside.freeze()
      expect(await failure(impatient.unwrap(wrapped, 'client:1'))).toBeInstanceOf(RootKeyUnavailable)
      outside.thaw()
      expect(await patient.unwrap(wrapped, 'client:1')).toEqual(key)
    }
  })

  test('reports wrong credentials without quoting them', async () => {
    const cases: [Promise<RootKey>, string][] = [
      [openRootKey(vaultAddress(vault), { token: 'hvs.wrong' }), 'Vault refused the token'],
      [
        openKms('alias/payproof', { credentials: { ...CREDENTIALS, secretAccessKey: 'wrong' } }),
        'InvalidSignature',
      ],
      [
        openKms('alias/payproof', { credentials: { ...CREDENTIALS, accessKeyId: 'AKIAWRONG' } }),
        'UnrecognizedClient',
      ],
    ]
    for (const [opening, text] of cases) {
      const rootKey = await opening
      const error = await failure(rootKey.wrap(key, 'client:1'))
      expect(error.message).toContain(text)
      expect(error).not.toBeInstanceOf(RootKeyUnavailable)
      expect(error).not.toBeInstanceOf(RootKeyRefused)
      expect(`${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toMatch(/hvs\.wrong|AKIAWRONG/)
    }
  })

  test('distinguishes a failing or throttling KMS from a missing key', async () => {
    for (const name of ['alias/unavailable', 'alias/throttled']) {
      const rootKey = await openKms(name)
      expect(await failure(rootKey.wrap(key, 'client:1'))).toBeInstanceOf(RootKeyUnavailable)
    }
    const error = await failure((await openKms('alias/missing')).wrap(key, 'client:1'))
    expect(error).not.toBeInstanceOf(RootKeyUnavailable)
    expect(error.message).toContain('NotFoundException')
  })

  test('rejects a key wrapped with another KMS key of the same account', async () => {
    const wrapped = await (await openKms('alias/other')).wrap(key, 'client:1')
    const error = await failure((await openKms('alias/payproof')).unwrap(wrapped, 'client:1'))
    expect(error).toBeInstanceOf(RootKeyRefused)
  })

  test('reports a mount or key that does not exist in Vault', async () => {
    const rootKey = await openRootKey(vaultAddress(vault), { token: TOKEN })
    const wrapped = await rootKey.wrap(key, 'client:1')
    for (const path of ['/elsewhere/payproof', '/transit/missing']) {
      const misnamed = await openRootKey(vaultAddress(vault, path), { token: TOKEN })
      const error = await failure(misnamed.unwrap(wrapped, 'client:1'))
      expect(error.message).toMatch(/is the mount \w+, with a key \w+/)
      expect(error).not.toBeInstanceOf(RootKeyRefused)
    }
  })

  test('reports a sealed Vault as unavailable', async () => {
    const sealed = await startOutside('vault.ts', ['0', 'another-token'])
    const rootKey = await openRootKey(vaultAddress(sealed), { token: 'another-token' })
    const wrapped = await rootKey.wrap(key, 'client:1')
    await fetch(`${sealed.url}/v1/sys/seal`, {
      method: 'POST',
      headers: { 'x-vault-token': 'another-token' },
    })
    const error = await failure(rootKey.unwrap(wrapped, 'client:1'))
    expect(error).toBeInstanceOf(RootKeyUnavailable)
    expect(error.message).toBe('Vault answered 503')
    await sealed.stop()
  })

  test('does not follow the redirect of a standby Vault with its token', async () => {
    const standby = await startOutside('vault.ts', ['0', TOKEN, vault.url])
    const rootKey = await openRootKey(vaultAddress(standby), { token: TOKEN })
    const error = await failure(rootKey.wrap(key, 'client:1'))
    expect(error).toBeInstanceOf(RootKeyUnavailable)
    expect(error.message).toBe('Vault answered 307')
    await standby.stop()
  })

  test('recognises a rejection from a Vault that returns 500 for a wrong context', async () => {
    const old = await startOutside('vault.ts', ['0', TOKEN, '1.6'])
    const rootKey = await openRootKey(vaultAddress(old), { token: TOKEN })
    const wrapped = await rootKey.wrap(key, 'client:1')
    expect(await failure(rootKey.unwrap(wrapped, 'client:2'))).toBeInstanceOf(RootKeyRefused)
    await old.stop()
  })

  test('rejects a key wrapped by another kind of key store', async () => {
    const wrapped = await (await openKms('alias/payproof')).wrap(key, 'client:1')
    const rootKey = await openRootKey(vaultAddress(vault), { token: TOKEN })
    await expect(rootKey.unwrap(wrapped, 'client:1')).rejects.toThrow('this key was not wrapped by Vault')
  })
})

test.each([
  ['root.key', 'the root key must be'],
  ['https://vault.example.com/transit/payproof', 'the root key must be'],
  ['vault://vault.example.com:8200/payproof', 'vault://host:port/mount/key'],
  ['vault+http://vault.example.com:8200/transit/payproof', 'must be on this machine'],
  ['aws-kms://eu-west-2', 'aws-kms://region/key'],
])('rejects the address %s', async (address, text) => {
  await expect(openRootKey(address, { token: TOKEN })).rejects.toThrow(text)
})

test('requires a token for a root key in Vault', async () => {
  await expect(openRootKey('vault://vault.example.com:8200/transit/payproof')).rejects.toThrow(
    'needs a token',
  )
})
