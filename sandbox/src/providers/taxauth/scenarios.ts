import type { z } from 'zod'
import type { EmploymentReply, IncomeReply, TaxReply } from './replies.ts'
import type { SummaryName } from './summaries.ts'

/** Scenarios of HMRC's Individual PAYE Test Support API. */
export const scenarioNames = ['HAPPY_PATH_1', 'HAPPY_PATH_2'] as const
type ScenarioName = (typeof scenarioNames)[number]

type Replies = {
  income: z.output<typeof IncomeReply>
  employments: z.output<typeof EmploymentReply>
  tax: z.output<typeof TaxReply>
}

/**
 * The values that HMRC's stub serves: every field in the first scenario, the required fields in the second. The
 * second scenario's tax has another employer than its income, so the summaries cannot be joined completely.
 */
export const scenarios: Record<ScenarioName, { [Name in SummaryName]: Replies[Name] }> = {
  HAPPY_PATH_1: {
    income: {
      pensionsAnnuitiesAndOtherStateBenefits: {
        otherPensionsAndRetirementAnnuities: 36.5,
        incapacityBenefit: 980.45,
        jobseekersAllowance: 89.99,
        seissNetPaid: 55.55,
      },
      employments: [
        { employerPayeReference: '123/AB456', payFromEmployment: 22500 },
        { employerPayeReference: '456/AB456', payFromEmployment: 8650 },
      ],
    },
    employments: {
      employments: [
        { employerPayeReference: '123/AB456', employerName: 'Company XYZ', offPayrollWorkFlag: true },
        { employerPayeReference: '456/AB456', employerName: 'Company ABC', offPayrollWorkFlag: false },
      ],
    },
    tax: {
      pensionsAnnuitiesAndOtherStateBenefits: {
        otherPensionsAndRetirementAnnuities: 36.5,
        incapacityBenefit: 980.45,
      },
      refunds: { taxRefundedOrSetOff: 325 },
      employments: [
        { employerPayeReference: '123/AB456', taxTakenOffPay: 890.35 },
        { employerPayeReference: '456/AB456', taxTakenOffPay: 224.99 },
      ],
    },
  },
  HAPPY_PATH_2: {
    income: {
      pensionsAnnuitiesAndOtherStateBenefits: {},
      employments: [{ employerPayeReference: '123/AB456', payFromEmployment: 22500 }],
    },
    employments: { employments: [{ employerPayeReference: '123/AB456', employerName: 'Company XYZ' }] },
    tax: {
      pensionsAnnuitiesAndOtherStateBenefits: {},
      refunds: {},
      employments: [{ employerPayeReference: '111/AAA', taxTakenOffPay: 3000 }],
    },
  },
}
