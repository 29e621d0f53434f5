import { api } from '../api.ts'

// No retries: if attempts are rate-limited, the waiting time is shown at once.
const once = { retries: 0 }

const es256 = -7
const edDsa = -8
const rs256 = -257

/** Whether the browser can use passkeys here. They belong to a host name, so an IP address has none. */
export const canUsePasskeys = () =>
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)

/** The browser gave no passkey. The message tells the member why. */
export class PasskeyError extends Error {}

/** Lets the device create a passkey and adds it to the member's account. */
export async function addPasskey(name: string) {
  const options = await api.members.startPasskeyRegistration(once)
  const credential = await ask(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: toBytes(options.challenge),
        rp: { id: options.relying_party_id, name: 'Payproof' },
        user: {
          id: toBytes(options.user_handle),
          name: options.user_name,
          displayName: options.user_name,
        },
        pubKeyCredParams: [es256, edDsa, rs256].map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: options.known_credential_ids.map((id) => ({
          type: 'public-key',
          id: toBytes(id),
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    }),
  )
  const response = credential.response as AuthenticatorAttestationResponse
  return api.members.registerPasskey(
    {
      name,
      client_data: toBase64Url(response.clientDataJSON),
      authenticator_data: toBase64Url(response.getAuthenticatorData()),
      public_key: toBase64Url(response.getPublicKey() ?? new ArrayBuffer()),
    },
    once,
  )
}

export const signInWithPasskey = async () =>
  api.members.signInWithPasskey({ ...(await answerChallenge()), browser: true }, once)

export const authenticateAgainWithPasskey = async () =>
  api.members.authenticateAgainWithPasskey(await answerChallenge(), once)

async function answerChallenge() {
  const { challenge, relying_party_id } = await api.members.startPasskeySignIn(once)
  const credential = await ask(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: toBytes(challenge),
        rpId: relying_party_id,
        userVerification: 'required',
      },
    }),
  )
  const response = credential.response as AuthenticatorAssertionResponse
  return {
    credential_id: credential.id,
    client_data: toBase64Url(response.clientDataJSON),
    authenticator_data: toBase64Url(response.authenticatorData),
    signature: toBase64Url(response.signature),
  }
}

async function ask(request: () => Promise<Credential | null>) {
  try {
    const credential = await request()
    if (credential instanceof PublicKeyCredential) return credential
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    if (error.name === 'InvalidStateError')
      throw new PasskeyError('This device already has a passkey for your account.')
    if (error.name !== 'NotAllowedError' && error.name !== 'AbortError')
      throw new PasskeyError('This browser could not use a passkey here. Use your password.')
  }
  // Browsers do not tell whether the member cancelled or the device has no passkey for this site.
  throw new PasskeyError('No passkey was used. Try again, or use your password.')
}

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const toBase64Url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
