import type { TaxYearMatch } from '@payproof/sdk'
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { axis, Chart, series as colours } from '../../ui/chart.tsx'
import { moneyOf, wordsOf } from '../../ui/format.ts'
import { Legend } from '../../ui/legend.tsx'
import { heightOf, penceOf } from '../../ui/pence.ts'
import { axisMoney, tooltip } from './chart-labels.ts'
import { taxAuthority } from './sources.ts'

const shown = [
  { key: 'authority', label: taxAuthority, colour: colours[2] },
  { key: 'payslips', label: 'Payslips for the same year', colour: colours[0] },
] as const

/** Charts HMRC's figures, which cover whole years, beside the payslip totals for the same year and employer. */
export function YearsChart({ years }: { years: readonly TaxYearMatch[] }) {
  const nameOf = ({ tax_year, tax_authority }: TaxYearMatch) =>
    `${tax_year}, ${tax_authority.employer_name ?? 'employer not named'}`
  const bars = years.map((year) => ({
    name: nameOf(year),
    authority: height(year.tax_authority.income),
    payslips: height(year.payroll?.income),
  }))
  return (
    <>
      <Chart
        title="Taxable pay by tax year"
        summary={`${years.length} employers and years that HMRC has.`}
        rows={years}
        keyOf={nameOf}
        columns={[
          { title: 'Tax year', cell: ({ tax_year }) => tax_year },
          { title: 'Employer', cell: ({ tax_authority }) => tax_authority.employer_name ?? 'Not named' },
          { title: taxAuthority, align: 'end', cell: ({ tax_authority }) => amount(tax_authority.income) },
          { title: 'Payslips', align: 'end', cell: ({ payroll }) => amount(payroll?.income) },
          {
            title: 'Basis of the payslip figure',
            cell: ({ payroll }) => (payroll ? wordsOf(payroll.basis) : '—'),
          },
        ]}
      >
        <BarChart data={bars} margin={{ top: 4, right: 4, bottom: 0, left: 4 }} barGap={1}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis {...axis} dataKey="name" />
          <YAxis {...axis} axisLine={false} width={56} tickFormatter={axisMoney} />
          <Tooltip {...tooltip} />
          {shown.map(({ key, label, colour }) => (
            <Bar
              key={key}
              dataKey={key}
              name={label}
              fill={colour}
              maxBarSize={48}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </Chart>
      <Legend items={shown} />
    </>
  )
}

const height = (text: string | null | undefined) => {
  const pence = penceOf(text)
  return pence === undefined ? undefined : heightOf(pence)
}
const amount = (text: string | null | undefined) => (text ? moneyOf(text) : <span className="quiet">—</span>)
