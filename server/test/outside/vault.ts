// A stand-in for Vault's transit engine: `node vault.ts <port> [token] [manner]`, mounted at `transit`. With the
// manner `1.6`, it responds to a wrong context as that version did; with a URL, it is a standby that refers to that
// URL.
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { listen, type OutsideReply } from './listen.ts'

type Body = { plaintext?: string; ciphertext?: string; associated_data?: string }

const token = process.argv[3] ?? 'outside-vault-token'
const manner = process.argv[4] ?? ''
const keys = new Map<string, Buffer[]>()
let isSealed = false

listen(({ method, path, headers, body }) => {
  if (manner.startsWith('http')) return { status: 307, headers: { location: manner + path } }
  if (isSealed) return refusal(503, 'Vault is sealed')
  if (headers['x-vault-token'] !== token) return refusal(403, 'permission denied')
  if (method !== 'POST' && method !== 'PUT') return refusal(405, 'unsupported operation')
  if (path === '/v1/sys/seal') {
    isSealed = true
    return { status: 204 }
  }
  let parsed: Body
  try {
    parsed = body.length > 0 ? JSON.parse(body.toString()) : {}
  } catch {
    return refusal(400, 'error parsing JSON')
  }
  const [, verb, name = '', rest] =
    /^\/v1\/transit\/(encrypt|decrypt|keys)\/([\w.-]+)(\/rotate)?$/.exec(path) ?? []
  if (verb === 'encrypt' && !rest) return encrypt(name, parsed)
  if (verb === 'decrypt' && !rest) return decrypt(name, parsed)
  if (verb === 'keys' && rest) return rotate(name)
  return refusal(404, `no handler for route "${path.slice('/v1/'.length)}". route entry not found.`)
})

function encrypt(name: string, { plaintext, associated_data: associated = '' }: Body): OutsideReply {
  if (plaintext === undefined) return refusal(400, 'missing plaintext to encrypt')
  // As in Vault, a token that may create keys creates one by using its name.
  const versions = keys.get(name) ?? [randomBytes(32)]
  keys.set(name, versions)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', versions.at(-1) as Buffer, iv)
  cipher.setAAD(Buffer.from(associated, 'base64'))
  const sealed = [iv, cipher.update(plaintext, 'base64'), cipher.final(), cipher.getAuthTag()]
  const ciphertext = `vault:v${versions.length}:${Buffer.concat(sealed).toString('base64')}`
  return success({ ciphertext, key_version: versions.length })
}

function decrypt(name: string, { ciphertext = '', associated_data: associated = '' }: Body): OutsideReply {
  const versions = keys.get(name)
  if (!versions) return refusal(400, 'encryption key not found')
  const [, digits, encoded = ''] = /^vault:v([^:]*):(.*)$/s.exec(ciphertext) ?? []
  if (digits === undefined) return refusal(400, 'invalid ciphertext: no prefix')
  if (!/^\d+$/.test(digits)) return refusal(400, 'invalid ciphertext: version number could not be decoded')
  // As in Vault, version 0 means 1, because keys were once counted from zero.
  const version = Number(digits) || 1
  const key = versions[version - 1]
  if (!key) return refusal(400, 'invalid ciphertext: version is too new')
  const sealed = Buffer.from(encoded, 'base64')
  if (sealed.length < 28) return refusal(400, 'invalid ciphertext length')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
  decipher.setAAD(Buffer.from(associated, 'base64'))
  decipher.setAuthTag(sealed.subarray(-16))
  try {
    const opened = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
    return success({ plaintext: opened.toString('base64') })
  } catch {
    const text = 'cipher: message authentication failed'
    return manner === '1.6' ? refusal(500, `1 error occurred:\n\t* ${text}\n\n`) : refusal(400, text)
  }
}

function rotate(name: string): OutsideReply {
  const versions = keys.get(name)
  if (!versions) return refusal(400, 'key not found')
  versions.push(randomBytes(32))
  return success({ name, type: 'aes256-gcm96', latest_version: versions.length, min_decryption_version: 1 })
}

function success(data: object): OutsideReply {
  const lease = { lease_id: '', renewable: false, lease_duration: 0 }
  const body = { request_id: randomUUID(), ...lease, data, wrap_info: null, warnings: null, auth: null }
  return { status: 200, body }
}

function refusal(status: number, text: string): OutsideReply {
  return { status, body: { errors: [text] } }
}
