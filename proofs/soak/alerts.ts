import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findPrometheus } from '../../dev/prometheus.ts'
import { answersHttp, choosePort } from '../../dev/services/ports.ts'
import { startProcess, stopProcesses, waitUntilReady } from '../../dev/services/processes.ts'

const rules = fileURLToPath(new URL('../../deploy/telemetry/alerts.yaml', import.meta.url))
const scrapeSeconds = 5
const evaluationSeconds = 10
const targetsEveryMs = 1_000
const startWithinMs = 60_000
const stopWithinMs = 15_000

/** A process that Prometheus scrapes. Its address changes when it is restarted. */
type Target = { name: string; address(): string | undefined }

export type AlertStates = { firing: string[]; pending: string[] }

/**
 * Runs Prometheus with the alert rules that operators get. There is no node_exporter and no blackbox_exporter here, so the
 * rules about disks and certificates have no series.
 */
export async function watchAlerts({ folder, targets }: { folder: string; targets: readonly Target[] }) {
  const program = findPrometheus()
  if (!program) throw new Error('Prometheus is not here; node dev/prometheus.ts fetches it')
  await mkdir(folder, { recursive: true })
  const port = await choosePort(undefined)
  const url = `http://127.0.0.1:${port}`
  await writeFile(join(folder, 'prometheus.yaml'), configuration(folder))
  await writeTargets(folder, targets)
  const server = startProcess({
    program,
    args: [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    folder,
    logFile: join(folder, 'prometheus.log'),
    deathSignal: 'SIGTERM',
  })
  await waitUntilReady('Prometheus', server, startWithinMs, () => answersHttp(`${url}/-/ready`))

  const ending = new AbortController()
  const following = (async () => {
    while (!ending.signal.aborted) {
      await writeTargets(folder, targets)
      await sleep(targetsEveryMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  })()

  return {
    /** The alerts that were firing or pending at any time, each with its duration. */
    async states(): Promise<AlertStates> {
      const query = 'count_over_time(ALERTS[1d])'
      const reply = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`)
      const { data } = (await reply.json()) as {
        data: { result: { metric: Record<string, string>; value: [number, string] }[] }
      }
      const listState = (state: string) =>
        data.result
          .filter(({ metric }) => metric.alertstate === state)
          .map(
            ({ metric, value: [, count] }) => `${describe(metric)}: ${Number(count) * evaluationSeconds} s`,
          )
      return { firing: listState('firing'), pending: listState('pending') }
    },
    async stop() {
      ending.abort()
      await following
      await stopProcesses([server.pid], 'SIGTERM', stopWithinMs)
    },
  }
}

function describe({ alertname, alertstate, __name__, job, severity, ...labels }: Record<string, string>) {
  const values = Object.entries(labels).map(([name, value]) => `${name}=${value}`)
  return [alertname, ...values].join(' ')
}

const configuration = (folder: string) => `global:
  scrape_interval: ${scrapeSeconds}s
  evaluation_interval: ${evaluationSeconds}s
rule_files: [${JSON.stringify(rules)}]
scrape_configs:
  - job_name: payproof
    file_sd_configs:
      - files: [${JSON.stringify(join(folder, 'targets.json'))}]
        refresh_interval: ${scrapeSeconds}s
    relabel_configs:
      - source_labels: [process]
        target_label: instance
`

async function writeTargets(folder: string, targets: readonly Target[]) {
  const list = targets.flatMap(({ name, address }) => {
    const url = address()
    return url ? [{ targets: [new URL(url).host], labels: { process: name } }] : []
  })
  // Prometheus may read the file at any time, so it is replaced as a whole.
  await writeFile(join(folder, 'targets.new'), JSON.stringify(list))
  await rename(join(folder, 'targets.new'), join(folder, 'targets.json'))
}
