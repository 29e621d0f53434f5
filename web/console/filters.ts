import { useNavigate } from '@tanstack/react-router'

// List filters are kept in the URL, so that reloads, shared links and the back button preserve them.

type Read<Value> = (text: string | undefined) => Value | undefined

/** Parses free text. */
export const text: Read<string> = (given) => given?.trim().slice(0, 200) || undefined

/** 2026-06-15 */
export const day: Read<string> = (given) =>
  given && /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined

/** Parses a one-based page number. The first page is the default, so the URL omits it. */
export const pageNumber: Read<number> = (given) =>
  given && given !== '1' && /^[1-9]\d{0,7}$/.test(given) ? Number(given) : undefined

export const oneOf =
  <Value extends string>(...values: readonly Value[]): Read<Value> =>
  (given) =>
    values.find((value) => value === given)

type SearchShape = Record<string, Read<unknown>>
type SearchValues<Shape extends SearchShape> = { [Name in keyof Shape]?: ReturnType<Shape[Name]> }

/** Builds the `validateSearch` of a route, which drops invalid values. */
export const searchFor =
  <Shape extends SearchShape>(shape: Shape) =>
  (given: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(shape).map(([name, read]) => {
        const value = given[name]
        return [name, read(value === undefined ? undefined : String(value))]
      }),
    ) as SearchValues<Shape>

/**
 * Reads and changes the filters in the URL: `const [{ page = 1, search }, setFilters] =
 * useFilters(route.useSearch())`.
 */
export function useFilters<Search extends object>(values: Search) {
  const navigate = useNavigate()
  /** Changes filters and returns to the first page. */
  function setFilters(changes: Partial<Search>) {
    void navigate({
      to: '.',
      search(current) {
        const { page: _, cursor: __, ...kept } = current
        return { ...kept, ...changes }
      },
    })
  }
  return [values, setFilters] as const
}

/** Parses the query string. All values are strings; routes convert them. */
export const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>) {
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
