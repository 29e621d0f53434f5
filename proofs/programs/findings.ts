/** What must not be, by name, each with the rows that say so. */
export type Findings = Record<string, string[]>

const shown = 10

export const isClean = (findings: Findings) => Object.values(findings).every((rows) => rows.length === 0)

/** In one line, with what to say if there is nothing to say. */
export function summarise(findings: Findings, ifClean: string) {
  const broken = Object.entries(findings).filter(([, rows]) => rows.length > 0)
  return broken.map(([what, rows]) => `${rows.length} ${what}`).join(', ') || ifClean
}

/** The first rows of each, for whoever has to look into it. */
export function listRows(findings: Findings) {
  return Object.entries(findings)
    .filter(([, rows]) => rows.length > 0)
    .flatMap(([what, rows]) => [
      `  ${what}: ${rows.length}`,
      ...rows.slice(0, shown).map((row) => `    ${row}`),
    ])
}
