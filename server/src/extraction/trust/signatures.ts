import { createHash } from 'node:crypto'
import type { Finding, Structure } from '../document.ts'
import { finding } from './finding-codes.ts'

const byteRange = /\/ByteRange\s{0,20}\[\s{0,20}(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s{0,20}\]/g
/** The attribute of a signature that holds the hash of what was signed: its name, a set, and a string of bytes in it. */
const digestName = Buffer.from('06092a864886f70d010904', 'hex')
const hashes: Record<number, string> = { 20: 'sha1', 32: 'sha256', 48: 'sha384', 64: 'sha512' }

/**
 * Whether what was signed is still what is there. Whose signature it is cannot be told here: that needs a list of
 * issuers' certificates.
 */
export function judgeSignatures(
  { signatures }: Structure,
  bytes: Uint8Array,
  isUnchanged: boolean,
): Finding[] {
  if (signatures.length === 0) return []
  if (!isIntact(bytes))
    return [
      finding(
        'SIGNATURE_BROKEN',
        'What the file says is not what was signed: bytes inside the signed part differ.',
      ),
    ]
  // Each of several signatures ends where the next begins; the last has to reach the end.
  if (signatures.some(({ coversWholeFile }) => coversWholeFile)) return []
  const message = 'Something was added to the file after it was signed.'
  return isUnchanged
    ? [finding('SIGNATURE_BROKEN', `${message} Its pages say the same as before.`, { severity: 'medium' })]
    : [finding('SIGNATURE_BROKEN', message)]
}

function isIntact(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  for (const [, ...numbers] of text.matchAll(byteRange)) {
    const [start = 0, length = 0, next = 0, rest = 0] = numbers.map(Number)
    if (start !== 0 || next < length || next + rest > bytes.length) continue
    const digest = signedDigest(text.slice(length, next))
    const hash = digest && hashes[digest.length]
    if (!digest || !hash) continue
    const actual = createHash(hash)
      .update(bytes.subarray(0, length))
      .update(bytes.subarray(next, next + rest))
      .digest()
    if (!actual.equals(digest)) return false
  }
  return true
}

/** From the signature itself, which stands as hexadecimal digits in the gap that it does not cover. */
function signedDigest(gap: string): Buffer | undefined {
  const signature = Buffer.from(gap.replace(/[^0-9a-fA-F]/g, ''), 'hex')
  const at = signature.indexOf(digestName)
  if (at < 0) return undefined
  const [set, , string, length = 0] = signature.subarray(at + digestName.length, at + digestName.length + 4)
  if (set !== 0x31 || string !== 0x04) return undefined
  const begin = at + digestName.length + 4
  return signature.subarray(begin, begin + length)
}
