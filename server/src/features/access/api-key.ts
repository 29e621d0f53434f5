import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Environment } from '../../platform/environment.ts'

// svc_{sbx|live}_<cell, 2><id, 6>_<32 random bytes, 43><checksum, 6>. The checksum lets a typo be refused
// without asking the database, and lets a secret scanner be sure of what it found.
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const words = { sandbox: 'sbx', production: 'live' } as const
const pattern = /^(svc_(?:sbx|live)_[a-z0-9]{2}[0-9A-Za-z]{6})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

export type ApiKeyParts = { prefix: string; secretHash: Buffer }

export function makeApiKey(environment: Environment, cell: string) {
  const prefix = `svc_${words[environment]}_${cell}${base62(randomBytes(6), 6)}`
  const secret = base62(randomBytes(32), 43)
  const key = `${prefix}_${secret}${checksumOf(prefix, secret)}`
  return { key, prefix, secretHash: hashOf(secret), lastFour: key.slice(-4) }
}

/** The parts of a well-formed key of this environment; nothing for anything else. */
export function readApiKey(key: string, environment: Environment): ApiKeyParts | undefined {
  const [, prefix, secret, checksum] = pattern.exec(key) ?? []
  if (!prefix || !secret || checksum !== checksumOf(prefix, secret)) return undefined
  if (!prefix.startsWith(`svc_${words[environment]}_`)) return undefined
  return { prefix, secretHash: hashOf(secret) }
}

const hashOf = (secret: string) => hash('sha256', secret, 'buffer')

const checksumOf = (prefix: string, secret: string) => {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(`${prefix}_${secret}`))
  return base62(sum, 6)
}

function base62(bytes: Buffer, length: number) {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  while (text.length < length) {
    text = letters.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}
