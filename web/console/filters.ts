import { useNavigate, useSearch } from '@tanstack/react-router'

// List filters kept in the URL, so that reloads, shared links and the back button preserve them.

type Read<Value> = (text: string | undefined) => Value

/** Free text. */
export const text: Read<string | undefined> = (given) => given?.trim().slice(0, 200) || undefined

/** 2026-06-15 */
export const day: Read<string | undefined> = (given) =>
  given && /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined

/** One-based. */
export const pageNumber: Read<number> = (given) => (given && /^[1-9]\d{0,7}$/.test(given) ? Number(given) : 1)

export const oneOf =
  <Value extends string>(...values: readonly Value[]): Read<Value | undefined> =>
  (given) =>
    values.find((value) => value === given)

type Shape = Record<string, Read<unknown>>
type Values<Of extends Shape> = { [Name in keyof Of]: ReturnType<Of[Name]> }

/**
 * `const [filters, setFilters] = useFilters({ page: pageNumber, name: text })`; invalid values are dropped.
 */
export function useFilters<Of extends Shape>(shape: Of) {
  const given = useSearch({ strict: false }) as Record<string, string | undefined>
  const navigate = useNavigate()
  const values = Object.fromEntries(
    Object.entries(shape).map(([name, read]) => [name, read(given[name])]),
  ) as Values<Of>
  /** Changing a filter resets the page. */
  function setFilters(changes: Partial<Values<Of>>) {
    const { page: _, cursor: __, ...kept } = values
    const next = Object.entries({ ...kept, ...changes }).filter(
      ([name, value]) => value !== '' && value !== shape[name]?.(undefined),
    )
    void navigate({ to: '.', search: Object.fromEntries(next) as never })
  }
  return [values, setFilters] as const
}

export const readSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))

export function writeSearch(search: Record<string, unknown>) {
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
