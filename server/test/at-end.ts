type Ending = () => unknown

const endings: Ending[] = []

/** Registers a clean-up for the end of the test file; may be called inside a test. Clean-ups run in reverse order. */
export function atEnd(end: Ending) {
  endings.push(end)
}

/** Runs every clean-up even if one fails, because an open resource would affect the files that follow. */
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
