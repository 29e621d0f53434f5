import { grouped } from '../../../sandbox/src/money.ts'
import {
  byDay,
  day,
  each,
  escaped,
  type HeldOutStatement,
  incoming,
  outgoing,
  page,
  pounds,
  textOf,
} from './content.ts'

/** App download: headings show the day and its closing balance, newest first; credits are green with a plus sign. */
const feed: HeldOutStatement = {
  id: 'feed',
  bank: 'Bluebell',
  sortCode: '00-71-14',
  html: (own) =>
    page(
      'Bluebell statement',
      `main { padding: 34pt 60pt } h1 { font-size: 24pt; margin: 0; color: #3455db } .day { display: flex; justify-content: space-between; border-bottom: 1pt solid #ccd; margin: 12pt 0 4pt; font-weight: bold; break-after: avoid }
       .row { display: flex; justify-content: space-between; padding: 3pt 0; break-inside: avoid } .in { color: #0a7a3b } .who { display: flex; gap: 30pt; margin: 10pt 0 }`,
      `<main><h1>Bluebell</h1><p>Account statement<br>${day(own.start, 'D MMMM YYYY')} – ${day(own.end, 'D MMMM YYYY')}</p>
      <div class="who"><div>${escaped(own.holder)}<br>${own.address.map(escaped).join('<br>')}</div>
      <div>Sort code<br><b>${own.sortCode}</b></div><div>Account number<br><b>${own.account}</b></div></div>
      <div class="who"><div>Opening balance<br><b>${pounds(own.openingBalance)}</b></div><div>Money in<br><b>${pounds(incoming(own))}</b></div>
      <div>Money out<br><b>${pounds(outgoing(own))}</b></div><div>Closing balance<br><b>${pounds(own.closingBalance)}</b></div></div>
      ${each(
        byDay(own.transactions).reverse(),
        ([date, rows]) =>
          `<div class="day"><span>${day(date, 'D MMMM YYYY')}</span><span>Balance ${pounds(rows.at(-1)?.balance ?? 0)}</span></div>
          ${each(rows.toReversed(), (row) => `<div class="row"><span>${textOf(row)}</span><span class="${row.amount > 0 ? 'in' : ''}">${row.amount > 0 ? '+' : ''}${pounds(Math.abs(row.amount))}</span></div>`)}`,
      )}</main>`,
    ),
}

/** Traditional bank: vertical rules, the balance only on the last line of a day, and `D` for overdrawn. */
const ruled: HeldOutStatement = {
  id: 'ruled',
  bank: 'Wessex & Counties Bank',
  sortCode: '00-42-90',
  html: (own) =>
    page(
      'Statement',
      `main { padding: 40pt 44pt } table { width: 100%; border-collapse: collapse; font: 8.5pt "Liberation Serif" } th, td { border-left: .5pt solid #888; border-right: .5pt solid #888; padding: 1.5pt 5pt; text-align: left; vertical-align: top }
       th { border-top: .8pt solid #000; border-bottom: .8pt solid #000; letter-spacing: .6pt } td.n, th.n { text-align: right } tr { break-inside: avoid } .top { display: flex; justify-content: space-between; margin-bottom: 16pt } thead { display: table-header-group }`,
      `<main><div class="top"><div><b style="font: bold 15pt 'Liberation Serif'">Wessex &amp; Counties Bank</b><br><br>${escaped(own.holder)}<br>${own.address.map(escaped).join('<br>')}</div>
      <div>Account Number <b>${own.account}</b><br>Sort Code <b>${own.sortCode}</b><br>Sheet Number 41<br><br>${day(own.start, 'D MMMM')} to ${day(own.end, 'D MMMM YYYY')}</div></div>
      <table><thead><tr><th>Date</th><th>Payment type and details</th><th class="n">Paid out</th><th class="n">Paid in</th><th class="n">Balance</th></tr></thead><tbody>
      <tr><td></td><td><b>BALANCE BROUGHT FORWARD</b></td><td></td><td></td><td class="n">${owed(own.openingBalance)}</td></tr>
      ${each(byDay(own.transactions), ([date, rows]) =>
        each(
          rows,
          (row, n) =>
            `<tr><td>${n === 0 ? day(date, 'DD MMM YY') : ''}</td><td>${textOf(row)}</td><td class="n">${row.amount > 0 ? '' : grouped(-row.amount)}</td><td class="n">${row.amount > 0 ? grouped(row.amount) : ''}</td><td class="n">${n === rows.length - 1 ? owed(row.balance) : ''}</td></tr>`,
        ),
      )}
      <tr><td></td><td><b>BALANCE CARRIED FORWARD</b></td><td></td><td></td><td class="n">${owed(own.closingBalance)}</td></tr></tbody></table></main>`,
    ),
}
const owed = (amount: number) => `${grouped(Math.abs(amount))}${amount < 0 ? ' D' : ''}`

/** Layout without a table: each transaction is a block with labelled values. */
const blocks: HeldOutStatement = {
  id: 'blocks',
  bank: 'Copperleaf Money',
  sortCode: '00-18-33',
  html: (own) =>
    page(
      'Copperleaf',
      `main { padding: 40pt 70pt; font-size: 8.5pt } .t { border-top: .5pt solid #bbb; padding: 4pt 0; break-inside: avoid } .t b { display: block } .f { color: #444 } .f span { margin-right: 22pt }`,
      `<main><h2 style="color:#a34d00">Copperleaf Money</h2><p>Statement from ${day(own.start, 'DD/MM/YYYY')} to ${day(own.end, 'DD/MM/YYYY')}</p>
      <p>Account holder: ${escaped(own.holder)}<br>Account number: ${own.account}<br>Sort code: ${own.sortCode}</p>
      <p>Opening balance: ${pounds(own.openingBalance)}<br>Closing balance: ${pounds(own.closingBalance)}</p>
      ${each(own.transactions, (row) => `<div class="t"><b>${textOf(row)}</b><div class="f"><span>Date ${day(row.date, 'DD/MM/YYYY')}</span><span>Amount ${pounds(row.amount)}</span><span>Balance ${pounds(row.balance)}</span></div></div>`)}</main>`,
    ),
}

/** Passbook: amounts first, descriptions in the last column. */
const passbook: HeldOutStatement = {
  id: 'passbook',
  bank: 'Marshgate Building Society',
  sortCode: '00-55-08',
  html: (own) =>
    page(
      'Passbook pages',
      `main { padding: 44pt 60pt; font: 9pt "Liberation Mono" } td { padding: 1.5pt 8pt; white-space: nowrap } .n { text-align: right } th { text-align: left; border-bottom: 1pt dashed #333; padding: 2pt 8pt } table { margin-top: 14pt; border-spacing: 0 } tr { break-inside: avoid }`,
      `<main><div>MARSHGATE BUILDING SOCIETY<br>Statement of your account</div><p>Name: ${escaped(own.holder)}<br>A/C: ${own.account} &nbsp; S/C: ${own.sortCode}<br>Period: ${day(own.start, 'DD.MM.YYYY')} - ${day(own.end, 'DD.MM.YYYY')}</p>
      <table><thead><tr><th>Date</th><th>Withdrawals</th><th>Receipts</th><th>Balance</th><th>Particulars</th></tr></thead>
      <tr><td>${day(own.start, 'DD.MM.YY')}</td><td></td><td></td><td class="n">${signed(own.openingBalance)}</td><td>Balance b/f</td></tr>
      ${each(own.transactions, (row) => `<tr><td>${day(row.date, 'DD.MM.YY')}</td><td class="n">${row.amount > 0 ? '' : grouped(-row.amount)}</td><td class="n">${row.amount > 0 ? grouped(row.amount) : ''}</td><td class="n">${signed(row.balance)}</td><td>${textOf(row)}</td></tr>`)}
      <tr><td>${day(own.end, 'DD.MM.YY')}</td><td></td><td></td><td class="n">${signed(own.closingBalance)}</td><td>Balance c/f</td></tr></table></main>`,
    ),
}
const signed = (amount: number) => `${amount < 0 ? '-' : ''}${grouped(Math.abs(amount))}`

/** Layout with calendar-style dates, and the balance in small grey type under the amount. */
const leaves: HeldOutStatement = {
  id: 'leaves',
  bank: 'Tern Bank',
  sortCode: '00-90-27',
  html: (own) =>
    page(
      'Tern Bank',
      `main { padding: 36pt 56pt } .r { display: grid; grid-template-columns: 44pt 1fr 110pt; padding: 5pt 0; border-bottom: .5pt solid #ddd; break-inside: avoid } .d b { font-size: 13pt; display: block } .d { font-size: 7pt; text-transform: uppercase } .a { text-align: right } .a small { display: block; color: #777; font-size: 7pt } .k { display: grid; grid-template-columns: 130pt 1fr; gap: 2pt }`,
      `<main><h1 style="margin:0">Tern Bank</h1><h3>Your statement for ${day(own.start, 'D MMM YYYY')} to ${day(own.end, 'D MMM YYYY')}</h3>
      <div class="k"><span>Name</span><b>${escaped(own.holder)}</b><span>Sort code and account</span><b>${own.sortCode} ${own.account}</b><span>Balance at the start</span><b>${pounds(own.openingBalance)}</b><span>Balance at the end</span><b>${pounds(own.closingBalance)}</b><span>Paid in</span><b>${pounds(incoming(own))}</b><span>Paid out</span><b>${pounds(outgoing(own))}</b></div>
      ${each(own.transactions, (row) => `<div class="r"><div class="d"><b>${day(row.date, 'DD')}</b>${day(row.date, 'MMM YY')}</div><div>${textOf(row)}</div><div class="a">${row.amount > 0 ? '+' : '−'} £${grouped(Math.abs(row.amount))}<small>Balance ${pounds(row.balance)}</small></div></div>`)}</main>`,
    ),
}

/** Layout with credits on the left and debits on the right, each with their own dates. */
const scales: HeldOutStatement = {
  id: 'scales',
  bank: 'Lindisfarne Trust Bank',
  sortCode: '00-36-61',
  html: (own) => {
    const side = (title: string, isIn: boolean, total: number) =>
      `<div><h4>${title}</h4><table>${each(
        own.transactions.filter(({ amount }) => amount > 0 === isIn),
        (row) =>
          `<tr><td>${day(row.date, 'D MMM')}</td><td>${textOf(row)}</td><td class="n">${grouped(Math.abs(row.amount))}</td></tr>`,
      )}<tr><td></td><td><b>Total</b></td><td class="n"><b>${grouped(total)}</b></td></tr></table></div>`
    return page(
      'Lindisfarne',
      `main { padding: 34pt 34pt; font-size: 7.5pt } .s { display: grid; grid-template-columns: 1fr 1fr; gap: 24pt; align-items: start } table { width: 100%; border-spacing: 0 } td { padding: 1pt 2pt; vertical-align: top } .n { text-align: right } tr { break-inside: avoid }`,
      `<main><h2>Lindisfarne Trust Bank</h2><p>${escaped(own.holder)} | Account number ${own.account} | Sort code ${own.sortCode}<br>Statement period ${day(own.start, 'D MMMM YYYY')} to ${day(own.end, 'D MMMM YYYY')}</p>
      <p>Opening balance £${signed(own.openingBalance)} &nbsp; Closing balance £${signed(own.closingBalance)}</p>
      <div class="s">${side('Money in', true, incoming(own))}${side('Money out', false, outgoing(own))}</div></main>`,
    )
  },
}

/** Business account: numbered items, booking and value dates, DR and CR, weekly subtotals. */
const weeks: HeldOutStatement = {
  id: 'weeks',
  bank: 'Caledon Commercial Bank',
  sortCode: '00-83-19',
  html: (own) => {
    const week = ({ date }: { date: string }) => Math.floor((Number(date.slice(8)) - 1) / 7)
    const groups = [
      ...Map.groupBy(own.transactions, (row) => `${row.date.slice(0, 7)} ${week(row)}`).values(),
    ]
    let item = 0
    const mark = (amount: number) => `${grouped(Math.abs(amount))} ${amount < 0 ? 'DR' : 'CR'}`
    return page(
      'Caledon',
      `main { padding: 36pt 36pt; font-size: 8pt } table { width: 100%; border-collapse: collapse } td, th { padding: 2pt 4pt; text-align: left } .n { text-align: right } .sub td { border-top: .6pt solid #000; font-style: italic } tr { break-inside: avoid } th { background: #223; color: #fff } thead { display: table-header-group }`,
      `<main><h2>Caledon Commercial Bank</h2><p>${escaped(own.holder)}<br>${own.address.map(escaped).join('<br>')}</p><p>Sort code ${own.sortCode} &nbsp; Account no. ${own.account} &nbsp; From ${day(own.start, 'DD-MMM-YYYY')} to ${day(own.end, 'DD-MMM-YYYY')}</p>
      <table><thead><tr><th>Item</th><th>Booked</th><th>Value date</th><th>Narrative</th><th class="n">Amount</th><th class="n">Ledger balance</th></tr></thead>
      <tr><td></td><td></td><td></td><td>Opening balance</td><td></td><td class="n">${mark(own.openingBalance)}</td></tr>
      ${each(groups, (rows) => {
        const out = rows.reduce((total, { amount }) => total + Math.min(0, amount), 0)
        return `${each(rows, (row) => `<tr><td>${String(++item).padStart(4, '0')}</td><td>${day(row.date, 'DD-MMM-YY')}</td><td>${day(row.date, 'DD-MMM-YY')}</td><td>${textOf(row)}</td><td class="n">${mark(row.amount)}</td><td class="n">${mark(row.balance)}</td></tr>`)}
        <tr class="sub"><td></td><td></td><td></td><td>Paid out this week ${grouped(-out)}</td><td></td><td></td></tr>`
      })}
      <tr><td></td><td></td><td></td><td>Closing balance</td><td></td><td class="n">${mark(own.closingBalance)}</td></tr></table></main>`,
    )
  },
}

export const heldOutStatements = [feed, ruled, blocks, passbook, leaves, scales, weeks]
