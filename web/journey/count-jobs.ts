type NamedJob = { employer_name: string | null; payroll_provider: string | null }

/** Capitals, punctuation and the company's legal form differ between a payroll and its payslips. */
const plainName = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/ (ltd|limited|plc|llp) ?$/, '')
    .trim()

/**
 * Counts a person's jobs. One job can be found in several sources, such as payroll and an uploaded payslip. For each
 * employer, the source that lists the most jobs counts.
 */
export function countJobs(jobs: readonly NamedJob[]) {
  const unnamed = jobs.filter(({ employer_name }) => !employer_name).length
  const counts = new Map<string, Map<string, number>>()
  for (const { employer_name, payroll_provider } of jobs) {
    if (!employer_name) continue
    const name = plainName(employer_name)
    const sources = counts.get(name) ?? new Map<string, number>()
    const source = payroll_provider ?? 'uploaded'
    sources.set(source, (sources.get(source) ?? 0) + 1)
    counts.set(name, sources)
  }
  return [...counts.values()].reduce((total, sources) => total + Math.max(...sources.values()), unnamed)
}
