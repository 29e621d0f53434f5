import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { answersHttp, choosePort, isListening } from './ports.ts'
import {
  findProcessesOf,
  markOf,
  ServiceError,
  type StartedProcess,
  startProcess,
  stopProcesses,
  waitUntilReady,
} from './processes.ts'
import { requireProgram, versionOf } from './programs.ts'
import type { S3 } from './s3.ts'

/** Ceph's S3 gateway, and the first of the ports of its cluster. */
export type CephS3 = S3 & { firstClusterPort: number }

/** Folder and preferred ports; other ports are chosen if these are taken. */
export type S3Options = { folder: string; port?: number | undefined; firstClusterPort?: number | undefined }

type Identity = { clusterId: string; osdId: string; accessKeyId: string; secretAccessKey: string }

// The monitor needs one port and the object store four; the rest are spare.
const CLUSTER_PORTS = 8
const DATA_LIMIT_BYTES = 20 * 1024 ** 3

type Daemon = { program: string; name: string; deathSignal: NodeJS.Signals; stopTimeoutMs: number }

// The daemons are in shutdown order. The gateway is first, because without its store it never exits. It is stateless,
// so SIGKILL is safe.
const GATEWAY: Daemon = {
  program: 'radosgw',
  name: 'client.rgw.a',
  deathSignal: 'SIGKILL',
  stopTimeoutMs: 5_000,
}
const STORE: Daemon = { program: 'ceph-osd', name: 'osd.0', deathSignal: 'SIGTERM', stopTimeoutMs: 20_000 }
const MONITOR: Daemon = { program: 'ceph-mon', name: 'mon.a', deathSignal: 'SIGTERM', stopTimeoutMs: 20_000 }
const DAEMONS = [GATEWAY, STORE, MONITOR]

/** Starts Ceph's S3 gateway on a minimal cluster: one monitor, one object store, one gateway. */
export async function startS3(options: S3Options): Promise<CephS3> {
  mkdirSync(options.folder, { recursive: true })
  const folder = realpathSync(options.folder)
  const mark = markOf(folder)
  const pidsOf = (daemon: Daemon) => findProcessesOf(daemon.program, mark)
  const pids = () => DAEMONS.flatMap(pidsOf)
  const stop = async () => {
    for (const daemon of DAEMONS) await stopProcesses(pidsOf(daemon), 'SIGTERM', daemon.stopTimeoutMs)
  }
  await stop()

  const port = await choosePort(options.port)
  const firstClusterPort = await choosePort(options.firstClusterPort, CLUSTER_PORTS)
  const monitorAddress = `[v2:127.0.0.1:${firstClusterPort}]`
  const isNew = !existsSync(join(folder, 'identity.json'))
  if (isNew) removeUnfinished(folder)
  const identity = isNew ? newIdentity() : readIdentity(folder)
  writeFileSync(
    join(folder, 'ceph.conf'),
    configuration({ identity, port, firstClusterPort, monitorAddress }),
  )
  const start = ({ program, name, deathSignal }: Daemon) =>
    startProcess({
      program: requireProgram(program),
      // The cluster name serves only to identify the processes of this folder.
      args: ['-f', '-c', 'ceph.conf', '-n', name, '--cluster', mark],
      folder,
      logFile: join(folder, `${program}.log`),
      deathSignal,
    })

  try {
    if (isNew) await createMonitorData(folder, identity, monitorAddress)
    else await moveMonitor(folder, monitorAddress)
    const monitor = start(MONITOR)
    await waitUntilReady('s3', monitor, 30_000, () => isListening(firstClusterPort))
    if (isNew) await createStoreData(folder, identity)
    const store = start(STORE)
    await waitUntilReady('s3', store, 60_000, () => isStoreActive(store))
    if (isNew) await createUser(folder, identity)
    const gateway = start(GATEWAY)
    await waitUntilReady('s3', gateway, 90_000, () => answersHttp(`http://127.0.0.1:${port}`))
    if (isNew) writeIdentity(folder, identity)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    version: versionOf(requireProgram('radosgw')),
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKeyId: identity.accessKeyId,
    secretAccessKey: identity.secretAccessKey,
    port,
    firstClusterPort,
    pids,
    stop,
    kill: async () => {
      await stopProcesses(pids(), 'SIGKILL', 10_000)
    },
  }
}

async function createMonitorData(folder: string, identity: Identity, monitorAddress: string): Promise<void> {
  const address = ['--addv', 'a', monitorAddress, '--fsid', identity.clusterId]
  await run(folder, 'monmaptool', ['--create', ...address, 'monmap'])
  await run(folder, 'ceph-mon', ['--mkfs', '-c', 'ceph.conf', '-i', 'a', '--monmap', 'monmap'])
}

/** Updates the monitor's address, which is part of its data, when the port has changed. */
async function moveMonitor(folder: string, monitorAddress: string): Promise<void> {
  const current = await run(folder, 'monmaptool', ['--print', 'monmap'])
  if (current.includes(monitorAddress)) return
  copyFileSync(join(folder, 'monmap'), join(folder, 'monmap.new'))
  await run(folder, 'monmaptool', ['--rm', 'a', 'monmap.new'])
  await run(folder, 'monmaptool', ['--addv', 'a', monitorAddress, 'monmap.new'])
  await run(folder, 'ceph-mon', ['-c', 'ceph.conf', '-i', 'a', '--inject-monmap', 'monmap.new'])
  renameSync(join(folder, 'monmap.new'), join(folder, 'monmap'))
}

async function createStoreData(folder: string, identity: Identity): Promise<void> {
  mkdirSync(join(folder, 'osd'))
  await Promise.all([
    run(folder, 'ceph', ['-c', 'ceph.conf', 'osd', 'new', identity.osdId]),
    run(folder, 'ceph-osd', ['--mkfs', '-c', 'ceph.conf', '-i', '0', '--osd-uuid', identity.osdId]),
  ])
}

// A gateway that finds no store retries only after 5 s, so wait for the store first; its log is the fastest signal.
function isStoreActive(store: StartedProcess): boolean {
  return readFileSync(store.logFile, 'utf8').includes('state: booting -> active')
}

async function createUser(folder: string, identity: Identity): Promise<void> {
  const user = ['--uid=app', '--display-name=app']
  const keys = [`--access-key=${identity.accessKeyId}`, `--secret-key=${identity.secretAccessKey}`]
  const gateway = ['-c', 'ceph.conf', '-n', GATEWAY.name]
  await run(folder, 'radosgw-admin', [...gateway, 'user', 'create', ...user, ...keys])
}

/** Runs one of Ceph's tools inside the folder that contains its configuration. */
async function run(folder: string, program: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(requireProgram(program), args, {
      cwd: folder,
      timeout: 60_000,
    })
    return stdout
  } catch (error) {
    throw new ServiceError(`s3: ${program} failed: ${(error as Error).message.trim()}`)
  }
}

type Configuration = {
  identity: Identity
  port: number
  firstClusterPort: number
  monitorAddress: string
}

function configuration(options: Configuration): string {
  const { identity, port, firstClusterPort, monitorAddress } = options
  return `[global]
fsid = ${identity.clusterId}
mon_host = ${monitorAddress}
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr1 = false
ms_bind_port_min = ${firstClusterPort}
ms_bind_port_max = ${firstClusterPort + CLUSTER_PORTS - 1}
# All five are needed: without the last two the gateway loops on an authentication error.
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
auth_supported = none
ms_mon_client_mode = crc
# Relative to the working directory: Ceph cannot read a path with a quote, a semicolon or an umlaut.
keyring = keyring
run_dir = .
admin_socket =
log_to_file = false
log_to_stderr = true
mon_cluster_log_to_file = false
mon_cluster_log_to_stderr = false
debug_rocksdb = 0/0
debug_rgw = 0/0
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 800
osd_class_dir = ${classFolder()}
# Creating a pool takes several map changes, which are otherwise batched for 1 s each.
paxos_propose_interval = 0.05
paxos_min_wait = 0.01

[mon]
mon_data = mon

[osd]
osd_data = osd
osd_objectstore = bluestore
bluestore_block_size = ${DATA_LIMIT_BYTES}
osd_memory_target = 939524096
# Otherwise this log grows with each run and is replayed twice at every start: 2 s became 5 s after ten runs.
bluefs_log_compact_min_size = 1048576
# Each further shard opens the data again, which takes a third of a second.
osd_op_num_shards = 1
osd_op_num_threads_per_shard = 4
# Otherwise the next start waits until the leases of the last run have expired.
osd_fast_shutdown_notify_mon = true

[client.rgw.a]
rgw_frontends = beast endpoint=127.0.0.1:${port}
rgw_run_sync_thread = false
# Lifecycle rules are stored but not executed: their thread delays every stop by 5 s.
rgw_enable_lc_threads = false
rgw_rados_pool_pg_num_min = 1
# A presigned URL cannot limit the upload size, but the store can: 10 MB plus the encryption overhead.
rgw_max_put_size = 10001000
`
}

function classFolder(): string {
  const folder = readdirSync('/usr/lib')
    .map((name) => join('/usr/lib', name, 'rados-classes'))
    .find((candidate) => existsSync(candidate))
  return folder ?? '/usr/lib/rados-classes'
}

function newIdentity(): Identity {
  return {
    clusterId: randomUUID(),
    osdId: randomUUID(),
    accessKeyId: randomBytes(10).toString('hex').toUpperCase(),
    secretAccessKey: randomBytes(20).toString('hex'),
  }
}

function readIdentity(folder: string): Identity {
  return JSON.parse(readFileSync(join(folder, 'identity.json'), 'utf8')) as Identity
}

/** Writes the identity as the last step. If it is missing, the first start did not finish and is repeated. */
function writeIdentity(folder: string, identity: Identity): void {
  const file = join(folder, 'identity.json')
  writeFileSync(`${file}.new`, JSON.stringify(identity), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Deletes only Ceph's own files, in case a wrong folder was given. */
function removeUnfinished(folder: string): void {
  for (const name of ['ceph.conf', 'monmap', 'mon', 'osd'])
    rmSync(join(folder, name), { recursive: true, force: true })
}
