export type Weights = { bias: number; features: Record<string, number> }

export const weights: Record<'bank_statement' | 'payslip', Weights> = {
  bank_statement: {
    bias: -3,
    features: { statement: 1, statementGates: 3, statementHolds: 3, transactions: 2, sortCode: 1 },
  },
  payslip: { bias: -3, features: { payslipFound: 3, payslipGates: 3, netPay: 1, taxCode: 1 } },
}
