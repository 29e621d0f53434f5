import { LRUCache } from 'lru-cache'
import type { Outbound } from '../../../platform/outbound/outbound.ts'

/** A picture that was looked at: its type is what it is, not what somebody said. */
export type Picture = { type: string; bytes: Buffer }

/** A picture that could not be had, for as long as nobody is asked again. */
type Kept = { picture: Picture | undefined }

const mostBytes = 256 * 1024
const keptBytes = 32 * 1024 * 1024
const keptMs = 3_600_000
const missingMs = 60_000

export type Pictures = ReturnType<typeof openPictures>

/** Pictures at addresses that clients and the catalogue name, kept in memory: a logo is on every page of a journey. */
export function openPictures(outbound: Outbound) {
  const kept = new LRUCache<string, Kept>({
    maxSize: keptBytes,
    sizeCalculation: ({ picture }, url) => url.length + (picture?.bytes.length ?? 0) + 100,
    ttl: keptMs,
    // Whoever comes while it is fetched waits for the same answer.
    async fetchMethod(url, _, { options }) {
      const picture = await fetchPicture(outbound, url)
      if (!picture) options.ttl = missingMs
      return { picture }
    },
  })
  return {
    async find(url: string): Promise<Picture | undefined> {
      if (url.startsWith('data:')) return pictureIn(url)
      return (await kept.fetch(url))?.picture
    },
  }
}

async function fetchPicture(outbound: Outbound, url: string) {
  try {
    const headers = { accept: 'image/webp, image/png, image/jpeg, image/svg+xml' }
    const { status, body } = await outbound.get({ url, headers, mostBytes })
    return status === 200 ? pictureOf(body) : undefined
  } catch {
    // No address, nobody there, or too much of it: the page draws initials.
    return undefined
  }
}

function pictureIn(url: string) {
  const [, isBase64, data = ''] = /^data:image\/[\w.+-]+(?:;[\w=-]+)*?(;base64)?,(.*)$/s.exec(url) ?? []
  try {
    return pictureOf(isBase64 ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data)))
  } catch {
    return undefined
  }
}

const begins = (bytes: Buffer, start: string, at = 0) =>
  bytes.subarray(at, at + start.length).equals(Buffer.from(start, 'latin1'))

const kinds: [string, (bytes: Buffer) => boolean][] = [
  ['image/png', (bytes) => begins(bytes, '\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (bytes) => begins(bytes, '\xff\xd8\xff')],
  ['image/webp', (bytes) => begins(bytes, 'RIFF') && begins(bytes, 'WEBP', 8)],
  ['image/svg+xml', isSvg],
]

export function pictureOf(bytes: Buffer): Picture | undefined {
  const [type] = kinds.find(([, is]) => is(bytes)) ?? []
  return type === undefined || bytes.length > mostBytes ? undefined : { type, bytes }
}

function isSvg(bytes: Buffer) {
  const start = bytes.subarray(0, 2_048).toString()
  return /^\ufeff?\s*(<\?xml[^>]*\?>\s*)?(<!--[^>]*-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/i.test(start)
}
