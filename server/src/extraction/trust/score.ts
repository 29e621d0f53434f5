import type { Finding, Reading, Trust } from '../document.ts'

/** The worst finding decides. Only payslips and bank statements have a score. */
export function trustOf(kind: Reading['kind'], findings: readonly Finding[]): Trust | null {
  if (kind !== 'payslip' && kind !== 'bank_statement') return null
  const has = (severity: Finding['severity']) => findings.some((one) => one.severity === severity)
  if (has('high')) return 'Low'
  return has('medium') ? 'Medium' : 'High'
}
