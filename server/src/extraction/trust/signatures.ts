import { createHash } from 'node:crypto'
import type { PdfStructure, TrustFinding } from '../document.ts'
import { createFinding } from './finding-codes.ts'

const byteRange = /\/ByteRange\s{0,20}\[\s{0,20}(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s{0,20}\]/g
/**
 * DER encoding of the object identifier of the messageDigest attribute (PKCS #9). A SET with one OCTET STRING follows
 * it.
 */
const messageDigestOid = Buffer.from('06092a864886f70d010904', 'hex')
const hashes: Record<number, string> = { 20: 'sha1', 32: 'sha256', 48: 'sha384', 64: 'sha512' }

/**
 * Finds changes to signed bytes. The signer is not verified, because that would require a list of the issuers'
 * certificates.
 */
export function checkSignatures(
  { signatures }: PdfStructure,
  bytes: Uint8Array,
  isUnchanged: boolean,
): TrustFinding[] {
  if (signatures.length === 0) return []
  if (!isIntact(bytes))
    return [
      createFinding(
        'SIGNATURE_BROKEN',
        'The file is not what was signed: bytes inside the signed range differ.',
      ),
    ]
  // If a file has several signatures, only the last one covers the whole file.
  if (signatures.some(({ coversWholeFile }) => coversWholeFile)) return []
  const message = 'Something was added to the file after it was signed.'
  return isUnchanged
    ? [
        createFinding('SIGNATURE_BROKEN', `${message} Its pages show the same text as before.`, {
          severity: 'medium',
        }),
      ]
    : [createFinding('SIGNATURE_BROKEN', message)]
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

/** Returns the digest from the signature, which is stored as hexadecimal digits in the gap of the byte range. */
function signedDigest(gap: string): Buffer | undefined {
  const signature = Buffer.from(gap.replace(/[^0-9a-fA-F]/g, ''), 'hex')
  const at = signature.indexOf(messageDigestOid)
  if (at < 0) return undefined
  const [set, , string, length = 0] = signature.subarray(
    at + messageDigestOid.length,
    at + messageDigestOid.length + 4,
  )
  if (set !== 0x31 || string !== 0x04) return undefined
  const begin = at + messageDigestOid.length + 4
  return signature.subarray(begin, begin + length)
}
