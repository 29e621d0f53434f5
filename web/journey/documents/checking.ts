import { maxFileBytes } from './limits.ts'
import type { UploadProblem } from './uploads.ts'

const edgeBytes = 1024

/** Checks a file before upload; the service checks it again. The hash detects a file that was chosen twice. */
export async function checkFile(
  file: Blob,
  subtle: SubtleCrypto | null = globalThis.crypto?.subtle ?? null,
): Promise<{ problem: UploadProblem } | { hash: string | null }> {
  if (file.size === 0) return { problem: 'empty' }
  // The type and size are checked before hashing, because the person may have chosen a video by mistake.
  if (!(await isPdf(file))) return { problem: 'not-a-pdf' }
  if (file.size > maxFileBytes) return { problem: 'too-large' }
  return { hash: await hashOf(file, subtle) }
}

/** Whether the first thousand bytes contain `%PDF`, because some programs write a few lines before it. */
async function isPdf(file: Blob) {
  const start = await file.slice(0, edgeBytes).text()
  return start.includes('%PDF-')
}

/** Hashes the file. Without TLS browsers have no crypto.subtle; the service then detects duplicates later. */
async function hashOf(file: Blob, subtle: SubtleCrypto | null) {
  if (!subtle) return null
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether a file is a photo or screenshot, which is converted to a PDF page. */
export const isPicture = ({ type, name }: File) =>
  type.startsWith('image/') || /\.(jpe?g|png|webp|heic|heif)$/i.test(name)
