import { z } from 'zod'
import { PenceNumber } from '../../vocabulary/money.ts'

// Replies of this kind of provider, modelled on an employer's report to HMRC. Money is a JSON number, and `Y` means
// yes.

const word = z.string().max(100)
const label = z.string().trim().min(1).max(500)
const note = z.string().max(500).nullish()
const day = z.iso.date()
const yes = z.enum(['Y', 'N']).transform((letter) => letter === 'Y')

export const Token = z.object({ access_token: z.string().min(1).max(4_000) })

export const Match = z.object({ reference: z.string().regex(/^[\w.-]{1,500}$/) })

export const BureauPayslip = z.object({
  EmployerName: note,
  OfficeNumber: z.string().max(20),
  PayeReference: z.string().max(50),
  JobTitle: note,
  ContractType: word,
  StartDate: day.nullish(),
  LeavingDate: day.nullish(),
  Director: yes.nullish(),
  PayFrequency: word,
  Forename: note,
  Surname: note,
  BirthDate: day.nullish(),
  NationalInsuranceNumber: note,
  Email: note,
  Telephone: note,
  AddressLine1: note,
  AddressLine2: note,
  AddressLine3: note,
  PostCode: note,
  Country: note,
  PaymentDate: day,
  PeriodStart: day,
  PeriodEnd: day,
  TaxCode: z.string().max(50),
  TaxRegime: z.string().max(5),
  NonCumulative: yes,
  GrossPay: PenceNumber,
  TotalDeductions: PenceNumber,
  NetPay: PenceNumber,
  GrossPayToDate: PenceNumber,
  TaxablePayToDate: PenceNumber,
  TaxDeductedToDate: PenceNumber,
  EmployeeNiToDate: PenceNumber,
  NetPayToDate: PenceNumber,
  Payments: z
    .array(
      z.object({
        Kind: word,
        Text: label,
        Amount: PenceNumber,
        Units: PenceNumber.nullish(),
        Unit: z.string().max(50).nullish(),
        Rate: PenceNumber.nullish(),
        Fixed: yes,
        Taxable: yes,
        Niable: yes,
      }),
    )
    .max(200),
  Deductions: z.array(z.object({ Kind: word, Text: label, Amount: PenceNumber })).max(200),
})

export const Page = z.object({
  records: z.array(BureauPayslip).max(1_000),
  next_cursor: z.string().min(1).max(500).nullable(),
})

export type BureauPayslip = z.output<typeof BureauPayslip>
