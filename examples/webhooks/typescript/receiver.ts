// Receives webhooks with nothing but Node 22.18 or newer: SIGNING_SECRET=… ENCRYPTION_KEY=… node receiver.ts
import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

// #region verify
type Headers = Record<string, string | string[] | undefined> // header names in lower case, as Node provides them

/** The JSON text of a genuine, current delivery. Throws the reason for any other. */
function openDelivery(body: Buffer, headers: Headers, secrets: string[], keys: string[]): string {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  const [id, time, signatures] = names.map((name) => String(headers[name] ?? ''))
  if (!id || !time || !signatures) throw new Error('unsigned')
  const isSigned = secrets.some((secret) => {
    const mac = createHmac('sha256', secret).update(`${id}.${time}.`).update(body).digest('base64')
    return signatures.split(' ').some((signature) => isSame(signature, `v1,${mac}`))
  })
  if (!isSigned || !/^\d+$/.test(time)) throw new Error('wrong-signature')
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) throw new Error('wrong-time')

  const iv = String(headers['x-svc-encryption-iv'] ?? '')
  if (!iv && keys.length > 0) throw new Error('not-encrypted')
  return iv ? decrypt(body, iv, keys) : body.toString()
}

/** AES-256-GCM; the last 16 bytes are the tag. There are several keys during a rotation. */
function decrypt(body: Buffer, iv: string, keys: string[]): string {
  const bytes = (base64: string) => Buffer.from(base64, 'base64')
  const sealed = bytes(body.toString())
  for (const key of keys) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', bytes(key), bytes(iv), { authTagLength: 16 })
      decipher.setAuthTag(sealed.subarray(-16))
      return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString()
    } catch {} // try the next key
  }
  throw new Error(keys.length > 0 ? 'undecryptable' : 'no-key')
}

/** The older signature covers the body alone: it proves the sender, but not that the delivery is new. */
function hasBodySignature(body: Buffer, headers: Headers, secrets: string[]): boolean {
  const given = ['x-svc-signature', 'x-svc-signature-next'].map((name) => String(headers[name] ?? ''))
  const macs = secrets.map((secret) => createHmac('sha512', secret).update(body).digest('hex'))
  return macs.some((mac) => given.some((signature) => isSame(signature, mac)))
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
// #endregion

const {
  SIGNING_SECRET,
  SIGNING_SECRET_NEXT,
  ENCRYPTION_KEY,
  ENCRYPTION_KEY_NEXT,
  PORT = '8377',
} = process.env
const secrets = [SIGNING_SECRET, SIGNING_SECRET_NEXT].flatMap((secret) => secret || [])
const keys = [ENCRYPTION_KEY, ENCRYPTION_KEY_NEXT].flatMap((key) => key || [])
if (secrets.length === 0) throw new Error('SIGNING_SECRET is not set')

createServer(async (request, response) => {
  const body = await buffer(request)
  try {
    const text = openDelivery(body, request.headers, secrets, keys)
    const by = hasBodySignature(body, request.headers, secrets) ? 'both signatures' : 'webhook-signature'
    console.log(`verified by ${by}: ${text}`) // your part: store it under its webhook-id, respond, process it later
    response.writeHead(204).end()
  } catch (error) {
    console.log(`refused: ${error instanceof Error ? error.message : error}`)
    response.writeHead(400).end()
  }
}).listen(Number(PORT), '127.0.0.1') // behind your TLS proxy
