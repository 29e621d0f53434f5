import { rmSync } from 'node:fs'
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { cpuSeconds, rssBytes } from './faults/process-figures.ts'
import { startS3 } from './services/ceph.ts'
import { startLightS3 } from './services/light-s3.ts'
import type { S3 } from './services/s3.ts'
import { makeTestFolder } from './services/test-folder.ts'

// `npx node dev/measure-s3.ts [STARTS [SERVER...]]`: start time, CPU time and memory of each S3 server, first on an empty folder, then
// on the folder of the run before. docs/decisions/0082-light-services.md has the figures.

const servers: Record<string, (folder: string) => Promise<S3>> = {
  ceph: (folder) => startS3({ folder }),
  minio: (folder) => startLightS3('minio', { folder }),
  versitygw: (folder) => startLightS3('versitygw', { folder }),
}

const uploads = 200
const uploadBytes = 100_000

async function measureStart(start: () => Promise<S3>) {
  const startedAt = performance.now()
  const s3 = await start()
  const startSeconds = (performance.now() - startedAt) / 1000
  const cpu = s3.pids().reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  return { s3, startSeconds, cpu }
}

async function load(s3: S3) {
  const { endpoint, region, accessKeyId, secretAccessKey } = s3
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })
  const Bucket = 'measured'
  await client.send(new CreateBucketCommand({ Bucket }))
  const Body = Buffer.alloc(uploadBytes, 'x')
  const startedAt = performance.now()
  for (let upload = 0; upload < uploads; upload++)
    await client.send(new PutObjectCommand({ Bucket, Key: `files/${upload}`, Body }))
  const millisecondsPerPut = (performance.now() - startedAt) / uploads
  const part = await client.send(new GetObjectCommand({ Bucket, Key: 'files/0', Range: 'bytes=10-19' }))
  const rangeBytes = (await part.Body?.transformToByteArray())?.length
  client.destroy()
  return { millisecondsPerPut, rangeBytes }
}

async function measure(name: string, starts: number) {
  const start = servers[name]
  if (!start) throw new Error(`There is no server ${name}: ${Object.keys(servers).join(', ')}`)
  const folder = makeTestFolder()
  try {
    const first = await measureStart(() => start(folder))
    const { millisecondsPerPut, rangeBytes } = await load(first.s3)
    const megabytes = first.s3.pids().reduce((sum, pid) => sum + rssBytes(pid), 0) / 1e6
    await first.s3.stop()
    const later: number[] = []
    for (let run = 0; run < starts; run++) {
      const { s3, startSeconds } = await measureStart(() => start(folder))
      later.push(startSeconds)
      await s3.stop()
    }
    return {
      server: `${name} ${first.s3.version}`,
      'first start, s': first.startSeconds.toFixed(2),
      'its CPU, s': first.cpu.toFixed(2),
      'later start, s': later
        .toSorted((a, b) => a - b)
        .at(later.length >> 1)
        ?.toFixed(2),
      'memory, MB': megabytes.toFixed(0),
      'PUT of 100 kB, ms': millisecondsPerPut.toFixed(1),
      'range of 10 bytes': rangeBytes,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [starts = '5', ...only] = process.argv.slice(2)
for (const name of only.length > 0 ? only : Object.keys(servers))
  process.stdout.write(`${JSON.stringify(await measure(name, Number(starts)))}\n`)
