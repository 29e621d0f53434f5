import { z } from 'zod'
import { check } from '../http-error.ts'

const Query = z.object({
  offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

/** Paginates a list by `limit` and `offset`, with the total count. */
export function paged<T, Name extends string>(name: Name, all: readonly T[], query: unknown) {
  const { offset, limit } = check(Query, query)
  const shown = all.slice(offset, offset + limit)
  return { [name]: shown, offset, limit, total_count: all.length } as Record<Name, T[]> & {
    offset: number
    limit: number
    total_count: number
  }
}
