import { hash } from 'node:crypto'

/**
 * The last line of the file is a PDF comment with a JWS over the SHA-256 of all bytes before it. Readers look for the
 * end of a PDF in its last 1,024 bytes, so the line must be shorter.
 */
export const sealPrefix = '%payproof-report '
const maxSealBytes = 1_000

/** Appends the signature to a PDF. `sign` gets the SHA-256 of the bytes, base64url. */
export async function appendSeal(pdf: Buffer, sign: (sha256: string) => Promise<string>) {
  const line = `${sealPrefix}${await sign(hash('sha256', pdf, 'base64url'))}\n`
  if (line.length > maxSealBytes) throw new Error(`The seal of a report has ${line.length} bytes`)
  return Buffer.concat([pdf, Buffer.from(line, 'latin1')])
}
