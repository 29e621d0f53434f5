import { addDays } from '../../../calendar.ts'
import { formatDay } from '../../pen.ts'
import { printable } from '../../fit-text.ts'
import { day, linesOf, nameOf, type OtherMatter, pounds, sumOf } from './document-context.ts'

export function letter({ person, address, on, random, paper }: OtherMatter) {
  paper.title(random.pick(['Larchwood & Pell Solicitors', 'Millrace Surgery', 'Fernway School']))
  paper.lines([nameOf(person), ...linesOf(address), '', day(on)])
  paper.text(`Dear ${nameOf(person)},`)
  const sentences = [
    `Thank you for your letter of ${day(addDays(on, -9))}. We have looked into the matter that you raised.`,
    `The fee of ${pounds(sumOf(random, 20, 300))} was charged in error and will be paid back within ten working days.`,
    'Please bring this letter with you when you come, together with something that shows your address.',
    `Your next appointment is on ${day(addDays(on, 21))} at half past ten.`,
    'Nothing more needs to be done for the time being. Do write to us if anything is unclear.',
  ]
  for (const sentence of random.some(sentences, random.whole(3, 5))) paper.text(sentence)
  paper.text('Yours sincerely,').lines(['', 'Philippa Larchwood'])
}

export function curriculumVitae({ person, address, on, random, paper }: OtherMatter) {
  paper.title(nameOf(person)).lines([...linesOf(address), person.email])
  paper
    .heading('Profile')
    .text('A careful and cheerful worker with ten years in small firms, used to figures and to people.')
  paper.heading('Employment')
  for (const [n, job] of person.jobs.entries()) {
    const from = formatDay(job.startDate, 'MMM YYYY')
    paper.lines([
      `${from} – ${n === 0 ? 'present' : formatDay(on, 'MMM YYYY')}`,
      printable(`${job.role}, ${job.employer.name}`),
    ])
  }
  paper
    .heading('Education')
    .lines([`2009 – 2012 Degree in ${random.pick(['history', 'statistics', 'botany'])}, grade 68.50`])
  paper.heading('Interests').text('Bell ringing, long walks and the repair of clocks.')
}

export function minutes({ person, on, random, paper }: OtherMatter) {
  paper
    .title('Minutes of the meeting')
    .lines([`Allotment society, ${day(on)}`, `Present: ${nameOf(person)}, Ravi Quince, Nell Thornapple`])
  const items = [
    ['Apologies', 'There were none.'],
    [
      'Treasurer',
      `The balance stands at ${pounds(sumOf(random, 100, 900))}, after ${pounds(sumOf(random, 20, 90))} for seed potatoes.`,
    ],
    ['Water butts', 'Two have frozen. A quotation is awaited.'],
    ['Hedge', `To be cut by ${day(addDays(on, 14))} at the latest.`],
    ['Any other business', 'The gate is to be kept shut on account of the goat.'],
  ]
  for (const [n, [title, text]] of items.entries()) paper.heading(`${n + 1}. ${title}`).text(text ?? '')
}
