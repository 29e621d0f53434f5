type Ending = () => unknown

const endings: Ending[] = []

/** Registers clean-up for the end of the test file; may be called inside a test. Runs in reverse order. */
export function atEnd(end: Ending) {
  endings.push(end)
}

/** Run every clean-up even if one fails: an open resource would affect the files that follow. */
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
