import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A static file with its precompressed variants, if the build made them. */
export type WebFile = { type: string; plain: Buffer; br: Buffer | undefined; gzip: Buffer | undefined }

/** Files by slash-separated path relative to the folder. Only files in this map can be served. */
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
    // Skip dotfiles and dot folders: build metadata.
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

/** Sends the smallest encoding that the client accepts. */
export function sendWebFile(request: FastifyRequest, reply: FastifyReply, file: WebFile) {
  const accepted = parseAcceptEncoding(request.headers['accept-encoding'])
  const encoding = (['br', 'gzip'] as const).find((name) => file[name] && accepted.has(name))
  reply.type(file.type).header('vary', 'accept-encoding')
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(encoding ? file[encoding] : file.plain)
}

function parseAcceptEncoding(header: string | string[] = '') {
  const offers = String(header).split(',')
  return new Set(
    offers.flatMap((offer) => {
      const [name = '', quality = ''] = offer.trim().split(';')
      return /q=0(\.0*)?$/.test(quality.trim()) ? [] : [name.trim().toLowerCase()]
    }),
  )
}
