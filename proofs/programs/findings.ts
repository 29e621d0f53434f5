/** Violations by kind, each with its evidence. */
export type Findings = Record<string, string[]>

const maxRowsPrinted = 10

export const isClean = (findings: Findings) => Object.values(findings).every((rows) => rows.length === 0)

/** Lists the first rows of each kind, for debugging. */
export function listRows(findings: Findings) {
  return Object.entries(findings)
    .filter(([, rows]) => rows.length > 0)
    .flatMap(([kind, rows]) => [
      `  ${kind}: ${rows.length}`,
      ...rows.slice(0, maxRowsPrinted).map((row) => `    ${row}`),
    ])
}
