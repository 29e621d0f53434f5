import type { FuzzRequest } from './fuzz-request.ts'
import { type Fault, type FaultKind, type FuzzReply, faultKinds } from './judge.ts'
import { toCurl } from './requests.ts'

export type FuzzFinding = {
  kind: FaultKind
  detail: string
  request: FuzzRequest
  reply: FuzzReply | undefined
  /** Number of the request in the run. */
  index: number
  count: number
}

/** Limit for each kind, so that a frequent kind does not hide a rare one. */
const maxPrintedPerKind = 10

/** Collects faults, one finding for each kind, operation and cause. */
export function openFindings() {
  const findings = new Map<string, FuzzFinding>()
  return {
    add(request: FuzzRequest, reply: FuzzReply | undefined, index: number, { kind, detail }: Fault) {
      // Ids and numbers differ from request to request, and the cause is the same.
      const cause = detail.slice(0, 120).replace(/[0-9a-f-]{12,}|req_\w+|\d+/g, '#')
      const key = `${kind} ${request.operation.operationId} ${cause}`
      const known = findings.get(key)
      if (known) known.count++
      else findings.set(key, { kind, detail, request, reply, index, count: 1 })
    },
    list: () => [...findings.values()],
    countOf: (kind: FaultKind) =>
      [...findings.values()].reduce((sum, finding) => sum + (finding.kind === kind ? finding.count : 0), 0),
  }
}

export type FuzzFindings = ReturnType<typeof openFindings>

/** Describes every finding so that a developer can send the request again. */
export async function describeFindings(
  findings: FuzzFindings,
  deps: {
    address: string
    seed: string
    explain(requestId: string): string | undefined
    shrink(finding: FuzzFinding): Promise<{ request: FuzzRequest; isReproduced: boolean }>
  },
) {
  const lines: string[] = []
  const byKind = faultKinds.map((kind) => findings.list().filter((finding) => finding.kind === kind))
  for (const finding of byKind.flatMap((known) => known.slice(0, maxPrintedPerKind))) {
    const { kind, request, index, count, reply, detail } = finding
    const { request: smallest, isReproduced } = await deps.shrink(finding)
    lines.push(
      `${kind}: ${request.operation.operationId}, ${count} times, first as request ${index} of seed ${deps.seed}`,
      `  credential: ${request.credential.name}; mutations: ${request.mutations.join(', ') || 'none'}`,
      `  ${detail}`,
      `  ${isReproduced ? 'again with' : 'not reproduced alone, probably a race:'} ${toCurl(deps.address, smallest)}`,
    )
    const cause = deps.explain(String(reply?.headers['x-request-id']))
    if (cause) lines.push(`  ${cause.replaceAll('\n', '\n  ')}`)
  }
  for (const [n, kind] of faultKinds.entries()) {
    const hidden = (byKind[n]?.length ?? 0) - maxPrintedPerKind
    if (hidden > 0) lines.push(`and ${hidden} more findings: ${kind}`)
  }
  return lines
}
