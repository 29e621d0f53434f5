/**
 * Maximum number of results that each function caches. A payslip is read several times, and each time the same few
 * labels are classified.
 */
const maxRemembered = 5_000

/** Caches the results of a pure function of a string. */
export function memoise<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined || results.has(text)) return known as Result
    if (results.size >= maxRemembered) results.clear()
    const result = compute(text)
    results.set(text, result)
    return result
  }
}
