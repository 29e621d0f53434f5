import type { Findings } from '../programs/findings.ts'
import type { ProofCall } from './people.ts'
import type { RequestedErasure } from './round.ts'

/** Lists the entries of the erasure ledger. */
export async function listLedger(objects: { list(prefix: string, after?: string): Promise<string[]> }) {
  const keys: string[] = []
  for (
    let page = await objects.list('erasures/');
    page.length > 0;
    page = await objects.list('erasures/', page.at(-1))
  )
    keys.push(...page)
  return keys
}

/** An acknowledged erasure is recorded in the ledger. Any other succeeds when it is requested again. */
export async function checkErasures(
  call: ProofCall,
  erasures: readonly RequestedErasure[],
  ledger: readonly string[],
): Promise<Findings> {
  const findings: Record<'erased without a record' | 'not erased', string[]> = {
    'erased without a record': [],
    'not erased': [],
  }
  for (const { userId, isAcknowledged, round } of erasures) {
    if (isAcknowledged && !ledger.some((key) => key.includes(userId)))
      findings['erased without a record'].push(`${round}: ${userId}`)
    const { status } = isAcknowledged ? { status: 0 } : await call('DELETE', `/users/${userId}`)
    const after = await call('GET', `/users/${userId}`)
    if (after.status !== 404) findings['not erased'].push(`${round}: ${userId} (${status}, ${after.status})`)
  }
  return findings
}
