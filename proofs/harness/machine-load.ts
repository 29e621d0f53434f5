import { readdirSync, readFileSync } from 'node:fs'
import { openCpuGroup } from './cpu-group.ts'

/** Clock ticks of all cores since boot, from the first line of /proc/stat. */
export type CpuTicks = { busy: number; steal: number; total: number }

/** CPU time of a process from /proc/PID/stat. The ticks include those of children that ended and were waited for. */
export type ProcessTicks = {
  pid: number
  parent: number
  startedAt: string
  ticks: number
  isKernelThread: boolean
}

/** CPU shares of all cores, from 0 to 1. */
export type CpuShares = {
  /** Share used by processes that belong neither to the proof nor to the kernel. */
  others: number
  /** Share taken by other virtual machines on the same host. */
  steal: number
}

export type LoadDuringRun = CpuShares & {
  /** Highest share of other processes in any minute. */
  othersInWorstMinute: number
}

export const limits = {
  /** Maximum average share of all cores for other processes: 0.15 of two cores is 0.3 of one. */
  others: 0.15,
  othersInWorstMinute: 0.4,
  steal: 0.1,
}

/**
 * Parses /proc/stat. Interrupt time does not count as busy, because it may be caused by the proof's own network and
 * disk traffic.
 */
export function parseCpuTicks(stat: string): CpuTicks {
  const fields = stat.split('\n')[0]?.trim().split(/\s+/).slice(1).map(Number) ?? []
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = fields
  const busy = user + nice + system
  return { busy, steal, total: busy + idle + iowait + irq + softirq + steal }
}

export function parseProcessTicks(stat: string): ProcessTicks {
  // The command in parentheses may itself contain spaces and parentheses.
  const pid = Number.parseInt(stat, 10)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  const isKernelThread = (Number(fields[6]) & kernelThreadFlag) !== 0
  return { pid, parent: Number(fields[1]), startedAt: fields[19] ?? '', ticks, isKernelThread }
}

/** The bit PF_KTHREAD in the flags of a process. */
const kernelThreadFlag = 0x00200000

/**
 * Adds up the ticks of a process tree and of kernel threads over time. A descendant keeps counting after it was
 * reparented. The ticks of a reparented descendant that ended are kept, because no process of ours waits for it.
 */
export function trackTree(root: number) {
  let known = new Map<string, ProcessTicks>()
  let orphanTicks = 0
  return {
    /** Returns the total ticks of the tree so far. */
    update(processes: readonly ProcessTicks[]): number {
      const byPid = new Map(processes.map((process) => [process.pid, process]))
      const keyOf = ({ pid, startedAt }: ProcessTicks) => `${pid} ${startedAt}`
      const isOwn = (process: ProcessTicks | undefined): boolean =>
        process !== undefined &&
        (process.pid === root ||
          process.isKernelThread ||
          known.has(keyOf(process)) ||
          isOwn(byPid.get(process.parent)))
      const own = new Map(processes.filter(isOwn).map((process) => [keyOf(process), process]))
      const ownPids = new Set([...known.values()].map(({ pid }) => pid))
      for (const [key, process] of known) {
        const isWaitedFor = ownPids.has(process.parent) && !process.isKernelThread
        if (!own.has(key) && !isWaitedFor) orphanTicks += process.ticks
      }
      known = own
      return orphanTicks + [...own.values()].reduce((sum, { ticks }) => sum + ticks, 0)
    },
  }
}

type Sample = { atMs: number; cpu: CpuTicks; own: number }

/** Calculates the CPU shares between two samples. */
export function sharesBetween(first: Sample, last: Sample): CpuShares {
  const total = last.cpu.total - first.cpu.total
  if (total <= 0) return { others: 0, steal: 0 }
  const others = last.cpu.busy - first.cpu.busy - (last.own - first.own)
  return { others: Math.max(0, others) / total, steal: (last.cpu.steal - first.cpu.steal) / total }
}

const minuteMs = 60_000

export function summariseSamples(samples: readonly Sample[]): LoadDuringRun {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || first === last) return { others: 0, steal: 0, othersInWorstMinute: 0 }
  const overall = sharesBetween(first, last)
  let othersInWorstMinute = 0
  let from = 0
  for (const [index, sample] of samples.entries()) {
    while (sample.atMs - (samples[from + 1]?.atMs ?? Number.POSITIVE_INFINITY) >= minuteMs) from++
    const start = samples[from] as Sample
    if (index > from && sample.atMs - start.atMs >= minuteMs)
      othersInWorstMinute = Math.max(othersInWorstMinute, sharesBetween(start, sample).others)
  }
  return { ...overall, othersInWorstMinute: Math.max(othersInWorstMinute, overall.others) }
}

/** Explains why speed figures from this machine are not meaningful; undefined if the machine was quiet enough. */
export function explainTooBusy(load: CpuShares & Partial<LoadDuringRun>): string | undefined {
  const percent = (share: number) => `${Math.round(share * 100)} %`
  if (load.others > limits.others)
    return `other processes used ${percent(load.others)} of the cores (limit ${percent(limits.others)})`
  if ((load.othersInWorstMinute ?? 0) > limits.othersInWorstMinute)
    return `other processes used ${percent(load.othersInWorstMinute ?? 0)} of the cores for a minute (limit ${percent(limits.othersInWorstMinute)})`
  if (load.steal > limits.steal)
    return `the hypervisor withheld ${percent(load.steal)} of the cores (steal time, limit ${percent(limits.steal)})`
  return undefined
}

const sampleEveryMs = 5_000

/** Samples this machine until stop() is called. This process and its descendants do not count as others. */
export function watchMachine() {
  const own = openOwnTicks()
  const samples: Sample[] = []
  const sample = () => {
    const cpu = parseCpuTicks(readFileSync('/proc/stat', 'utf8'))
    samples.push({ atMs: performance.now(), cpu, own: own.ticks() })
  }
  sample()
  const timer = setInterval(sample, sampleEveryMs)
  return {
    stop(): LoadDuringRun {
      clearInterval(timer)
      sample()
      own.close()
      return summariseSamples(samples)
    },
  }
}

/** Counts the ticks of this process, its descendants and the kernel's threads. */
function openOwnTicks() {
  const group = openCpuGroup(process.pid)
  if (!group) {
    const tree = trackTree(process.pid)
    return { ticks: () => tree.update(listProcesses()), close() {} }
  }
  return {
    ticks: () => group.ticks() + ticksOfKernel(listProcesses()),
    close: () => group.close(),
  }
}

const ticksOfKernel = (processes: readonly ProcessTicks[]) =>
  processes.filter(({ isKernelThread }) => isKernelThread).reduce((sum, { ticks }) => sum + ticks, 0)

function listProcesses(): ProcessTicks[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      return [parseProcessTicks(readFileSync(`/proc/${pid}/stat`, 'utf8'))]
    } catch {
      // The process ended between listing and reading.
      return []
    }
  })
}
