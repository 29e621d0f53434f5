import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Environment } from '../../platform/environment.ts'

// Key format: svc_{sbx|live}_<cell, 2><id, 6>_<32 random bytes, 43><checksum, 6>. The checksum rejects typos without
// a database query and lets secret scanners recognise keys reliably.
const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const environmentCodes = { sandbox: 'sbx', production: 'live' } as const
const pattern = /^(svc_(?:sbx|live)_[a-z0-9]{2}[0-9A-Za-z]{6})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

export type ParsedApiKey = { prefix: string; secretHash: Buffer }

export function makeApiKey(environment: Environment, cell: string) {
  const prefix = `svc_${environmentCodes[environment]}_${cell}${base62(randomBytes(6), 6)}`
  const secret = base62(randomBytes(32), 43)
  const key = `${prefix}_${secret}${checksumOf(prefix, secret)}`
  return { key, prefix, secretHash: hashOf(secret), lastFour: key.slice(-4) }
}

/** Parses a key. Returns undefined unless the key is well-formed and belongs to this environment. */
export function readApiKey(key: string, environment: Environment): ParsedApiKey | undefined {
  const [, prefix, secret, checksum] = pattern.exec(key) ?? []
  if (!prefix || !secret || checksum !== checksumOf(prefix, secret)) return undefined
  if (!prefix.startsWith(`svc_${environmentCodes[environment]}_`)) return undefined
  return { prefix, secretHash: hashOf(secret) }
}

const hashOf = (secret: string) => hash('sha256', secret, 'buffer')

const checksumOf = (prefix: string, secret: string) => {
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(`${prefix}_${secret}`))
  return base62(checksum, 6)
}

function base62(bytes: Buffer, length: number) {
  let remainder = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  while (text.length < length) {
    text = base62Alphabet.charAt(Number(remainder % 62n)) + text
    remainder /= 62n
  }
  return text
}
