import { z } from 'zod'

// HMRC's documented reply formats. The simulator validates every reply before it sends it.

/** An amount in pounds with at most two decimal places. */
const Amount = z.number().refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6)
const Reference = z.string().min(1).max(100)

const employment = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.array(z.strictObject({ employerPayeReference: Reference, ...shape }))

export const IncomeReply = z.strictObject({
  pensionsAnnuitiesAndOtherStateBenefits: z.strictObject({
    otherPensionsAndRetirementAnnuities: Amount.optional(),
    incapacityBenefit: Amount.optional(),
    jobseekersAllowance: Amount.optional(),
    seissNetPaid: Amount.optional(),
  }),
  employments: employment({ payFromEmployment: Amount }),
})

export const EmploymentReply = z.strictObject({
  employments: employment({
    employerName: z.string().min(1),
    offPayrollWorkFlag: z.boolean().optional(),
  }).min(1),
})

export const TaxReply = z.strictObject({
  pensionsAnnuitiesAndOtherStateBenefits: z.strictObject({
    otherPensionsAndRetirementAnnuities: Amount.optional(),
    incapacityBenefit: Amount.optional(),
  }),
  refunds: z.strictObject({ taxRefundedOrSetOff: Amount.optional() }),
  employments: employment({ taxTakenOffPay: Amount }),
})
