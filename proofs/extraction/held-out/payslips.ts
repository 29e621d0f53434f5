import { grouped } from '../../../sandbox/src/money.ts'
import type { PayFigures } from '../../../sandbox/src/payroll/types.ts'
import { day, deductionName, each, escaped, type HeldOutPayslip, page, pounds } from './content.ts'

const fullName: HeldOutPayslip['name'] = ({ person }) => `${person.forename} ${person.surname}`

/** Pre-printed form: a strip of boxes at the top, two lists, and boxes with this period and year to date below. */
const form: HeldOutPayslip = {
  id: 'form',
  prints: { ni: true, year: ['grossPay', 'taxablePay', 'incomeTax', 'employeeNi'] },
  labels: {
    income_tax: 'PAYE Tax',
    national_insurance: 'National Insurance',
    pension: 'Pension',
    student_loan: 'Student Loan',
    postgraduate_loan: 'PG Loan',
  },
  name: ({ person }) => `${person.title} ${person.forename.charAt(0)} ${person.surname}`,
  html(own) {
    const { person, job, payslip } = own
    const box = (title: string, pairs: [string, number][]) =>
      `<div class="b"><div class="h">${title}</div>${each(pairs, ([label, amount]) => `<div class="p"><span>${label}</span><span>${grouped(amount)}</span></div>`)}</div>`
    return page(
      'Payslip',
      `main { padding: 40pt; font-size: 8.5pt } .s { display: grid; grid-template-columns: 70pt 1fr 90pt 100pt; border: .8pt solid #446 } .s div { border-right: .5pt solid #446; padding: 3pt 5pt } .s i { display: block; font: 6.5pt "Liberation Sans"; color: #446 } .t { display: grid; grid-template-columns: 1fr 1fr; min-height: 170pt; border: .8pt solid #446; border-top: 0 } .t > div { padding: 5pt; border-right: .5pt solid #446 } .p { display: flex; justify-content: space-between } .h { font-weight: bold; background: #dde2ee; padding: 2pt 4pt; margin-bottom: 3pt } .u { display: grid; grid-template-columns: 1.3fr 1fr 1.2fr; border: .8pt solid #446; border-top: 0 } .b { padding: 5pt; border-right: .5pt solid #446 }`,
      `<main><div class="s"><div><i>Employee No.</i>${job.payrollNumber}</div><div><i>Employee</i>${escaped(form.name(own))}</div><div><i>Date</i>${day(payslip.payDate, 'DD/MM/YYYY')}</div><div><i>National Insurance No.</i>${person.niNumber}</div></div>
      <div class="t"><div><div class="h">Payments</div>${each(payslip.payments, ({ description, amount }) => `<div class="p"><span>${escaped(description)}</span><span>${grouped(amount)}</span></div>`)}</div>
      <div><div class="h">Deductions</div>${each(payslip.deductions, (line) => `<div class="p"><span>${escaped(deductionName(form, line))}</span><span>${grouped(line.amount)}</span></div>`)}</div></div>
      <div class="u"><div class="b">${escaped(job.employer.name)}<br><br>Tax Code: ${payslip.taxCode}<br>Tax Period: ${payslip.taxPeriod}<br>Payment Method: BACS</div>
      ${box('This Period', [
        ['Total Gross Pay', payslip.grossPay],
        ['Gross for Tax', payslip.taxablePay],
        ['Earnings for NI', payslip.niablePay],
        ['Total Deductions', payslip.totalDeductions],
      ])}
      ${box('Year To Date', [
        ['Total Gross Pay TD', payslip.yearToDate.grossPay],
        ['Gross for Tax TD', payslip.yearToDate.taxablePay],
        ['Tax Paid TD', payslip.yearToDate.incomeTax],
        ['Earnings for NI TD', payslip.yearToDate.niablePay],
        ['National Insurance TD', payslip.yearToDate.employeeNi],
      ])}</div>
      <p style="text-align:right;font-size:12pt"><b>Net Pay ${grouped(payslip.netPay)}</b></p></main>`,
    )
  },
}

/** Layout with cards: net pay in large type, and year-to-date amounts in brackets after the amount. */
const bright: HeldOutPayslip = {
  id: 'bright',
  prints: { ni: true, role: true, interval: true, year: ['incomeTax', 'employeeNi'] },
  labels: {
    income_tax: 'Income tax',
    national_insurance: 'National Insurance',
    pension: 'Your pension',
    student_loan: 'Student loan',
    postgraduate_loan: 'Postgraduate loan',
  },
  name: fullName,
  html(own) {
    const { person, job, payslip } = own
    const year: Partial<Record<string, keyof PayFigures>> = {
      income_tax: 'incomeTax',
      national_insurance: 'employeeNi',
    }
    return page(
      'Your payslip',
      `main { padding: 40pt 50pt } .c { background: #f2f5fb; border-radius: 8pt; padding: 10pt 14pt; margin-bottom: 10pt } .g { display: grid; grid-template-columns: 1fr 1fr; gap: 10pt } .big { font-size: 26pt; color: #2140c9 } .l { display: flex; justify-content: space-between; padding: 2pt 0 } small { color: #667 }`,
      `<main><h2>${escaped(job.employer.name)}</h2><div class="c"><small>Take-home pay</small><div class="big">${pounds(payslip.netPay)}</div><small>Paid on ${day(payslip.payDate, 'D MMMM YYYY')} for ${day(payslip.start, 'D MMM YYYY')} – ${day(payslip.end, 'D MMM YYYY')}</small></div>
      <div class="g"><div class="c"><small>Employee</small><br>${escaped(fullName(own))}<br><small>Job title</small><br>${escaped(job.role)}</div><div class="c"><small>Tax code</small><br>${payslip.taxCode}<br><small>NI number</small><br>${person.niNumber}</div></div>
      <div class="c"><b>Earnings</b>${each(payslip.payments, ({ description, amount }) => `<div class="l"><span>${escaped(description)}</span><span>${pounds(amount)}</span></div>`)}<div class="l"><b>Gross pay</b><b>${pounds(payslip.grossPay)}</b></div></div>
      <div class="c"><b>Deductions</b>${each(payslip.deductions, (line) => {
        const figure = year[line.kind]
        const soFar = figure ? ` <small>(${pounds(payslip.yearToDate[figure])} this tax year)</small>` : ''
        return `<div class="l"><span>${escaped(deductionName(bright, line))}${soFar}</span><span>${pounds(line.amount)}</span></div>`
      })}<div class="l"><b>Total deductions</b><b>${pounds(payslip.totalDeductions)}</b></div></div>
      <div class="c"><b>From your employer</b><div class="l"><span>Employer pension</span><span>${pounds(payslip.employerPension)}</span></div><div class="l"><span>Employer NI</span><span>${pounds(payslip.employerNi)}</span></div></div></main>`,
    )
  },
}

/** Layout with one table, section headings and a year-to-date column. */
const matrix: HeldOutPayslip = {
  id: 'matrix',
  prints: {
    ni: true,
    reference: true,
    frequency: true,
    year: ['grossPay', 'netPay', 'incomeTax', 'employeeNi'],
  },
  labels: {
    income_tax: 'PAYE',
    national_insurance: 'Employee NIC',
    pension: 'Employee pension',
    student_loan: 'Student loan',
    postgraduate_loan: 'Postgraduate loan',
  },
  name: ({ person }) => `${person.surname.toUpperCase()}, ${person.forename}`,
  html(own) {
    const { person, job, payslip } = own
    const { yearToDate: year } = payslip
    const figures: Partial<Record<string, keyof PayFigures>> = {
      income_tax: 'incomeTax',
      national_insurance: 'employeeNi',
      pension: 'employeePension',
      student_loan: 'studentLoan',
      postgraduate_loan: 'postgraduateLoan',
    }
    const frequency = {
      weekly: 'Weekly',
      fortnightly: 'Fortnightly',
      four_weekly: 'Four-weekly',
      monthly: 'Monthly',
    }[payslip.frequency]
    const row = (label: string, amount: number, soFar: number | null, tag = 'td') =>
      `<tr><${tag}>${escaped(label)}</${tag}><${tag} class="n">${grouped(amount)}</${tag}><${tag} class="n">${soFar === null ? '' : grouped(soFar)}</${tag}></tr>`
    return page(
      'Pay advice',
      `main { padding: 44pt 60pt; font: 9pt "Liberation Serif" } table { width: 100%; border-collapse: collapse; margin-top: 12pt } td, th { padding: 2pt 6pt; text-align: left } .n { text-align: right } .h td { background: #eee; font-weight: bold } th { border-top: .6pt solid #000; border-bottom: .6pt solid #000 } .k td { padding: 1pt 10pt 1pt 0 }`,
      `<main><h3 style="margin:0">Pay Advice</h3><table class="k"><tr><td>Employer</td><td>${escaped(job.employer.name)}</td><td>Employer PAYE reference</td><td>${job.employer.payeReference}</td></tr><tr><td>Employee</td><td>${escaped(matrix.name(own))}</td><td>NI number</td><td>${person.niNumber}</td></tr><tr><td>Payment date</td><td>${day(payslip.payDate, 'DD-MMM-YYYY')}</td><td>Tax code</td><td>${payslip.taxCode}</td></tr><tr><td>Pay frequency</td><td>${frequency}</td><td>NI category</td><td>${payslip.niLetter}</td></tr></table>
      <table><tr><th>Description</th><th class="n">This period</th><th class="n">Year to date</th></tr><tr class="h"><td>Earnings</td><td></td><td></td></tr>${each(payslip.payments, ({ description, amount }) => row(description, amount, null))}${row('Gross pay', payslip.grossPay, year.grossPay, 'th')}
      <tr class="h"><td>Deductions</td><td></td><td></td></tr>${each(payslip.deductions, (line) => {
        const figure = figures[line.kind]
        return row(deductionName(matrix, line), line.amount, figure ? year[figure] : null)
      })}${row('Total deductions', payslip.totalDeductions, null, 'th')}${row('Net pay', payslip.netPay, year.netPay, 'th')}
      <tr class="h"><td>Employer contributions</td><td></td><td></td></tr>${row('Employer NIC', payslip.employerNi, year.employerNi)}${row('Employer pension', payslip.employerPension, year.employerPension)}</table></main>`,
    )
  },
}

/** Plain text with dot leaders, as a small employer might type it. */
const dots: HeldOutPayslip = {
  id: 'dots',
  prints: {},
  labels: {
    income_tax: 'Tax under PAYE',
    national_insurance: 'National Insurance',
    pension: 'Pension contribution',
    student_loan: 'Student loan',
    postgraduate_loan: 'Postgraduate loan',
  },
  name: fullName,
  html(own) {
    const { job, payslip } = own
    const line = (label: string, amount: number) =>
      `${label} ${'.'.repeat(Math.max(3, 46 - label.length))} ${pounds(amount).padStart(11)}`
    const lines = [
      ...payslip.payments.map(({ description, amount }) => line(description, amount)),
      line('GROSS PAY', payslip.grossPay),
      '',
      ...payslip.deductions.map((one) => line(deductionName(dots, one), one.amount)),
      line('TOTAL DEDUCTIONS', payslip.totalDeductions),
      '',
      line('NET PAY', payslip.netPay),
    ]
    return page(
      'Payslip',
      `pre { padding: 60pt 60pt; font: 9.5pt "Liberation Mono"; line-height: 1.5 }`,
      `<pre>${escaped(job.employer.name)}

PAYSLIP

Employee: ${escaped(fullName(own))}
Pay date: ${day(payslip.payDate, 'D MMMM YYYY')}
Tax code: ${payslip.taxCode}

${escaped(lines.join('\n'))}</pre>`,
    )
  },
}

/** Layout in which amounts precede their labels. */
const ahead: HeldOutPayslip = {
  id: 'ahead',
  prints: { ni: true, interval: true },
  labels: {
    income_tax: 'Income tax',
    national_insurance: 'NI contributions',
    pension: 'Pension',
    student_loan: 'Student loan',
    postgraduate_loan: 'Postgraduate loan',
  },
  name: fullName,
  html(own) {
    const { person, job, payslip } = own
    const row = (amount: number, label: string) =>
      `<tr><td class="n">${pounds(amount)}</td><td>${escaped(label)}</td></tr>`
    return page(
      'Pay statement',
      `main { padding: 48pt 70pt; font-size: 10pt } .n { text-align: right; width: 90pt; padding-right: 14pt } td { padding: 2pt 0 } h4 { margin: 12pt 0 2pt; color: #722 } .f { column-count: 2 }`,
      `<main><h2>${escaped(job.employer.name)}: pay statement</h2><div class="f">Name: ${escaped(fullName(own))}<br>NI number: ${person.niNumber}<br>Tax code: ${payslip.taxCode}<br>Payment date: ${day(payslip.payDate, 'DD MMM YYYY')}<br>Period start: ${day(payslip.start, 'DD MMM YYYY')}<br>Period end: ${day(payslip.end, 'DD MMM YYYY')}</div>
      <h4>What you earned</h4><table>${each(payslip.payments, ({ description, amount }) => row(amount, description))}${row(payslip.grossPay, 'Gross pay')}</table>
      <h4>What was taken off</h4><table>${each(payslip.deductions, (line) => row(line.amount, deductionName(ahead, line)))}${row(payslip.totalDeductions, 'Total deductions')}</table>
      <h4>What you get</h4><table>${row(payslip.netPay, 'Net pay')}</table></main>`,
    )
  },
}

/**
 * Payslip of an umbrella company: starts with the reconciliation of assignment income to gross pay, whose amounts are
 * not the worker's.
 */
const umbrella: HeldOutPayslip = {
  id: 'umbrella',
  prints: { ni: true, reference: true, year: ['grossPay', 'taxablePay', 'incomeTax', 'employeeNi'] },
  labels: {
    income_tax: 'PAYE Income Tax',
    national_insurance: 'Employee NI',
    pension: 'Employee Pension',
    student_loan: 'Student Loan',
    postgraduate_loan: 'Postgraduate Loan',
  },
  name: fullName,
  html(own) {
    const { person, job, payslip } = own
    const { yearToDate: year } = payslip
    const margin = 2_500
    const income = payslip.grossPay + payslip.employerNi + payslip.employerPension + margin
    const rows = (pairs: [string, number][]) =>
      each(
        pairs,
        ([label, amount]) => `<tr><td>${escaped(label)}</td><td class="n">${grouped(amount)}</td></tr>`,
      )
    return page(
      'Payslip',
      `main { padding: 36pt 40pt; font-size: 8pt } .g { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 12pt } table { width: 100%; border-spacing: 0 } .n { text-align: right } td { padding: 1.5pt 2pt } h4 { background: #113; color: #fff; padding: 3pt 4pt; margin: 8pt 0 3pt; font-size: 8.5pt }`,
      `<main><h2>PAYSLIP</h2><div class="g"><div>Employer: ${escaped(job.employer.name)}<br>PAYE ref: ${job.employer.payeReference}</div><div>Employee: ${escaped(fullName(own))}<br>NI number: ${person.niNumber}</div><div>Pay date: ${day(payslip.payDate, 'DD/MM/YYYY')}<br>Tax code: ${payslip.taxCode}<br>NI letter: ${payslip.niLetter}</div></div>
      <div class="g"><div><h4>Assignment reconciliation</h4><table>${rows([
        ['Assignment income', income],
        ['Less employer NI', payslip.employerNi],
        ['Less employer pension', payslip.employerPension],
        ['Less company margin', margin],
        ['Available for gross pay', payslip.grossPay],
      ])}</table></div>
      <div><h4>Payments</h4><table>${rows(payslip.payments.map(({ description, amount }) => [description, amount]))}${rows([['Gross Pay', payslip.grossPay]])}</table></div>
      <div><h4>Deductions</h4><table>${rows(payslip.deductions.map((line) => [deductionName(umbrella, line), line.amount]))}${rows([['Total Deductions', payslip.totalDeductions]])}</table></div></div>
      <div class="g"><div><h4>Year to date</h4><table>${rows([
        ['Gross pay', year.grossPay],
        ['Taxable pay', year.taxablePay],
        ['Tax', year.incomeTax],
        ['Employee NI', year.employeeNi],
      ])}</table></div><div></div><div><h4>Net Pay</h4><table>${rows([['Net Pay', payslip.netPay]])}</table></div></div></main>`,
    )
  },
}

export const heldOutPayslips = [form, bright, matrix, dots, ahead, umbrella]
