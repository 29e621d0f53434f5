import { mostFileBytes } from './limits.ts'
import type { Problem } from './uploads.ts'

const edgeBytes = 1024

/** What can be seen here, before anything is sent; the service looks again. The hash tells the same file chosen twice. */
export async function checkFile(
  file: Blob,
  subtle: SubtleCrypto | null = globalThis.crypto?.subtle ?? null,
): Promise<{ problem: Problem } | { hash: string | null }> {
  if (file.size === 0) return { problem: 'empty' }
  // First, for a person who chose a film by mistake.
  if (!(await isPdf(file))) return { problem: 'not-a-pdf' }
  if (file.size > mostFileBytes) return { problem: 'too-large' }
  return { hash: await hashOf(file, subtle) }
}

/** Some programs write a few lines before the mark, so it may be anywhere in the first thousand bytes. */
async function isPdf(file: Blob) {
  const start = await file.slice(0, edgeBytes).text()
  return start.includes('%PDF-')
}

/** Browsers have no hashes where a page came without TLS; then the service finds the same file, a little later. */
async function hashOf(file: Blob, subtle: SubtleCrypto | null) {
  if (!subtle) return null
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What a camera or a screen makes; such a file becomes a page of a PDF. */
export const isPicture = ({ type, name }: File) =>
  type.startsWith('image/') || /\.(jpe?g|png|webp|heic|heif)$/i.test(name)
