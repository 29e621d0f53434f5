import { expect, test } from 'vitest'
import { countJobs } from './count-jobs.ts'

const aJob = (employer_name: string | null, payroll_provider: string | null = null) => ({
  employer_name,
  payroll_provider,
})

test.each([
  ['none', [], 0],
  ['payroll and an uploaded payslip of one employer', [aJob('Quill Ltd', 'payroll'), aJob('Quill Ltd')], 1],
  ['one employer, spelt in two ways', [aJob('Quill Limited', 'payroll'), aJob('QUILL LTD.')], 1],
  ['one employer at two providers', [aJob('Quill', 'payroll'), aJob('Quill', 'bureau')], 1],
  ['two jobs at one employer', [aJob('Quill', 'payroll'), aJob('Quill', 'payroll'), aJob('Quill')], 2],
  ['two employers', [aJob('Quill', 'payroll'), aJob('Thimble')], 2],
  ['employers without a name', [aJob(null, 'payroll'), aJob(null)], 2],
])('counts the jobs of a person: %s', (_, jobs, count) => {
  expect(countJobs(jobs)).toBe(count)
})
