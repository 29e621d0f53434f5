import { once } from 'node:events'
import {
  KMS_FORMAT,
  type RootKey,
  RootKeyRefused,
  RootKeyUnavailable,
  requireFormat,
} from './root-key-contract.ts'

/** Options for reaching AWS KMS. Without `credentials`, the SDK uses its default credential chain. */
export type KmsOptions = {
  endpoint?: string | undefined
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined
  timeoutMs: number
}

const REJECTIONS = ['InvalidCiphertextException', 'IncorrectKeyException']
const RETRYABLE_ERRORS = ['ThrottlingException', 'RequestLimitExceeded']

/** Opens `aws-kms://region/key`, where the key is an id, an ARN or `alias/name` of a symmetric encryption key. */
export async function openKmsRootKey(
  address: URL,
  { endpoint, credentials, timeoutMs }: KmsOptions,
): Promise<RootKey> {
  const region = address.host
  const KeyId = decodeURIComponent(address.pathname.slice(1))
  if (!region || !KeyId) throw new Error('a root key in AWS KMS is aws-kms://region/key')
  // Imported lazily: loading the SDK slows down startup, and the other key stores do not need it.
  const { KMS } = await import('@aws-sdk/client-kms')
  const kms = new KMS({ region, ...(endpoint && { endpoint }), ...(credentials && { credentials }) })

  async function call<Reply>(
    send: (options: { abortSignal: AbortSignal }) => Promise<Reply>,
  ): Promise<Reply> {
    const abortSignal = AbortSignal.timeout(timeoutMs)
    // The SDK ignores the abort signal while it resolves credentials.
    const timeout = once(abortSignal, 'abort').then(() => {
      throw new RootKeyUnavailable('AWS KMS did not answer in time')
    })
    return Promise.race([send({ abortSignal }).catch(mapError), timeout])
  }

  return {
    async wrap(key, context) {
      const EncryptionContext = { context }
      const reply = await call((options) =>
        kms.encrypt({ KeyId, Plaintext: key, EncryptionContext }, options),
      )
      if (!reply.CiphertextBlob) throw new RootKeyUnavailable('AWS KMS returned no ciphertext')
      return Buffer.concat([Buffer.of(KMS_FORMAT), reply.CiphertextBlob])
    },

    async unwrap(wrapped, context) {
      requireFormat(wrapped, KMS_FORMAT, 'AWS KMS')
      const CiphertextBlob = wrapped.subarray(1)
      const EncryptionContext = { context }
      const reply = await call((options) =>
        kms.decrypt({ KeyId, CiphertextBlob, EncryptionContext }, options),
      )
      if (!reply.Plaintext) throw new RootKeyUnavailable('AWS KMS returned no key')
      return Buffer.from(reply.Plaintext)
    },

    async rotate() {
      // RotateKeyOnDemand does not accept an alias.
      const { KeyMetadata } = await call((options) => kms.describeKey({ KeyId }, options))
      await call((options) => kms.rotateKeyOnDemand({ KeyId: KeyMetadata?.KeyId }, options))
    },
  }
}

// Only the error name is reported: some AWS messages repeat the signed headers, including the session token.
function mapError(error: Error & { $metadata?: { httpStatusCode?: number } }): never {
  const status = error.$metadata?.httpStatusCode
  if (REJECTIONS.includes(error.name))
    throw new RootKeyRefused('wrong context, tampered bytes or another key')
  if (!status || status >= 500 || RETRYABLE_ERRORS.includes(error.name)) {
    throw new RootKeyUnavailable(`AWS KMS did not answer: ${error.name}`)
  }
  throw new Error(`AWS KMS rejected the call: ${error.name}`)
}
