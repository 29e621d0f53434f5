import type { CleanOutcome } from './clean.ts'
import type { InjectionOutcome, Verdict } from './injections.ts'
import type { TrickOutcome } from './alteration-jobs.ts'
import type { TwinOutcome } from './twins.ts'

type Print = (line: string) => void

const mostNamed = 12

/** By kind of alteration and producer: found at the right place, found elsewhere, only not proven, missed. */
export function twinTable(outcomes: TwinOutcome[], print: Print) {
  print(
    '  twins of the sandbox                      placed  elsewhere  unproven  missed   Low  Medium  High   of',
  )
  const groups = Map.groupBy(outcomes, ({ job }) => `${job.tamper}, ${job.wanted.kind}s of ${job.producer}`)
  for (const [group, ones] of [...groups].toSorted()) {
    const results = (['placed', 'elsewhere', 'unproven', 'missed'] as const).map((result, n) =>
      String(ones.filter((one) => one.result === result).length).padStart([6, 11, 10, 8][n] ?? 6),
    )
    print(`    ${group.padEnd(40)}${results.join('')}${trusts(ones)}${String(ones.length).padStart(5)}`)
  }
  const odd = outcomes.filter(({ result }) => result !== 'placed')
  for (const { job, result, codes } of odd.slice(0, mostNamed))
    print(
      `    ${result}: ${job.tamper} in ${job.wanted.kind} ${job.wanted.layout} of ${job.producer} (turn ${job.wanted.turn}): ${codes.join(', ') || 'nothing'}`,
    )
  const count = (result: TwinOutcome['result']) => odd.filter((one) => one.result === result).length
  return {
    all: outcomes.length,
    placed: outcomes.length - odd.length,
    unproven: count('unproven'),
    missed: count('missed') + count('elsewhere'),
  }
}

const trusts = (ones: { trust: string | null }[]) =>
  ['Low', 'Medium', 'High']
    .map((trust, n) => String(ones.filter((one) => one.trust === trust).length).padStart([6, 8, 6][n] ?? 6))
    .join('')

export function trickTable(title: string, outcomes: TrickOutcome[], print: Print) {
  print(`  papers ${title}`)
  for (const [name, ones] of Map.groupBy(outcomes, ({ job }) => job.name)) {
    const right = ones.filter(({ isRight }) => isRight).length
    const codes = new Set(ones.flatMap((one) => one.codes))
    print(
      `    ${name.padEnd(50)}${right} of ${ones.length}   ${[...codes].toSorted().join(', ').slice(0, 160)}`,
    )
  }
  const missed = outcomes.filter(({ isRight }) => !isRight)
  for (const { job, messages } of missed.slice(0, mostNamed))
    print(
      `    not so: ${job.name} in ${job.wanted.kind} ${job.wanted.layout}: ${messages.join(' | ') || 'nothing'}`,
    )
  return { all: outcomes.length, missed: missed.length }
}

const groupOf = ({ job }: CleanOutcome) =>
  `${job.wanted.kind}s, ${job.isScan ? 'scans' : job.wanted.layout === null ? 'random layouts' : `of ${job.producer}`}`

export function cleanTable(outcomes: CleanOutcome[], print: Print) {
  print('  untouched papers                        high alarms   Low  Medium  High  verified   of')
  for (const [group, ones] of [...Map.groupBy(outcomes, groupOf)].toSorted()) {
    const count = (is: (one: CleanOutcome) => boolean) => String(ones.filter(is).length)
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
  for (const { job, messages } of alarms.slice(0, mostNamed))
    print(
      `    alarm: ${job.wanted.kind} ${job.wanted.layout ?? 'by lot'} of ${job.producer} (turn ${job.wanted.turn}): ${messages.join(' | ').slice(0, 300)}`,
    )
  return { all: outcomes.length, alarms: alarms.length }
}

export function injectionTable(outcomes: InjectionOutcome[], print: Print) {
  const certified = outcomes.filter(({ isCertified }) => isCertified)
  const tries = certified.flatMap(({ job, tries }) => tries.map((one) => ({ job, ...one })))
  print(
    `  errors put into ${certified.length} certified papers (of ${outcomes.length})   caught  harmless  stay  of`,
  )
  for (const [group, ones] of [
    ...Map.groupBy(tries, ({ job, way, where }) => `${job.wanted.kind}: ${way}, in ${where}`),
  ].toSorted()) {
    const count = (verdict: Verdict) => String(ones.filter((one) => one.verdict === verdict).length)
    print(
      `    ${group.padEnd(55)}${count('caught').padStart(6)}${count('harmless').padStart(10)}${count('stays').padStart(6)}${String(ones.length).padStart(4)}`,
    )
  }
  const staying = tries.filter(({ verdict }) => verdict === 'stays')
  for (const { job, way, where, note } of staying.slice(0, mostNamed))
    print(
      `    stays: ${way} in ${where} of ${job.wanted.kind} ${job.wanted.layout ?? 'by lot'} (turn ${job.wanted.turn}): ${note}`,
    )
  return { tried: tries.length, staying: staying.length }
}
