import { LRUCache } from 'lru-cache'
import type { Outbound } from '../../../platform/outbound/outbound.ts'

/** A logo. Its type is detected from the bytes, never taken from a header. */
export type LogoImage = { type: string; bytes: Buffer }

/** The image is undefined if it could not be fetched. This is cached too, with a shorter TTL. */
type CachedImage = { image: LogoImage | undefined }

const maxBytes = 256 * 1024
const maxCacheBytes = 32 * 1024 * 1024
const cacheTtlMs = 3_600_000
const missingTtlMs = 60_000

export type LogoImages = ReturnType<typeof createLogoImages>

/** LRU cache for the logos of clients and of the catalogue, because every journey page shows a logo. */
export function createLogoImages(outbound: Outbound) {
  const cache = new LRUCache<string, CachedImage>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ image }, url) => url.length + (image?.bytes.length ?? 0) + 100,
    ttl: cacheTtlMs,
    // Concurrent requests for a URL share one fetch.
    async fetchMethod(url, _, { options }) {
      const image = await fetchImage(outbound, url)
      if (!image) options.ttl = missingTtlMs
      return { image }
    },
  })
  return {
    async find(url: string): Promise<LogoImage | undefined> {
      if (url.startsWith('data:')) return parseDataUrl(url)
      return (await cache.fetch(url))?.image
    },
  }
}

async function fetchImage(outbound: Outbound, url: string) {
  try {
    const headers = { accept: 'image/webp, image/png, image/jpeg, image/svg+xml' }
    const { status, body } = await outbound.get({ url, headers, maxBytes })
    return status === 200 ? parseImage(body) : undefined
  } catch {
    // The URL is invalid, the host unreachable or the image too large. The page shows initials instead.
    return undefined
  }
}

function parseDataUrl(url: string) {
  const [, isBase64, data = ''] = /^data:image\/[\w.+-]+(?:;[\w=-]+)*?(;base64)?,(.*)$/s.exec(url) ?? []
  try {
    return parseImage(isBase64 ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data)))
  } catch {
    return undefined
  }
}

const startsWithBytes = (bytes: Buffer, start: string, at = 0) =>
  bytes.subarray(at, at + start.length).equals(Buffer.from(start, 'latin1'))

const signatures: [string, (bytes: Buffer) => boolean][] = [
  ['image/png', (bytes) => startsWithBytes(bytes, '\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (bytes) => startsWithBytes(bytes, '\xff\xd8\xff')],
  ['image/webp', (bytes) => startsWithBytes(bytes, 'RIFF') && startsWithBytes(bytes, 'WEBP', 8)],
  ['image/svg+xml', isSvg],
]

export function parseImage(bytes: Buffer): LogoImage | undefined {
  const [type] = signatures.find(([, is]) => is(bytes)) ?? []
  return type === undefined || bytes.length > maxBytes ? undefined : { type, bytes }
}

function isSvg(bytes: Buffer) {
  const start = bytes.subarray(0, 2_048).toString()
  return /^\ufeff?\s*(<\?xml[^>]*\?>\s*)?(<!--[^>]*-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/i.test(start)
}
