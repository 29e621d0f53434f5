/** Review statuses in the order of the work. The database stores the index, so that lists can sort by it. */
export const reviewStatuses = [
  'registered',
  'invited',
  'opened',
  'sharing',
  'stalled',
  'ready',
  'in_review',
  'decided',
] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

export const statusCode = (status: ReviewStatus) => reviewStatuses.indexOf(status)
export const statusOf = (code: number) => reviewStatuses[code] ?? 'registered'

export const reviewDecisions = ['approve', 'decline', 'refer', 'withdrawn'] as const
export type ReviewDecision = (typeof reviewDecisions)[number]

/** Severities of the worst finding. The database stores the index. */
export const reviewSeverities = ['none', 'low', 'medium', 'high'] as const
export type ReviewSeverity = (typeof reviewSeverities)[number]

/** Days without progress after which an invited, opened or sharing user counts as stalled. */
export const stalledDays = 7
