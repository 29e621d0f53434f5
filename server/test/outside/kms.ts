// A stand-in for AWS KMS: `node kms.ts <port>`, region eu-west-2, JSON 1.1. It verifies signatures.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import { listen, type OutsideReply, type OutsideRequest } from './listen.ts'

type Body = {
  KeyId?: string
  Plaintext?: string
  CiphertextBlob?: string
  EncryptionContext?: Record<string, string>
}
type Key = { id: string; alias: string; versions: Buffer[] }

const region = 'eu-west-2'
const accessKeyId = 'AKIAOUTSIDE'
const secretAccessKey = 'outside-secret'
const largestRotations = 25
const keys: Key[] = ['payproof', 'other', 'unavailable', 'throttled'].map((name) => ({
  id: randomUUID(),
  alias: `alias/${name}`,
  versions: [randomBytes(32)],
}))

listen((request) => {
  const fault = findSignatureFault(request)
  if (fault) return refusal(fault)
  const body: Body = JSON.parse(request.body.toString())
  const operation = String(request.headers['x-amz-target']).replace('TrentService.', '')
  const key = keys.find(({ id, alias }) => [id, alias, arnOf(id)].includes(body.KeyId ?? ''))
  if (!key) return refusal('NotFoundException', `Key '${body.KeyId}' does not exist`)
  if (key.alias === 'alias/unavailable') return refusal('KeyUnavailableException', undefined, 500)
  if (key.alias === 'alias/throttled') return refusal('ThrottlingException', 'Rate exceeded')
  switch (operation) {
    case 'Encrypt':
      return encrypt(key, body)
    case 'Decrypt':
      return decrypt(key, body)
    case 'DescribeKey':
      return success({
        KeyMetadata: { KeyId: key.id, Arn: arnOf(key.id), Enabled: true, KeyState: 'Enabled' },
      })
    case 'RotateKeyOnDemand':
      return rotate(key, body)
    default:
      return refusal('UnknownOperationException')
  }
})

function encrypt(key: Key, { Plaintext = '', EncryptionContext }: Body): OutsideReply {
  const header = Buffer.alloc(20)
  header.write(key.id.replaceAll('-', ''), 'hex')
  header.writeUInt32BE(key.versions.length, 16)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key.versions.at(-1) as Buffer, iv)
  cipher.setAAD(associatedData(header, EncryptionContext))
  const sealed = [header, iv, cipher.update(Plaintext, 'base64'), cipher.final(), cipher.getAuthTag()]
  const CiphertextBlob = Buffer.concat(sealed).toString('base64')
  return success({ CiphertextBlob, KeyId: arnOf(key.id), EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' })
}

function decrypt(key: Key, { CiphertextBlob = '', EncryptionContext }: Body): OutsideReply {
  const sealed = Buffer.from(CiphertextBlob, 'base64')
  if (sealed.length < 48) return refusal('InvalidCiphertextException')
  const owner = keys.find(({ id }) => id.replaceAll('-', '') === sealed.toString('hex', 0, 16))
  const version = owner?.versions[sealed.readUInt32BE(16) - 1]
  if (!owner || !version) return refusal('InvalidCiphertextException')
  if (owner !== key) {
    return refusal(
      'IncorrectKeyException',
      'The key ID in the request does not identify a CMK that can perform this operation.',
    )
  }
  const decipher = createDecipheriv('aes-256-gcm', version, sealed.subarray(20, 32))
  decipher.setAAD(associatedData(sealed.subarray(0, 20), EncryptionContext))
  decipher.setAuthTag(sealed.subarray(-16))
  try {
    const opened = Buffer.concat([decipher.update(sealed.subarray(32, -16)), decipher.final()])
    const Plaintext = opened.toString('base64')
    return success({ Plaintext, KeyId: arnOf(key.id), EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' })
  } catch {
    return refusal('InvalidCiphertextException')
  }
}

function rotate(key: Key, { KeyId }: Body): OutsideReply {
  if (KeyId === key.alias) return refusal('NotFoundException', `Invalid keyId ${KeyId}`)
  if (key.versions.length > largestRotations) return refusal('LimitExceededException')
  key.versions.push(randomBytes(32))
  return success({ KeyId: key.id })
}

function associatedData(header: Buffer, context: Record<string, string> = {}): Buffer {
  const pairs = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))
  return Buffer.concat([header, Buffer.from(JSON.stringify(pairs))])
}

// Verifies Signature Version 4, computed from the received request.
function findSignatureFault({ method, path, headers, body }: OutsideRequest): string | undefined {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
  const [, keyId, date = '', place, service, signed = '', signature] =
    form.exec(headers.authorization ?? '') ?? []
  if (!signature) return 'MissingAuthenticationTokenException'
  if (keyId !== accessKeyId) return 'UnrecognizedClientException'
  if (place !== region || service !== 'kms') return 'InvalidSignatureException'
  const time = String(headers['x-amz-date'])
  const headerLines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, path, '', headerLines.join(''), signed, sha256(body)].join('\n')
  const scope = `${date}/${region}/kms/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const signingKey = [date, region, 'kms', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  )
  const expected = createHmac('sha256', signingKey).update(toSign).digest('hex')
  return expected === signature && time.startsWith(date) ? undefined : 'InvalidSignatureException'
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function arnOf(id: string): string {
  return `arn:aws:kms:${region}:111122223333:key/${id}`
}

function success(body: object): OutsideReply {
  return { status: 200, headers: amazonHeaders(), body }
}

function refusal(type: string, message?: string, status = 400): OutsideReply {
  return { status, headers: amazonHeaders(), body: { __type: type, message } }
}

function amazonHeaders(): Record<string, string> {
  return { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID() }
}
