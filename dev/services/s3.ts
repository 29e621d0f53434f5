/** A running S3 server and the credentials of its user. */
export type S3 = {
  version: string
  endpoint: string
  region: 'us-east-1'
  accessKeyId: string
  secretAccessKey: string
  port: number
  pids(): number[]
  stop(): Promise<void>
  /** Kills all processes without warning, as a crash would. */
  kill(): Promise<void>
}
