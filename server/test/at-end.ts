type Ending = () => unknown

const endings: Ending[] = []

/** Does this when the test file is done; may be called from inside a test. The last comes first. */
export function atEnd(end: Ending) {
  endings.push(end)
}

/** Each is done although one before it failed: what stays open would be missing to the files that come after. */
export async function endAll() {
  const faults: unknown[] = []
  for (const end of endings.splice(0).toReversed()) {
    try {
      await end()
    } catch (fault) {
      faults.push(fault)
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} could not be ended`)
}
