import { once } from 'node:events'
import {
  KMS_FORMAT,
  type RootKey,
  RootKeyRefused,
  RootKeyUnavailable,
  requireFormat,
} from './root-key-contract.ts'

/** How to reach AWS KMS; without `credentials` the SDK looks in its usual places. */
export type KmsOptions = {
  endpoint?: string | undefined
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined
  timeoutMs: number
}

const REFUSALS = ['InvalidCiphertextException', 'IncorrectKeyException']
const PASSING_REFUSALS = ['ThrottlingException', 'RequestLimitExceeded']

/** Opens `aws-kms://region/key`, where the key is an id, an ARN or `alias/name` of a symmetric encryption key. */
export async function openKmsRootKey(
  address: URL,
  { endpoint, credentials, timeoutMs }: KmsOptions,
): Promise<RootKey> {
  const region = address.host
  const KeyId = decodeURIComponent(address.pathname.slice(1))
  if (!region || !KeyId) throw new Error('a root key in AWS KMS is aws-kms://region/key')
  // Loaded only here: the SDK costs start-up time that the other keepers need not pay.
  const { KMS } = await import('@aws-sdk/client-kms')
  const kms = new KMS({ region, ...(endpoint && { endpoint }), ...(credentials && { credentials }) })

  async function call<Reply>(
    send: (options: { abortSignal: AbortSignal }) => Promise<Reply>,
  ): Promise<Reply> {
    const abortSignal = AbortSignal.timeout(timeoutMs)
    // The SDK does not look at the signal while it searches for credentials.
    const outOfTime = once(abortSignal, 'abort').then(() => {
      throw new RootKeyUnavailable('AWS KMS did not answer in time')
    })
    return Promise.race([send({ abortSignal }).catch(rethrow), outOfTime])
  }

  return {
    async wrap(key, context) {
      const EncryptionContext = { context }
      const reply = await call((options) =>
        kms.encrypt({ KeyId, Plaintext: key, EncryptionContext }, options),
      )
      if (!reply.CiphertextBlob) throw new RootKeyUnavailable('AWS KMS answered without a ciphertext')
      return Buffer.concat([Buffer.of(KMS_FORMAT), reply.CiphertextBlob])
    },

    async unwrap(wrapped, context) {
      requireFormat(wrapped, KMS_FORMAT, 'AWS KMS')
      const CiphertextBlob = wrapped.subarray(1)
      const EncryptionContext = { context }
      const reply = await call((options) =>
        kms.decrypt({ KeyId, CiphertextBlob, EncryptionContext }, options),
      )
      if (!reply.Plaintext) throw new RootKeyUnavailable('AWS KMS answered without a key')
      return Buffer.from(reply.Plaintext)
    },

    async rotate() {
      // RotateKeyOnDemand takes no alias.
      const { KeyMetadata } = await call((options) => kms.describeKey({ KeyId }, options))
      await call((options) => kms.rotateKeyOnDemand({ KeyId: KeyMetadata?.KeyId }, options))
    },
  }
}

// Only the name is told: AWS repeats the signed headers, session token included, in some messages.
function rethrow(error: Error & { $metadata?: { httpStatusCode?: number } }): never {
  const status = error.$metadata?.httpStatusCode
  if (REFUSALS.includes(error.name)) throw new RootKeyRefused('another context, changed bytes or another key')
  if (!status || status >= 500 || PASSING_REFUSALS.includes(error.name)) {
    throw new RootKeyUnavailable(`AWS KMS did not answer: ${error.name}`)
  }
  throw new Error(`AWS KMS refused the call: ${error.name}`)
}
