import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A static file with its precompressed variants, if the build created them. */
export type WebFile = { type: string; plain: Buffer; br: Buffer | undefined; gzip: Buffer | undefined }

/** Files by their path relative to the folder, separated by slashes. Only files in this map can be served. */
export type WebFiles = ReadonlyMap<string, WebFile>

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.pfb': 'application/octet-stream',
  '.wasm': 'application/wasm',
}

/** Reads all servable files of a folder into memory, so that requests never touch the disk. */
export function readWebFiles(folder: string): WebFiles {
  const files = new Map<string, WebFile>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    const type = types[extname(name)]
    // Skip dotfiles and dot folders, which contain build metadata.
    if (!entry.isFile() || !type || /(^|\/)\./.test(name)) continue
    const readCompressed = (extension: string) =>
      existsSync(`${path}${extension}`) ? readFileSync(`${path}${extension}`) : undefined
    files.set(name, {
      type,
      plain: readFileSync(path),
      br: readCompressed('.br'),
      gzip: readCompressed('.gz'),
    })
  }
  return files
}

/** Sends the smallest encoding that the client accepts, or 304 if the client already has the file. */
export function sendWebFile(request: FastifyRequest, reply: FastifyReply, file: WebFile) {
  const accepted = parseAcceptEncoding(request.headers['accept-encoding'])
  const encoding = (['br', 'gzip'] as const).find((name) => file[name] && accepted.has(name))
  // Each encoding has its own ETag, because the bytes differ.
  const etag = `"${hashOf(file)}${encoding ? `-${encoding}` : ''}"`
  const vary = [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', ')
  reply.type(file.type).headers({ vary, etag })
  if (reply.statusCode === 200 && parseEtags(request.headers['if-none-match']).has(etag))
    return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(encoding ? file[encoding] : file.plain)
}

const hashes = new WeakMap<WebFile, string>()

/**
 * Returns the hash of a file, computed at the first request for it: most processes of a test run never serve a file.
 */
function hashOf(file: WebFile) {
  const known = hashes.get(file) ?? hash('sha256', file.plain, 'base64url').slice(0, 22)
  hashes.set(file, known)
  return known
}

/**
 * Parses If-None-Match. Weak and strong ETags count as equal, because a proxy that compresses replies makes our ETags
 * weak.
 */
const parseEtags = (header = '') => new Set(header.split(',').map((etag) => etag.trim().replace(/^W\//, '')))

function parseAcceptEncoding(header: string | string[] = '') {
  const offers = String(header).split(',')
  return new Set(
    offers.flatMap((offer) => {
      const [name = '', quality = ''] = offer.trim().split(';')
      return /q=0(\.0*)?$/.test(quality.trim()) ? [] : [name.trim().toLowerCase()]
    }),
  )
}
