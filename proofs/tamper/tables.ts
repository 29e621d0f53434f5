import type { AlterationResult } from './alteration-jobs.ts'
import type { CleanCheck } from './clean.ts'
import type { InjectionCheck, InjectionVerdict } from './injections.ts'
import type { TwinCheck } from './twins.ts'

type Print = (line: string) => void

const maxExamples = 12

/**
 * Prints the results by kind of tampering and producer: located correctly, found elsewhere, only unverified, missed.
 */
export function twinTable(outcomes: TwinCheck[], print: Print) {
  print(
    '  tampered copies                           placed  elsewhere  unproven  missed   Low  Medium  High   of',
  )
  const groups = Map.groupBy(outcomes, ({ job }) => `${job.tamper}, ${job.spec.kind}s of ${job.producer}`)
  for (const [group, ones] of [...groups].toSorted()) {
    const results = (['placed', 'elsewhere', 'unproven', 'missed'] as const).map((result, n) =>
      String(ones.filter((one) => one.result === result).length).padStart([6, 11, 10, 8][n] ?? 6),
    )
    print(`    ${group.padEnd(40)}${results.join('')}${trusts(ones)}${String(ones.length).padStart(5)}`)
  }
  const notPlaced = outcomes.filter(({ result }) => result !== 'placed')
  for (const { job, result, codes } of notPlaced.slice(0, maxExamples))
    print(
      `    ${result}: ${job.tamper} in ${job.spec.kind} ${job.spec.layout} of ${job.producer} (turn ${job.spec.turn}): ${codes.join(', ') || 'nothing'}`,
    )
  const count = (result: TwinCheck['result']) => notPlaced.filter((one) => one.result === result).length
  return {
    all: outcomes.length,
    placed: outcomes.length - notPlaced.length,
    unproven: count('unproven'),
    missed: count('missed') + count('elsewhere'),
  }
}

const trusts = (ones: { trust: string | null }[]) =>
  ['Low', 'Medium', 'High']
    .map((trust, n) => String(ones.filter((one) => one.trust === trust).length).padStart([6, 8, 6][n] ?? 6))
    .join('')

export function alterationTable(title: string, outcomes: AlterationResult[], print: Print) {
  print(`  documents ${title}`)
  for (const [name, ones] of Map.groupBy(outcomes, ({ job }) => job.name)) {
    const right = ones.filter(({ isRight }) => isRight).length
    const codes = new Set(ones.flatMap((one) => one.codes))
    print(
      `    ${name.padEnd(50)}${right} of ${ones.length}   ${[...codes].toSorted().join(', ').slice(0, 160)}`,
    )
  }
  const unexpected = outcomes.filter(({ isRight }) => !isRight)
  for (const { job, messages, isHarmless } of unexpected.slice(0, maxExamples))
    print(
      `    ${isHarmless ? 'no finding, nothing certified is wrong' : 'wrong'}: ${job.name} in ${job.spec.kind} ${job.spec.layout}: ${messages.join(' | ') || 'nothing'}`,
    )
  const harmless = unexpected.filter(({ isHarmless }) => isHarmless).length
  return { all: outcomes.length, missed: unexpected.length - harmless, harmless }
}

const groupOf = ({ job }: CleanCheck) =>
  `${job.spec.kind}s, ${job.isScan ? 'scans' : job.spec.layout === null ? 'random layouts' : `of ${job.producer}`}`

export function cleanTable(outcomes: CleanCheck[], print: Print) {
  print('  untouched documents                     high alarms   Low  Medium  High  verified   of')
  for (const [group, ones] of [...Map.groupBy(outcomes, groupOf)].toSorted()) {
    const count = (is: (one: CleanCheck) => boolean) => String(ones.filter(is).length)
    const alarms = count(({ messages }) => messages.length > 0)
    print(
      `    ${group.padEnd(38)}${alarms.padStart(11)}${trusts(ones)}${count(({ verified }) => verified).padStart(10)}${String(ones.length).padStart(5)}`,
    )
  }
  const counts = [
    ...Map.groupBy(
      outcomes.flatMap(({ codes }) => codes),
      (code) => code,
    ),
  ]
  for (const [code, ones] of counts.toSorted(([, one], [, other]) => other.length - one.length))
    print(`    ${String(ones.length).padStart(5)} × ${code}`)
  const alarms = outcomes.filter(({ messages }) => messages.length > 0)
  for (const { job, messages } of alarms.slice(0, maxExamples))
    print(
      `    alarm: ${job.spec.kind} ${job.spec.layout ?? 'by lot'} of ${job.producer} (turn ${job.spec.turn}): ${messages.join(' | ').slice(0, 300)}`,
    )
  return { all: outcomes.length, alarms: alarms.length }
}

export function injectionTable(outcomes: InjectionCheck[], print: Print) {
  const certified = outcomes.filter(({ isCertified }) => isCertified)
  const tries = certified.flatMap(({ job, tries }) => tries.map((one) => ({ job, ...one })))
  print(
    `  errors injected into ${certified.length} certified documents (of ${outcomes.length})   caught  harmless  stay  of`,
  )
  for (const [group, ones] of [
    ...Map.groupBy(tries, ({ job, errorKind, where }) => `${job.spec.kind}: ${errorKind}, in ${where}`),
  ].toSorted()) {
    const count = (verdict: InjectionVerdict) => String(ones.filter((one) => one.verdict === verdict).length)
    print(
      `    ${group.padEnd(55)}${count('caught').padStart(6)}${count('harmless').padStart(10)}${count('stays').padStart(6)}${String(ones.length).padStart(4)}`,
    )
  }
  const staying = tries.filter(({ verdict }) => verdict === 'stays')
  for (const { job, errorKind, where, note } of staying.slice(0, maxExamples))
    print(
      `    stays: ${errorKind} in ${where} of ${job.spec.kind} ${job.spec.layout ?? 'by lot'} (turn ${job.spec.turn}): ${note}`,
    )
  return { tried: tries.length, staying: staying.length }
}
