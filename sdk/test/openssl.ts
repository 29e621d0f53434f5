import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const openssl = (args: string[], options: { cwd?: string; input?: Uint8Array } = {}) =>
  execFileSync('openssl', args, { ...options, maxBuffer: 2 ** 24 })

/** Computes the hexadecimal HMAC of each body in one call of the OpenSSL command line. */
export function hmacsByOpenssl(hash: 'sha256' | 'sha512', secret: string, bodies: (string | Uint8Array)[]) {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-sdk-'))
  try {
    for (const [n, body] of bodies.entries()) writeFileSync(join(folder, String(n)), body)
    const key = `hexkey:${Buffer.from(secret).toString('hex')}`
    const files = bodies.map((_, n) => String(n))
    const lines = openssl(['dgst', `-${hash}`, '-mac', 'HMAC', '-macopt', key, '-r', ...files], {
      cwd: folder,
    })
    return lines
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0] as string)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Encrypts with AES-256-GCM as in NIST SP 800-38D. The OpenSSL command line has no GCM, but it has the block cipher
 * and counter mode that GCM is built from.
 */
export function sealByHand(key: Buffer, iv: Buffer, plain: Uint8Array) {
  const run = (mode: string, input: Uint8Array, ...args: string[]) =>
    openssl(['enc', `-aes-256-${mode}`, '-nopad', '-K', key.toString('hex'), ...args], { input })
  const zeros = Buffer.alloc(16)
  const firstCounter = Buffer.concat([iv, Buffer.of(0, 0, 0, 1)]).toString('hex')
  const stream = run('ctr', Buffer.concat([zeros, plain]), '-iv', firstCounter)
  const ciphertext = stream.subarray(16)
  const tag = numberOf(stream.subarray(0, 16)) ^ hashOf(numberOf(run('ecb', zeros)), ciphertext)
  return Buffer.concat([ciphertext, Buffer.from(tag.toString(16).padStart(32, '0'), 'hex')])
}

function hashOf(h: bigint, ciphertext: Buffer) {
  const padded = Buffer.alloc(Math.ceil(ciphertext.length / 16) * 16)
  ciphertext.copy(padded)
  const lengths = Buffer.alloc(16)
  lengths.writeBigUInt64BE(BigInt(ciphertext.length * 8), 8)
  const all = Buffer.concat([padded, lengths])
  let hash = 0n
  for (let at = 0; at < all.length; at += 16) hash = multiply(hash ^ numberOf(all.subarray(at, at + 16)), h)
  return hash
}

function multiply(x: bigint, y: bigint) {
  let product = 0n
  for (let bit = 127n, v = y; bit >= 0n; bit--) {
    if ((x >> bit) & 1n) product ^= v
    v = v & 1n ? (v >> 1n) ^ (0xe1n << 120n) : v >> 1n
  }
  return product
}

const numberOf = (block: Buffer) => BigInt(`0x${block.toString('hex')}`)
