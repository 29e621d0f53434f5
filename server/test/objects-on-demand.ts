import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type S3, startS3 } from '../../dev/services/ceph.ts'

/**
 * An object store for all test files of a run, started when the first of them asks for it: that takes longer than most
 * of them. It belongs to the process that opened this, and goes with it.
 */
export async function openObjectsOnDemand(folder: string) {
  let starting: Promise<S3> | undefined
  const server = createServer(async (_request, reply) => {
    starting ??= startS3({ folder: join(folder, 's3') })
    try {
      const { endpoint, region, accessKeyId, secretAccessKey } = await starting
      const settings: ObjectEnvironment = {
        ...{ S3_ENDPOINT: endpoint, S3_REGION: region },
        ...{ S3_ACCESS_KEY: accessKeyId, S3_SECRET_KEY: secretAccessKey },
      }
      reply.end(JSON.stringify(settings))
    } catch (error) {
      reply.writeHead(500).end((error as Error).message)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      const s3 = await starting?.catch(() => undefined)
      await s3?.stop()
    },
  }
}

type ObjectEnvironment = Record<'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY', string>

/** The settings of the store, which is started if nobody has asked for it yet. */
export async function askForObjects(url: string): Promise<ObjectEnvironment> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`there is no object store: ${await reply.text()}`)
  return (await reply.json()) as ObjectEnvironment
}
