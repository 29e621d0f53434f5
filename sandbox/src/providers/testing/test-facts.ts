import { expect, test } from 'vitest'

type Fact = { id: string; section: string; fact: string }

/** One test for each documented rule of a simulator, and one for the list itself. */
export function testFacts<const Facts extends readonly Fact[], Simulator extends AsyncDisposable>({
  facts,
  checks,
  open,
  minCount,
}: {
  facts: Facts
  checks: Record<Facts[number]['id'], (simulator: Simulator) => Promise<void>>
  open(): Promise<Simulator>
  minCount: number
}) {
  // Some simulators start with a payroll of several years, which is slow on a busy machine.
  test.each<Fact>(facts)('$id, $section: $fact', { timeout: 240_000 }, async ({ id }) => {
    await using simulator = await open()
    await checks[id as Facts[number]['id']](simulator)
  })

  test(`lists at least ${minCount} facts, each once`, () => {
    expect(new Set(facts.map(({ id }) => id)).size).toBe(facts.length)
    expect(facts.length).toBeGreaterThanOrEqual(minCount)
  })
}
