import { addDays } from '../../../calendar.ts'
import { toPrintable } from '../../fit-text.ts'
import { formatDay } from '../../pen.ts'
import {
  addressLines,
  formatLongDate,
  nameOf,
  type OtherDocumentContext,
  pounds,
  randomAmount,
} from './document-context.ts'

export function letter({ person, address, on, random, composer }: OtherDocumentContext) {
  composer.title(random.pick(['Larchwood & Pell Solicitors', 'Millrace Surgery', 'Fernway School']))
  composer.lines([nameOf(person), ...addressLines(address), '', formatLongDate(on)])
  composer.text(`Dear ${nameOf(person)},`)
  const sentences = [
    `Thank you for your letter of ${formatLongDate(addDays(on, -9))}. We have looked into the matter that you raised.`,
    `The fee of ${pounds(randomAmount(random, 20, 300))} was charged in error and will be paid back within ten working days.`,
    'Please bring this letter with you when you come, together with something that shows your address.',
    `Your next appointment is on ${formatLongDate(addDays(on, 21))} at half past ten.`,
    'Nothing more needs to be done for the time being. Do write to us if anything is unclear.',
  ]
  for (const sentence of random.sample(sentences, random.integer(3, 5))) composer.text(sentence)
  composer.text('Yours sincerely,').lines(['', 'Philippa Larchwood'])
}

export function curriculumVitae({ person, address, on, random, composer }: OtherDocumentContext) {
  composer.title(nameOf(person)).lines([...addressLines(address), person.email])
  composer
    .heading('Profile')
    .text('A careful and cheerful worker with ten years in small firms, used to figures and to people.')
  composer.heading('Employment')
  for (const [n, job] of person.jobs.entries()) {
    const from = formatDay(job.startDate, 'MMM YYYY')
    composer.lines([
      `${from} – ${n === 0 ? 'present' : formatDay(on, 'MMM YYYY')}`,
      toPrintable(`${job.role}, ${job.employer.name}`),
    ])
  }
  composer
    .heading('Education')
    .lines([`2009 – 2012 Degree in ${random.pick(['history', 'statistics', 'botany'])}, grade 68.50`])
  composer.heading('Interests').text('Bell ringing, long walks and the repair of clocks.')
}

export function minutes({ person, on, random, composer }: OtherDocumentContext) {
  composer
    .title('Minutes of the meeting')
    .lines([
      `Allotment society, ${formatLongDate(on)}`,
      `Present: ${nameOf(person)}, Ravi Quince, Nell Thornapple`,
    ])
  const items = [
    ['Apologies', 'There were none.'],
    [
      'Treasurer',
      `The balance stands at ${pounds(randomAmount(random, 100, 900))}, after ${pounds(randomAmount(random, 20, 90))} for seed potatoes.`,
    ],
    ['Water butts', 'Two have frozen. A quotation is awaited.'],
    ['Hedge', `To be cut by ${formatLongDate(addDays(on, 14))} at the latest.`],
    ['Any other business', 'The gate is to be kept shut on account of the goat.'],
  ]
  for (const [n, [title, text]] of items.entries()) composer.heading(`${n + 1}. ${title}`).text(text ?? '')
}
