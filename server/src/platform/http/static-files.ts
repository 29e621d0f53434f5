import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file as it is sent, with what the build packed of it. */
export type WebFile = { type: string; plain: Buffer; br: Buffer | undefined; gzip: Buffer | undefined }

/** By path from the folder, with slashes. What is not in here cannot be asked for. */
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

/** All files of a folder that a browser may see, read once: a request for one looks into this table and at no disk. */
export function readWebFiles(folder: string): WebFiles {
  const files = new Map<string, WebFile>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    const type = types[extname(name)]
    // Hidden folders are notes of the build to itself.
    if (!entry.isFile() || !type || /(^|\/)\./.test(name)) continue
    const packed = (ending: string) =>
      existsSync(`${path}${ending}`) ? readFileSync(`${path}${ending}`) : undefined
    files.set(name, { type, plain: readFileSync(path), br: packed('.br'), gzip: packed('.gz') })
  }
  return files
}

/** The smallest form that the caller understands. */
export function sendWebFile(request: FastifyRequest, reply: FastifyReply, file: WebFile) {
  const accepted = acceptedBy(request.headers['accept-encoding'])
  const encoding = (['br', 'gzip'] as const).find((name) => file[name] && accepted.has(name))
  reply.type(file.type).header('vary', 'accept-encoding')
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(encoding ? file[encoding] : file.plain)
}

function acceptedBy(header: string | string[] = '') {
  const offers = String(header).split(',')
  return new Set(
    offers.flatMap((offer) => {
      const [name = '', quality = ''] = offer.trim().split(';')
      return /q=0(\.0*)?$/.test(quality.trim()) ? [] : [name.trim().toLowerCase()]
    }),
  )
}
