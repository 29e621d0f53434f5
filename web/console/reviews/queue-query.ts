import type { Operations } from '@payproof/sdk'
import type { QueueFilters } from './queue-filters.tsx'

export type QueueSort = { sort?: ReviewSort | undefined; direction?: 'asc' | undefined }
type ApiQuery = NonNullable<Operations['listReviews']['query']>
export type ReviewSort = Exclude<NonNullable<ApiQuery['sort']>, 'updated_at'>
export const reviewSorts = ['status', 'annual_gross', 'severity', 'assignee'] as const satisfies ReviewSort[]

/** Converts the filters in the URL to the query of the API. */
export function queryOf(filters: QueueFilters & QueueSort, memberId: string) {
  const { search, status, severity, advice, assigned, employer, gross_from, gross_below, sort, direction } =
    filters
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(severity && { severity }),
    ...(advice && { advice }),
    ...(assigned === 'me' && { assignee_id: memberId }),
    ...(assigned === 'nobody' && { is_assigned: false }),
    ...(employer && { employer }),
    ...(gross_from && { gross_from: Number(gross_from) }),
    ...(gross_below && { gross_below: Number(gross_below) }),
    ...(sort && { sort }),
    ...(direction && { direction }),
  } satisfies ApiQuery
}
