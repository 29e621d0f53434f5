import type { PayFigures, PayrollDeductionKind, PayrollFrequency } from '../../../payroll/types.ts'

// Labels used on real payslips, in all common variants.

export const factLabels = {
  name: [
    'Employee',
    'Employee name',
    'Name',
    'Name of employee',
    'EMPLOYEE NAME',
    'Paid to',
    'Worker',
    'Staff member',
  ],
  address: ['Address', 'Home address', 'Employee address'],
  niNumber: [
    'NI number',
    'NI No',
    'National Insurance number',
    'N.I. Number',
    'NINO',
    'Nat. Ins. No.',
    'NI NUMBER',
  ],
  payrollNumber: [
    'Payroll number',
    'Employee number',
    'Works number',
    'Employee ID',
    'Emp. No.',
    'Staff no.',
    'Payroll ID',
  ],
  role: ['Job title', 'Position', 'Role', 'Post', 'Occupation', 'Job'],
  department: ['Department', 'Dept', 'Cost centre', 'Section', 'Team'],
  employer: ['Employer', 'Company', 'Company name', 'Employer name', 'Paid by'],
  taxReference: [
    'PAYE reference',
    'Employer PAYE ref',
    'Tax ref',
    'Tax office ref',
    'Employer tax reference',
    'PAYE Ref',
  ],
  taxCode: ['Tax code', 'Tax Code', 'TAX CODE', 'Code', 'PAYE code', 'Tax code and basis'],
  basis: ['Tax basis', 'Basis', 'Tax code basis'],
  niLetter: ['NI letter', 'NI category', 'NI table', 'NI Cat', 'NI table letter'],
  payDate: [
    'Pay date',
    'Payment date',
    'Date paid',
    'Paid on',
    'Date of payment',
    'PAY DATE',
    'Pay day',
    'Payslip date',
  ],
  start: ['Period start', 'Pay period from', 'Period from', 'From', 'Start of period'],
  end: ['Period end', 'Period ending', 'Pay period to', 'To', 'Period to'],
  period: ['Pay period', 'Period covered', 'Pay period dates', 'For the period'],
  frequency: ['Pay frequency', 'Frequency', 'Paid', 'Pay cycle', 'Payroll'],
  taxPeriod: ['Tax period', 'Period', 'Tax period number', 'Period no', 'PAYE period'],
  method: ['Payment method', 'Pay method', 'Method of payment'],
}

export const frequencyLabels: Record<PayrollFrequency, string[]> = {
  weekly: ['Weekly', 'Weekly', 'Every week', 'Week'],
  fortnightly: ['Fortnightly', '2-weekly', 'Two-weekly'],
  four_weekly: ['Four weekly', '4-weekly', 'Every 4 weeks', 'Lunar'],
  monthly: ['Monthly', 'Monthly', 'Calendar month', 'Every month'],
}

type StandardDeduction = Exclude<PayrollDeductionKind, 'attachment_of_earnings' | 'loan' | 'other'>
export const deductionLabels: Record<StandardDeduction, string[]> = {
  income_tax: [
    'PAYE Tax',
    'Income Tax',
    'Tax',
    'PAYE',
    'PAYE Income Tax',
    'Tax deducted',
    'Income tax (PAYE)',
    'Tax Paid',
  ],
  national_insurance: [
    'National Insurance',
    'NI',
    'Employee NI',
    'NIC',
    'EE NI',
    'Nat. Ins.',
    'NI contribution',
    'Ees NI',
    'Employee NIC',
    'National Ins.',
  ],
  pension: [
    'Pension',
    'Employee pension',
    'EE Pension',
    'Pension contribution',
    'AE Pension',
    'Workplace pension',
    'Pension (employee)',
    'Ees Pension',
  ],
  student_loan: ['Student Loan', 'SL repayment', 'Student loan repayment', 'Student Loans'],
  postgraduate_loan: ['Postgraduate Loan', 'PG Loan', 'PGL repayment', 'Post Grad Loan'],
}

export type PayslipFigure = keyof PayFigures
type FigureLabels = Record<PayslipFigure, { period: string[]; year: string[] }>
export const figureLabelOptions: FigureLabels = {
  grossPay: {
    period: ['Gross pay', 'Total gross pay', 'Gross earnings', 'Total gross', 'Gross'],
    year: ['Gross pay TD', 'Total gross pay TD', 'Gross to date', 'Gross pay YTD', 'Gross pay to date'],
  },
  taxablePay: {
    period: ['Taxable pay', 'Gross for tax', 'Taxable gross', 'Pay for tax', 'Taxable earnings'],
    year: ['Taxable pay TD', 'Gross for tax TD', 'Taxable to date', 'Taxable pay YTD', 'Taxable pay to date'],
  },
  niablePay: {
    period: ['Earnings for NI', 'NIable pay', 'NICable pay', 'NI earnings'],
    year: ['Earnings for NI TD', 'NIable pay TD', 'NI earnings to date', 'NIable pay YTD'],
  },
  incomeTax: {
    period: ['Tax', 'PAYE', 'Income tax', 'Tax paid'],
    year: ['Tax paid TD', 'Tax to date', 'PAYE YTD', 'Tax paid to date', 'Income tax YTD'],
  },
  employeeNi: {
    period: ['Employee NI', 'EE NIC', 'National Insurance', 'NI (employee)'],
    year: ['National Insurance TD', 'NI to date', 'Employee NI YTD', 'EE NIC to date', 'Employee NI TD'],
  },
  employerNi: {
    period: ['Employer NI', 'ER NIC', 'NI (employer)', 'Ers NI'],
    year: ['Employer NI TD', 'ER NIC to date', 'Employer NI YTD'],
  },
  employeePension: {
    period: ['Employee pension', 'EE pension', 'Pension (employee)'],
    year: ['Employee pension TD', 'EE pension to date', 'Employee pension YTD'],
  },
  employerPension: {
    period: ['Employer pension', 'ER pension', 'Pension (employer)'],
    year: ['Employer pension TD', 'ER pension to date', 'Employer pension YTD'],
  },
  studentLoan: {
    period: ['Student loan'],
    year: ['Student loan TD', 'Student loan to date', 'Student loan YTD'],
  },
  postgraduateLoan: { period: ['Postgraduate loan'], year: ['Postgraduate loan TD', 'PG loan to date'] },
  netPay: { period: ['Net pay', 'Net'], year: ['Net pay TD', 'Net pay to date', 'Net pay YTD'] },
}

export const titleLabels = {
  payslip: [
    'Payslip',
    'PAYSLIP',
    'Pay advice',
    'Pay slip',
    'Wage slip',
    'Pay statement',
    'Salary advice',
    'Your pay',
  ],
  payments: ['Payments', 'Earnings', 'Pay and allowances', 'Pay', 'PAYMENTS', 'Additions', 'Pay elements'],
  deductions: ['Deductions', 'DEDUCTIONS', 'Taken off', 'Deductions from pay', 'Less', 'Stoppages'],
  amount: ['Amount', 'Amount (£)', '£', 'Value', 'This period', 'Current'],
  units: ['Units', 'Hours', 'Qty', 'Hrs/Days', 'Quantity'],
  rate: ['Rate', '@', 'Rate (£)', 'Per unit'],
  totalPayments: [
    'Total payments',
    'Total pay',
    'Gross pay',
    'Total earnings',
    'TOTAL GROSS',
    'Total gross pay',
  ],
  totalDeductions: [
    'Total deductions',
    'TOTAL DEDUCTIONS',
    'Total stoppages',
    'Deductions total',
    'All deductions',
  ],
  net: [
    'Net pay',
    'NET PAY',
    'Take home pay',
    'Amount paid',
    'Net payment',
    'Net pay this period',
    'Pay you receive',
  ],
  thisPeriod: ['This period', 'Current', 'This pay', 'Period'],
  yearToDate: ['Year to date', 'YTD', 'To date', 'Cumulative', 'This tax year'],
  employer: ['Employer contributions', 'Paid by your employer', 'Employer costs', 'Company contributions'],
}

export const messages = [
  'Your tax-free allowance for this period was £1,047.50.',
  'Annual leave left: 14.50 days. Flexi balance: 3.25 hours.',
  'Christmas party on 18 December 2026, tickets £12.50 each.',
  'Your P60 for the year to 5 April 2026 can be downloaded from the portal.',
  'Queries about your pay? Call payroll on 01632 960 441 before the 20th.',
]
