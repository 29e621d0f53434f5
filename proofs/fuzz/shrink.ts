import type { FuzzFinding } from './findings.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import type { Judge } from './judge.ts'
import type { FuzzSender } from './send.ts'

const maxAttempts = 60

/**
 * Sends a failing request again, and removes every header, query parameter and field of the body that it does not
 * need to fail.
 */
export async function shrinkRequest(finding: FuzzFinding, sender: FuzzSender, judge: Judge) {
  let attempts = 0
  async function fails(request: FuzzRequest) {
    if (attempts++ >= maxAttempts) return false
    const reply = await sender.send(request).catch(() => undefined)
    return reply !== undefined && judge(request, reply).some(({ kind }) => kind === finding.kind)
  }
  let smallest = copyOf(finding.request)
  if (!(await fails(smallest))) return { request: finding.request, isReproduced: false }
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const candidate of smallerVersions(smallest)) {
      if (!(await fails(candidate))) continue
      smallest = candidate
      isSmaller = true
      break
    }
  }
  return { request: smallest, isReproduced: true }
}

const copyOf = (request: FuzzRequest): FuzzRequest => ({
  ...request,
  query: [...request.query],
  headers: [...request.headers],
  body: structuredClone(request.body),
})

function* smallerVersions(request: FuzzRequest): Generator<FuzzRequest> {
  const credentialHeaders = Object.keys(request.credential.headers).length
  for (let n = credentialHeaders; n < request.headers.length; n++)
    yield { ...copyOf(request), headers: request.headers.toSpliced(n, 1) }
  for (let n = 0; n < request.query.length; n++)
    yield { ...copyOf(request), query: request.query.toSpliced(n, 1) }
  if (request.bytes) return
  for (const name of Object.keys((request.body as object | undefined) ?? {})) {
    const { [name]: _, ...body } = request.body as Record<string, unknown>
    yield { ...copyOf(request), body }
  }
}
