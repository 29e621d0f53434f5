import type { BankStatementSubmission, Jwks, PayrollSubmission, SubmissionProvenance } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { api, queries } from '../api.ts'

// A submission as signed by the service: figures, provenance, and a signature over both.

/** Whether the signature matches a published key; unchecked if the browser does not support Ed25519. */
export type Check = 'good' | 'bad' | 'unchecked'
export type Signed<Submission> = {
  submission: Submission
  provenance: SubmissionProvenance
  signed_at: string
  key_id: string
  check: Check
  jws: string
}

type Options = { signal: AbortSignal }

/**
 * Loads the published keys. They change rarely and are cached; signatures by an unknown key are rejected until the
 * cache expires.
 */
const publishedKeys = () =>
  queries.fetchQuery({
    queryKey: ['published keys'],
    staleTime: 60_000,
    queryFn: ({ signal }) => api.userTokens.getJwks({ signal }),
  })

export async function readPayslip(user_id: string, submission_id: string, options: Options) {
  const [{ jws }, keys] = await Promise.all([
    api.payroll.getSigned(user_id, submission_id, options),
    publishedKeys(),
  ])
  return open<PayrollSubmission>(jws, keys)
}

export async function readStatement(user_id: string, submission_id: string, options: Options) {
  const [{ jws }, keys] = await Promise.all([
    api.bankStatements.getSigned(user_id, submission_id, options),
    publishedKeys(),
  ])
  return open<BankStatementSubmission>(jws, keys)
}

export const useSignedPayslip = (user_id: string, submission_id: string) =>
  useQuery({
    queryKey: ['users', user_id, 'payslips', submission_id],
    staleTime: 60_000,
    queryFn: (options) => readPayslip(user_id, submission_id, options),
  })

export const useSignedStatement = (user_id: string, submission_id: string) =>
  useQuery({
    queryKey: ['users', user_id, 'statements', submission_id],
    staleTime: 60_000,
    queryFn: (options) => readStatement(user_id, submission_id, options),
  })

async function open<Submission>(jws: string, keys: Jwks): Promise<Signed<Submission>> {
  const [head = '', body = '', signature = ''] = jws.split('.')
  const { kid } = JSON.parse(textOf(head))
  const { submission, provenance, iat } = JSON.parse(textOf(body))
  const key = keys.keys.find((one) => one.kid === kid)
  return {
    submission,
    provenance,
    key_id: kid,
    jws,
    signed_at: new Date(iat * 1_000).toISOString(),
    check: key ? await verify(key, `${head}.${body}`, signature) : 'bad',
  }
}

async function verify(key: Jwks['keys'][number], text: string, signature: string): Promise<Check> {
  try {
    const { kty, crv, x } = key
    const known = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
    const fits = await crypto.subtle.verify(
      'Ed25519',
      known,
      bytesOf(signature),
      new TextEncoder().encode(text),
    )
    return fits ? 'good' : 'bad'
  } catch {
    return 'unchecked'
  }
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))

const textOf = (base64url: string) => new TextDecoder().decode(bytesOf(base64url))
