import type { IncomeSummary, Review, ReviewRow } from '@payproof/sdk'
import { Badge, type Tone } from '../../ui/badge.tsx'

type ReviewStatus = Review['status']
export type Decision = NonNullable<Review['decision']>['decision']
type WorstFinding = NonNullable<ReviewRow['finding']>

const statuses: Record<ReviewStatus, { tone: Tone; label: string }> = {
  registered: { tone: 'plain', label: 'Not invited' },
  invited: { tone: 'plain', label: 'Invited' },
  opened: { tone: 'note', label: 'Opened' },
  sharing: { tone: 'note', label: 'Sharing' },
  stalled: { tone: 'warn', label: 'Stalled' },
  ready: { tone: 'good', label: 'Ready' },
  in_review: { tone: 'note', label: 'In review' },
  decided: { tone: 'plain', label: 'Decided' },
}
export const allStatuses = Object.keys(statuses) as ReviewStatus[]
export const statusLabel = (status: ReviewStatus) => statuses[status].label

const decisions: Record<Decision, { tone: Tone; label: string; verb: string }> = {
  approve: { tone: 'good', label: 'Approved', verb: 'Approve' },
  decline: { tone: 'bad', label: 'Declined', verb: 'Decline' },
  refer: { tone: 'warn', label: 'Referred', verb: 'Refer' },
  withdrawn: { tone: 'plain', label: 'Withdrawn', verb: 'Mark as withdrawn' },
}
export const allDecisions = Object.keys(decisions) as Decision[]
export const decisionVerb = (decision: Decision) => decisions[decision].verb
export const decisionLabel = (decision: Decision) => decisions[decision].label

/** Status of a review. A decided one shows the decision. */
export function StatusBadge({ status, decision }: { status: ReviewStatus; decision: Decision | null }) {
  const { tone, label } = status === 'decided' && decision ? decisions[decision] : statuses[status]
  return <Badge tone={tone}>{label}</Badge>
}

type FindingCode = IncomeSummary['findings'][number]['code']

const findings: Record<FindingCode, string> = {
  'document-low-trust': 'Low-trust document',
  'unread-document': 'Unread document',
  'document-included': 'Low-trust document counts',
  'unread-document-checked': 'Unread document checked',
  'values-corrected': 'Corrected values',
  'sources-differ': 'Payslips differ',
  'tax-year-differs': 'Tax year differs',
  'income-not-in-bank': 'Income not in the bank',
  'self-administered-payroll': 'Own payroll',
  'identity-differs': 'Identity differs',
  'no-current-income': 'No current income',
  'no-recent-pay': 'No recent pay',
  'employment-ended': 'Employment ended',
  'recent-start': 'Recent start',
  gap: 'Gap',
  'falling-pay': 'Falling pay',
  'mostly-variable': 'Mostly variable',
  disputed: 'Disputed',
  'rule-not-met': 'Rule not met',
}
export const findingLabel = (code: string) => findings[code as FindingCode] ?? code

/** Codes that a rule can look for: all but the finding of a rule itself. */
export const allFindingCodes = (Object.keys(findings) as FindingCode[]).filter(
  (code) => code !== 'rule-not-met',
)

const severityTones: Record<WorstFinding['severity'], Tone> = { high: 'bad', medium: 'warn', low: 'plain' }

/** The worst finding of a user, in a few words. */
export const FindingBadge = ({ finding: { code, severity } }: { finding: WorstFinding }) => (
  <Badge tone={severityTones[severity]}>{findingLabel(code)}</Badge>
)
