import { expect, test } from 'vitest'
import { createUploader, type Ports } from './uploader.ts'
import type { UploadOutcome } from './uploads.ts'

const file = (name: string) => new File([`%PDF-1.7 ${name}`], name)
const polling = { interval: 5 }

/** Creates ports that accept every file unless a test overrides them. */
function aWorld(changes: Partial<Ports> = {}) {
  let ids = 0
  let addresses = 0
  const submitted: { ids: string[]; key: string; manual: string[] }[] = []
  const ports: Ports = {
    presign: async () => ({ url: `u${++addresses}`, path: `p${addresses}` }),
    put: async () => true,
    readAhead: async (files) => new Map(files.map(({ id }) => [id, { found: null }])),
    async submit(files, key) {
      const manual = files.filter(({ manualReview }) => manualReview).map(({ id }) => id)
      submitted.push({ ids: files.map(({ id }) => id), key, manual })
      return new Map(files.map(({ id, path }): [string, UploadOutcome] => [id, { at: 'later', path }]))
    },
    codeOf: (error) => (error as Error).message,
    newId: () => `id${++ids}`,
    pause: async () => {},
    ...changes,
  }
  const uploader = createUploader(ports, () => {})
  const stages = () =>
    uploader.read().files.map(({ stage }) => (stage.at === 'stopped' ? stage.problem : stage.at))
  const reach = (...expected: string[]) => expect.poll(stages, polling).toEqual(expected)
  /** Reads the files and sends them, as a person who reviewed them. */
  const send = async () => {
    await uploader.readAhead()
    return uploader.submit()
  }
  return { uploader, submitted, stages, reach, send }
}

test('files are uploaded automatically, read on request, and submitted only after that', async () => {
  const { uploader, stages, submitted, reach } = aWorld()
  uploader.add([file('a'), file('b')])
  expect(await uploader.submit()).toBe(undefined)
  await reach('sent', 'sent')
  expect(await uploader.submit()).toBe(undefined)
  await uploader.readAhead()
  expect([stages(), submitted]).toEqual([['found', 'found'], []])
  await uploader.submit()
  expect([stages(), submitted.map(({ ids }) => ids)]).toEqual([['later', 'later'], [['id1', 'id2']]])
})

test('a file that took longer to read is marked as read once its document is stored', async () => {
  const { uploader, stages, reach, send } = aWorld()
  uploader.add([file('a'), file('b')])
  await reach('sent', 'sent')
  await send()
  uploader.arrive(new Set(['p2', 'p9']))
  expect(stages().sort()).toEqual(['later', 'read'])
})

test('a file that was removed in the review is not submitted, and one that cannot be used neither', async () => {
  const { uploader, stages, submitted, reach } = aWorld({
    readAhead: async (files) =>
      new Map(files.map(({ id }) => [id, id === 'id2' ? { problem: 'password' } : { found: null }])),
  })
  uploader.add([file('a'), file('b'), file('c')])
  await reach('sent', 'sent', 'sent')
  await uploader.readAhead()
  expect(stages()).toEqual(['found', 'password', 'found'])
  uploader.remove('id3')
  await uploader.submit()
  expect(submitted.map(({ ids }) => ids)).toEqual([['id1']])
})

test('a file that cannot be read, or was not read yet, is submitted for manual review if the person sends it', async () => {
  const found = { kind: 'payslip', employer: null, payDate: '2026-10-30', gross: null, net: '1.00' } as const
  const { uploader, stages, submitted, reach } = aWorld({
    readAhead: async () =>
      new Map([
        ['id1', { found }],
        ['id2', { problem: 'not-read', unread: 'payslips' }],
        ['id3', { problem: 'incomplete', unread: 'payslips' }],
        ['id4', { found: null }],
      ]),
  })
  uploader.add(['a', 'b', 'c', 'd'].map(file))
  await reach('sent', 'sent', 'sent', 'sent')
  await uploader.readAhead()
  uploader.keep('id2')
  expect(stages()).toEqual(['found', 'found', 'incomplete', 'found'])
  await uploader.submit()
  expect(submitted).toMatchObject([{ ids: ['id1', 'id2', 'id4'], manual: ['id2', 'id4'] }])
})

test('a file of the other kind is submitted as that kind', async () => {
  const found = { kind: 'statement', bank: 'B', ending: null, from: null, to: null, closing: null } as const
  const others: string[] = []
  const { uploader, stages, reach, send } = aWorld({
    submit: async (files) =>
      new Map(files.map(({ id }) => [id, { at: 'stopped', problem: 'not-a-payslip' } as const])),
    async submitAsOther(_, name) {
      others.push(name)
      if (name === 'b') throw new Error('network')
      return name === 'c' ? undefined : { at: 'read', found }
    },
  })
  uploader.add([file('a'), file('b'), file('c')])
  await reach('sent', 'sent', 'sent')
  await send()
  expect(stages()).toEqual(['read', 'not-a-payslip', 'not-a-payslip'])
  expect(others).toEqual(['a', 'b', 'c'])
})

test('an upload that fails is tried three times, each with an address of its own, and again when asked', async () => {
  let works = false
  const tried: string[] = []
  const { uploader, reach } = aWorld({
    async put({ url }) {
      tried.push(url)
      return works
    },
  })
  uploader.add([file('a')])
  await reach('upload-failed')
  expect(tried).toEqual(['u1', 'u2', 'u3'])
  works = true
  uploader.again('id1')
  await reach('sent')
  expect(tried.at(-1)).toBe('u4')
})

test('three files go up at once, the fourth when one of them is there', async () => {
  const ends: (() => void)[] = []
  const { uploader, stages } = aWorld({
    put: () => new Promise((resolve) => ends.push(() => resolve(true))),
  })
  uploader.add(['a', 'b', 'c', 'd'].map(file))
  // The stages are sorted, because their order depends on how long each file's check takes.
  const reachAll = (...expected: string[]) =>
    expect.poll(() => stages().toSorted(), polling).toEqual(expected)
  await reachAll('sending', 'sending', 'sending', 'waiting')
  await expect.poll(() => ends.length, polling).toBe(3)
  ends[0]?.()
  await reachAll('sending', 'sending', 'sending', 'sent')
})

test('removing a file on its way stops it', async () => {
  let begun = false
  let stopped = false
  const { uploader, reach } = aWorld({
    put: (_url, _file, { signal }) =>
      new Promise((resolve) => {
        begun = true
        signal.addEventListener('abort', () => {
          stopped = true
          resolve(false)
        })
      }),
  })
  uploader.add([file('a')])
  await expect.poll(() => begun, polling).toBe(true)
  uploader.remove('id1')
  await reach()
  expect(stopped).toBe(true)
})

test('a refused address names the reason for all, and the file can be tried again', async () => {
  const { uploader, reach } = aWorld({
    presign: () => Promise.reject(new Error('authorisation-missing')),
  })
  uploader.add([file('a')])
  await reach('upload-failed')
  expect(uploader.read().trouble).toBe('authorisation-missing')
})

test('handing in again after no answer came is the same request, and another one for other files', async () => {
  let answers = false
  const keys: string[] = []
  const { uploader, stages, reach, send } = aWorld({
    async submit(files, key) {
      keys.push(key)
      if (!answers) throw new Error('network')
      return new Map(files.map(({ id, path }): [string, UploadOutcome] => [id, { at: 'later', path }]))
    },
  })
  uploader.add([file('a')])
  await reach('sent')
  await send()
  expect([stages(), uploader.read().trouble]).toEqual([['found'], 'network'])
  await send()
  uploader.add([file('b')])
  await reach('found', 'sent')
  answers = true
  await send()
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
